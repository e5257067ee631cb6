#!/usr/bin/env python3
"""Long tests that go on where they stopped: fuzzing, failing allocations, killed servers, mutants.

    tools/nightly.py [--hours H] [--jobs J] [--only "PATTERN..."]
    tools/nightly.py --sum       what is proved, in Markdown: docs/assurance.json and this machine's ledger
    tools/nightly.py --record    adds this machine's ledger to docs/assurance.json; then run make docs
    tools/nightly.py --page      what docs/assurance.md has between its markers (make docs)

A job is GROUP:TARGET (fuzz:lay); tools/nightly.ini lists the groups, what a slice of each does, and how much
is wanted. The job that is furthest from its goal is next; among equal ones, the group that has had the
least time. It runs until all goals are reached, for H hours, or until it is interrupted.

Jobs run in build/nightly/tree, a clone of the commit that is checked out when this starts: changes
of the working tree do not disturb it, and are not tested. The ledger, build/nightly/ledger.tsv, has a
line for each slice and is replaced after each slice, so that a killed run loses only the slices that it
was at. Results count for the commit that they were found at. The corpora of fuzzing (build/nightly/corpus)
stay from commit to commit.

A failed slice is a finding: its output and files stay in build/nightly/findings/, its job is not run again
at this commit, and the exit status is 1."""
import argparse
import configparser
import ctypes
import fcntl
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import nightly_ledger
from nightly_ledger import Slice

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "nightly"
TREE = FOLDER / "tree"
STOP_SECONDS = 20  # from a request to stop until a slice is killed


class Stopped(Exception):
    pass


class Stop:
    """Set by a signal."""

    asked = False

    @classmethod
    def ask(cls, *_):
        cls.asked = True

    @classmethod
    def on_signals(cls):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, cls.ask)


def read_table(folder):
    table = configparser.ConfigParser(interpolation=None)
    table.read(folder / "tools" / "nightly.ini", encoding="utf-8")
    return {name: {key: " ".join(value.split("\n")) for key, value in table[name].items()} for name in table.sections()}


# ---- running ----


