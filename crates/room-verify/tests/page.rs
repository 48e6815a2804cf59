//! The page, as text and in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::room::Room;

/// A room with a bit of everything, some of it made to look like markup.
fn room() -> Room {
    let room = Room::new();
    room.read_thread("p");
    room.code("<script>alert('label')</script>", "c3", 2, 13);
    room.code("overlap & more", "c3", 5, 20);
    room.brief(
        "# A <i>brief</i>\n\nTrue: \"took the bell *down*\", invented: “the moon sang to <us> tonight”, elided: \"It is \
         surely … permitted by the town\".\n\n> A <b>bold</b> claim: fish & chips\n> (c3)\n\n\
         [a link](https://nowhere.example/) ![an image](https://nowhere.example/x.png) <img src=\"https://nowhere.example/y.png\">\n",
    );
    room
}

fn page(room: &Room) -> String {
    let file = room.path("page.html");
    assert_eq!(room.verify(&["--html", file.to_str().unwrap()]).code, 1);
    fs::read_to_string(file).unwrap()
}

/// The values of an attribute, in order.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let opening = format!(" {attribute}=\"");
    page.split(&opening).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn every_link_lands_on_the_page() {
    let page = page(&room());
    let mut ids = values(&page, "id");
    let links: Vec<_> = values(&page, "href").into_iter().filter(|link| *link != "data:,").collect();
    assert!(links.len() > 12, "{links:?}");
    for link in links {
        let id = link.strip_prefix('#').expect("all links stay on the page");
        assert!(ids.contains(&id), "{id}");
    }
    for number in 0..4 {
        assert!(
            ids.contains(&format!("quote-{number}").as_str())
                && ids.contains(&format!("place-{number}").as_str())
        );
    }
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is one place");
}

#[test]
fn a_page_takes_the_place_of_an_older_page_and_of_nothing_else() {
    let room = room();
    assert_eq!(page(&room), page(&room));
    for name in ["record.jsonl", "corpus.txt", "brief.md", "out/_read.jsonl", "out"] {
        let file = room.path(name);
        let before = fs::read(&file).ok();
        let outcome = room.verify(&["--html", file.to_str().unwrap()]);
        assert_eq!((outcome.code, outcome.text.as_str()), (2, ""), "{name}");
        assert!(outcome.said.is_some_and(|said| said.contains("name another file")), "{name}");
        assert_eq!(fs::read(&file).ok(), before, "{name}");
    }
}

#[test]
fn text_that_looks_like_markup_is_shown_as_text() {
    let page = page(&room());
    for harm in
        ["<script", "<img", "<i>brief", "<b>bold", "nowhere.example/\"", "onerror", "http-equiv=\"refresh"]
    {
        assert!(!page.contains(harm), "{harm}");
    }
    for shown in [
        "&lt;script&gt;alert(&#39;label&#39;)&lt;/script&gt;",
        "A &lt;b&gt;bold&lt;/b&gt; claim",
        "overlap &amp; more",
        "&lt;us&gt;",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
}

#[test]
fn failures_come_first_and_each_result_has_a_shape_and_a_word() {
    let page = page(&room());
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words} is not on the page"));
    assert!(place("What does not hold") < place("<h2 id=\"brief\""));
    assert!(place("✗ not found") < place("✓ exact"));
    assert!(page.contains("⋯ elided") && page.contains("Left out: <q dir=\"auto\">not</q>"));
    assert!(page.contains("<mark>took the bell down</mark>"));
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
    assert!(page.contains("1 whole") && page.contains("1 never"));
}

#[test]
fn a_page_is_replaced_whole_or_refused() {
    let room = room();
    let answer = room.verify(&["--html", room.path("no/such/folder.html").to_str().unwrap()]);
    assert!(
        answer.code == 2 && answer.said.as_deref().unwrap_or_default().starts_with("VerifyError: "),
        "{answer:?}"
    );
    assert_eq!(page(&room), page(&room));
}

/// The browser, where there is one.
fn chromium() -> Option<&'static str> {
    let found = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| found(name))
}

/// What a browser makes of a page: the document after loading, and what it complained of.
fn load(browser: &str, page: &Path, extra: &[&str]) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--dump-dom",
        ])
        .args(extra)
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser was there a moment ago");
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_browser_shows_the_page_without_complaint_and_asks_nobody() {
    let Some(browser) = chromium() else {
        println!("skipped: there is no Chromium here to show the page in");
        return;
    };
    let room = room();
    page(&room);
    let file = room.path("page.html");
    let (dom, said) = load(browser, &file, &[]);
    assert!(dom.contains("id=\"quote-3\"") && dom.contains("id=\"place-3\""), "{said}");
    assert!(!said.contains("CONSOLE"), "{said}");
    // Whatever a browser fetches is named in a tag or in a style.
    let tags = dom.split('<').skip(1).filter_map(|rest| rest.split('>').next());
    assert_eq!(
        tags.filter(|tag| tag.contains(" src=") || tag.starts_with("script")).collect::<Vec<_>>(),
        [""; 0]
    );
    assert!(!dom.contains("url(http") && !dom.contains("@import"));
    // In a frame of a phone's width, a page with a script of its own follows every link and measures.
    let probe = room.path("probe.html");
    room_core::atomic::write(&probe, PROBE.as_bytes()).unwrap();
    let (dom, said) =
        load(browser, &probe, &["--allow-file-access-from-files", "--virtual-time-budget=4000"]);
    assert!(dom.contains("<p id=\"result\">lost 0, wide 0, unordered 0, links "), "{dom}\n{said}");
}

/// Follows each link of the page in a narrow frame: how many have no place to land, whether anything is wider than the
/// frame, and whether the keyboard would go another way than the page reads.
const PROBE: &str = r#"<!doctype html><meta charset="utf-8"><p id="result">nothing yet</p>
<iframe src="page.html" style="width:390px;height:800px"></iframe>
<script>
document.querySelector("iframe").onload = event => {
  const page = event.target.contentDocument;
  const links = [...page.querySelectorAll("a[href^='#']")];
  const lost = links.filter(link => {
    const place = page.getElementById(link.getAttribute("href").slice(1));
    return !place || place.getClientRects().length === 0;
  }).length;
  const wide = page.documentElement.scrollWidth > 390 ? page.documentElement.scrollWidth : 0;
  const stops = [...page.querySelectorAll("a[href], summary, [tabindex='0']")].filter(stop => stop.tabIndex >= 0);
  const unordered = stops.filter(stop => stop.tabIndex > 0).length;
  document.getElementById("result").textContent =
    `lost ${lost}, wide ${wide}, unordered ${unordered}, links ${links.length}, stops ${stops.length}`;
};
</script>
"#;
