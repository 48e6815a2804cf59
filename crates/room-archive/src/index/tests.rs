use super::*;

fn none(_: &str) -> bool {
    false
}

fn index(entries: &[(&str, Found)]) -> Index {
    let mut index = Index::new(Bounds::default());
    for (name, found) in entries {
        index.add(name, *found, &none).unwrap();
    }
    index
}

fn file(entry: usize) -> Found {
    Found::File { entry, size: 7 }
}

fn names(listing: &Listing) -> Vec<String> {
    listing.entries.iter().map(|one| one.name.clone() + if one.folder { "/" } else { "" }).collect()
}

#[test]
fn folders_are_implied_and_names_sorted_without_regard_to_case() {
    let index = index(&[("zero", file(0)), ("./src/deep/d", file(1)), ("README", file(2)), ("bin", file(3))]);
    assert_eq!(names(&index.list("").unwrap()), ["bin", "README", "src/", "zero"]);
    assert_eq!(names(&index.list("/src/").unwrap()), ["deep/"]);
    assert!(matches!(index.list("zero"), Err(ArchiveError::IsAFile)));
    assert!(matches!(index.list("nothing"), Err(ArchiveError::Missing)));
    assert!(matches!(index.list("../src"), Err(ArchiveError::Missing)));
    assert!(matches!(index.file("src"), Err(ArchiveError::IsAFolder)));
    assert_eq!(index.find("").unwrap(), Member::Folder);
}

#[test]
fn a_folder_does_not_take_the_children_of_its_namesake() {
    let index = index(&[("a-b/x", file(0)), ("a/y", file(1)), ("a.c/z", file(2)), ("ab", file(3))]);
    assert_eq!(names(&index.list("a").unwrap()), ["y"]);
    assert_eq!(names(&index.list("").unwrap()), ["a/", "a-b/", "a.c/", "ab"]);
}

#[test]
fn the_last_of_a_name_counts() {
    let index = index(&[("a", file(0)), ("./a", file(1)), ("b", file(2)), ("b", Found::Other)]);
    assert_eq!(index.file("a").unwrap().0, 1);
    assert!(matches!(index.find("b"), Err(ArchiveError::Missing)));
    assert_eq!(index.list("").unwrap().skipped, 1);
}

#[test]
fn what_others_lie_below_is_a_folder() {
    for entries in [[("a", file(0)), ("a/b", file(1))], [("a/b", file(1)), ("a", file(0))]] {
        let index = index(&entries);
        assert_eq!(index.find("a").unwrap(), Member::Folder);
        assert_eq!(index.file("a/b").unwrap().0, 1);
    }
    let index = index(&[("a/b", file(0)), ("a", Found::Other)]);
    assert_eq!(index.file("a/b").unwrap().0, 0);
}

#[test]
fn a_denied_folder_takes_everything_below_it_along() {
    let mut index = Index::new(Bounds::default());
    let denied = |name: &str| name == "a/secret" || name == "open/.env";
    for name in ["a/secret/deep/x", "a/secret", "a/y", "open/.env", "shut/z"] {
        index.add(name, file(0), &denied).unwrap();
    }
    assert_eq!(names(&index.list("").unwrap()), ["a/", "shut/"]);
    assert_eq!(names(&index.list("a").unwrap()), ["y"]);
    for gone in ["a/secret", "a/secret/deep", "a/secret/deep/x", "open", "open/.env"] {
        assert!(matches!(index.find(gone), Err(ArchiveError::Missing)), "{gone}");
    }
}

#[test]
fn five_hundred_are_listed_and_the_rest_counted() {
    let entries: Vec<String> = (0..502).map(|number| format!("f{number:03}")).collect();
    let mut index = Index::new(Bounds::default());
    for name in &entries {
        index.add(name, file(0), &none).unwrap();
    }
    let listing = index.list("").unwrap();
    assert_eq!((listing.entries.len(), listing.more), (500, 2));
    assert_eq!(listing.entries.last().unwrap().name, "f499");
}

#[test]
fn bounds_hold() {
    let bounds = Bounds { entries: 3, name: 5, names: 8, ..Bounds::default() };
    let mut index = Index::new(bounds);
    index.add("sixsix", file(0), &none).unwrap();
    assert_eq!(index.list("").unwrap().skipped, 1);
    index.add("a/b/c", file(1), &none).unwrap_err();
    let mut index = Index::new(Bounds { names: 99, ..bounds });
    assert!(index.add("a/b/c", file(0), &none).is_ok());
    assert!(matches!(index.add("d", file(1), &none), Err(ArchiveError::Entries(3))));
}
