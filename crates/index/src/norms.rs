//! Field norms: the length of a field in tokens, in one byte.
//!
//! Lengths below 16 are exact; above, a code keeps the four leading bits, so a length is off by
//! at most one eighth. BM25 divides by lengths relative to their average, where that is far below
//! what anyone can see (Lucene and tantivy store lengths with as many bits).

/// The code of the largest code length that is not above `length`.
pub(crate) fn encode(length: u32) -> u8 {
    if length < 16 {
        return length as u8;
    }
    let shift = length.ilog2() - 3;
    // Between 8 and 15: the leading one and the three bits after it.
    let mantissa = length >> shift;
    (16 + (shift - 1) * 8 + (mantissa - 8)) as u8
}

/// The length that `code` stands for, in tokens.
#[must_use]
pub const fn decode(code: u8) -> u32 {
    if code < 16 {
        return code as u32;
    }
    let shift = (code as u32 - 16) / 8 + 1;
    let mantissa = 8 + (code as u32 - 16) % 8;
    // The largest code that `encode` gives has a shift of 28; what is above is no length.
    if shift > 28 {
        u32::MAX
    } else {
        mantissa << shift
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode};

    #[test]
    fn codes_ascend_and_short_lengths_are_exact() {
        for length in 0..=16 {
            assert_eq!(decode(encode(length)), length);
        }
        for code in 1..=encode(u32::MAX) {
            assert!(decode(code) > decode(code - 1), "code {code}");
            assert_eq!(encode(decode(code)), code);
        }
    }

    proptest! {
        #[test]
        fn a_length_is_off_by_an_eighth_at_most(length: u32) {
            let stored = decode(encode(length));
            prop_assert!(stored <= length && length - stored <= length / 8);
        }
    }
}
