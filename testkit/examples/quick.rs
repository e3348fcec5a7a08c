//! The quick set of judging tests: `quick RUNS CHECK…`.
//!
//! Each check runs on its stored inputs, then on so many random ones, the same
//! at every call. The first that fails ends the program as a panic does.

use std::path::Path;
use std::{env, fs, io};

use tesuji_testkit::random::Random;
use tesuji_testkit::registry;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((runs, names)) = arguments.split_first() else {
        return Err(io::Error::other("quick RUNS CHECK…"));
    };
    let runs: u64 = runs.parse().map_err(io::Error::other)?;
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz"));
    for name in names {
        let check =
            registry::find(name).ok_or_else(|| io::Error::other(format!("{name} is no check")))?;
        for kind in ["regressions", "seeds"] {
            let folder = fuzz.join(kind).join(name);
            let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
            files.sort_by_key(fs::DirEntry::path);
            for file in files {
                (check.run)(&fs::read(file.path())?);
            }
        }
        let mut random = Random::new(7);
        for run in 0..runs {
            // Short ones too.
            let length = if run % 4 == 0 { random.index(32) } else { random.index(256) };
            let bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            (check.run)(&bytes);
        }
    }
    Ok(())
}
