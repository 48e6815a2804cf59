//! PDF: page by page, the letters in the order they are drawn, as lines and paragraphs.

mod ascii;
mod layout;
mod streams;

use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro_interpret::kurbo::{BezPath, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, TransformExt as _, interpret_page,
};

use crate::bounds::Budget;
use crate::markdown::{Block, Markdown};
use crate::{Bound, DocumentError, quiet};
use layout::Page;

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    streams::measure(bytes, budget)?;
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| why(error, bytes))?;
    let pages = pdf.pages();
    budget.pages(pages.len())?;
    let cache = InterpreterCache::new();
    let mut out = Markdown::new(budget.bounds.output);
    let mut drawing = Drawing {
        page: Page::default(),
        steps: 0,
        frames: 0,
        frames_before: 0,
        bytes: 0,
        most: budget.bounds.output,
    };
    let mut any = false;
    for (index, page) in pages.iter().enumerate() {
        let (width, height) = page.render_dimensions();
        let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let upright = page.initial_transform(true).to_kurbo();
        let mut context = Context::new(upright, bounds, &cache, pdf.xref(), InterpreterSettings::default());
        drawing.frames_before = drawing.frames;
        interpret_page(page, &mut context, &mut drawing);
        out.block(&Block::Heading(2), &format!("Page {}", index + 1))?;
        let text = std::mem::take(&mut drawing.page).finish();
        any = any || text.chars().any(|char| !char.is_whitespace() && char != char::REPLACEMENT_CHARACTER);
        out.lines(&text)?;
    }
    if !any {
        return Err(if is_whole(bytes) { DocumentError::NoText } else { DocumentError::Truncated });
    }
    if !is_whole(bytes) {
        out.lines(
            "[The file does not end as a PDF does: it may be cut short, and pages or words may be missing]",
        )?;
    }
    Ok(out.finish())
}

fn why(error: LoadPdfError, bytes: &[u8]) -> DocumentError {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => DocumentError::Password,
        LoadPdfError::Decryption(_) => {
            DocumentError::Malformed("it is encrypted in a way that is not supported")
        }
        LoadPdfError::Invalid if !begins(bytes) => {
            DocumentError::Malformed("it does not begin as a PDF does")
        }
        LoadPdfError::Invalid if !is_whole(bytes) => DocumentError::Truncated,
        LoadPdfError::Invalid => DocumentError::Malformed("no page can be found in it"),
    }
}

/// Bytes at either end in which a PDF's marks are looked for: others may have put something around it.
const MARGIN: usize = 1_024;

fn begins(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes.get(..MARGIN).unwrap_or(bytes), b"%PDF-").is_some()
}

fn is_whole(bytes: &[u8]) -> bool {
    let tail = bytes.get(bytes.len().saturating_sub(MARGIN)..).unwrap_or(bytes);
    memchr::memmem::find(tail, b"%%EOF").is_some()
}

/// Things drawn at most, in the whole document,
const STEPS: u64 = 20_000_000;
/// and frames and groups opened there and on one page: every form opens one, and forms that draw forms could go on for
/// ever.
const FRAMES: u64 = 1_000_000;
const FRAMES_OF_A_PAGE: u64 = 100_000;

const ENDLESS: DocumentError = DocumentError::Malformed("it draws the same things over and over");

/// A surface that takes letters and lets everything else be.
struct Drawing {
    page: Page,
    steps: u64,
    frames: u64,
    frames_before: u64,
    /// Bytes of letters so far.
    bytes: usize,
    most: usize,
}

impl Drawing {
    /// Counts what is drawn. The interpreter cannot be told to stop, so it is left as a panic would leave it.
    fn step(&mut self) {
        self.steps += 1;
        if self.steps > STEPS {
            quiet::stop(ENDLESS);
        }
    }

    fn frame(&mut self) {
        self.frames += 1;
        if self.frames > FRAMES || self.frames - self.frames_before > FRAMES_OF_A_PAGE {
            quiet::stop(ENDLESS);
        }
    }
}

impl<'a> Device<'a> for Drawing {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        // Letters that are filled and outlined come twice.
        if matches!(mode, DrawMode::Stroke(_)) && self.page.repeats(run, props.transform) {
            return;
        }
        self.page.begin_run();
        for glyph in run.glyphs() {
            self.step();
            self.bytes += self.page.glyph(glyph, props.transform);
            if self.bytes > self.most {
                quiet::stop(DocumentError::Over(Bound::Output(self.most)));
            }
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.step();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.frame();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.frame();
    }

    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {
        self.step();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.frame();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.step();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}
}
