//! Unsigned integers in LEB128: seven bits a byte, least significant first.

/// Appends `value` to `out`.
pub(crate) fn write(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Takes an integer from the front of `bytes`; `None` if they end inside it or it is longer than
/// 64 bits.
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// As [`read`], for what the format says fits in 32 bits.
pub(crate) fn read_u32(bytes: &mut &[u8]) -> Option<u32> {
    read(bytes)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(values: Vec<u64>) {
            let mut bytes = Vec::new();
            for &value in &values {
                super::write(&mut bytes, value);
            }
            let mut rest = bytes.as_slice();
            for &value in &values {
                prop_assert_eq!(super::read(&mut rest), Some(value));
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
