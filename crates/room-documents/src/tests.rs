#[test]
fn look() {
    for entry in std::fs::read_dir("tests/fixtures").unwrap() {
        let path = entry.unwrap().path();
        let Some(kind) = super::Kind::of(path.to_str().unwrap()) else { continue };
        let bytes = std::fs::read(&path).unwrap();
        println!("=== {}\n{}", path.display(), super::text(kind, &bytes, &super::Bounds::default()).unwrap_or_else(|e| e.to_string()));
    }
}
