//! Sets of up to 32 members taken to sets, byte by byte.

/// Takes each member of a set to a set of its own.
#[derive(Clone, Debug)]
pub(super) struct Map {
    bytes: Box<[[u32; 256]; 4]>,
}

impl Default for Map {
    fn default() -> Self {
        Map { bytes: Box::new([[0; 256]; 4]) }
    }
}

impl Map {
    /// Member `i` goes to `images[i]`.
    pub(super) fn fill(&mut self, images: &[u32]) {
        for (table, images) in self.bytes.iter_mut().zip(images.chunks(8)) {
            for byte in 1..1_usize << images.len() {
                // The set without its least member has been there before.
                table[byte] = table[byte & (byte - 1)] | images[byte.trailing_zeros() as usize];
            }
        }
    }

    /// The union of the images of a set's members, which all have one.
    #[inline]
    pub(super) fn of(&self, set: u32) -> u32 {
        let bytes = self.bytes.iter().zip(set.to_le_bytes());
        bytes.fold(0, |union, (table, byte)| union | table[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::Map;

    #[test]
    fn a_set_goes_where_its_members_go() {
        let mut map = Map::default();
        for members in [1, 7, 8, 9, 24, 31, 32] {
            let images: Vec<u32> = (0..members).map(|i| 1 << (members - 1 - i)).collect();
            map.fill(&images);
            for i in 0..members {
                for j in 0..members {
                    let union = images[i as usize] | images[j as usize];
                    assert_eq!(map.of(1 << i | 1 << j), union, "{i} and {j} of {members}");
                }
            }
            assert_eq!(map.of(0), 0);
        }
    }
}
