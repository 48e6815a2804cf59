//! Calls by name, one a line.

use room_core::cli::Out;
use serde_json::Value;

use super::room::Room;
use crate::call;

fn answers(room: &Room, input: &[u8]) -> Vec<Value> {
    let mut sink = Vec::new();
    call::stream(&room.coder, &mut &input[..], &mut Out::new(&mut sink, false)).unwrap();
    String::from_utf8(sink).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_is_answered_by_one_line_whatever_it_holds() {
    let room = Room::new(&[("a", "x\u{2028}\n")]);
    let input = concat!(
        "{\"function\":\"coder::read-file\",\"payload\":{\"path\":\"a\"}}\n",
        "\n",
        "no JSON\n",
        "[1]\n",
        "{\"function\":\"coder::info\"}\r\n",
        "{\"function\":\"coder::info\",\"payload\":[]}\n",
        "{\"function\":\"coder::info\",\"payload\":{\"verbose\":true}}\n",
        "{\"function\":\"coder::lst-folder\",\"payload\":{}}\n",
        "{\"payload\":{}}\n",
        "{\"function\":\"coder::tree\",\"paylod\":{}}\n",
        "{\"function\":\"coder::read-file\",\"payload\":{\"path\":\"\\ud800\"}}\n",
        "{\"function\":\"coder::list-folder\"}",
    );
    let mut input = input.as_bytes().to_vec();
    input.extend_from_slice(b"\n\xff\n");
    let answers = answers(&room, &input);
    let codes: Vec<_> =
        answers.iter().map(|answer| answer["error"]["code"].as_str().unwrap_or("ok")).collect();
    let c210 = "C210";
    assert_eq!(codes, ["ok", c210, c210, "ok", c210, c210, c210, c210, c210, c210, "ok", c210]);
    assert_eq!(answers[0]["ok"]["content"], "x\u{2028}\n");
    let told = |n: usize| answers[n]["error"]["message"].as_str().unwrap();
    assert!(told(6).contains("Did you mean 'coder::list-folder'?"), "{}", told(6));
    assert!(told(8).contains("Did you mean 'payload'?"), "{}", told(8));
}

#[test]
fn one_call_takes_its_payload_from_all_of_the_input() {
    let room = Room::new(&[("a", "1\n")]);
    let once = |function: &str, payload: &str| -> Value {
        let mut sink = Vec::new();
        call::once(&room.coder, function, payload, &mut Out::new(&mut sink, false)).unwrap();
        serde_json::from_slice(&sink).unwrap()
    };
    assert_eq!(once("coder::read-file", "{\n \"path\": \"a\"\n}\n")["ok"]["content"], "1\n");
    assert_eq!(once("coder::info", "")["ok"]["primary_root"], room.root().to_str().unwrap());
    assert_eq!(once("coder::info", "{")["error"]["code"], "C210");
}
