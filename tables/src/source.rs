//! Bytes at any place, for several readers at once.

use std::fmt::Debug;
use std::fs::File;
use std::io;

/// A file, or bytes in memory.
pub(crate) trait ReadAt: Debug + Send + Sync {
    fn bytes(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes from `at` on.
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl ReadAt for File {
    fn bytes(&self) -> io::Result<u64> {
        self.metadata().map(|metadata| metadata.len())
    }

    #[cfg(unix)]
    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, at)
    }

    #[cfg(windows)]
    fn read_at(&self, mut at: u64, mut buffer: &mut [u8]) -> io::Result<()> {
        use std::os::windows::fs::FileExt;
        while !buffer.is_empty() {
            match self.seek_read(buffer, at) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => {
                    at += read as u64;
                    buffer = &mut buffer[read..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl ReadAt for Vec<u8> {
    fn bytes(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(at).ok().and_then(|at| self.get(at..)?.get(..buffer.len()));
        match from {
            Some(bytes) => {
                buffer.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}
