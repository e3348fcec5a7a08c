//! Tests that look behind the interface.

mod files;
mod hostile;
mod judge;
mod numbering;

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tesuji_core::sliding_four::large::Shape;

use crate::build::Options;
use crate::build::writer::Writer;
use crate::spec::Spec;
use crate::table::Table;
use crate::{Value, build};

/// Numbers without a pattern, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ self.0 >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed ^ mixed >> 32) % limit
    }
}

pub(crate) fn pawn_chess(size: &str) -> Spec {
    Spec::PawnChess(size.parse().unwrap())
}

pub(crate) fn pursuit(n: u32, white: u32, black: u32) -> Spec {
    Spec::Pursuit { n, white, black }
}

pub(crate) fn sliding(width: u32, height: u32, line: u32, white: u32, black: u32) -> Spec {
    Spec::SlidingFour { shape: Shape::new(width, height, line).unwrap(), white, black }
}

/// One small table of each kind.
pub(crate) fn small() -> Vec<Spec> {
    vec![
        pawn_chess("3x4"),
        pawn_chess("4x3"),
        pursuit(7, 1, 2),
        pursuit(6, 2, 2),
        sliding(3, 3, 3, 4, 3),
        sliding(4, 3, 3, 4, 4),
    ]
}

pub(crate) fn one_thread() -> Options {
    Options { threads: 1, memory: u64::MAX }
}

/// The bytes of a built table.
pub(crate) fn bytes(spec: Spec, options: Options) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    build(spec, &path, options, &mut |_| ()).unwrap();
    fs::read(path).unwrap()
}

/// The bytes of a file with these values, right or not: everything else about
/// it is as it must be.
pub(crate) fn forged(spec: Spec, path: &Path, values: &[Value]) -> Vec<u8> {
    let numbers = spec.numbers().unwrap();
    let mut report = |_| ();
    let mut writer = Writer::new(spec, &numbers, path, one_thread(), &mut report).unwrap();
    let at = |slot: u64, places: &mut [Value]| {
        places.copy_from_slice(&values[slot as usize..][..places.len()]);
    };
    writer.fill(values.len() as u64, at).unwrap();
    writer.finish().unwrap();
    fs::read(path).unwrap()
}

/// All values of a table.
pub(crate) fn values(table: &Table) -> Vec<Value> {
    let (mut all, mut bytes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for part in 0..table.layout.parts() {
        for block in 0..table.layout.blocks(part) {
            crate::spec::with!(&table.numbers, numbers => {
                table.block(numbers, part, block, &mut bytes, &mut values).unwrap();
            });
            all.append(&mut values);
        }
    }
    all
}
