#!/usr/bin/env python3
"""windows_kill.py OISIN WINDOWS_OISIN ROUNDS [SEED [COMMAND...]]: kills commands of the program for Windows, which wine runs, at
random times; in half of the rounds a user then edits what was written, in place or by rename. The same command runs again, or
one that only reads. As tests/base/test_kill_table.c demands: the files are the old ones or the new ones, nothing of the user's
is lost, each change is reported, and no staging folder stays. OISIN, a program for Linux, prepares the inputs."""
import hashlib
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES, CORPUS = ROOT / "examples", ROOT / "fuzz/corpus"
STAGING = re.compile(r"\.oisin\.[0-9A-Za-z]{6}")
LIMIT = 120


class Tree(dict):
    """Paths and hashes of files, without those in staging folders."""

    def __init__(self, folder, ignored=()):
        super().__init__()
        self.staged, self.pending = [], False
        for place, folders, files in os.walk(folder):
            for name in [name for name in folders if STAGING.fullmatch(name)]:
                folders.remove(name)
                self.staged.append(os.path.relpath(os.path.join(place, name), folder))
                self.pending |= os.path.exists(os.path.join(place, name, "journal"))
            for name in files:
                if name not in ignored:
                    path = os.path.join(place, name)
                    with open(path, "rb") as file:
                        self[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).digest()

    def has(self, path, content):
        return self.get(path) == content


class Fault(Exception):
    pass


class Command:
    """A folder `old`, and a command that makes `new` of it."""

    def __init__(self, name, words, prepare, ignored=()):
        self.name, self.words, self.prepare, self.ignored = name, words, prepare, ignored


def unpack_archive(kit, old):
    kit.linux(old, "unpack", kit.inputs / "a.res", "-o", "out", "-q")
    (old / "out/notes").write_text("mine\n")
    kit.append(sorted((old / "out").glob("*.npc"))[0])
    (old / "out/.git").mkdir()
    (old / "out/.git/HEAD").write_text("history\n")


def workspace(kit, old):
    shutil.copytree(kit.inputs / "game", old / "game")
    kit.linux(old, "unpack", "game", "-o", "work", "--recursive", "--open", "-q")
    for folder in sorted((old / "work").glob("*.res")):
        (folder / "more").write_text("new\n")
    (old / "game/save.dat").write_text("mine\n")


def project(kit, old):
    shutil.copytree(kit.inputs / "segais", old / "segais")
    for name in ("segais.tng", "game.tng", "segais.lnk", "segais.desktop"):
        (old / "segais" / name).write_text("old\n")


def translations(kit, old):
    shutil.copytree(kit.inputs / "segais", old / "segais")
    kit.linux(old, "po", "merge", "segais", *LANGUAGES, "-q")
    for name in LANGUAGES:
        path = old / f"segais/lang/{name}.po"
        path.write_bytes(b"\n".join(path.read_bytes().split(b"\n")[:24]) + b"\n")


LANGUAGES = "de fr ga pl ru ja it es".split()
COMMANDS = (
    Command("unpack", ["unpack", "../inputs/b.res", "-o", "out", "--force", "-q"], unpack_archive),
    Command("pack", ["pack", "work", "-o", "game", "-q"], workspace, ("packed.json",)),
    Command("build", ["build", "segais", "--launchers", "--no-cache", "-q"], project),
    Command("po", ["po", "merge", "segais", "-q"], translations),
)


