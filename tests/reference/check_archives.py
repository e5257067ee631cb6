#!/usr/bin/env python3
"""check_archives.py OISIN [COUNT]: 200 CPK archives of all modes, with names in UTF-8 and Shift-JIS, against cri.py: the program
unpacks the files with these names and contents, packs the same bytes again, and after adding a
file cri.py reads what it wrote."""

import os
import random
import shutil
import subprocess
import sys
import tempfile

import cri

COUNT = 200
LETTERS = "紅莉栖表予能ソ十申構ｱｶﾞー〜①㈱髙﨑纊あアa"
ONLY_UTF8 = "éñü한국Ж😀"
FAILURES_MAX = 10


def name_of(rng, encoding, index):
    letters = LETTERS.replace("〜", "～") + (ONLY_UTF8 if encoding else "")
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, 6))) + "_%d" % index + \
        rng.choice(("", ".txt", ".bin", ".表"))


def entries_of(rng, mode, encoding):
    count = rng.randint(0 if mode == 1 else 1, 12)
    numbers = rng.sample(range(1000), count)
    folders = ["", name_of(rng, encoding, 0) + "d", "chara/" + name_of(rng, encoding, 1) + "d"]
    out = []
    for i, number in enumerate(numbers):
        content = rng.randbytes(rng.choice((0, 1, 2047, 2048, 2049, 70000)))
        out.append((number, rng.choice(folders) if mode else "",
                    name_of(rng, encoding, i + 2) if mode else "%05d" % number, content))
    return out


def files_below(folder):
    out = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            if name != ".oisin.json":
                with open(path, "rb") as file:
                    out[os.path.relpath(path, folder)] = file.read()
    return out


class Check:
    def __init__(self, oisin, folder):
        self.oisin, self.folder, self.failures = os.path.abspath(oisin), folder, []

    def run(self, *arguments):
        done = subprocess.run([self.oisin, *arguments], cwd=self.folder, capture_output=True,
                              check=False)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def expect(self, case, truth, text):
        if not truth:
            self.failures.append("FAILED %s: %s" % (case, text))
        return truth

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def case(self, index):
        rng = random.Random(index)
        mode, encoding = index % 4, index // 4 % 2
        case = "archive %d, mode %d, %s" % (index, mode, cri.CODECS[encoding])
        entries = entries_of(rng, mode, encoding)
        self.write("a.cpk", cri.write(entries, mode, encoding, first=rng.random() < 0.5))
        assert len(cri.read(self.read("a.cpk"))[2]) == len(entries)
        status, text = self.run("check", "a.cpk")
        self.expect(case, not status and "0 errors, 0 warnings" in text, "check: " + text)
        status, text = self.run("unpack", "a.cpk", "-o", "files")
        if not self.expect(case, not status and "warning" not in text, "unpack: " + text):
            return
        wanted = {(folder + "/" if folder else "") + name: data
                  for _, folder, name, data in entries}
        self.expect(case, files_below(self.path("files")) == wanted, "other files")
        status, text = self.run("pack", "files", "-o", "b.cpk")
        self.expect(case, not status and self.read("b.cpk") == self.read("a.cpk"),
                    "packed to other bytes: " + text)
        self.added(case, entries, mode, encoding)
        shutil.rmtree(self.path("files"))

    def added(self, case, entries, mode, encoding):
        """A file more, and one less."""
        number = max((e[0] for e in entries), default=-1) + 1
        name = "新しい/表.txt" if mode else "%05d" % number
        path = self.path(os.path.join("files", name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"new")
        wanted = {e[0]: ((e[1] + "/" if e[1] else "") + e[2], e[3]) for e in entries}
        if len(entries) > 3:
            os.unlink(self.path(os.path.join("files", wanted.pop(entries[1][0])[0])))
            number = max(wanted) + 1 if mode else number
        wanted[number] = (name, b"new")
        status, text = self.run("pack", "files", "-o", "c.cpk")
        if not self.expect(case, not status, "pack: " + text):
            return
        found_mode, found_encoding, found, head = cri.read(self.read("c.cpk"))
        self.expect(case, found_mode == (1 if mode == 3 else mode), "mode %d" % found_mode)
        self.expect(case, found_encoding == encoding, "encoding %d" % found_encoding)
        self.expect(case, found == wanted, "other files after adding one")
        self.expect(case, head["Revision"] == 14, "another header")
        status, text = self.run("check", "c.cpk")
        self.expect(case, not status and "0 errors, 0 warnings" in text, "check: " + text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        check = Check(sys.argv[1], folder)
        count = int(sys.argv[2]) if len(sys.argv) > 2 else COUNT
        for index in range(count):
            check.case(index)
        print("CPK archives: %d compared" % count)
        print("\n".join(check.failures[:FAILURES_MAX]))
        sys.exit(bool(check.failures))


main()
