//! Numbers as people read them.

/// `n` with a comma for each thousand: `11,212`.
#[must_use]
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn each_thousand_has_a_comma() {
        let numbers = [0, 999, 1_000, 11_212, 449_215, 1_234_567];
        let expected = ["0", "999", "1,000", "11,212", "449,215", "1,234,567"];
        assert_eq!(numbers.map(grouped), expected);
    }
}
