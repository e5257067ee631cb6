#!/usr/bin/env python3
"""cache_rounds.py OISIN SEED ROUNDS: changes the files of an example game at random, as editors, git, rsync and
archivers do, and builds it after each change, with the build cache and without: the status, the messages and the
game must be the same. A difference is printed with the last changes; then the status is 1."""
import filecmp
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
KEPT_TIMES = ("keep", "old", "now")


class Project:
    def __init__(self, chance, folder):
        self.chance = chance
        self.source = EXAMPLES / chance.choice(("segais", "skerry"))
        self.folder = folder / self.source.name
        self.done = []
        self.renew()

    def renew(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.source, self.folder, ignore=shutil.ignore_patterns("*.tng"))
        self.done = ["a new copy"]

    def files(self, suffix=""):
        return sorted(path for path in self.folder.rglob(f"*{suffix}") if path.is_file())

    def any(self, suffix=""):
        return self.chance.choice(self.files(suffix))

    # ---- changes ----

    def write_in_place(self):
        """The same inode; often the same size and the same time of writing."""
        path, times = self.any(), self.chance.choice(KEPT_TIMES)
        content = bytearray(path.read_bytes())
        if not content:
            return "nothing"
        status = path.stat()
        at = self.chance.randrange(len(content))
        content[at] = self.chance.choice((32, 48, 65, 10, content[at] ^ 1))
        with open(path, "r+b") as file:
            file.write(content)
        self.set_times(path, status, times)
        return f"byte {at} of {path} in place, {times}"

    def add_text(self):
        path = self.any(self.chance.choice((".dlg", ".npc", ".obj", ".tmx", ".po")))
        with open(path, "a", encoding="utf-8") as file:
            file.write(self.chance.choice(("\n", "\n\n", " ", "x\n")))
        return f"more text in {path}"

    def replace(self):
        """New beside old, then renamed, as most editors do; by the contents of another file of its kind."""
        path, times = self.any(), self.chance.choice(KEPT_TIMES)
        other = self.any(path.suffix)
        status, beside = path.stat(), path.with_name(".beside")
        shutil.copyfile(other, beside)
        os.replace(beside, path)
        self.set_times(path, status, times)
        return f"{path} is {other}, {times}"

    def swap(self):
        one, kept = self.any(), self.folder / ".kept"
        other = self.any(one.suffix)
        if one != other:
            os.rename(one, kept)
            os.rename(other, one)
            os.rename(kept, other)
        return f"{one} and {other} are swapped"

    def remove(self):
        path = self.any()
        path.unlink()
        return f"{path} is removed"

    def rename(self):
        path = self.any()
        new = path.with_name(f"r{self.chance.randrange(1000)}_{path.name}")
        os.rename(path, new)
        return f"{path} is {new}"

    def copy(self):
        path = self.any()
        new = path.with_name(f"c{self.chance.randrange(1000)}_{path.name}")
        shutil.copy2(path, new)
        return f"{new} is a copy of {path}"

    def link(self):
        path = self.any()
        target = self.any(path.suffix)
        if path == target or path.is_symlink() or target.is_symlink():
            return "nothing"
        path.unlink()
        path.symlink_to(os.path.relpath(target, path.parent))
        return f"{path} leads to {target}"

    def truncate(self):
        path = self.any()
        os.truncate(path, self.chance.choice((0, path.stat().st_size // 2)))
        return f"{path} is shorter"

    def touch(self):
        path = self.any()
        os.utime(path, (1, 1) if self.chance.random() < 0.5 else None)
        return f"{path} has another time"

    def set_times(self, path, status, times):
        if times == "keep":
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        elif times == "old":
            os.utime(path, (1, 1))

    def change(self):
        changes = (self.write_in_place, self.add_text, self.add_text, self.replace, self.replace, self.swap,
                   self.remove, self.rename, self.copy, self.link, self.truncate, self.touch)
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 5))):
            try:
                self.done.append(self.chance.choice(changes)())
            except (FileNotFoundError, IndexError):
                self.done.append("nothing")


def build(oisin, project, output, options):
    done = subprocess.run([oisin, "build", project.folder, "-o", output, *options], capture_output=True, text=True,
                          errors="replace")
    return done.returncode, (done.stdout + done.stderr).replace(str(output), "OUTPUT")


def differs(oisin, project, cached, fresh, options):
    """What is different, or None."""
    fresh.unlink(missing_ok=True)
    one = build(oisin, project, cached, options)
    other = build(oisin, project, fresh, [*options, "--no-cache", "--jobs", project.chance.choice("12")])
    if one != other:
        return f"with the cache {one[0]}:\n{one[1]}\nwithout it {other[0]}:\n{other[1]}"
    if one[0] == 0 and not filecmp.cmp(cached, fresh, shallow=False):
        return "the games differ"
    return None


def main():
    oisin, seed, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    built = 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        os.environ["XDG_CACHE_HOME"] = str(work / "cache")
        project = Project(chance, work)
        for number in range(rounds):
            project.change()
            time.sleep(chance.choice((0, 0, 0.001, 0.03)))
            options = chance.choice(([], [], [], ["--draft"], ["--strip"]))
            problem = differs(oisin, project, work / "cached.tng", work / "fresh.tng", options)
            if problem:
                sys.exit(f"seed {seed}, round {number} {options}: {problem}\nafter:\n" + "\n".join(project.done[-12:]))
            if (work / "fresh.tng").exists():
                built += 1
            elif chance.random() < 0.5:
                project.renew()
    print(f"{rounds} rounds, {built} games built, the same with and without the cache")


if __name__ == "__main__":
    main()
