//! `retract`: a record taken back. Nothing is edited.

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_corpus::journal::{Decision, Journal};

use crate::decide::{Desk, not_blank, record};
use crate::error::EmitError;

impl Desk<'_> {
    /// Takes a record back.
    pub(crate) fn retract(&self, seq: u64, why: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        not_blank("the reason", why, "why it is taken back, with --why")?;
        let writer = self.journal()?;
        let recall = writer.recall()?;
        let journal = Journal::of_record(&recall, seq)?;
        match journal.record(seq).map(|record| &record.decision) {
            None => return Err(EmitError::NoRecord { seq, records: recall.len() }.into()),
            Some(Decision::Retract { of, .. }) => return Err(EmitError::Retraction { seq, of: *of }.into()),
            Some(_) if journal.is_retracted(seq) => return Err(EmitError::RetractedAlready { seq }.into()),
            Some(_) => {}
        }
        record(writer, self.entry("retract").field("of", seq).field("why", why), out)
    }
}
