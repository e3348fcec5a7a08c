//! FNV-1a with 64 bits, the checksum of the published totals.

/// A running FNV-1a-64 checksum (offset `cbf29ce484222325`, prime 1099511628211).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The checksum of nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Feeds one byte.
    pub fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    }

    /// Feeds these bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// The checksum of all that was fed.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let of = |text: &str| {
            let mut fnv = Fnv::new();
            fnv.bytes(text.as_bytes());
            fnv.value()
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
