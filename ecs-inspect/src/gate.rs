//! [`Gate`]: who may ask. Another page in the same browser may not, nor who does not know the secret.

use core::net::IpAddr;

use super::http::Request;
use super::refusal::Refusal;

/// Decides who may ask.
///
/// A page of a foreign site can send requests to this machine, also under a name of its own that leads here
/// (DNS rebinding). It cannot choose `Host` and `Origin`, and does not know the secret.
pub(super) struct Gate {
    /// The secret, in the page's address and in a header of each request.
    pub(super) token: String,
    pub(super) port: u16,
    /// Whether other machines may ask.
    pub(super) is_open: bool,
}

impl Gate {
    /// Refuses a request that comes from elsewhere, or without the secret.
    pub(super) fn check(&self, request: &Request, token: Option<&str>) -> Result<(), Refusal> {
        let foreign = |header: &str, value: &str| {
            let sentence = format_args!("the `{header}` of the request is `{value}`, not this game");
            Err(Refusal::new(403, sentence))
        };
        if !self.is_own_host(&request.host) {
            return foreign("Host", &request.host);
        }
        if let Some(origin) = &request.origin
            && origin.strip_prefix("http://") != Some(&*request.host)
        {
            return foreign("Origin", origin);
        }
        if !token.is_some_and(|token| self.is_token(token)) {
            let sentence =
                "the request lacks the token that stands in the address which the game has printed";
            return Err(Refusal::new(401, sentence));
        }
        Ok(())
    }

    /// Says whether this is how a browser on this machine names the game; or one elsewhere, by a number.
    fn is_own_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let is_meant = match address.parse::<IpAddr>() {
            Ok(address) => self.is_open || address.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        };
        port == Some(self.port) && is_meant
    }

    /// Compares in the same time wherever the first difference is.
    fn is_token(&self, token: &str) -> bool {
        let differences = token.bytes().zip(self.token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        token.len() == self.token.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Gate;

    #[test]
    fn g1_only_names_of_this_machine_lead_here() {
        let gate = Gate { token: "secret".to_owned(), port: 7000, is_open: false };
        for own in ["127.0.0.1:7000", "127.9.9.9:7000", "localhost:7000", "LocalHost:7000", "[::1]:7000"] {
            assert!(gate.is_own_host(own), "{own}");
        }
        for foreign in [
            "",
            ":7000",
            "127.0.0.1",
            "127.0.0.1:7001",
            "127.0.0.1:",
            "localhost",
            "evil.com:7000",
            "localhost.evil.com:7000",
            "127.0.0.1.evil.com:7000",
            "192.168.1.2:7000",
            "[::1]",
            "[::2]:7000",
            "user@127.0.0.1:7000",
            "127.0.0.1:7000:7000",
            "0.0.0.0:7000",
        ] {
            assert!(!gate.is_own_host(foreign), "{foreign}");
        }
        let open = Gate { is_open: true, port: 80, ..gate };
        assert!(open.is_own_host("192.168.1.2") && open.is_own_host("[fe80::1]:80"));
        assert!(!open.is_own_host("evil.com") && !open.is_own_host("evil.com:80"));
    }

    #[test]
    fn g1_the_whole_token_counts() {
        let gate = Gate { token: "secret".to_owned(), port: 7000, is_open: false };
        assert!(gate.is_token("secret"));
        for wrong in ["", "secre", "secret1", "Secret", "secreT"] {
            assert!(!gate.is_token(wrong), "{wrong}");
        }
    }
}
