#!/usr/bin/env python3
"""windows_user.py OISIN ZIP: what an author and a player on Windows do, in wine, with the zip file of `make windows-package`: a new
user named Łukasz Żółw unpacks it into a folder with a path of 300 characters, types the commands of the tutorials, edits in the
browser, plays a game and saves it. The saved game is then loaded by OISIN, which is the program for Linux, and by the game's page
in Chromium. Results are compared with those of OISIN. Prints a line for each step, and last `N passed, M failed`."""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
USER = "Łukasz Żółw"
TUTORIALS = ("first_game", "first_mod", "first_sprites", "second_game")
LIMIT = 1200  # seconds of one step
LONG = 300  # characters of the path of the programs
WORKING = 230  # of the folder in which commands are typed: Windows allows 260 for a working folder, and more for the files in it
# A walk over the three coins of a new game.
WALK = "# oisin input 1\nseed 3\n10 go 528 592\n120 go 592 592\n240 go 464 592\n400 end\n"
# Files of git and of the build cache: they have times and numbers of files in them.
OWN = re.compile(r"(^|/)(\.git|\.oisin/cache)(/|$)")
# `oisin` in PATH. Archives and workspaces keep times of files, so that before each command, files that are new get a time that is
# the same on both sides: its number, in seconds after the start of 2020. Wine fails to start a program now and then: such a command is repeated once, and the repetition is noted. Outputs
# are files first, because wine's own processes keep a pipe open; wine's lines are left out.
WRAPPER = r"""#!/bin/sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$*" >> '%(folder)s/commands'
find . -newermt 2021-01-01 -exec touch -h -d "2020-01-01 00:00:00 UTC +$(wc -l < '%(folder)s/commands') seconds" {} +
for try in 1 2; do
    %(program)s "$@" > "$work/out" 2> "$work/messages"
    status=$?
    [ -n '%(is_windows)s' ] || break
    grep -q 'wine client error' "$work/messages" || { [ $status = 66 ] && [ ! -s "$work/out" ]; } || break
    echo "$*" >> '%(folder)s/repeated'
done
cat "$work/out"
grep -a -v -E '^(wine: |wine client error|it looks like wine|[0-9a-f]{4}:(err|fixme|warn):|sendmsg: |preloader: |wineserver: )' "$work/messages" >&2
exit $status
"""


class Fault(Exception):
    pass