class Kit:
    def __init__(self, linux, windows, folder, seed):
        self.program, self.windows, self.folder = linux, windows, folder
        self.inputs = folder / "inputs"
        self.chance = random.Random(seed)
        self.inputs.mkdir()
        for name, source in (("a", "npcs"), ("b", "objects")):
            self.linux(folder, "pack", EXAMPLES / "segais" / source, "-o", self.inputs / f"{name}.res", "-q", "--fresh")
        (self.inputs / "game").mkdir()
        for i in range(8):
            shutil.copyfile(self.inputs / f"{'ab'[i % 2]}.res", self.inputs / f"game/{i}.res")
        shutil.copytree(EXAMPLES / "segais", self.inputs / "segais", ignore=shutil.ignore_patterns("*.tng", ".oisin"))

    def linux(self, place, *words):
        subprocess.run([self.program, *map(str, words)], cwd=place, check=True, stdout=subprocess.DEVNULL)

    def append(self, path):
        with open(path, "ab") as file:
            file.write(b"# an hour of my work\n")

    def start(self, words, place):
        messages = open(self.folder / "messages", "wb")
        with messages:
            return subprocess.Popen(["wine", self.windows, *words], cwd=place, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=messages, env={**os.environ, "WINEDEBUG": "-all"})

    def run(self, words, place):
        status = self.start(words, place).wait(LIMIT)
        return status, (self.folder / "messages").read_text(errors="replace")


