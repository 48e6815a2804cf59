//! Paths that go on inside a file: `k.zip:src/a.txt`, `t.db:users:1`, `t.db?q=SELECT …`.
//!
//! What stands under the whole of a path is meant first, as everywhere. Else the longest beginning that is an archive or
//! a database holds the rest; for an archive its name decides, for a database its first bytes do as well.

use std::io::Read as _;
use std::path::Path;

use room_archive::{Archive, ArchiveError, Bounds, Listing, Member, MemberReader};
use room_jail::{Kind as Stands, Last, Place};
use room_sqlite::SqliteError;

use super::selector::{self, Selector};
use crate::error::{Code, CoderError, For};
use crate::worker::Coder;

/// A file that holds others, and what is asked of it.
pub(in crate::tools) struct Inside<'p> {
    /// The file, as the caller wrote it.
    pub(in crate::tools) holder: &'p str,
    pub(in crate::tools) place: Place,
    pub(in crate::tools) what: Holder,
    /// What comes after it, with the `?` where there is one and without the first colon.
    pub(in crate::tools) rest: &'p str,
}

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tools) enum Holder {
    Archive(room_archive::Kind),
    Database,
}

/// What a name in an archive stands for.
pub(super) enum Found {
    Folder(Listing),
    /// A file of so many bytes.
    File(u64),
}

impl Holder {
    fn of_name(name: &str) -> Option<Self> {
        room_archive::Kind::of(name)
            .map(Self::Archive)
            .or_else(|| room_sqlite::has_extension(name).then_some(Self::Database))
    }
}

impl Coder {
    /// The file that a path goes on in; `None` where the path is one of its own, or goes on in none.
    pub(in crate::tools) fn inside<'p>(&self, path: &'p str) -> Option<Inside<'p>> {
        let ends = path.match_indices([':', '?']).map(|(at, _)| at).filter(|at| *at > 0);
        let ends: Vec<usize> = ends.chain([path.len()]).collect();
        for at in ends.into_iter().rev() {
            let (holder, rest) = path.split_at(at);
            let Some(what) = Holder::of_name(holder) else { continue };
            if rest.starts_with('?') && what != Holder::Database {
                continue;
            }
            let place = self.jail.resolve(Path::new(holder), Last::Follow).ok();
            let Some(place) = place.filter(|place| place.kind() == Some(Stands::File)) else { continue };
            if what == Holder::Database && !self.is_database(&place) {
                continue;
            }
            let whole = self.jail.resolve(Path::new(path), Last::Follow);
            if !rest.is_empty() && whole.is_ok_and(|place| place.kind().is_some()) {
                return None;
            }
            return Some(Inside { holder, place, what, rest: rest.strip_prefix(':').unwrap_or(rest) });
        }
        None
    }

    fn is_database(&self, place: &Place) -> bool {
        let mut start = Vec::new();
        let opened = self.jail.open_read(place).ok();
        opened.is_some_and(|opened| opened.file.take(16).read_to_end(&mut start).is_ok())
            && room_sqlite::has_magic(&start)
    }

    /// Opens an archive; names that the jail denies are not in it.
    pub(in crate::tools) fn archive(&self, inside: &Inside<'_>) -> Result<Archive, CoderError> {
        let Holder::Archive(kind) = inside.what else {
            unreachable!("only archives are opened as such");
        };
        let opened = self.jail.open_read(&inside.place);
        let opened = opened.map_err(|error| self.refused(inside.holder, For::File, &error))?;
        let denied = |member: &str| self.jail.denies_member(inside.place.path(), Path::new(member));
        let archive = Archive::open(opened.file, kind, Bounds::default(), denied);
        archive.map_err(|error| refused(inside, "", &error))
    }

    /// What a database shows.
    pub(super) fn database(&self, inside: &Inside<'_>) -> Result<String, CoderError> {
        let opened = self.jail.open_read(&inside.place);
        let opened = opened.map_err(|error| self.refused(inside.holder, For::File, &error))?;
        let shown = room_sqlite::Selector::parse(inside.rest).and_then(|selector| {
            let bounds = room_sqlite::Bounds::default();
            room_sqlite::show(&opened.file, inside.place.path(), inside.holder, &selector, &bounds)
        });
        shown.map_err(|error| {
            let code = match error {
                SqliteError::NoTable { .. } => Code::C211,
                SqliteError::TooLong | SqliteError::TooLarge => Code::C213,
                SqliteError::Exchanged | SqliteError::Locked | SqliteError::Io(_) => Code::C216,
                _ => Code::C210,
            };
            CoderError::new(code, format!("'{}': {error}", inside.holder))
        })
    }
}

