//! Strings, each ended by a line end: what is a line of the text as well is then one stretch for the compressor, which a
//! length before it would be no part of.

use std::borrow::Cow;

/// Stands for a line end inside a string: a byte that UTF-8 has no use for.
const INNER: u8 = 0xff;

/// Appends `string` to `out`.
pub(super) fn write(out: &mut Vec<u8>, string: &str) {
    let bytes = string.bytes();
    out.extend(bytes.map(|byte| if byte == b'\n' { INNER } else { byte }));
    out.push(b'\n');
}

/// Takes a string from the front of `bytes`; `None` if none ends in them or it is not UTF-8.
pub(super) fn read(bytes: &mut &[u8]) -> Option<String> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    *bytes = rest.get(1..)?;
    let mut line = Cow::Borrowed(line);
    if line.contains(&INNER) {
        for byte in line.to_mut() {
            if *byte == INNER {
                *byte = b'\n';
            }
        }
    }
    String::from_utf8(line.into_owned()).ok()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(strings in vec("[a\n]{0,4}|(?s).{0,8}", 0..8)) {
            let mut bytes = Vec::new();
            for string in &strings {
                super::write(&mut bytes, string);
            }
            let mut rest = bytes.as_slice();
            for string in strings {
                prop_assert_eq!(super::read(&mut rest), Some(string));
            }
            prop_assert_eq!(super::read(&mut rest), None);
        }

        #[test]
        fn any_bytes_end(bytes: Vec<u8>) {
            let mut rest = bytes.as_slice();
            while super::read(&mut rest).is_some() {}
        }
    }
}