def fresh(source, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(source, to, symlinks=True)


def lengths(kit, command, old, work):
    """When the first file of a run appears, and when the run ends."""
    before, after = [], []
    for _ in range(3):
        fresh(old, work)
        known = {path for path, _, _ in os.walk(work)}
        begin = time.monotonic()
        process = kit.start(command.words, work)
        first = None
        while process.poll() is None:
            if first is None and {path for path, _, _ in os.walk(work)} != known:
                first = time.monotonic() - begin
            time.sleep(0.001)
        if process.returncode:
            raise Fault(f"{command.name}: {(kit.folder / 'messages').read_text()}")
        after.append(time.monotonic() - begin)
        before.append(after[-1] if first is None else first)
    return min(before), max(after)


def edit(kit, killed, old, work, how):
    for path, content in killed.items():
        if old.get(path) == content:
            continue
        if how == "in place":
            kit.append(work / path)
        else:
            shutil.copyfile(work / path, work / f"{path}~")
            kit.append(work / f"{path}~")
            os.replace(work / f"{path}~", work / path)


def subjects(messages):
    """The paths that messages are about, also an older file that is named at the end."""
    found = []
    for line in messages.replace("\\", "/").splitlines():
        subject, warned, rest = line.partition(": warning: ")
        if warned:
            found.append(os.path.normpath(subject))  # "./out: warning: 53 more files were restored": all below it
            older = rest.partition("the older file, ")[2]
            if older:
                found.append(os.path.normpath(os.path.join(os.path.dirname(subject), older)))
    return found


def is_whole(tree, old, new):
    return tree == old or (all(tree.has(*item) for item in new.items()) and
                           all(new.has(*item) or old.has(*item) for item in tree.items()))


def check(old, new, killed, edited, after, how, again, status, messages):
    told = subjects(messages)

    def is_told(path):
        return any(path == subject or path.startswith(subject + "/") for subject in told)

    if after.staged:
        raise Fault(f"a staging folder stays: {' '.join(after.staged)}")
    if edited.pending:
        if how == "not edited" and again:
            if status or after != new:
                raise Fault("the second run did not do the work")
            return "undone"
        if how == "not edited" and after != old:
            raise Fault("the old state was not restored")
        if again and status == 0 and after != edited:
            raise Fault("the second run went on with files of two states")
        for path, content in edited.items():
            if not killed.has(path, content) and not after.has(path, content):
                raise Fault(f"lost the edit of {path}")
            if not after.has(path, content) and not is_told(path):
                raise Fault(f"no message about the change of {path}")
        for path, content in old.items():
            if content not in after.values() and path in edited:
                raise Fault(f"lost the old contents of {path}")
        for path in after:
            if path not in edited and not is_told(path):
                raise Fault(f"no message about the new file {path}")
        return "undone"
    if not is_whole(killed, old, new):
        raise Fault("files of two states without a journal")
    if not again and after != edited:
        raise Fault("files were changed")
    if again and how == "not edited" and status == 0 and after != new:
        raise Fault("the second run did not do the work")
    if again and status and after != edited:
        raise Fault("the second run failed, and changed files")
    if again and status and how == "not edited":
        raise Fault("the second run failed")
    return "not begun" if killed == old else "ended"


def wait_for_journal(work, process):
    """Until the files take their places, or the end."""
    while process.poll() is None:
        for place in (work, *work.iterdir()):
            if place.is_dir() and any((entry / "journal").exists() for entry in place.glob(".oisin.*")):
                return
        time.sleep(0.0005)


def one_round(kit, command, times, old_tree, new_tree):
    work = kit.folder / "w"
    fresh(kit.folder / f"old-{command.name}", work)
    first, end = times
    # Most of them while files are written: a third of the run, in wine.
    at = kit.chance.uniform(first * 0.9, end * 1.02) if kit.chance.random() < 0.85 else kit.chance.uniform(0, end)
    how = kit.chance.choice(("not edited", "not edited", "in place", "by rename"))
    again = kit.chance.random() < 0.7
    process = kit.start(command.words, work)
    if kit.chance.random() < 0.5:
        wait_for_journal(work, process)
        at = kit.chance.uniform(0, 0.04)  # files take their places
    try:
        process.wait(at)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    was_killed = process.returncode < 0
    time.sleep(0.05)  # wineserver closes what the process had open
    killed = Tree(work, command.ignored)
    if how != "not edited":
        edit(kit, killed, old_tree, work, how)
    edited = Tree(work, command.ignored)
    if edited == killed:
        how = "not edited"  # nothing new was there
    status, messages = kit.run(command.words if again else ["diff", ".", ".", "-q"], work)
    after = Tree(work, command.ignored)
    try:
        state = check(old_tree, new_tree, killed, edited, after, how, again, status, messages)
    except Fault as fault:
        raise Fault(f"{command.name}: killed after {at:.3f} s of {end:.3f}, {how}, then {'again' if again else 'read'}: {fault};"
                    f" status {status}, messages:\n{messages}") from None
    return state if was_killed else "not killed"


def rounds_of(kit, command, rounds):
    old, new, work = (kit.folder / name for name in (f"old-{command.name}", "new", "w"))
    old.mkdir()
    command.prepare(kit, old)
    times = lengths(kit, command, old, work)
    fresh(old, new)
    status, messages = kit.run(command.words, new)
    old_tree, new_tree = Tree(old, command.ignored), Tree(new, command.ignored)
    if status or old_tree == new_tree:
        raise Fault(f"{command.name}: status {status}, messages:\n{messages}")
    states, faults = {}, []
    for number in range(rounds):
        try:
            state = one_round(kit, command, times, old_tree, new_tree)
        except Fault as fault:
            state = "faults"
            faults.append(str(fault))
            print(fault, flush=True)
            if os.environ.get("KEEP"):
                shutil.copytree(work, f"{os.environ['KEEP']}/{command.name}-{number}")
        states[state] = states.get(state, 0) + 1
    print(f"{command.name}: {rounds} rounds, first file after {times[0]:.2f} s, end after {times[1]:.2f} s: "
          + ", ".join(f"{count} {state}" for state, count in sorted(states.items())), flush=True)
    return faults


def main():
    words = sys.argv[1:]
    if len(words) < 3:
        sys.exit(__doc__)
    linux, windows = (str(pathlib.Path(word).resolve()) for word in words[:2])
    seed = int(words[3]) if len(words) > 3 else int(time.time())
    chosen = [command for command in COMMANDS if command.name in words[4:] or not words[4:]]
    faults = []
    with tempfile.TemporaryDirectory(prefix="oisin-kill-") as folder:
        own_wine = "WINEPREFIX" not in os.environ
        os.environ.setdefault("WINEPREFIX", f"{folder}/wine")
        try:
            kit = Kit(linux, windows, pathlib.Path(folder), seed)
            subprocess.run(["wine", windows, "help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            for command in chosen:
                faults += rounds_of(kit, command, int(words[2]))
        finally:
            if own_wine:
                subprocess.run(["wineserver", "-k"], check=False)
    print(f"{int(words[2]) * len(chosen)} rounds, seed {seed}: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
