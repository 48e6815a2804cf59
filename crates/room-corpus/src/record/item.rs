//! An item as data: the one form of `record.jsonl`.

use std::borrow::Cow;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::id::Kind;

/// A post or a comment, normalised. Ids are as they are stored: see [`crate::id`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name in the room.
    pub item_id: String,
    /// The id of the post that opens its thread, whether or not that post is in the room.
    pub thread_id: String,
    /// Who wrote it; `None` where nobody says.
    pub author: Option<String>,
    /// When, in seconds since 1970, UTC; a year from 1 to 9999.
    pub created_utc: Option<i64>,
    /// The score when it was captured.
    pub score: Option<i64>,
    /// What was written.
    pub content: Content,
}

/// What a post and a comment do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A post.
    Post {
        /// Where it links to, unless that is the post itself.
        url: Option<String>,
        /// Its title.
        title: String,
        /// Its text, often empty.
        selftext: String,
    },
    /// A comment.
    Comment {
        /// The item it answers: the thread's id for the post.
        parent_id: String,
        /// Its text.
        body: String,
    },
}

impl Item {
    /// Whether it is a post or a comment.
    pub fn kind(&self) -> Kind {
        match self.content {
            Content::Post { .. } => Kind::Post,
            Content::Comment { .. } => Kind::Comment,
        }
    }

    /// The only text of it that can be cited: a comment's body; a post's title, an empty line, and its text.
    pub fn body(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Post { title, selftext, .. } => Cow::Owned(format!("{title}\n\n{selftext}")),
            Content::Comment { body, .. } => Cow::Borrowed(body),
        }
    }

    /// [`Item::body`] of an item that is no longer needed.
    pub fn into_body(self) -> String {
        match self.content {
            Content::Post { mut title, selftext, .. } => {
                title.push_str("\n\n");
                title.push_str(&selftext);
                title
            }
            Content::Comment { body, .. } => body,
        }
    }

    /// Whether the site took the words away: exactly `[removed]` or `[deleted]` stands for them.
    pub fn is_removed(&self) -> bool {
        let (Content::Post { selftext: words, .. } | Content::Comment { body: words, .. }) = &self.content;
        matches!(words.as_str(), "[removed]" | "[deleted]")
    }
}

impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_map(None)?;
        line.serialize_entry("item_id", &self.item_id)?;
        line.serialize_entry("thread_id", &self.thread_id)?;
        line.serialize_entry("kind", self.kind().word())?;
        if let Content::Comment { parent_id, .. } = &self.content {
            line.serialize_entry("parent_id", parent_id)?;
        }
        line.serialize_entry("author", &self.author)?;
        line.serialize_entry("created_utc", &self.created_utc)?;
        line.serialize_entry("score", &self.score)?;
        match &self.content {
            Content::Post { url, title, selftext } => {
                line.serialize_entry("url", url)?;
                line.serialize_entry("title", title)?;
                line.serialize_entry("selftext", selftext)?;
            }
            Content::Comment { body, .. } => line.serialize_entry("body", body)?,
        }
        line.end()
    }
}
