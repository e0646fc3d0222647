//! Who may ask: the rules against DNS rebinding.
//!
//! A page in a browser can reach a server on the same machine under a name that its author
//! controls. Such a request comes over plain HTTP, to a host that is not the machine's own name,
//! with an `Origin` that is not the machine's either. A deployed Worker is behind TLS and holds
//! nothing that is not public, so there every origin is welcome unless the operator lists some.

use std::net::{Ipv4Addr, Ipv6Addr};

/// What the rules look at of scheme, host and port.
struct Origin<'a> {
    scheme: &'a str,
    host: &'a str,
}

/// What becomes of a request.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Verdict {
    /// It is answered, with this `Access-Control-Allow-Origin`.
    Welcome(Option<String>),
    /// It is not, for this reason.
    Refused(String),
}

impl<'a> Origin<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (scheme, authority) = text.split_once("://")?;
        let host_ends = match authority.strip_prefix('[') {
            Some(_) => authority.find(']')? + 1,
            None => authority.find(':').unwrap_or(authority.len()),
        };
        let (host, port) = authority.split_at_checked(host_ends)?;
        let has_port = port
            .strip_prefix(':')
            .is_some_and(|port| port.parse::<u16>().is_ok());
        let is_plain = !host.is_empty() && !host.contains(['/', '@', '?', '#', ' ']);
        (is_plain && (port.is_empty() || has_port)).then_some(Origin { scheme, host })
    }

    fn address(&self) -> Option<std::net::IpAddr> {
        let v6 = self
            .host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        match v6 {
            Some(host) => host.parse::<Ipv6Addr>().ok().map(Into::into),
            None => self.host.parse::<Ipv4Addr>().ok().map(Into::into),
        }
    }

    /// Whether it is the machine itself.
    fn is_loopback(&self) -> bool {
        let host = self.host.to_ascii_lowercase();
        host == "localhost"
            || host.ends_with(".localhost")
            || self.address().is_some_and(|address| address.is_loopback())
    }
}

/// Judges a request that was sent to `own` (scheme and authority) by a page of `origin`, if by one.
pub(super) fn judge(own: &str, origin: Option<&str>, allowed: Option<&[String]>) -> Verdict {
    let is_listed = |origin: &str| {
        allowed
            .unwrap_or_default()
            .iter()
            .any(|listed| listed.eq_ignore_ascii_case(origin))
    };
    let Some(host) = Origin::parse(own) else {
        return Verdict::Refused("the request names no host".to_owned());
    };
    let is_secure = host.scheme.eq_ignore_ascii_case("https");
    // An address cannot be rebound: only names can.
    let is_trusted = is_secure || host.is_loopback() || host.address().is_some() || is_listed(own);
    if !is_trusted {
        return Verdict::Refused(format!(
            "plain HTTP is answered on this machine's own names only, not on {own}; use https, \
             localhost, or list {own} in ALLOWED_ORIGINS"
        ));
    }
    let is_public = is_secure && !host.is_loopback() && allowed.is_none();
    let Some(origin) = origin else {
        return Verdict::Welcome(is_public.then(|| "*".to_owned()));
    };
    if is_public {
        return Verdict::Welcome(Some("*".to_owned()));
    }
    let is_same = origin.eq_ignore_ascii_case(own);
    let is_local = !is_secure || host.is_loopback();
    let comes_from_here = Origin::parse(origin).is_some_and(|origin| origin.is_loopback());
    if is_same || is_listed(origin) || (is_local && comes_from_here) {
        Verdict::Welcome(Some(origin.to_owned()))
    } else {
        Verdict::Refused("invalid Origin".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(own: &str, origin: Option<&str>, allowed: Option<&[&str]>, expected: Option<&str>) {
        let allowed = allowed.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>());
        let expected = match expected {
            None => None,
            Some("") => Some(None),
            Some(origin) => Some(Some(origin.to_owned())),
        };
        let got = match judge(own, origin, allowed.as_deref()) {
            Verdict::Welcome(origin) => Some(origin),
            Verdict::Refused(_) => None,
        };
        assert_eq!(
            got, expected,
            "{own} asked by {origin:?}, allowed {allowed:?}"
        );
    }

    #[test]
    fn a_machine_answers_itself() {
        for own in [
            "http://localhost:8787",
            "http://127.0.0.1:8787",
            "http://[::1]:8787",
        ] {
            check(own, None, None, Some(""));
            for origin in [
                "http://localhost:6274",
                "http://127.0.0.1",
                "https://app.localhost",
            ] {
                check(own, Some(origin), None, Some(origin));
            }
            for origin in [
                "http://evil.example.com",
                "https://localhost.evil.com",
                "null",
                "",
            ] {
                check(own, Some(origin), None, None);
            }
        }
        check(
            "https://localhost:8787",
            Some("https://evil.example.com"),
            None,
            None,
        );
    }

    #[test]
    fn a_rebound_name_is_refused() {
        check("http://evil.example.com", None, None, None);
        check(
            "http://evil.example.com",
            Some("http://evil.example.com"),
            None,
            None,
        );
        check("http://localhost.evil.com", None, None, None);
        check("http://localhost@evil.com", None, None, None);
        check("nonsense", None, None, None);
    }

    #[test]
    fn an_address_or_a_listed_name_may_be_a_host_of_plain_http() {
        check("http://192.168.1.7:8787", None, None, Some(""));
        check(
            "http://192.168.1.7:8787",
            Some("http://evil.example.com"),
            None,
            None,
        );
        let own = "http://docs:8787";
        check(own, Some(own), Some(&[own]), Some(own));
    }

    #[test]
    fn a_deployed_worker_is_public_unless_origins_are_listed() {
        let own = "https://docs.example.com";
        check(own, None, None, Some("*"));
        check(own, Some("https://playground.example"), None, Some("*"));
        let listed: &[&str] = &["https://a.example"];
        check(own, None, Some(listed), Some(""));
        check(
            own,
            Some("https://a.example"),
            Some(listed),
            Some("https://a.example"),
        );
        check(own, Some(own), Some(listed), Some(own));
        check(own, Some("https://b.example"), Some(listed), None);
        check(own, Some("http://localhost:3000"), Some(listed), None);
    }
}