def files_of(folder):
    """Paths and hashes of all files."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = pathlib.Path(place, name)
            relative = str(path.relative_to(folder))
            if not OWN.search(relative):
                found[relative] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def compare_folders(one, other):
    """The number of files, which are the same."""
    left, right = files_of(one), files_of(other)
    wrong = sorted(path for path in left.keys() | right.keys() if left.get(path) != right.get(path))
    if wrong or not left:
        raise Fault(f"{len(wrong)} files are not as on Linux: {', '.join(wrong[:9])}")
    return len(left)


def compare_texts(one, other, what):
    one, other = (re.sub(r"\b\d+(\.\d+)? m?s\b", "TIME", text).splitlines() for text in (one, other))
    for number, (a, b) in enumerate(zip(one + [None] * len(other), other + [None] * len(one)), 1):
        if a != b:
            raise Fault(f"{what}: line {number}: on Linux {a!r}, on Windows {b!r}")


class Side:
    """A program, and the wrapper of it that is called oisin."""

    def __init__(self, program, folder, environment, is_windows):
        self.folder, self.environment = folder, environment
        folder.mkdir()
        self.oisin = folder / "oisin"
        self.set_program(program, is_windows)

    def set_program(self, program, is_windows):
        words = {"program": program, "folder": self.folder, "is_windows": "yes" if is_windows else ""}
        self.oisin.write_text(WRAPPER % words, encoding="utf-8")
        self.oisin.chmod(0o755)

    def run(self, *words, status=0):
        """What it prints and reports."""
        done = subprocess.run([self.oisin, *map(str, words)], cwd=self.folder, env=self.environment, capture_output=True, timeout=LIMIT,
                              check=False, encoding="utf-8", stdin=subprocess.DEVNULL)
        if done.returncode != status:
            raise Fault(f"oisin {' '.join(map(str, words))}: status {done.returncode}: {done.stderr.strip()[-600:]}")
        return done.stdout + done.stderr

    def lines(self, name):
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


class Tour:
    def __init__(self, linux, package, work):
        self.package, self.work = package, work
        self.passed, self.failed = 0, 0
        prefix, home = work / "wine", work / "home"
        home.mkdir()
        # HOME: wine links folders of its user to those there.
        common = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(home), "XDG_DATA_HOME": str(home / "data"),
                  "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache"), "BUILD": str(linux.parent)}
        common.pop("DISPLAY", None)
        self.wine = {**common, "USER": USER, "LOGNAME": USER, "WINEPREFIX": str(prefix), "WINEDEBUG": "-all",
                     "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml="}
        self.linux = Side(f"'{linux}'", work / "linux", common, False)
        self.windows = Side("false", work / "windows", self.wine, True)
        self.drive = prefix / "drive_c"
        self.home = self.drive / "users" / USER
        self.games = {self.linux: work / "games", self.windows: self.long_folder(self.home / "games", WORKING)}
        self.long = self.long_folder(self.home / "oisin", LONG)

    def long_folder(self, folder, size):
        while len(self.path(folder)) < size:
            folder /= "spiele mit ümläuten и буквами"
        return folder

    def path(self, path):
        """A path as Windows has it."""
        return "C:\\" + str(path.relative_to(self.drive)).replace("/", "\\")

    @contextlib.contextmanager
    def step(self, name):
        facts, started = [], time.time()
        try:
            yield facts
            self.passed += 1
            print(f"  ok   {name}: {'; '.join(facts)} ({time.time() - started:.0f} s)", flush=True)
        except (Fault, OSError, ValueError, KeyError, subprocess.SubprocessError) as fault:
            self.failed += 1
            print(f"  FAIL {name}: {fault}", flush=True)

    # ---- steps ----

    def unpack(self):
        with self.step("an empty prefix of wine") as facts:
            subprocess.run(["wineboot", "-i"], env=self.wine, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT, check=True)
            subprocess.run(["wineserver", "-w"], env=self.wine, timeout=LIMIT, check=False)
            if not self.home.is_dir():
                raise Fault(f"no folder of the user {USER}")
            for folder in self.games.values():
                folder.mkdir(parents=True)
            facts.append(f"the user's folder is {self.path(self.home)}")
        with self.step("the zip file, unpacked") as facts:
            with zipfile.ZipFile(self.package) as archive:
                names = archive.namelist()
                archive.extractall(self.long)
            self.programs = self.long / names[0].split("/")[0]
            self.windows.set_program(f"wine '{self.programs}/oisin.exe'", True)
            facts.append(f"{len(names)} files in a folder of {len(self.path(self.programs))} characters")
            one, other = self.linux.run("version"), self.windows.run("version")
            compare_texts(one.splitlines()[0], other.splitlines()[0], "oisin version")
            facts.append(f"it says {other.splitlines()[0]!r}")

    def page_of_games(self):
        page = ROOT / "build/web/page"
        if not (page / "index.html").exists():
            print("         skipped: the page of games (make web)")
            return False
        with self.step("the zip file has the page of games") as facts:
            facts.append(f"{compare_folders(page, self.programs / 'share/oisin/web')} files in share\\oisin\\web, as `make web` made them")
        return True

    def tutorials(self):
        for guide in TUTORIALS:
            with self.step(f"docs/tutorial/{guide.replace('_', '-')}.md") as facts:
                for side, folder in self.games.items():
                    done = subprocess.run([ROOT / "tools/check_guides.sh", guide], timeout=LIMIT, check=False, capture_output=True, encoding="utf-8",
                                          env={**side.environment, "OISIN": str(side.oisin), "KEEP": str(folder), "WITHOUT": "oisin serve"})
                    if done.returncode:
                        raise Fault(f"{side.folder.name}: {done.stdout}{done.stderr}")
                one, other = (folder / guide for folder in self.games.values())
                texts = [(folder / "output").read_text(encoding="utf-8") for folder in (one, other)]
                compare_texts(*texts, "output")
                for folder in (one, other):
                    (folder / "output").unlink()
                typed = sum("oisin " in line for line in (one / "commands").read_text(encoding="utf-8").splitlines())
                facts += [f"{typed} commands of oisin in a folder of {len(self.path(other))} characters", f"{len(texts[0].splitlines())} lines of output and "
                          f"{compare_folders(one, other)} files as on Linux, the longest path has "
                          f"{max(len(self.path(other / path)) for path in files_of(other))} characters"]
        with self.step("oisin serve") as facts:
            facts.append(self.windows.run("serve", self.path(self.games[self.windows] / "first_game/valley.tng"), status=1).strip())

    def edit(self, has_page):
        with self.step("oisin edit") as facts:
            project = self.long / "valley"
            shutil.copytree(self.games[self.windows] / "first_game/valley", project)
            job = self.start_editor(project)
            try:
                address = self.address(job)
                with urllib.request.urlopen(address, timeout=60) as page:
                    facts.append(f"GET /: {page.status}, {len(page.read())} bytes")
                with urllib.request.urlopen(address + "codemirror/codemirror.js", timeout=60) as script:
                    facts.append(f"codemirror.js: {script.status}")
                known = self.ask(address, "api/project")
                if known["plays"] != has_page:
                    raise Fault(f"the game beside the editor: {known['plays']}")
                if has_page:
                    with urllib.request.urlopen(address + "player/engine.wasm", timeout=60) as module:
                        facts.append(f"engine.wasm: {len(module.read())} bytes")
                facts.append(f"{known['title']!r} with {sum(len(kind['names']) for kind in known['kinds'])} names, {len(known['problems'])} problems")
                self.ask(address, "api/new", {"kind": "dialog", "name": "greeting"})
                if not (project / "dialogs/greeting.dlg").exists():
                    raise Fault("dialogs/greeting.dlg was not written")
                tests = self.ask(address, "api/test", {"path": ""})
                if tests["failed"] or not tests["passed"]:
                    raise Fault(tests["text"])
                facts.append(f"{tests['passed']} scenarios of its tests passed")
                self.ask(address, "api/undo", {})
                if (project / "dialogs/greeting.dlg").exists():
                    raise Fault("dialogs/greeting.dlg is still there after undo")
                facts.append("a dialog was made and undone")
            finally:
                job.kill()
                job.wait(LIMIT)
                subprocess.run(["wine", "taskkill", "/f", "/im", "oisin.exe"], env=self.wine, timeout=LIMIT, check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_editor(self, project):
        with open(self.work / "address", "wb") as out:
            return subprocess.Popen(["wine", self.programs / "oisin.exe", "edit", self.path(project), "--no-browser"], env=self.wine,
                                    stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL)

    def address(self, job):
        """The address that it prints."""
        end = time.time() + 120
        while time.time() < end:
            found = re.search(r"http://\S+/\s", (self.work / "address").read_text(encoding="utf-8"))
            if found:
                return found[0].strip()
            if job.poll() is not None:
                raise Fault(f"it has ended with status {job.returncode}")
            time.sleep(0.1)
        raise Fault("it prints no address")

    @staticmethod
    def ask(address, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Fault(f"{path}: {error.code} {error.read().decode(errors='replace')}") from error

    def play(self):
        """A game is played and saved; each side continues what the other has saved."""
        self.game = self.long / "valley.tng"
        shutil.copyfile(self.games[self.windows] / "first_game/valley.tng", self.game)
        (self.long / "walk.input").write_text(WALK, encoding="utf-8")
        with self.step("oisin play: the three coins, and the game is saved") as facts:
            texts = []
            for side, name in ((self.linux, str), (self.windows, self.path)):
                texts.append(side.run("play", name(self.game), "--headless", "--skip-menu", "--input", name(self.long / "walk.input"), "--screenshot",
                                      name(self.long / f"{side.folder.name}.png"), "--save", name(self.long / f"{side.folder.name}.sav")))
            compare_texts(*texts, "oisin play")
            self.same("png", "screenshots")
            self.same("sav", "saved games")
            player = self.player(self.long / "windows.sav")
            if [item["quantity"] for item in player["items"]] != [3]:
                raise Fault(f"the player has {player['items']}")
            facts += [texts[1].strip(), f"at {player['x']}, {player['y']} with 3 coins", "the same screenshot and saved game as on Linux"]
        with self.step("the saved game of Windows, loaded on Linux") as facts:
            save = self.work / "quick.sav"
            shutil.copyfile(self.long / "windows.sav", save)
            facts.append(self.linux.run("check", save).strip())
            self.continued(save, self.long / "windows.sav", facts)

    def continued(self, save, same_save, facts):
        """Both play 600 more frames of it."""
        save, same_save = (shutil.copyfile(path, self.long / name) for path, name in ((save, "one.sav"), (same_save, "other.sav")))
        text = self.linux.run("play", self.game, "--headless", "--load", save, "--frames", "600", "--save", self.long / "linux.sav")
        other = self.windows.run("play", self.path(self.game), "--headless", "--load", self.path(same_save), "--frames", "600", "--save",
                                 self.path(self.long / "windows.sav"))
        compare_texts(text, other, "oisin play --load")
        self.same("sav", "saved games")
        facts.append(f"continued: {text.strip()}, the same in wine")

    def same(self, suffix, what):
        if (self.long / f"linux.{suffix}").read_bytes() != (self.long / f"windows.{suffix}").read_bytes():
            raise Fault(f"{what} are not the same bytes")

    def player(self, save):
        shown = json.loads(self.linux.run("show", save))
        return next(chunk["record"]["entity"] for chunk in shown["chunks"] if chunk["title"] == "player")

    def publish(self):
        release = self.long / "release"
        with self.step("oisin build --for web,windows,linux") as facts:
            for side, name, folder in ((self.linux, str, self.work / "release"), (self.windows, self.path, release)):
                side.run("build", name(self.game), "--for", "web,windows,linux", "-o", name(folder), "-q")
            # The package has CodeMirror for the editor, and its licence.
            licences = [folder / "windows/licences.txt" for folder in (self.work / "release", release)]
            if not licences[1].read_bytes().startswith(licences[0].read_bytes()):
                raise Fault("licences.txt lacks some of those on Linux")
            licences[0].write_bytes(licences[1].read_bytes())
            facts.append(f"{compare_folders(self.work / 'release', release)} files as on Linux")
        page_save = self.long / "page.sav"
        with self.step("the saved game of Windows, loaded in the page") as facts:
            done = subprocess.run(["node", ROOT / "tests/web/continue_save.mjs", release / "web", self.work / "quick.sav", page_save], timeout=LIMIT,
                                  check=False, capture_output=True, encoding="utf-8", env={**os.environ, "OISIN": str(self.linux.oisin)})
            if done.returncode:
                raise Fault(done.stdout + done.stderr)
            player = self.player(page_save)
            facts.append(f"Chromium: the player at {player['x']}, {player['y']} with {player['items'][0]['quantity']} coins")
        with self.step("what the page saved then, loaded on Windows") as facts:
            self.continued(page_save, page_save, facts)
        with self.step("GAME.exe of the build, played") as facts:
            program = release / "windows/valley.exe"
            player = Side(f"wine '{program}'", self.work / "player", self.wine, True)
            player.run("--headless", "--load", self.path(page_save), "--frames", "600", "--save", self.path(self.long / "linux.sav"))
            self.same("sav", "saved games")
            facts.append("release\\windows\\valley.exe saves the same as oisin.exe")

    def run(self):
        self.unpack()
        if self.failed:
            return
        has_page = self.page_of_games()
        self.tutorials()
        self.edit(has_page)
        self.play()
        if has_page:
            self.publish()

    def end(self):
        repeated = self.windows.lines("repeated")
        for line in repeated:
            print(f"         wine did not start the program, and was asked again: oisin {line}")
        print(f"{len(self.windows.lines('commands'))} commands in wine, {len(repeated)} repeated")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    linux, package = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="oisin-user-") as folder:
        tour = Tour(linux, package, pathlib.Path(folder))
        try:
            tour.run()
        finally:
            subprocess.run(["wineserver", "-k"], env=tour.wine, check=False, stderr=subprocess.DEVNULL)
            subprocess.run(["wineserver", "-w"], env=tour.wine, check=False, stderr=subprocess.DEVNULL)
        return tour.end()


if __name__ == "__main__":
    sys.exit(main())
