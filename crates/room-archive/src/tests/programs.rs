//! Archives as tar, zip and Python make them, where they are installed.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

use crate::{Archive, ArchiveError, Bounds, Kind};

use super::made::{listed, text};

/// Runs a program in a folder; false, and said, where it is not there.
fn ran(folder: &Path, program: &str, arguments: &[&str]) -> bool {
    let done = Command::new(program).args(arguments).current_dir(folder).output();
    match done {
        Ok(done) => {
            assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
            true
        }
        Err(error) => {
            eprintln!("skipped: {program} could not be started: {error}");
            false
        }
    }
}

/// A folder `k` with the files each program packs.
fn packable() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("k");
    fs::create_dir_all(inside.join("src/deep")).unwrap();
    fs::create_dir(inside.join("empty")).unwrap();
    for (name, contents) in FILES {
        written(&inside.join(name), contents);
    }
    written(&inside.join("src").join("n".repeat(98)), "long name");
    std::os::unix::fs::symlink("/etc/hostname", inside.join("src/link")).unwrap();
    folder
}

const FILES: [(&str, &str); 4] =
    [("README.md", "readme"), ("src/a.txt", "l1\nl2\nl3"), ("src/deep/ü.txt", "d"), ("zero", "")];

fn written(path: &Path, contents: &str) {
    use std::io::Write;
    let mut file = File::options().write(true).create_new(true).open(path).unwrap();
    file.write_all(contents.as_bytes()).unwrap();
}

fn opened(folder: &Path, name: &str) -> Archive {
    let file = File::open(folder.join(name)).unwrap();
    Archive::open(file, Kind::of(name).unwrap(), Bounds::default(), |_| false).unwrap()
}

fn holds_all(mut archive: Archive, of: &str) {
    assert_eq!(listed(&archive, ""), ["empty/", "README.md 6", "src/", "zero 0"], "{of}");
    assert_eq!(listed(&archive, "src"), ["a.txt 8", "deep/", &format!("{} 9", "n".repeat(98))], "{of}");
    for (name, contents) in FILES {
        assert_eq!(text(&mut archive, name).unwrap(), contents, "{of}");
    }
    assert_eq!(text(&mut archive, &format!("src/{}", "n".repeat(98))).unwrap(), "long name", "{of}");
    assert!(matches!(archive.read("src/link"), Err(ArchiveError::Missing)), "{of}");
    let listing = archive.list("").unwrap();
    assert_eq!((listing.skipped, listing.unfinished), (1, false), "{of}");
}

#[test]
fn tar_in_each_of_its_formats() {
    let folder = packable();
    for format in ["gnu", "oldgnu", "pax", "ustar"] {
        for (name, how) in [("k.tar", "-cf"), ("k.tar.gz", "-czf")] {
            let arguments = [&format!("--format={format}"), how, name, "-C", "k", "."];
            if !ran(folder.path(), "tar", &arguments) {
                return;
            }
            holds_all(opened(folder.path(), name), &format!("{format} {name}"));
        }
    }
}

#[test]
fn sparse_files_by_tar() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("holes");
    written(&path, "");
    let mut whole = vec![0; 900_000];
    let file = File::options().write(true).open(&path).unwrap();
    file.set_len(900_000).unwrap();
    // More pieces than one header has room for.
    for piece in 0..12_u8 {
        let at = 70_000 * usize::from(piece);
        whole[at..at + 5].fill(b'a' + piece);
        file.write_all_at(&whole[at..at + 5], at as u64).unwrap();
    }
    for format in ["gnu", "pax"] {
        if !ran(folder.path(), "tar", &["-S", &format!("--format={format}"), "-cf", "s.tar", "holes"]) {
            return;
        }
        let mut archive = opened(folder.path(), "s.tar");
        assert_eq!(listed(&archive, ""), ["holes 900000"], "{format}");
        match archive.read_whole("holes") {
            Ok(read) => assert!(read == whole),
            Err(refusal) => assert!(format == "pax" && matches!(refusal, ArchiveError::Unsupported(_))),
        }
    }
}

#[test]
fn zip_and_its_passwords() {
    let folder = packable();
    let inside = folder.path().join("k");
    if !ran(&inside, "zip", &["-qry", "../k.zip", "."]) {
        return;
    }
    holds_all(opened(folder.path(), "k.zip"), "zip");
    ran(&inside, "zip", &["-q", "-P", "word", "../secret.zip", "README.md"]);
    let mut archive = opened(folder.path(), "secret.zip");
    assert_eq!(listed(&archive, ""), ["README.md 6"]);
    assert!(matches!(archive.read("README.md"), Err(ArchiveError::Encrypted)));
}

#[test]
fn python_with_each_method_and_format() {
    let folder = packable();
    let script = "
import tarfile, zipfile
for name, how in [('deflated', 8), ('stored', 0), ('bzip2', 12), ('lzma', 14)]:
    with zipfile.ZipFile(name + '.zip', 'w', how) as z:
        z.writestr('src/a.txt', 'l1\\nl2')
        z.writestr('../evil.txt', 'evil')
        z.writestr('dirent/', '')
for name, how in [('ustar', tarfile.USTAR_FORMAT), ('gnu', tarfile.GNU_FORMAT), ('pax', tarfile.PAX_FORMAT)]:
    with tarfile.open(name + '.tgz', 'w:gz', format=how) as t:
        for one in ['README.md', 'empty', 'src', 'zero']:
            t.add('k/' + one, one)
";
    if !ran(folder.path(), "python3", &["-c", script]) {
        return;
    }
    for format in ["ustar", "gnu", "pax"] {
        holds_all(opened(folder.path(), &format!("{format}.tgz")), format);
    }
    for (method, is_read) in [("deflated", true), ("stored", true), ("bzip2", false), ("lzma", false)] {
        let mut archive = opened(folder.path(), &format!("{method}.zip"));
        assert_eq!(listed(&archive, ""), ["dirent/", "src/"], "{method}");
        match text(&mut archive, "src/a.txt") {
            Ok(read) => assert!(is_read && read == "l1\nl2", "{method}"),
            Err(refusal) => assert!(!is_read && matches!(refusal, ArchiveError::Unsupported(_)), "{refusal}"),
        }
    }
}
