//! The file in the making.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

use super::{Built, Options};
use crate::error::TableError;
use crate::format::{Bin, Directory, End, Header, Layout, block_crc};
use crate::numbering::Value;
use crate::part::{self, values_crc};
use crate::progress::{Progress, Report, Task};
use crate::source::ReadAt;
use crate::spec::{Numbers, Spec, with};
use crate::table::{hash, read_header, read_part_head};
use crate::threads;

/// How many values a thread works out at a time.
const BATCH: usize = 1 << 14;

/// Takes values in the order of the slots and writes part after part.
pub(crate) struct Writer<'a> {
    numbers: &'a Numbers,
    layout: Layout,
    threads: usize,
    path: &'a Path,
    unfinished: PathBuf,
    file: File,
    /// The parts that an unfinished file had: the checksums of their values.
    kept: Vec<u32>,
    /// Where each part begins that is written, and where the next will.
    parts: Vec<u64>,
    end: u64,
    bins: Vec<Bin>,
    values: Vec<Value>,
    /// The number of the part that `values` are of.
    part: u32,
    /// What puts the last part that was written on the disk, meanwhile.
    sync: Option<JoinHandle<io::Result<()>>>,
    report: Report<'a>,
}

/// The name of the file while it is being made.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}

impl<'a> Writer<'a> {
    pub(crate) fn new(
        spec: Spec,
        numbers: &'a Numbers,
        path: &'a Path,
        options: Options,
        report: Report<'a>,
    ) -> Result<Writer<'a>, TableError> {
        if path.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        let unfinished = unfinished(path);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&unfinished)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let busy = format!("another run is writing {}", unfinished.display());
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, busy).into());
            }
            // Where files cannot be locked, two runs at once are the user's care.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let header = spec.header(numbers)?;
        let layout = Layout::new(header.slots);
        let mut writer = Writer {
            numbers,
            layout,
            threads: options.threads,
            path,
            unfinished,
            file,
            kept: Vec::new(),
            parts: Vec::new(),
            end: Header::BYTES as u64,
            bins: Vec::new(),
            values: Vec::new(),
            part: 0,
            sync: None,
            report,
        };
        writer.find_kept(&header);
        // What is behind the sound parts was being written when a run ended.
        let sound = if writer.kept.is_empty() { 0 } else { writer.end };
        if ReadAt::bytes(&writer.file)? > sound {
            writer.file.set_len(sound)?;
        }
        if writer.kept.is_empty() {
            writer.file.write_all(&header.write())?;
        }
        if !writer.kept.is_empty() {
            writer.file.seek(SeekFrom::Start(writer.end))?;
        }
        Ok(writer)
    }

    /// Looks for sound parts at the start of the unfinished file.
    fn find_kept(&mut self, header: &Header) {
        let is_ours = read_header(&self.file).is_ok_and(|(found, _)| found == *header);
        let Some(bytes) = ReadAt::bytes(&self.file).ok().filter(|_| is_ours) else { return };
        let mut block_bytes = Vec::new();
        for number in 0..self.layout.parts() {
            let head = read_part_head(&self.file, self.layout, number, self.end, bytes);
            let Ok((head, blocks)) = head else { return };
            let mut at = blocks;
            for (block, &length) in (0..).zip(&head.lengths) {
                block_bytes.resize(length.into(), 0);
                let is_read = self.file.read_at(at, &mut block_bytes).is_ok();
                let sum = block_bytes.split_last_chunk::<4>();
                let is_sound = sum.is_some_and(|(body, sum)| {
                    block_crc(number, block, body).to_le_bytes() == *sum
                });
                if !is_read || !is_sound {
                    return;
                }
                at += u64::from(length);
            }
            self.kept.push(head.values);
            Bin::merge(&mut self.bins, &head.bins);
            self.parts.push(self.end);
            self.end = at;
        }
    }

    /// How many parts were kept.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.kept.len()
    }

    /// What writing takes beside the solver: a part as values, as symbols and
    /// as bytes.
    pub(crate) fn memory(&self) -> u64 {
        8 * self.layout.part.min(self.layout.slots)
    }

    /// Takes the values of the next `slots` slots, worked out by all threads:
    /// `work` is given the first of some slots and the places of their values.
    pub(crate) fn fill(
        &mut self,
        slots: u64,
        work: impl Fn(u64, &mut [Value]) + Sync,
    ) -> Result<(), TableError> {
        let mut left = slots;
        while left > 0 {
            assert!(self.part < self.layout.parts(), "a value without a slot");
            let (first, room) = self.layout.of_part(self.part);
            let begun = self.values.len();
            let count = left.min(room - begun as u64);
            self.values.resize(begun + count as usize, 0);
            let first = first + begun as u64;
            threads::fill(self.threads, &mut self.values[begun..], BATCH, |at, places| {
                work(first + at as u64, places);
            });
            left -= count;
            if self.values.len() as u64 == room {
                self.write_part()?;
            }
        }
        Ok(())
    }

    fn write_part(&mut self) -> Result<(), TableError> {
        let (first, slots) = self.layout.of_part(self.part);
        match self.kept.get(self.part as usize) {
            Some(&kept) if kept == values_crc(&self.values) => {}
            Some(_) => return Err(TableError::Unfinished(self.part)),
            None => {
                let (values, threads) = (&self.values, self.threads);
                let bytes = with!(self.numbers, numbers => {
                    part::write(numbers, self.part, first, values, threads)
                })?;
                // No part is begun before the one before it is on the disk.
                self.synced()?;
                self.file.write_all(&bytes)?;
                let file = self.file.try_clone()?;
                self.sync = Some(thread::Builder::new().spawn(move || file.sync_data())?);
                let (head, _) = read_part_head(
                    &self.file,
                    self.layout,
                    self.part,
                    self.end,
                    self.end + bytes.len() as u64,
                )?;
                Bin::merge(&mut self.bins, &head.bins);
                self.parts.push(self.end);
                self.end += bytes.len() as u64;
            }
        }
        self.values.clear();
        self.part += 1;
        let done = first + slots;
        (self.report)(Progress { task: Task::Build, done, slots: self.layout.slots });
        Ok(())
    }

    /// Waits until the last part that was written is on the disk.
    fn synced(&mut self) -> io::Result<()> {
        let sync = self.sync.take().map(JoinHandle::join);
        sync.map_or(Ok(()), |done| done.expect("a call to the system does not panic"))
    }

    /// Writes what comes after the parts, and gives the file its name.
    pub(crate) fn finish(mut self) -> Result<Built, TableError> {
        assert_eq!(self.part, self.layout.parts(), "every slot has got its value");
        let directory = Directory { parts: self.parts.clone(), bins: self.bins.clone() }.write();
        let mut end = End {
            directory: self.end,
            directory_bytes: directory.len() as u64,
            file_bytes: self.end + (directory.len() + End::BYTES) as u64,
            hash: [0; 32],
        };
        self.synced()?;
        self.file.write_all(&directory)?;
        self.file.write_all(&end.write()[..End::BYTES - End::UNHASHED])?;
        end.hash = hash(&self.file, end.file_bytes - End::UNHASHED as u64)?;
        self.file.write_all(&end.write()[End::BYTES - End::UNHASHED..])?;
        self.file.sync_all()?;
        fs::rename(&self.unfinished, self.path)?;
        if let Some(folder) = self.path.parent().filter(|_| cfg!(unix)) {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            // The name is safe once its folder is on the disk too.
            File::open(folder)?.sync_all()?;
        }
        let kept = self.kept.len() as u64 * self.layout.part;
        Ok(Built {
            slots: self.layout.slots,
            kept: kept.min(self.layout.slots),
            bytes: end.file_bytes,
        })
    }
}

/// Where a writer goes because of an error, the lock on its file is free, and a
/// file without a part, which nobody can go on with, is removed.
impl Drop for Writer<'_> {
    fn drop(&mut self) {
        // The error that is on its way says more than these two could.
        let _ = self.synced();
        if self.parts.is_empty() {
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}
