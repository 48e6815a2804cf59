//! Spellings of members' names, asked of an archive whose entries are spelt by the fuzzer too: what is found was meant.
#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use room_archive::{Archive, Bounds, Kind, Member, MemberName};
use room_archive_fuzz::{file, packed};

fuzz_target!(|asked: (Vec<String>, Vec<String>)| {
    let (entries, requests) = asked;
    let Some(bytes) = packed(&entries) else { return };
    let Ok(mut archive) = Archive::open(file(&bytes), Kind::Zip, Bounds::default(), |_| false) else {
        return;
    };
    for request in requests.iter().chain(&entries) {
        let name = MemberName::of(request);
        if let Some(name) = &name {
            assert_eq!(MemberName::of(name.as_str()).as_ref(), Some(name));
            assert!(name.is_top() || name.as_str().split('/').all(|part| !["", ".", ".."].contains(&part)));
        }
        let Ok(found) = archive.find(request) else { continue };
        let name = name.expect("what is found has a name");
        match found {
            Member::Folder => assert!(archive.list(request).is_ok()),
            Member::File { .. } => {
                let mut spelling = String::new();
                archive
                    .read(request)
                    .expect("it was found")
                    .read_to_string(&mut spelling)
                    .expect("it is whole");
                assert_eq!(MemberName::of(&spelling), Some(name));
            }
        }
    }
});
