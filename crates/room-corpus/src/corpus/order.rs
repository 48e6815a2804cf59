//! The order of a room: threads by time, in a thread the post and then its comments, depth first.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::id::{self, Kind};
use crate::record::{Content, Item};

/// A thread with its items in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered<I> {
    /// Its id.
    pub id: String,
    /// Its items; never empty.
    pub items: Vec<Placed<I>>,
}

/// An item in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<I> {
    /// The item, or what holds it.
    pub item: I,
    /// Whether its parent is not in this thread.
    pub absent: bool,
}

impl<I: AsRef<Item>> Ordered<I> {
    /// The time of its first item: the thread's time.
    pub fn time(&self) -> Option<i64> {
        self.items.first().and_then(|first| first.item.as_ref().created_utc)
    }
}

impl AsRef<Item> for Item {
    fn as_ref(&self) -> &Item {
        self
    }
}

/// Puts the items of a room into threads and both into order.
pub fn order<I: AsRef<Item>>(items: impl IntoIterator<Item = I>) -> Vec<Ordered<I>> {
    let mut threads: HashMap<String, Vec<I>> = HashMap::new();
    for item in items {
        let id = &item.as_ref().thread_id;
        if let Some(thread) = threads.get_mut(id) {
            thread.push(item);
        } else {
            threads.insert(id.clone(), vec![item]);
        }
    }
    let mut threads: Vec<_> =
        threads.into_iter().map(|(id, items)| Ordered { id, items: thread(items) }).collect();
    threads.sort_unstable_by(|a, b| by_time_then_id((a.time(), &a.id), (b.time(), &b.id)));
    threads
}

/// By time, no time last, then by id.
fn by_time_then_id(a: (Option<i64>, &str), b: (Option<i64>, &str)) -> Ordering {
    (a.0.is_none(), a.0).cmp(&(b.0.is_none(), b.0)).then_with(|| id::compare(a.1, b.1))
}

/// What a comment's parent is, in its thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parent {
    /// It is a post and has none.
    None,
    /// An item of the thread, by its place in time order.
    At(usize),
    /// Not in this thread.
    Absent,
}

/// The items of one thread in order: the post with its replies, then those whose parent is not here, then rings.
fn thread<I: AsRef<Item>>(mut items: Vec<I>) -> Vec<Placed<I>> {
    items.sort_unstable_by(|a, b| {
        let (a, b) = (a.as_ref(), b.as_ref());
        by_time_then_id((a.created_utc, &a.item_id), (b.created_utc, &b.item_id))
    });
    let parents = parents(&items);
    let mut replies: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    for (at, parent) in parents.iter().enumerate() {
        if let Parent::At(parent) = parent {
            replies.get_mut(*parent).expect("a parent is an item of the thread").push(at);
        }
    }
    let roots =
        |wanted: Parent| parents.iter().enumerate().filter(move |(_, p)| **p == wanted).map(|(at, _)| at);
    let mut walk = Walk { replies: &replies, seen: vec![false; items.len()], order: Vec::new() };
    for root in roots(Parent::None).chain(roots(Parent::Absent)) {
        walk.from(root);
    }
    // What is left hangs on rings; every ring is entered at its first comment in time.
    for at in on_rings(&parents, &walk.seen) {
        walk.from(at);
    }
    let order = walk.order;
    let mut items: Vec<_> = items.into_iter().map(Some).collect();
    let mut take = |at: usize| items.get_mut(at).and_then(Option::take).expect("each item is walked to once");
    order
        .into_iter()
        .map(|at| Placed { item: take(at), absent: parents.get(at) == Some(&Parent::Absent) })
        .collect()
}

/// The parent of each item. The thread's own id always means the post, also where a comment is named so.
fn parents<I: AsRef<Item>>(items: &[I]) -> Vec<Parent> {
    let mut post = Parent::Absent;
    let mut comments = HashMap::new();
    for (at, item) in items.iter().enumerate() {
        let item = item.as_ref();
        match item.kind() {
            Kind::Post => post = Parent::At(at),
            Kind::Comment => {
                comments.insert(item.item_id.as_str(), at);
            }
        }
    }
    let parent = |item: &I| {
        let item = item.as_ref();
        match &item.content {
            Content::Post { .. } => Parent::None,
            Content::Comment { parent_id, .. } if *parent_id == item.thread_id => post,
            Content::Comment { parent_id, .. } => {
                comments.get(parent_id.as_str()).map_or(Parent::Absent, |at| Parent::At(*at))
            }
        }
    };
    items.iter().map(parent).collect()
}

/// A walk over replies, depth first, with a stack of its own: chains are thousands deep.
struct Walk<'a> {
    replies: &'a [Vec<usize>],
    seen: Vec<bool>,
    order: Vec<usize>,
}

impl Walk<'_> {
    /// Walks to an item and all that hangs on it, except what was walked to before.
    fn from(&mut self, root: usize) {
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            let seen = self.seen.get_mut(at).expect("only items of the thread are walked to");
            if std::mem::replace(seen, true) {
                continue;
            }
            self.order.push(at);
            stack.extend(self.replies.get(at).into_iter().flatten().rev());
        }
    }
}

/// The items that are their own ancestors, in time order, among those not `done`. Of those each one has a parent that
/// is not done either, so a way up ends on a ring.
fn on_rings(parents: &[Parent], done: &[bool]) -> Vec<usize> {
    let parent_of = |at: usize| match parents.get(at) {
        Some(Parent::At(parent)) => *parent,
        _ => at,
    };
    // Which way up met an item first, named by the item it began at.
    let mut met: Vec<Option<usize>> = vec![None; parents.len()];
    let mut rings = Vec::new();
    for start in (0..parents.len()).filter(|at| done.get(*at) == Some(&false)) {
        let mut at = start;
        while let Some(way @ None) = met.get_mut(at) {
            *way = Some(start);
            at = parent_of(at);
        }
        // An item that this same way met closes a ring; one that another way met leads where that way led.
        if met.get(at) == Some(&Some(start)) {
            let entry = at;
            rings.push(entry);
            while parent_of(at) != entry {
                at = parent_of(at);
                rings.push(at);
            }
        }
    }
    rings.sort_unstable();
    rings
}

#[cfg(test)]
mod tests;
