//! Files and folders that appear whole: left unfinished, killed, refused by the system.

use super::*;

#[test]
fn an_unfinished_file_leaves_nothing_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("corpus.txt");
    write(&place, b"old").unwrap();
    let mut pending = Pending::beside(&place).unwrap();
    pending.write_all(b"new, but").unwrap();
    drop(pending);
    assert_eq!(fs::read(&place).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_folder_is_placed_whole_and_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("a/room");
    make_folders(place.parent().unwrap()).unwrap().keep();
    let fill = |words: &[u8]| {
        let pending = PendingFolder::beside(&place).unwrap();
        write(&pending.path().join("corpus.txt"), words).unwrap();
        pending
    };
    let second = fill(b"second");
    drop(fill(b"dropped"));
    assert!(!place.exists());
    fill(b"first").place(&place).unwrap();
    assert!(second.place(&place).is_err());
    assert_eq!(fs::read(place.join("corpus.txt")).unwrap(), b"first");
    assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
}

#[test]
fn only_what_the_dead_have_left_is_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for stays in
        [".corpus.txt.part", ".corpus.txt.1.part.bak", "corpus.txt.1.part", ".notes.1.part", ".room.1.1.part"]
    {
        fs::write(at(stays), b"").unwrap();
    }
    let (file, room) =
        (Pending::beside(&at("corpus.txt")).unwrap(), PendingFolder::beside(&at("x")).unwrap());
    let names = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let before = names();
    assert_eq!(before.len(), 7);
    fs::write(at(".corpus.txt.1.part"), b"half").unwrap();
    fs::create_dir(at(".room.2.17.part")).unwrap();
    fs::write(at(".room.2.17.part/record.jsonl"), b"half").unwrap();
    clear(folder.path(), &["corpus.txt"]);
    assert_eq!(names(), before);
    drop((file, room));
    assert_eq!(names().len(), 5);
}

#[test]
fn folders_that_were_made_for_nothing_are_gone_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("a/b/c");
    let used = make_folders(&place).unwrap();
    fs::write(folder.path().join("a/file"), b"somebody's").unwrap();
    drop(used);
    assert_eq!(names_in(folder.path()).unwrap(), ["a"]);
    assert_eq!(names_in(&folder.path().join("a")).unwrap(), ["file"]);
    make_folders(&place).unwrap().keep();
    assert!(place.is_dir());
}

#[test]
fn a_file_put_aside_comes_back_unless_it_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("record.jsonl");
    let stands = || fs::read(&place).unwrap_or_default();
    for aside in [|place: &Path| Aside::hide(place).unwrap(), |place: &Path| Aside::keep(place)] {
        fs::write(&place, b"old").unwrap();
        drop(aside(&place));
        assert_eq!(stands(), b"old");
        let old = aside(&place);
        write(&place, b"new").unwrap();
        drop(old);
        assert_eq!(stands(), b"old", "what took its place goes");
        let old = aside(&place);
        write(&place, b"new").unwrap();
        old.forget();
        assert_eq!(stands(), b"new");
        assert_eq!(names_in(folder.path()).unwrap(), ["record.jsonl"]);
    }
    fs::remove_file(&place).unwrap();
    drop((Aside::hide(&place).unwrap(), Aside::keep(&place)));
    assert_eq!(names_in(folder.path()).unwrap().len(), 0);
}