def run_quietly(words, **more):
    """A command of a build, which a signal to us stops; its status, and its output."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, **more)
    while True:
        try:
            return process.returncode, process.communicate(timeout=0.5)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            if Stop.asked:
                end_group(process, signal.SIGTERM)
                raise Stopped from None


def run_checked(words, **more):
    status, output = run_quietly(words, **more)
    if status:
        sys.exit(f"{' '.join(map(str, words))}: {output.strip()}")
    return output.strip()


def end_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def begin_child(libc=ctypes.CDLL(None)):
    """Killed when this program is; can be interrupted even if this program runs in the background."""
    libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def update_tree():
    """Brings build/nightly/tree to the commit that is checked out; only changed files get a new time."""
    commit = run_checked(["git", "-C", ROOT, "rev-parse", "HEAD"])
    if not (TREE / ".git").exists():
        TREE.mkdir(parents=True, exist_ok=True)
        run_checked(["git", "init", "-q", TREE])
    run_checked(["git", "-C", TREE, "fetch", "-q", "--depth=1", f"file://{ROOT}", "HEAD"])
    run_checked(["git", "-C", TREE, "checkout", "-q", "--force", "--detach", commit])
    return commit[:12]


class Group:
    """A section of the table. Its targets are known when it is built, before its first slice."""

    def __init__(self, name, row):
        self.name, self.row = name, row
        self.slice, self.goal = int(row["slice"]), float(row["goal"])
        self.limit = float(row.get("limit", 14400))
        self.built, self.why_not = False, ""

    def prepare(self, jobs):
        """Installs and builds what its commands need. Its reason if that is not possible: `why_not`."""
        self.built = True
        if "packages" in self.row:
            where = dict(os.environ, OISIN_EXTRA_PACKAGES=self.row["packages"])
            if run_quietly(["tools/setup.sh"], cwd=TREE, env=where)[0]:
                self.why_not = f"{self.row['packages']}: cannot be installed"
                return
        if "make" in self.row:
            words = ["make", "-s", f"-j{jobs}", *self.row["make"].split()]
            print(f"{self.name}: {' '.join(words)}", flush=True)
            status, output = run_quietly(words, cwd=TREE)
            if status:
                self.why_not = "it does not build"
                print(output[-2000:], flush=True)

    def targets(self, work):
        """(target, goal) of each job; names are known without a build, or after it."""
        where = dict(os.environ, WORK=str(work))
        found = run_checked(["sh", "-c", self.row["targets"]], cwd=TREE, env=where)
        for line in found.splitlines():
            name, *goal = line.split()
            yield name, float(goal[0]) if goal else self.goal


class Running:
    """One slice of a job."""

    def __init__(self, number, job, group, target, goal, done, amount):
        self.number, self.job, self.group, self.goal, self.amount = number, job, group, goal, amount
        self.work = FOLDER / f"work{number}"
        shutil.rmtree(self.work, ignore_errors=True)
        keep = FOLDER / "corpus" / target
        for folder in (self.work / "findings", self.work / "home", self.work / "tmp", keep):
            folder.mkdir(parents=True, exist_ok=True)
        own = {"HOME": "home", "TMPDIR": "tmp", "WORK": "tmp", "FINDINGS": "findings"}
        for kind in ("CACHE", "DATA", "CONFIG"):
            own[f"XDG_{kind}_HOME"] = f"home/{kind}"
        where = dict(os.environ, **{name: str(self.work / path) for name, path in own.items()})
        where.update(TARGET=target, FROM=str(int(done)), AMOUNT=str(int(amount)), KEEP=str(keep))
        where.update(CMOCKA_MESSAGE_OUTPUT="stdout")
        self.log = self.work / "log"
        self.started = time.time()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", group.row["command"]], cwd=TREE, env=where, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=begin_child,
            )  # fmt: skip

    def seconds(self):
        return time.time() - self.started

    def number_of(self, key, text):
        return sum(int(found) for found in re.findall(self.group.row[key], text)) if key in self.group.row else 0

    def result(self, commit, interrupted):
        """The line of the ledger, or None for a slice that does not count."""
        row, seconds, status = self.group.row, self.seconds(), self.process.wait()
        end_group(self.process, signal.SIGKILL)  # and all that it has left running
        text = self.log.read_text(errors="replace")
        failed = status and (not interrupted or any((self.work / "findings").iterdir()))
        if interrupted and not failed and row.get("partial") != "yes":
            return None
        found = Slice(self.job, commit, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), round(seconds, 1), goal=self.goal)
        if failed:
            found.result, found.note = "finding", self.keep_finding(commit)
            return found
        if "skipped:" in text and not status:
            reason = text.split("skipped:", 1)[1].split("\n")[0]
            found.result, found.note = "skipped", " ".join(reason.split())[:200]
            return found
        found.amount = self.number_of("counted", text) if "counted" in row else self.amount
        if row["unit"] == "s":
            found.amount = round(seconds, 1)
        found.executions, found.gaps = self.number_of("executions", text), self.number_of("gaps", text)
        self.keep_lines(text, commit)
        return found

    def keep_finding(self, commit):
        folder = FOLDER / "findings" / f"{self.job.replace(':', '-')}-{commit}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.work / "findings", folder)
        shutil.copy(self.log, folder / "log")
        return str(folder.relative_to(ROOT))

    def keep_lines(self, text, commit):
        lines = [line for line in text.splitlines() if "lines" in self.group.row and re.search(self.group.row["lines"], line)]
        if lines:
            path = FOLDER / "lines" / f"{self.job.replace(':', '-')}.txt"
            path.parent.mkdir(exist_ok=True)
            with open(path, "a", encoding="utf-8") as file:
                file.write("\n".join([f"# {commit}", *lines, ""]))


# ---- choosing ----


class Night:
    def __init__(self, options):
        self.options = options
        self.patterns = options.only.split()
        self.ends = time.time() + options.hours * 3600
        self.commit = update_tree()
        self.ledger = nightly_ledger.Ledger(FOLDER / "ledger.tsv")
        self.running, self.jobs = [], {}  # job -> (group, target, goal)
        self.order, self.skipped = [], set()
        for name, row in read_table(TREE).items():
            if any(fnmatch.fnmatch(name, pattern.split(":")[0]) for pattern in self.patterns):
                self.order.append(Group(name, row))

    def is_wanted(self, job):
        return any(fnmatch.fnmatch(job, pattern if ":" in pattern else pattern + ":*") for pattern in self.patterns)

    def prepare(self, group):
        work = FOLDER / "build"
        work.mkdir(parents=True, exist_ok=True)
        group.prepare(self.options.jobs)
        if group.why_not:
            print(f"{group.name}: {group.why_not}", flush=True)
            return
        targets = list(group.targets(work))
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self.ledger.add(Slice(f"{group.name}:*", self.commit, now, 0, len(targets), result="listed"))
        for target, goal in targets:
            job = f"{group.name}:{target}"
            if self.is_wanted(job):
                self.jobs[job] = (group, target, goal)

    def next_job(self):
        """The open job that is furthest from its goal; a group is built when it is first in turn."""
        done, seconds = self.ledger.done_at(self.commit)
        stopped = {one.job for one in self.ledger.at(self.commit) if one.result == "finding"}
        stopped |= self.skipped | {one.job for one in self.running}
        best = None
        busy = {one.group for one in self.running if one.group.row.get("alone") == "yes"}
        for group in self.order:
            if group in busy:
                continue
            # A group that is not built may have a job of which nothing is done.
            share = [(0.0, seconds.get(group.name, 0), group, None)] if not group.built else []
            for job, (owner, _, goal) in self.jobs.items():
                if owner is group and job not in stopped and done.get(job, 0) < goal:
                    share.append((done.get(job, 0) / goal, seconds.get(group.name, 0), group, job))
            for one in share:
                if best is None or one[:2] < best[:2]:
                    best = one
        return best and best[2:]

    def start_one(self):
        """False if there is nothing to start."""
        while found := self.next_job():
            group, job = found
            if job is None:
                self.prepare(group)
                continue
            _, target, goal = self.jobs[job]
            done = self.ledger.done_at(self.commit)[0].get(job, 0)
            amount = int(min(group.slice, goal - done))
            if group.row["unit"] == "s":
                amount = max(1, min(amount, self.ends - time.time()))
            used = {one.number for one in self.running}
            number = next(n for n in range(self.options.jobs) if n not in used)
            self.running.append(Running(number, job, group, target, goal, done, amount))
            return True
        return False

    def finish(self, one, interrupted=False):
        self.running.remove(one)
        found = one.result(self.commit, interrupted)
        if not found:
            return
        self.ledger.add(found)
        if found.result == "skipped":  # another run may have what it needs
            self.skipped.add(one.job)
        done, goal = self.ledger.done_at(self.commit)[0].get(one.job, 0), self.jobs[one.job][2]
        counts = f"{found.executions:,} executions  " if found.executions else ""
        counts += f"{found.gaps} gaps  " if found.gaps else ""
        unit = one.group.row["unit"]
        print(f"{one.job:<28} {done:g} of {goal:g} {unit}  {counts}{found.result} {found.note}".rstrip(), flush=True)

    def wait(self):
        for one in list(self.running):
            if one.process.poll() is not None:
                self.finish(one)
            elif one.seconds() > one.group.limit:
                with open(one.log, "a", encoding="utf-8") as log:
                    log.write(f"\nstopped after {one.group.limit:g} s\n")
                end_group(one.process, signal.SIGKILL)
        time.sleep(0.2)

    def run(self):
        print(f"commit {self.commit}", flush=True)
        try:
            while not Stop.asked:
                while time.time() < self.ends and len(self.running) < self.options.jobs and self.start_one():
                    pass
                if not self.running:
                    break
                self.wait()
        except Stopped:
            pass
        self.stop()

    def stop(self):
        for one in list(self.running):
            if one.process.poll() is not None:  # before it was interrupted: what it found counts
                self.finish(one)
        for one in self.running:
            end_group(one.process, signal.SIGINT)
        ends = time.time() + STOP_SECONDS
        while time.time() < ends and any(one.process.poll() is None for one in self.running):
            time.sleep(0.2)
        for one in list(self.running):
            interrupted = one.process.poll() is None or one.process.returncode != 0
            if one.process.poll() is None:
                end_group(one.process, signal.SIGKILL)
            self.finish(one, interrupted)

    def report(self):
        """The exit status."""
        mine = [one for one in self.ledger.at(self.commit) if self.is_wanted(one.job)]
        wrong = [one for one in mine if one.result == "finding"]
        for one in wrong:
            print(f"finding: {one.job}: {one.note}")
        broken = [group for group in self.order if group.why_not == "it does not build"]
        for group in broken:
            print(f"{group.name}: {group.why_not}")
        print(nightly_ledger.summary_line(mine))
        return 1 if wrong or broken else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1], add_help=False)
    parser.add_argument("--hours", type=float, default=1e6)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="*")
    for name in ("sum", "record", "page", "help"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    record = ROOT / "docs" / "assurance.json"
    if options.help:
        print(__doc__)
        return 0
    if options.page or options.sum or options.record:
        known = nightly_ledger.read_record(record)
        if not options.page:
            known = nightly_ledger.merge(known, nightly_ledger.Ledger(FOLDER / "ledger.tsv"))
        if options.record:
            nightly_ledger.write_record(record, known)
        else:
            print(nightly_ledger.markdown(known, read_table(ROOT)))
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    lock = open(FOLDER / "lock", "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit("build/nightly is in use by another run")
    os.nice(19)
    Stop.on_signals()
    for name in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL"):  # of `make nightly`
        os.environ.pop(name, None)
    night = Night(options)
    night.run()
    return night.report()


sys.exit(main())
