//! A root with everything in it that an attacker would plant, and a folder outside that nobody may see.

#![expect(clippy::disallowed_methods, reason = "tests make files to attack with")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::{Jail, JailError, Last, Rename, Settings, Undo};

/// What lies outside every root, and what is denied. Neither may ever be read.
pub(super) const LOOT: &str = "LOOT: nobody inside may read this";

pub(super) struct World {
    top: tempfile::TempDir,
    pub(super) jail: Jail,
}

impl World {
    pub(super) fn new(openat2: bool) -> Self {
        Self::with(openat2, |_| {})
    }

    pub(super) fn with(openat2: bool, change: impl FnOnce(&mut Settings)) -> Self {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().canonicalize().unwrap();
        plant(&path);
        let mut settings = Settings::new([path.join("root"), path.join("second")]);
        settings.denied = ["**/.env", "**/*.pem", "**/secrets/**"].map(str::to_owned).into();
        settings.openat2 = openat2;
        change(&mut settings);
        let jail = Jail::open(&settings).unwrap();
        Self { top, jail }
    }

    pub(super) fn top(&self) -> PathBuf {
        self.top.path().canonicalize().unwrap()
    }

    pub(super) fn root(&self) -> PathBuf {
        self.top().join("root")
    }

    /// `{ROOT}`, `{SECOND}`, `{OUT}` in a path, filled in.
    pub(super) fn fill(&self, path: &str) -> PathBuf {
        let top = self.top();
        let top = top.to_str().unwrap();
        let path = path.replace("{ROOT}", &format!("{top}/root"));
        let path = path.replace("{SECOND}", &format!("{top}/second"));
        path.replace("{OUT}", &format!("{top}/outside")).replace("{TOP}", top).into()
    }

    pub(super) fn text(&self, path: &str) -> Result<String, JailError> {
        let (_, mut opened) = self.jail.read(&self.fill(path))?;
        let mut text = String::new();
        opened.file.read_to_string(&mut text)?;
        Ok(text)
    }

    /// The same, whichever world it is.
    pub(super) fn guarded_contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (top, guarded) = (self.top(), self.guarded());
        let inside = |path: &Path| path.strip_prefix(&top).unwrap_or(path).to_owned();
        guarded.into_iter().map(|(path, bytes)| (inside(&path), bytes)).collect()
    }

    /// Everything that must not change, with its contents: what lies outside and what is denied.
    pub(super) fn guarded(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        collect(&self.top().join("outside"), &mut found);
        collect(&self.root().join("secrets"), &mut found);
        for denied in [".env", "a/.Env", "key.PEM"] {
            found.insert(denied.into(), fs::read(self.root().join(denied)).unwrap_or_default());
        }
        found
    }
}