impl<'p> Inside<'p> {
    /// Whether it names something in an archive.
    pub(in crate::tools) fn is_member(&self) -> bool {
        !self.rest.is_empty() && matches!(self.what, Holder::Archive(_))
    }

    /// What is asked of an archive: the member, its selector, and what it stands for. A member that has the whole name
    /// comes first.
    pub(super) fn member(&self, archive: &Archive) -> Result<(&'p str, Option<Selector>, Found), CoderError> {
        let rest = self.rest;
        match found(archive, rest) {
            Err(ArchiveError::Missing) => {}
            done => {
                return done.map(|found| (rest, None, found)).map_err(|error| refused(self, rest, &error));
            }
        }
        if let Some((member, selector)) = selector::split(rest)
            && let Ok(found) = found(archive, member)
        {
            return Ok((member, Some(selector?), found));
        }
        Err(refused(self, rest, &ArchiveError::Missing))
    }

    /// A file in an archive, named without a selector.
    pub(in crate::tools) fn file<'a>(
        &self,
        archive: &'a mut Archive,
    ) -> Result<MemberReader<'a>, CoderError> {
        self.bytes(archive, self.rest)
    }

    /// A member's bytes.
    pub(super) fn bytes<'a>(
        &self,
        archive: &'a mut Archive,
        member: &str,
    ) -> Result<MemberReader<'a>, CoderError> {
        archive.read(member).map_err(|error| refused(self, member, &error))
    }
}

fn found(archive: &Archive, member: &str) -> Result<Found, ArchiveError> {
    Ok(match archive.find(member)? {
        Member::Folder => Found::Folder(archive.list(member)?),
        Member::File { size } => Found::File(size),
    })
}

/// What an archive refused.
pub(super) fn refused(inside: &Inside<'_>, member: &str, error: &ArchiveError) -> CoderError {
    let holder = inside.holder;
    let code = match error {
        ArchiveError::Missing => {
            let why = format!(
                "no member '{member}' in '{holder}' that can be used. See what there is with {holder}"
            );
            return CoderError::new(Code::C211, why);
        }
        ArchiveError::Bomb(_)
        | ArchiveError::Expanded(_)
        | ArchiveError::Entries(_)
        | ArchiveError::Headers(_)
        | ArchiveError::Whole { .. } => Code::C213,
        ArchiveError::IsAFolder | ArchiveError::IsAFile => Code::C210,
        _ => Code::C216,
    };
    let of = if member.is_empty() { String::new() } else { format!(":{member}") };
    CoderError::new(code, format!("'{holder}{of}': {error}"))
}

/// The lines of a listing: folders with a slash, sizes of files that are not empty.
pub(super) fn lines(listing: &Listing) -> Vec<String> {
    let shown =
        |name: &str| name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect::<String>();
    let line = |entry: &room_archive::Listed| match (entry.folder, entry.size) {
        (true, _) => format!("{}/", shown(&entry.name)),
        (false, 0) => shown(&entry.name),
        (false, size) => format!("{} ({size}B)", shown(&entry.name)),
    };
    let mut lines: Vec<String> = listing.entries.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("(an empty folder)".to_owned());
    }
    lines.extend((listing.more > 0).then(|| format!("… {} more names", listing.more)));
    lines
}

/// What has to be said of a listing.
pub(super) fn notices(listing: &Listing) -> Vec<String> {
    let mut notices = Vec::new();
    if listing.skipped > 0 {
        let entries = if listing.skipped == 1 { "entry is" } else { "entries are" };
        notices.push(format!(
            "[{} {entries} left out: links, special files, names that climb]",
            listing.skipped
        ));
    }
    if listing.unfinished {
        notices.push("[the archive has no end mark: members may be missing]".to_owned());
    }
    notices
}
