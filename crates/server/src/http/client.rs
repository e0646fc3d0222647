//! Who asks, as far as quotas go: an API key if the client sends one, or else its address.

use std::net::Ipv6Addr;

use super::{Request, fnv1a};

/// The headers that API keys come in, those of the public services first.
const KEY_HEADERS: [&str; 3] = ["x-goog-api-key", "x-api-key", "authorization"];

/// The header in which Cloudflare says where a request is from; clients cannot set it.
const ADDRESS_HEADER: &str = "cf-connecting-ip";

/// A name for the client of `request` to count its calls by. It holds no key, only a hash of one:
/// the name leaves the Worker.
#[must_use]
pub fn client_of(request: &Request) -> String {
    let key = KEY_HEADERS
        .iter()
        .find_map(|name| request.header(name))
        .filter(|key| !key.is_empty());
    match (key, request.header(ADDRESS_HEADER)) {
        (Some(key), _) => format!("key {:016x}", fnv1a(key.as_bytes())),
        (None, Some(address)) => format!("address {}", network_of(address)),
        (None, None) => "unknown".to_owned(),
    }
}

/// An IPv4 address as it is; of an IPv6 address the /64, which is what one subscriber has.
fn network_of(address: &str) -> String {
    match address.parse::<Ipv6Addr>() {
        Ok(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.to_string(),
            None => format!("{}/64", Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        },
        Err(_) => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_its_key_or_else_its_network() {
        let client = |headers: &[(&str, &str)]| {
            let headers = headers.iter().map(|&(a, b)| (a.to_owned(), b.to_owned()));
            client_of(&Request {
                headers: headers.collect(),
                ..Request::default()
            })
        };
        let address = ("CF-Connecting-IP", "203.0.113.7");
        assert_eq!(client(&[]), "unknown");
        assert_eq!(client(&[address]), "address 203.0.113.7");
        assert_eq!(
            client(&[("authorization", ""), address]),
            "address 203.0.113.7"
        );
        let v6 = |address| client(&[("cf-connecting-ip", address)]);
        assert_eq!(v6("2001:db8:1:2:3:4:5:6"), "address 2001:db8:1:2::/64");
        assert_eq!(v6("2001:db8:1:2::1"), v6("2001:db8:1:2:ffff::"));
        assert_eq!(v6("::ffff:203.0.113.7"), "address 203.0.113.7");
        let keyed = client(&[("X-Goog-Api-Key", "secret"), address]);
        assert_eq!(keyed, client(&[("authorization", "secret")]));
        assert_ne!(keyed, client(&[("x-api-key", "other")]));
        assert!(!keyed.contains("secret"), "{keyed}");
    }
}