fn plant(top: &Path) {
    for folder in ["root/a/b", "root/secrets/deep", "root/empty", "second", "outside/d", "root-twin"] {
        fs::create_dir_all(top.join(folder)).unwrap();
    }
    for denied in ["root/.env", "root/a/.Env", "root/key.PEM", "root/secrets/token", "root/secrets/deep/t"] {
        fs::write(top.join(denied), LOOT).unwrap();
    }
    for outside in ["outside/loot", "outside/d/loot", "root-twin/loot", "loot"] {
        fs::write(top.join(outside), LOOT).unwrap();
    }
    for free in ["root/plain", "root/a/x", "root/a/b/y", "second/other", "root/back\\slash", "root/~"] {
        fs::write(top.join(free), format!("free: {free}")).unwrap();
    }
    let out = top.join("outside");
    let links: [(&str, PathBuf); 21] = [
        ("root/out", out.clone()),
        ("root/out-file", out.join("loot")),
        ("root/out-relative", "../outside/loot".into()),
        ("root/out-far", "../../../../../../../../../../etc/passwd".into()),
        ("root/out-proc", "/proc/self/cwd".into()),
        ("root/out-fd", "/proc/self/fd/0".into()),
        ("root/hop1", "hop2".into()),
        ("root/hop2", "a/hop3".into()),
        ("root/a/hop3", "../../outside/loot".into()),
        ("root/up", "..".into()),
        ("root/a/up", "../..".into()),
        ("root/top", "/".into()),
        ("root/to-second", top.join("second/other")),
        ("root/twin", "../root-twin/loot".into()),
        ("root/dangling", "nowhere".into()),
        ("root/dangling-out", out.join("not-yet")),
        ("root/loop1", "loop2".into()),
        ("root/loop2", "loop1".into()),
        ("root/alias-env", ".env".into()),
        ("root/alias-secrets", "a/../secrets".into()),
        ("root/in", "a/b".into()),
    ];
    for (name, target) in links {
        symlink(target, top.join(name)).unwrap();
    }
    mknodat(CWD, top.join("root/fifo"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    // The listener goes, its socket stays.
    drop(std::os::unix::net::UnixListener::bind(top.join("root/socket")).unwrap());
}

fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.insert(path.clone(), b"folder".to_vec());
            collect(&path, found);
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
}

/// Every way to reach a path: each verb of the jail, tried on it.
pub(super) type Verb = fn(&World, &Path) -> Result<String, JailError>;

pub(super) const VERBS: [(&str, Verb); 10] = [
    ("read", |world, path| {
        let (_, mut opened) = world.jail.read(path)?;
        let mut bytes = Vec::new();
        opened.file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }),
    ("replace", |world, path| {
        let held = world.jail.hold(path)?;
        world.jail.replace(&held, b"overwritten", None, &mut Undo::off())?;
        Ok(String::new())
    }),
    ("create", |world, path| {
        let place = world.jail.resolve(path, Last::Follow)?;
        world.jail.create(&place, b"planted", 0o644, true, &mut Undo::off())?;
        Ok(String::new())
    }),
    ("delete", |world, path| {
        let place = world.jail.resolve(path, Last::Itself)?;
        world.jail.delete(&place, true, &mut Undo::off()).map(|_| String::new())
    }),
    ("move away", |world, path| {
        let from = world.jail.resolve(path, Last::Itself)?;
        let to = world.jail.resolve(Path::new("empty/moved"), Last::Itself)?;
        world.jail.rename(&from, &to, Rename { overwrite: true, copy: false }, &mut Undo::off())?;
        world.text("empty/moved").or(Ok(String::new()))
    }),
    ("copy away", |world, path| {
        let from = world.jail.resolve(path, Last::Itself)?;
        let to = world.jail.resolve(Path::new("empty/moved"), Last::Itself)?;
        world.jail.rename(&from, &to, Rename { overwrite: true, copy: true }, &mut Undo::off())?;
        world.text("empty/moved").or(Ok(String::new()))
    }),
    ("move here", |world, path| {
        let from = world.jail.resolve(Path::new("plain"), Last::Itself)?;
        let to = world.jail.resolve(path, Last::Itself)?;
        world.jail.rename(&from, &to, Rename { overwrite: true, copy: false }, &mut Undo::off())?;
        Ok(String::new())
    }),
    ("list", |world, path| {
        let folder = world.jail.list(path)?;
        let mut seen = String::new();
        for listed in folder.names()? {
            if let Ok(mut opened) = folder.file(&listed.name) {
                opened.file.read_to_string(&mut seen)?;
            }
        }
        Ok(seen)
    }),
    ("walk", |world, path| {
        let (mut seen, mut todo) = (String::new(), vec![world.jail.list(path)?]);
        while let Some(folder) = todo.pop() {
            for listed in folder.names()? {
                match folder.file(&listed.name) {
                    Ok(mut opened) => drop(opened.file.read_to_string(&mut seen)?),
                    Err(_) => todo.extend(folder.folder(&listed.name)),
                }
            }
        }
        Ok(seen)
    }),
    ("beside", |world, path| {
        let beside = world.jail.beside(path);
        Ok(beside.map(|beside| beside.names.join("\n")).unwrap_or_default())
    }),
];
