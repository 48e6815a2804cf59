//! A folder of rooms.

use crate::room::{verify, write};

#[test]
fn one_broken_room_does_not_stop_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..30 {
        write(&folder.path().join(format!("room{number:02}")));
    }
    let change = |room: &str, name: &str, text: &str| {
        room_core::atomic::write(&folder.path().join(room).join(name), text.as_bytes()).unwrap();
    };
    change("room03", "corpus.txt", "no corpus at all\n");
    change("room07", "brief.md", "\"the moon sang to us\" and \"took the bell down\"");
    change("room11", "record.jsonl", "{}\n");
    std::fs::create_dir(folder.path().join("no-room")).unwrap();
    std::fs::create_dir(folder.path().join(".hidden")).unwrap();
    write(&folder.path().join(".hidden"));
    let place = folder.path().to_str().unwrap();

    let answer = verify(&[place, "rooms", "--json"]);
    let json = answer.json();
    assert_eq!((answer.code, &json["ok"]), (1, &false.into()));
    let rooms = json["rooms"].as_array().unwrap();
    let names: Vec<_> = rooms.iter().map(|room| room["room"].as_str().unwrap()).collect();
    assert_eq!(names, (0..30).map(|number| format!("room{number:02}")).collect::<Vec<_>>());
    let failing: Vec<_> = rooms.iter().filter(|room| room["ok"] == false).map(|room| &room["room"]).collect();
    assert_eq!(failing, ["room03", "room07", "room11"]);
    assert!(rooms[3]["error"].as_str().unwrap().starts_with("CorpusError: "), "{}", rooms[3]);
    assert!(rooms[7].get("error").is_none());
    assert_eq!(rooms[7]["brief"]["counts"]["not found"], 1);

    let table = verify(&[place, "rooms"]);
    let last = table.text.lines().last().unwrap();
    assert_eq!(
        last.split_whitespace().take(6).collect::<Vec<_>>(),
        ["total", "2", "1", "0", "0", "1"],
        "{last}"
    );
    assert!(last.ends_with("27 of 30 hold, 1 could not be checked"), "{last}");
    assert_eq!(table.text.lines().count(), 32);
    assert_eq!(verify(&[place, "rooms"]).text, table.text, "whichever core is faster, the order is one");
}
