//! A built program, as the tests know it.

/// One line of the table of programs that the sweeps go through.
#[derive(Debug)]
pub struct Program {
    /// What it is called, alone and after `room`.
    pub name: &'static str,
    /// Where it was built.
    pub path: &'static str,
    /// The file or folder of a test's room that it works on, the first word of its calls.
    pub place: &'static str,
    /// The rest of a call that is right in every room and prints something.
    pub good: &'static [&'static str],
}

impl Program {
    /// A whole call: the place, then these words.
    pub fn call<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
        std::iter::once(self.place).chain(words).collect()
    }
}
