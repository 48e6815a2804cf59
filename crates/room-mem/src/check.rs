//! `check`: every cited evidence of the notes that stand, verified again.

use room_core::cli::Out;
use room_core::refusal::{Failure, why_line};

use crate::desk::Desk;
use crate::evidence::{self, Cite};
use crate::store::Store;

impl Desk {
    /// Prints `ok`, or a line for each citation that no longer holds.
    pub(crate) fn check(&self, out: &mut Out<'_>) -> Result<(), Failure> {
        let history = self.history()?;
        let store = Store::replay(&history)?;
        let (mut cites, mut places, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for (key, version) in store.current() {
            let Some(kept) = version.cites else { continue };
            match Cite::kept(kept.get()) {
                Ok(kept) => {
                    places.extend((1..=kept.len()).map(|n| format!("{key} v{} cite {n}", version.number)));
                    cites.extend(kept);
                }
                Err(error) => faults.push(format!("{key} v{}: {error}", version.number)),
            }
        }
        for (place, verified) in places.iter().zip(evidence::verify(&self.root, &cites)) {
            if let Err(fault) = verified {
                faults.push(format!("{place}: {}", why_line(fault.label, &fault.why)));
            }
        }
        if faults.is_empty() {
            return out.line("ok");
        }
        faults.iter().try_for_each(|fault| out.line(fault))?;
        Err(Failure::DoesNotHold)
    }
}
