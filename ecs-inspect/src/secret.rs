//! [`secret`]: what nobody can guess.

/// Makes 128 bits that nobody can guess, as text; or says why the system has none.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) fn secret() -> Result<String, String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|error| error.to_string())?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bits)))
}

/// A browser gives none. Nor has it sockets, which is found out before.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) fn secret() -> Result<String, String> {
    Err("this is a browser".to_owned())
}
