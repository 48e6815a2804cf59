//! Stories: the built programs, called as their users call them. A module a story, and no story is forgotten.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by ending")]
#![expect(clippy::disallowed_methods, reason = "tests break files by hand")]

mod a_brief_writer_samples;
mod a_decision_is_checked;
mod a_disk_that_takes_no_more;
mod a_quotation_is_cut_from_the_record;
mod a_reader_reads_a_week;
mod a_room_is_made;
mod answers_that_cannot_be_written;
mod dump;
mod every_shell_runs_it;
mod every_tool_says_its_version;
mod faults_of_every_kind;
mod help_lists_every_verb;
mod many_at_once;
mod pages;
mod programs;
mod refusals_are_one_line;
mod rooms_killed_midway;
mod the_counts_add_up;
mod the_demo_shows_the_whole;
mod the_grammar_is_one;
mod the_jail_holds;
mod the_log_survives;
mod the_reference_is_true;
mod the_shell_completes;
mod transcript;
mod verbs;
mod words;

/// A file in this folder that is no module here would be a test that never runs.
#[test]
fn no_file_is_forgotten() {
    let mut files: Vec<_> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".rs").map(str::to_owned))
        .filter(|name| name != "main")
        .collect();
    files.sort();
    let here = include_str!("main.rs").lines();
    let modules: Vec<_> = here.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    assert_eq!(modules, files, "each file a mod line, in order");
}
