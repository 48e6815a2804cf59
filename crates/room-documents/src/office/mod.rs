//! Documents of office programs whose parts are XML, walked by ourselves.

pub(crate) mod docx;
mod docx_styles;
pub(crate) mod ods;
pub(crate) mod odt;
pub(crate) mod pptx;
