//! Requests and answers as HTTP 1.1 has them: one a connection, and none that is too long.

use core::fmt::Write;

use super::refusal::Refusal;

/// So long the first line and the headers of a request may be together.
const LONGEST_HEAD: usize = 16 * 1024;
const MOST_HEADERS: usize = 64;
/// So long its body may be.
const LONGEST_BODY: usize = 64 * 1024;
/// So long a request is at most.
pub(super) const LONGEST: usize = LONGEST_HEAD + LONGEST_BODY;

/// A request, as it was sent.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, with what follows behind `?`.
    pub(super) target: String,
    pub(super) host: String,
    pub(super) origin: Option<String>,
    pub(super) authorization: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request; `None` if there is more to come.
    pub(super) fn parse(bytes: &[u8]) -> Result<Option<Self>, Refusal> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let start = &bytes[..bytes.len().min(LONGEST_HEAD)];
        let body = match head.parse(start) {
            Ok(httparse::Status::Complete(len)) => &bytes[len..],
            Ok(httparse::Status::Partial) if bytes.len() < LONGEST_HEAD => return Ok(None),
            Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                return Err(Refusal::new(431, "the headers of the request are too long"));
            }
            Err(error) => return Err(Refusal::bad(format_args!("this is no request of HTTP 1.1: {error}"))),
        };
        let header = |name| one(head.headers, name);
        if header("transfer-encoding")?.is_some() {
            return Err(Refusal::bad("say the length of the body by `Content-Length`"));
        }
        let length = match header("content-length")? {
            // No sign, as `parse` would take one.
            Some(length) if !length.is_empty() && length.bytes().all(|digit| digit.is_ascii_digit()) => {
                length.parse::<usize>().map_err(|_| too_long())?
            }
            Some(_) => return Err(Refusal::bad("`Content-Length` is no number")),
            None => 0,
        };
        if length > LONGEST_BODY {
            return Err(too_long());
        }
        let Some(body) = body.get(..length) else { return Ok(None) };
        let Some(host) = header("host")? else { return Err(Refusal::bad("the request has no `Host`")) };
        Ok(Some(Self {
            method: head.method.unwrap_or_default().to_owned(),
            target: head.path.unwrap_or_default().to_owned(),
            host: host.to_owned(),
            origin: header("origin")?.map(str::to_owned),
            authorization: header("authorization")?.map(str::to_owned),
            body: body.to_vec(),
        }))
    }
}

fn too_long() -> Refusal {
    Refusal::new(413, format_args!("the body is longer than {LONGEST_BODY} bytes"))
}

/// The value of a header that may stand there once.
fn one<'h>(headers: &[httparse::Header<'h>], name: &str) -> Result<Option<&'h str>, Refusal> {
    let mut values = headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    let Some(first) = values.next() else { return Ok(None) };
    let value = core::str::from_utf8(first.value).ok().filter(|_| values.next().is_none());
    value
        .map(|value| Some(value.trim()))
        .ok_or_else(|| Refusal::bad(format_args!("the header `{name}` stands there twice, or is no text")))
}

/// An answer, before it is sent.
#[derive(Debug)]
pub(super) struct Response {
    status: u16,
    content: &'static str,
    /// What the page may load; nothing, if it is no page.
    policy: String,
    body: String,
}

impl Response {
    pub(super) fn json(status: u16, body: String) -> Self {
        Self { status, content: "application/json", policy: "default-src 'none'".to_owned(), body }
    }

    pub(super) fn refusal(refusal: &Refusal) -> Self {
        Self::json(refusal.status, refusal.json())
    }

    /// A page whose scripts and styles have a nonce.
    pub(super) fn page(body: String, nonce: &str) -> Self {
        let policy = format!(
            "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
             img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        Self { status: 200, content: "text/html; charset=utf-8", policy, body }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Self { status, content, policy, body } = self;
        let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(*status));
        for (name, value) in [
            ("Content-Type", *content),
            ("Content-Security-Policy", policy),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Connection", "close"),
        ] {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = write!(head, "Content-Length: {}\r\n\r\n", body.len());
        [head.as_bytes(), body.as_bytes()].concat()
    }
}

/// What a status is called.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
