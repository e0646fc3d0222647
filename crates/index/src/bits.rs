//! Strings of bits in bytes, the low bits of a byte first.

/// Appends bits.
#[derive(Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that the last byte still has room for.
    room: u32,
}

impl BitWriter {
    /// Appends the `n` low bits of `value`, the lowest first.
    pub(crate) fn low(&mut self, value: u32, n: u32) {
        for at in 0..n {
            if self.room == 0 {
                self.bytes.push(0);
                self.room = 8;
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((value >> at & 1) as u8) << (8 - self.room);
            }
            self.room -= 1;
        }
    }

    /// Appends `value` ones and a zero.
    pub(crate) fn unary(&mut self, value: u32) {
        for _ in 0..value {
            self.low(1, 1);
        }
        self.low(0, 1);
    }

    /// The bytes; what is left of the last one is zeros.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads bits. The end of the bytes ends every read with `None`.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Bits that were taken from `bytes` and not yet read, the next one lowest.
    buffer: u64,
    /// How many bits of `buffer` there are; those above are zeros.
    n: u32,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        BitReader {
            bytes,
            ..BitReader::default()
        }
    }

    /// Takes as many whole bytes as fit.
    #[inline]
    fn fill(&mut self) {
        if let Some((eight, _)) = self.bytes.split_first_chunk::<8>() {
            self.buffer |= u64::from_le_bytes(*eight) << self.n;
            let taken = (63 - self.n) / 8;
            self.bytes = self.bytes.get(taken as usize..).unwrap_or_default();
            self.n += taken * 8;
            // Of the byte that did not fit whole, no bit may stay.
            self.buffer &= u64::MAX >> (64 - self.n);
        } else {
            while self.n <= 56
                && let Some((byte, rest)) = self.bytes.split_first()
            {
                self.buffer |= u64::from(*byte) << self.n;
                self.n += 8;
                self.bytes = rest;
            }
        }
    }

    /// The bits that are at hand, the next one lowest, and how many there are: 56 at least, unless
    /// the bytes end.
    #[inline]
    pub(crate) fn peek(&mut self) -> (u64, u32) {
        if self.n < 56 {
            self.fill();
        }
        (self.buffer, self.n)
    }

    #[inline]
    pub(crate) fn skip(&mut self, n: u32) {
        self.buffer >>= n;
        self.n -= n;
    }

    /// The next `n` bits, at most 32.
    #[inline]
    pub(crate) fn low(&mut self, n: u32) -> Option<u32> {
        if self.n < n {
            self.fill();
            if self.n < n {
                return None;
            }
        }
        let value = self.buffer & ((1 << n) - 1);
        self.skip(n);
        u32::try_from(value).ok()
    }

    /// The number of ones before the next zero, which is read too.
    #[inline]
    pub(crate) fn unary(&mut self) -> Option<u32> {
        let mut ones = 0u32;
        loop {
            let run = self.buffer.trailing_ones();
            if run < self.n {
                self.skip(run + 1);
                return ones.checked_add(run);
            }
            // All bits that are here are ones.
            ones = ones.checked_add(self.n)?;
            (self.buffer, self.n) = (0, 0);
            self.fill();
            if self.n == 0 {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{BitReader, BitWriter};

    proptest! {
        #[test]
        fn what_is_written_is_read_back(values in vec((0..200u32, any::<u32>(), 0..=32u32), 0..60)) {
            let low = |value: u32, n: u32| (u64::from(value) & ((1 << n) - 1)) as u32;
            let mut writer = BitWriter::default();
            for &(unary, value, n) in &values {
                writer.unary(unary);
                writer.low(value, n);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for (unary, value, n) in values {
                prop_assert_eq!(reader.unary(), Some(unary));
                prop_assert_eq!(reader.low(n), Some(low(value, n)));
            }
            while let Some(rest) = reader.low(1) {
                prop_assert_eq!(rest, 0);
            }
        }
    }
}
