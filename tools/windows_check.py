#!/usr/bin/env python3
"""windows_check.py OISIN WINDOWS_OISIN [quick] [ROW...]: runs the same commands by a program for Linux and by one for
Windows (in wine), each in its own folder with equal inputs, and compares status, messages and all files that they write.
Prints a table of what was compared. The status is 1 if something differs, or if a conversion of `oisin formats conversions`
is never made."""
import concurrent.futures
import filecmp
import hashlib
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import wave

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "fuzz/corpus"
EXAMPLES = ROOT / "examples"
# Lines that wine itself writes into the messages of a program.
WINE_LINE = re.compile(rb"^(?:wine: |it looks like wine|multiarch needs|[0-9a-f]{4}:(?:err|fixme|warn):"
                       rb"|sendmsg: |preloader: |wineserver: |err:|fixme:).*\n", re.MULTILINE)
TIMES = re.compile(rb"\b\d+(?:\.\d+)? m?s\b")  # how long something took
WORDS_MAX = 20000  # characters of a command: Windows has at most 32767
LIMIT = 300  # seconds of one command


class Result:
    def __init__(self, status, out, messages):
        self.status, self.out, self.messages = status, out, messages

    def __eq__(self, other):
        return (self.status, self.out, self.messages) == (other.status, other.out, other.messages)


class Side:
    """A program and its folder. The work of one row is in its own folder."""

    def __init__(self, program, folder, is_windows):
        self.program, self.folder, self.is_windows = program, folder, is_windows
        self.inputs = {}
        folder.mkdir()

    def environment(self):
        kept = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(self.folder / "home")}
        if self.is_windows:
            kept |= {"WINEDEBUG": "-all", "HOME": os.environ.get("HOME", "/")}
        return kept

    def run(self, words, row, again=False):
        # Files, not pipes: wine's own processes would keep a pipe open.
        place = self.folder / row
        outputs = [self.folder / f"{row}.{kind}" for kind in ("out", "messages")]
        with open(outputs[0], "wb") as out, open(outputs[1], "wb") as messages:
            try:
                status = subprocess.run([*self.program, *words], cwd=place, env=self.environment(), stdin=subprocess.DEVNULL,
                                        stdout=out, stderr=messages, timeout=LIMIT).returncode
            except subprocess.TimeoutExpired:
                status = "a limit of time"
        # 66: the low byte of STATUS_DLL_INIT_FAILED, before the program's own code. "wine client error": its server ended it.
        said = outputs[1].read_bytes()
        silent = status in (1, 66) and not outputs[0].stat().st_size and WINE_LINE.sub(b"", said) == b""
        if self.is_windows and not again and (silent or b"wine client error" in said):
            print(f"   wine did not run the program: {outputs[1].read_bytes()!r}: again")
            return self.run(words, row, True)
        return Result(status, *(self.made_equal(path.read_bytes(), place) for path in outputs))

    def made_equal(self, text, place):
        if self.is_windows:
            text = WINE_LINE.sub(b"", text)
            text = re.sub(rb"Z:(?=[/\\])", b"", text, flags=re.IGNORECASE).replace(str(place).replace("/", "\\").encode(),
                                                                                     str(place).encode())
        return TIMES.sub(b"TIME", text.replace(str(place).encode(), b"PLACE"))


def content(path):
    return hashlib.sha256(path.read_bytes()).digest()


def files_of(folder):
    """All files, empty folders too."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in files:
            path = pathlib.Path(place, name)
            found[str(path.relative_to(folder))] = content(path)
        if not folders and not files:
            found[str(pathlib.Path(place).relative_to(folder)) + "/"] = b""
    return found


class Check:
    def __init__(self, linux, windows, folder, is_quick):
        self.sides = [Side([linux], folder / "linux", False), Side(["wine", windows], folder / "windows", True)]
        self.is_quick = is_quick
        self.row, self.rows, self.problems = "", [], []
        self.made = []  # (suffixes of an input, suffix of an output): conversions that succeeded
        self.refused, self.sounds = 0, 0
        self.pool = concurrent.futures.ThreadPoolExecutor(2)

    # ---- rows ----

    def begin(self, row):
        self.row = row
        self.compared, self.differences, self.started = 0, 0, time.time()
        for side in self.sides:
            (side.folder / row).mkdir()
            side.inputs = {}

    def end(self, name):
        """Compares all files of the row that were not there before its commands."""
        left, right = (files_of(side.folder / self.row) for side in self.sides)
        for path in sorted(left.keys() | right.keys()):
            if self.sides[0].inputs.get(path) == left.get(path, 0) and self.sides[1].inputs.get(path) == right.get(path, 0):
                continue
            self.compared += 1
            if left.get(path) != right.get(path) and not (path.endswith(".ogg") and self.same_sound(path)):
                where = "differs" if path in left and path in right else "only on Linux" if path in left else "only on Windows"
                self.differ(f"{path}: {where}")
        self.rows.append((name, self.compared, self.differences))
        print(f"{name:<60} {self.compared:>8} {self.differences:>11}   {time.time() - self.started:4.0f} s", flush=True)
        if not self.differences and not os.environ.get("KEEP"):
            for side in self.sides:
                shutil.rmtree(side.folder / self.row)

    def same_sound(self, path):
        """Two builds of the Vorbis library do not encode to the same bytes: its sums depend on the compiler and its options. The
        streams are as long, to the sample, with the same head, and their sizes are within 1 %."""
        one, other = ((side.folder / self.row / path).read_bytes() for side in self.sides if (side.folder / self.row / path).exists())
        self.sounds += 1
        return ogg_head(one) == ogg_head(other) and abs(len(one) - len(other)) * 100 <= len(one)

    def differ(self, text):
        self.differences += 1
        self.problems.append(f"{self.row}: {text}")

    # ---- inputs ----

    def give(self, source, path):
        """A copy of a file or folder as input of both."""
        for side in self.sides:
            to = side.folder / self.row / path
            to.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, to, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.tng", ".oisin"))
            else:
                shutil.copyfile(source, to)

    def put(self, path, data):
        """The same bytes as input of both."""
        for side in self.sides:
            to = side.folder / self.row / path
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(data)

    def all_given(self):
        for side in self.sides:
            side.inputs = files_of(side.folder / self.row)

    # ---- commands ----

    def run(self, *words):
        """A command of oisin on both; whether it succeeded. Status, output and messages are one result."""
        words = [str(word) for word in words]
        results = list(self.pool.map(lambda side: side.run(words, self.row), self.sides))
        self.compared += 1
        self.last = results[0]
        if results[0] != results[1]:
            text = f"oisin {' '.join(words)[:300]}: status {results[0].status} and {results[1].status}"
            for name in ("out", "messages"):
                one, other = (getattr(result, name).decode(errors="replace").splitlines() for result in results)
                text += "".join(f"\n    {sign} {line[:300]}" for sign, line in changed_lines(one, other))
            self.differ(text)
        return results[0].status == 0

    def run_many(self, words, paths):
        """A command with as many files as fit: each file counts as a result."""
        paths = list(paths)
        while paths:
            size = 0
            some = []
            while paths and (size := size + len(paths[0]) + 1) < WORDS_MAX:
                some.append(paths.pop(0))
            self.compared += len(some) - 1
            self.run(*words, *some)

    def convert(self, source, target, *words):
        if not self.run("convert", source, "-o", target, "-q", *words):
            self.refused += 1
            if os.environ.get("VERBOSE"):
                print("   refused:", source, target, *words, self.last.messages.decode(errors="replace").strip()[:200])
            return False
        self.made.append((suffix(source, self.sides[0].folder / self.row), suffix(target, self.sides[0].folder / self.row)))
        return True


def changed_lines(one, other):
    for a, b in zip(one + [""] * len(other), other + [""] * len(one)):
        if a != b:
            yield "-", a
            yield "+", b
            return


def ogg_head(data):
    """The first page but its checksum, and the number of samples."""
    last = data.rindex(b"OggS")
    return data[:22] + data[26:58], data[last + 6:last + 14]


def suffix(path, folder):
    return "" if (folder / path).is_dir() else path.rsplit("/", 1)[-1].rsplit(".", 1)[-1].lower()


def corpus(name, most=10 ** 6):
    return sorted(path for path in (CORPUS / name).iterdir() if path.is_file())[:most]


# ---- builds, projects ----

def builds(check):
    check.begin("builds")
    projects = ["segais"] if check.is_quick else ["segais", "segais-hex", "segais-iso", "skerry"]
    for name in projects:
        check.give(EXAMPLES / name, name)
    check.all_given()
    for name in projects:
        check.run("build", name, "--no-cache", "-o", f"{name}.tng")
        if check.is_quick:
            continue
        check.run("build", name, "--no-cache", "-O", "-o", f"{name}-optimised.tng")
        check.run("check", name)
        check.run("check", f"{name}.tng")
        check.run("unpack", f"{name}.tng", "-o", f"{name}-unpacked", "-q")
        check.run("maps", "sync", name)
        check.run("build", name, "--previews", "--launchers", "--no-cache")
        check.run("build", name, "--for", "linux", "-o", f"{name}-release", "--no-cache")
        check.run("build", name)
        check.run("build", name)  # from the cache
    if not check.is_quick:
        check.run("new", "meadow")
        check.run("build", "meadow")
        check.run("new", "z12q9", "--ei-quest", "zone12")
        check.run("diff", "segais.tng", "skerry.tng")
        for template in corpus("template"):
            check.run("new", template.stem, "--template", template)
        check.run("test", "segais")
        check.run("test", "segais", "--tap", "--coverage")
    for side in check.sides:  # what the build cache knows of files: their times and numbers
        for cache in (side.folder / check.row).rglob(".oisin"):
            shutil.rmtree(cache)
    check.end("builds of the example games, and what is made of them")


# ---- files of the corpora ----

def reads(check):
    for words, name in ((["probe"], "probe"), (["check"], "check"), (["show"], "show"), (["probe", "--json"], "probe --json")):
        check.begin(name.replace(" ", ""))
        for folder in sorted(CORPUS.iterdir()):
            check.give(folder, folder.name)
        check.all_given()
        for folder in sorted(CORPUS.iterdir()):
            check.run_many(words, [f"{folder.name}/{path.name}" for path in corpus(folder.name)])
        check.end(f"{name}: all files of the fuzz corpora")


# ---- conversions ----

FORMATS = ("adb anm anm2 bon cam campaign character cpk db dds fig gxt lay lnk lnk4 map:res mmp mob mp mpk mvl reg res sav"
           " saveinfo saveshot sec ssfn:sfn tng zonestate").split()


def to_json(check):
    check.begin("json")
    most = 9
    given = []
    for word in FORMATS:
        folder, _, format_name = word.partition(":")
        format_name = format_name or folder
        chosen = sorted(corpus(folder), key=lambda path: (path.name.startswith("found") or len(path.name) in (12, 40), path.name))
        for path in chosen[:most]:
            given.append((format_name, f"{folder}-{path.stem}.{format_name}"))
            check.give(path, given[-1][1])
    check.all_given()
    for format_name, name in given:
        if check.convert(name, f"{name}.json", "--format", format_name):
            check.convert(f"{name}.json", f"again-{name}")
    check.end("conversions: every binary format to JSON and back")


def sound(check, name, rate, channels):
    chance = random.Random(9)
    frames = b"".join(struct.pack("<h", chance.randrange(-9000, 9000)) * channels for _ in range(rate // 2))
    for side in check.sides:
        with wave.open(str(side.folder / check.row / name), "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(frames)


def project_conversions(check):
    check.begin("pictures")
    for name in ("font", "palette", "picture", "aseprite", "layout", "texture_atlas"):
        for path in corpus(name):
            check.give(path, f"{name}/{path.name}")
    for name, ending, begin in (("bdf", "bdf", b"STARTFONT"), ("bdf_latin", "bdf", b"STARTFONT"), ("bdf_latin_gz", "bdf.gz", b"\x1f\x8b"),
                                ("small.sfd", "sfd", b"SplineFontDB"), ("image_xml.fnt", "fnt", b"<")):
        data = (CORPUS / "font" / name).read_bytes()
        check.put(f"font/{name.split('.')[0]}.{ending}", data[data.index(begin):])
    hero = EXAMPLES / "segais/chars"
    pictures = sorted(hero.glob("*.png"))[:4] + sorted((EXAMPLES / "segais/tiles").glob("*.png"))[:6]
    for path in pictures:
        check.give(path, f"sheets/{path.name}")
    for part in ("body_1_male", "body_1_female"):
        check.give(pictures[0], f"layers/{part}.png")
    sound(check, "step.wav", 22050, 1)
    sound(check, "shore.wav", 48000, 2)
    check.give(CORPUS / "tng/mygame.tng", "mygame.tng")
    for path in sorted((EXAMPLES / "segais").rglob("*.og[gv]"))[:3]:
        check.give(path, path.name)
    check.all_given()
    fonts = [path for path in corpus("font") if "." in path.name]
    for name in ["font/bdf.bdf", "font/bdf_latin.bdf", "font/bdf_latin_gz.bdf.gz", *(f"font/{path.name}" for path in fonts)]:
        check.convert(name, f"{name}.sfn")
    for path in corpus("palette"):
        if path.suffix in (".act", ".aco", ".ase", ".pal", ".png"):
            check.convert(f"palette/{path.name}", f"{path.name}.gpl")
    for path in corpus("picture") + corpus("aseprite"):
        name = f"{path.parent.name}/{path.name}"
        check.convert(name, f"{name}-out.png")
        check.convert(name, f"{path.parent.name}-{path.stem}-{path.suffix[1:]}-blocks", "--preset", "grid", "--size", "2")
        check.convert(name, f"{name}.lyt", "--preset", "grid", "--size", "2")
        check.convert(name, f"{path.parent.name}-{path.stem}-{path.suffix[1:]}-sprites")
    for path in pictures:
        check.convert(f"sheets/{path.name}", f"{path.stem}-cut", "--preset", "grid", "--size", "16")
        check.convert(f"sheets/{path.name}", f"{path.name}.lyt", "--preset", "grid", "--size", "16")
        check.convert(f"sheets/{path.name}", f"{path.name}.gpl")
    check.convert("layers", "person.png", "--choose", "body=male")
    for name in ("step.wav", "shore.wav"):
        check.convert(name, f"{name}.ogg", "--normalize")
        check.convert(name, f"{name}-22.ogg", "--rate", "22050", "--channels", "2")
    check.convert("shore.wav.ogg", "again.ogg")
    check.run("unpack", "mygame.tng", "-o", "unpacked", "-q")
    for place in sorted((check.sides[0].folder / check.row / "unpacked").glob("*/maps/*.tmx")):
        check.convert("mygame.tng", f"{place.stem}.png", "--map", place.stem)
    check.end("conversions: images, palettes, fonts, sounds, games")


def table_conversions(check):
    check.begin("tables")
    tables = (("adb", "adb"), ("reg", "reg"), ("character", "mp"), ("xlsx", "xlsx"), ("db", "db"))
    databases = {"acks": "db", "items": "idb", "levers": "ldb", "perks": "pdb", "quests": "qdb", "spells": "sdb", "units": "udb"}
    given = {ending: [] for _, ending in tables}
    for folder, ending in tables:
        for path in corpus(folder):
            if path.suffix in ("", ".reg") and not path.name.startswith("found") and len(path.name) < 30:
                own = databases.get(path.name.split("_")[0], "idb") if folder == "db" else ending
                given[ending].append(f"{path.stem}.{own}")
                data = path.read_bytes()
                check.put(given[ending][-1], data)
    check.give(CORPUS / "saveshot/small", "shot.sav")
    check.all_given()
    for name in given["adb"]:
        check.convert(name, f"{name}.csv") and check.convert(f"{name}.csv", f"again-{name}")
    for name in given["mp"]:
        check.convert(name, f"{name}.csv") and check.convert(f"{name}.csv", f"again-{name}")
    for name in given["reg"]:
        check.convert(name, f"{name}.ini") and check.convert(f"{name}.ini", f"again-{name}")
    for name in given["db"]:
        folder = name.replace(".", "-")
        check.convert(name, folder) and check.convert(folder, f"again-{name}")
        check.convert(name, f"{name}.xlsx") and check.convert(f"{name}.xlsx", f"sheets-{name}")
    for name in given["xlsx"]:
        check.convert(name, f"{name}.db")
    check.convert("shot.sav", "shot.png") and check.convert("shot.png", "other/shot.sav")
    check.end("conversions: tables, settings, spreadsheets")


def texture_conversions(check):
    check.begin("textures")
    names = []
    for folder, ending in (("mmp", "mmp"), ("dds", "dds"), ("gxt", "gxt"), ("png", "png")):
        for path in corpus(folder):
            if len(path.name) < 30 and not path.name.startswith("found") and path.suffix in ("", f".{ending}"):
                names.append(f"{path.stem}.{ending}")
                check.give(path, names[-1])
    check.all_given()
    for name in names:
        stem, ending = name.rsplit(".", 1)
        if ending == "mmp":
            check.convert(name, f"{stem}-mmp.png", "--mips")
            check.convert(name, f"{stem}-mmp.dds")
            check.convert(f"{stem}-mmp.dds", f"{stem}-again.mmp")
        elif ending == "dds":
            check.convert(name, f"{stem}-dds.png", "--mips")
            check.convert(name, f"{stem}-dds.mmp")
        elif ending == "gxt":
            check.convert(name, f"{stem}-gxt.png")
            check.convert(f"{stem}-gxt.png", f"{stem}-again.gxt", "--onto", name)
        else:
            check.convert(name, f"{stem}-png.mmp")
            check.convert(name, f"{stem}-png.dds")
    for kind in ("dxt1", "dxt3", "dxt5", "pnt3", "565", "1555", "4444", "8888"):
        check.convert("1555-mmp.png", f"{kind}.mmp", "--format", kind, "--mips")
        check.convert("1555-mmp.png", f"{kind}.dds", "--format", kind)
    check.end("conversions: textures")


def model_conversions(check):
    check.begin("models")
    scenes = [path for path in corpus("glb_model") if not re.fullmatch("[0-9a-f]{12}", path.name)] + [CORPUS / "gltf/scene.glb"]
    for path in scenes:
        data = path.read_bytes()
        check.put(f"{path.stem}.glb", data[data.index(b"glTF"):])
    for path in corpus("cam"):
        if not path.name.startswith("found"):
            check.give(path, f"{path.stem}.cam")
    check.all_given()
    for path in scenes:
        stem = path.stem
        for ending in ("mod", "lnk", "fig"):
            made = f"{stem}-{ending}/{stem}.{ending}"
            if check.convert(f"{stem}.glb", made):
                check.convert(made, f"{stem}-{ending}.glb")
                check.convert(made, f"{stem}-{ending}.png", "--size", "96")
                check.convert(made, f"{stem}-{ending}-sprites", "--as", "sprites", "--size", "32", "--poses", "2")
        if check.convert(f"{stem}.glb", f"{stem}-files"):
            check.convert(f"{stem}-files", f"{stem}-folder.glb")
    for path in corpus("cam"):
        if not path.name.startswith("found"):
            check.convert(f"{path.stem}.cam", f"cam-{path.stem}.glb")
    check.end("conversions: models, camera paths")


def map_conversions(check):
    check.begin("maps")
    for name in ("one.mpr", "dry.mpr", "few.mob", "way.cam", "zero_in_name.mob"):
        check.give(CORPUS / "map" / name, name)
    check.give(CORPUS / "cam/two.cam", "two.cam")
    for name in ("all.mob", "all.yaml", "two.yaml"):
        check.give(CORPUS / "mob_yaml" / name, name)
    for name in ("every_kind", "flat", "odd", "a_text_that_is_exact"):
        check.give(CORPUS / "mob" / name, f"{name}.mob")
    check.all_given()
    for name in ("every_kind", "flat", "odd", "a_text_that_is_exact", "few", "all", "zero_in_name"):
        if check.convert(f"{name}.mob", f"{name}-files"):
            check.convert(f"{name}-files", f"{name}-again.mob")
        if check.convert(f"{name}.mob", f"{name}-y.mob_git.yaml"):
            check.convert(f"{name}-y.mob_git.yaml", f"{name}-yaml.mob")
    check.convert("two.yaml", "two.mob")
    for name in ("one", "dry"):
        check.convert(f"{name}.mpr", f"{name}.glb", "--mob", "few.mob")
        check.convert(f"{name}.glb", f"{name}-moved.mob", "--onto", "few.mob")
        check.convert(f"{name}.mpr", f"{name}-graph.mob", "--mob", "every_kind.mob", "--rebuild-aigraph")
        for kind in ("heights", "tiles", "liquid", "liquid-tiles", "materials", "picture"):
            check.convert(f"{name}.mpr", f"{name}-{kind}.png", "--as", kind)
        check.convert(f"{name}.mpr", f"{name}-camera.png", "--cam", "two.cam")
        check.convert(f"{name}-heights.png", f"{name}-again.mpr", "--onto", f"{name}.mpr")
        check.convert(f"{name}-heights.png", f"{name}-new.mpr")
        check.convert(f"{name}.mpr", f"{name}.tmx")
        check.convert(f"{name}.mpr", f"{name}_game", "--as", "project")
        check.run("unpack", f"{name}.mpr", "-o", f"{name}-parts", "-q")
        part = next((path.name for path in (check.sides[0].folder / check.row / f"{name}-parts").glob("*.mp")), "none.mp")
        check.convert(f"{name}-parts/{part}", f"{name}-parts.png")
        check.convert(f"{name}-parts/{part}", f"{name}-parts.glb")
        check.convert(f"{name}-parts/{part}", f"{name}-parts.tmx")
        check.convert(f"{name}-parts/{part}", f"{name}-parts.mob", "--mob", "every_kind.mob", "--rebuild-aigraph")
        check.convert(f"{name}-parts/{part}", f"{name}_parts_game", "--as", "project")
    check.end("conversions: maps and their objects")


def layout_conversions(check):
    check.begin("layouts")
    check.give(EXAMPLES / "sprites", "aoi")
    check.give(EXAMPLES / "segais", "segais")
    for path in corpus("mvl"):
        check.put(f"mvl/{path.stem}.mvl", path.read_bytes()[2:])
        check.give(EXAMPLES / "sprites/CRS_AOI.png", f"mvl/{path.stem}.png")
    check.give(EXAMPLES / "sprites/CRS_AOI.png", "numbers/00000")
    check.give(EXAMPLES / "sprites/CRS_AOI_.lay", "numbers/00001")
    check.all_given()
    check.convert("aoi/CRS_AOI_.lay", "poses", "--frames", "all")
    check.convert("aoi/CRS_AOI_.lay", "first", "--frames", "first", "--trim", "--sheet")
    check.convert("aoi/CRS_AOI_.lay", "parts", "--layers")
    check.convert("aoi/CRS_AOI_.lay", "segais/portraits", "--as", "portraits")
    check.convert("aoi/CRS_AOI_.lay", "sheet.png")
    for flavour in "ABC":
        check.run("pack", "poses", "-o", f"{flavour}/CRS_AOI_.lay", "-q", "--flavour", flavour)
    for name in ("mpk", "cpk", "lnk4"):
        check.run("pack", "numbers" if name == "lnk4" else "aoi", "-o", f"aoi.{name}", "-q", "--fresh")
        check.convert(f"aoi.{name}", f"aoi-{name}")
        check.convert(f"aoi.{name}", f"aoi-{name}.png")
    for path in corpus("mvl"):
        check.convert(f"mvl/{path.stem}.mvl", f"mvl-{path.stem}.png")
        if check.convert(f"mvl/{path.stem}.mvl", f"mvl-{path.stem}"):
            check.run("pack", f"mvl-{path.stem}", "-o", f"again/{path.stem}.mvl", "-q")
    check.end("conversions: sprites of visual novels")


CONVERSIONS = (project_conversions, table_conversions, texture_conversions, model_conversions, map_conversions,
               layout_conversions)


def quick_conversions(check):
    """Ten of them."""
    check.begin("ten")
    for source, name in (("reg/small.reg", "small.reg"), ("adb/small_84", "small.adb"), ("db/units", "units.udb"),
                         ("map/one.mpr", "one.mpr"), ("dds/sample", "sample.dds"), ("cam/two.cam", "two.cam")):
        check.give(CORPUS / source, name)
    check.all_given()
    for source, target in (("small.reg", "small.ini"), ("small.ini", "again.reg"), ("small.adb", "small.csv"),
                           ("units.udb", "units"), ("units", "again.udb"), ("units.udb", "units.xlsx"),
                           ("one.mpr", "one.png"), ("one.mpr", "one.glb"), ("sample.dds", "sample.png"),
                           ("two.cam", "two.glb")):
        if not check.convert(source, target):
            check.differ(f"{source} to {target}: refused")
    check.end("conversions: ten of them")


def missing_conversions(check, linux):
    """Rows of the table of conversions that no command above has made."""
    table = subprocess.run([linux, "formats", "conversions"], capture_output=True, text=True, check=True).stdout
    rows = 0
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) < 3 or cells[0] in ("from", "---"):
            continue
        rows += 1
        sources, targets = (set(re.findall(r"\.(\w+)", cell)) for cell in cells[:2])
        if not any((source in sources or not sources and (source == "" or cells[0] != "folder")) and
                   (target in targets or not targets and (target == "" or cells[1] != "folder"))
                   for source, target in check.made):
            check.problems.append(f"no command here converts {cells[0]} to {cells[1]}")
    print(f"{rows} rows of `oisin formats conversions`; {len(check.made)} conversions made, {check.refused} refused by both")


# ---- archives ----

def archives(check):
    check.begin("archives")
    kinds = ("res", "mpk", "cpk", "lnk4")
    given = []
    for kind in ("res",) if check.is_quick else kinds:
        for path in corpus(kind):
            if check.is_quick and given:
                break
            if len(path.name) < 30 and not path.name.startswith("found"):
                given.append(f"{path.stem}.{kind}")
                check.give(path, given[-1])
    if not check.is_quick:
        for name in ("one", "dry"):
            given.append(f"{name}.mpr")
            check.give(CORPUS / f"map/{name}.mpr", f"{name}.mpr")
        for name in ("small", "clips"):
            check.give(CORPUS / "model" / name, f"{name}.mod")
            given.append(f"{name}.mod")
    check.give(EXAMPLES / "segais/npcs", "npcs")
    check.all_given()
    for name in given:
        ending = name.rsplit(".", 1)[1]
        if check.run("unpack", name, "-o", f"{name}-folder", "-q"):
            check.run("pack", f"{name}-folder", "-o", f"again-{name}", "-q")
            check.run("pack", f"{name}-folder", "-o", f"fresh-{name}", "-q", "--fresh")
            check.run("diff", name, f"again-{name}")
            check.run("diff", name, f"fresh-{name}")
        check.run("unpack", name, "-o", f"{name}-deep", "-q", "--recursive")
    for ending in ("res",) if check.is_quick else ("res", "mq", "mpr", "mod", "bon", "anm", "mpk", "cpk", "lnk4"):
        name = f"npcs.{ending}"
        check.run("pack", "npcs", "-o", name)
        if check.run("unpack", name, "-o", f"{name}-folder"):
            check.run("pack", f"{name}-folder", "-o", f"again-{name}")
    if not check.is_quick:
        check.run("pack", "npcs", "-o", "eipacker.res", "--layout", "eipacker")
        check.run("pack", "npcs", "-o", "dbeditor.res", "--layout", "dbeditor", "--dedup")
        workspaces(check)
    check.end("archives: unpack and pack of each kind, workspaces")


def workspaces(check):
    for side in check.sides:
        folder = side.folder / check.row
        (folder / "game").mkdir()
        for name in ("npcs.res", "one.mpr", "npcs.mq"):
            shutil.copyfile(folder / name, folder / "game" / name)
        shutil.copyfile(CORPUS / "db/units", folder / "game/units.udb")
        shutil.copyfile(CORPUS / "mmp/1555.mmp", folder / "game/1555.mmp")
        shutil.copyfile(CORPUS / "reg/small.reg", folder / "game/small.reg")
    check.run("unpack", "game", "-o", "work", "--recursive", "--open")
    for side in check.sides:
        with open(side.folder / check.row / "work/small.reg.ini" if (side.folder / check.row / "work/small.reg.ini").exists()
                  else next((side.folder / check.row / "work").glob("small*")), "ab") as file:
            file.write(b"\n[more]\nvalue=1\n")
    check.run("pack", "work", "-o", "game", "--dry-run")
    check.run("pack", "work", "-o", "game")
    check.run("merge", "game", "game", "game", "-o", "both")
    for side in check.sides:  # what a workspace knows of the game: times of files
        for name in ("packed.json",):
            for path in (side.folder / check.row).rglob(name):
                path.unlink()


# ---- texts ----

def scripts(check):
    check.begin("scripts")
    check.give(EXAMPLES / "segais", "segais")
    check.give(EXAMPLES / "skerry", "skerry")
    check.give(ROOT / "tests/scripts", "scripts")
    check.give(CORPUS / "mob/every_kind", "every_kind.mob")
    check.all_given()
    for name in ("segais", "skerry"):
        check.run("build", name, "-q", "--no-cache", "-o", f"{name}.tng")
        for words in (("list",), ("lift",), ("list", "-O")):
            check.run("script", words[0], name if "-O" in words else f"{name}.tng", *words[1:])
    check.run("script", "list", "every_kind.mob")
    check.run("script", "format", "every_kind.mob")
    check.run("script", "reference")
    check.run("script", "syntax")
    for path in sorted((ROOT / "tests/scripts").glob("*.script")):
        check.run("script", "run", "skerry.tng", f"scripts/{path.name}", "--trace", "--seconds", "5")
    check.end("scripts: list, lift, run, format")


def texts(check):
    check.begin("texts")
    check.give(EXAMPLES / "segais", "segais")
    for folder in ("po", "difference", "merge"):
        check.give(CORPUS / folder, folder)
    check.all_given()
    check.run("po", "stats", "segais")
    check.run("po", "stats", "segais", "--json")
    check.run("po", "template", "segais", "-o", "segais.pot")
    check.run("po", "merge", "segais", "de", "fr", "ga", "ja")
    check.run("po", "pseudo", "segais")
    check.run("build", "segais", "--no-cache", "-o", "translated.tng")
    check.run_many(["check"], [f"po/{path.name}" for path in corpus("po")])
    names = [path.name for path in corpus("merge")]
    for one, other in zip(names[::2], names[1::2]):
        check.run("diff", f"merge/{one}", f"merge/{other}")
        check.run("merge", f"merge/{one}", f"merge/{other}", f"merge/{one}", "-o", f"{one}.merged")
    for page in ("conversions", "protocol", "state", "unproven", "tng", "lay", "res", "obj"):
        check.run("formats", page)
    check.run("help")
    check.run("help", "convert")
    check.run("completion", "bash")
    check.run("buidl")
    check.run("build", "nowhere")
    check.end("texts: po, diff, merge, generated documents")


# ---- games ----

def games(check):
    check.begin("games")
    grids = {"square": "segais"} if check.is_quick else {"square": "segais", "isometric": "segais-iso",
                                                         "hexagonal-y": "segais-hex", "hexagonal-x": "segais-hex"}
    for grid, name in grids.items():
        check.give(EXAMPLES / name, grid)
    for side in check.sides if not check.is_quick else []:
        game = side.folder / check.row / "hexagonal-x"
        for path in [*(game / "maps").glob("*.t?x"), *game.rglob("config")]:
            if path.is_file():
                data = path.read_bytes()
                path.write_bytes(data.replace(b'staggeraxis="y"', b'staggeraxis="x"').replace(b"hexv", b"hexh"))
    # Without the lines that are for one game, or leave the game by its menu.
    lines = (ROOT / "tools/long.input").read_text().splitlines(True)
    check.put("long.input", "".join(line for line in lines if not re.match(r"\d+ (run|press|option|say|end)", line)).encode())
    check.give(ROOT / "tools/demo.input", "demo.input")
    check.all_given()
    frames = 900 if check.is_quick else 10000
    recording = "demo.input" if check.is_quick else "long.input"
    for grid in grids:
        check.run("build", grid, "-q", "--no-cache", "-o", f"{grid}.tng")
        menu = [] if check.is_quick else ["--skip-menu"]
        played = check.run("play", f"{grid}.tng", "--headless", *menu, "--input", recording, "--frames", frames,
                           "--screenshot", f"{grid}.png", "--save", f"{grid}.sav")
        print(f"   {grid}: {check.last.out.decode(errors='replace').strip() or check.last.messages.decode(errors='replace').strip()}")
        if not played:
            check.differ(f"{grid}: the game does not run")
        if not check.is_quick:
            check.run("play", f"{grid}.tng", "--headless", "--skip-menu", "--seed", "7", "--frames", "2000", "--record", f"{grid}.input",
                      "--language", "de", "--screenshot", f"{grid}-de.png")
    if not check.is_quick:
        for side in check.sides:  # each goes on with what the other has saved
            other = check.sides[0] if side.is_windows else check.sides[1]
            for grid in grids:
                shutil.copyfile(other.folder / check.row / f"{grid}.sav", side.folder / check.row / f"{grid}-other.sav")
        for grid in grids:
            check.run("check", f"{grid}-other.sav")
            check.run("play", f"{grid}.tng", "--headless", "--load", f"{grid}-other.sav", "--frames", "1000",
                      "--screenshot", f"{grid}-on.png", "--save", f"{grid}-on.sav")
            print(f"   {grid}, loaded: {check.last.out.decode(errors='replace').strip()}")
    check.end(f"games of {frames} frames on {len(grids)} grid{'s' * (len(grids) > 1)}: worlds, images"
              + ("" if check.is_quick else ", saved games both ways"))


def main():
    words = sys.argv[1:]
    if len(words) < 2:
        sys.exit(__doc__)
    linux, windows = (str(pathlib.Path(word).resolve()) for word in words[:2])
    is_quick = "quick" in words[2:]
    chosen = [word for word in words[2:] if word != "quick"]
    with tempfile.TemporaryDirectory(prefix="oisin-windows-") as folder:
        if os.environ.get("KEEP"):
            folder = os.environ["KEEP"]
        os.environ.setdefault("WINEPREFIX", f"{folder}/wine")
        check = Check(linux, windows, pathlib.Path(folder), is_quick)
        print(f"{'results of':<60} {'compared':>8} {'differences':>11}")
        parts = (builds, archives, quick_conversions, games) if is_quick else (
            builds, reads, to_json, *CONVERSIONS, archives, scripts, texts, games)
        try:
            for part in parts:
                if not chosen or part.__name__ in chosen:
                    part(check)
            if not is_quick and not chosen:
                missing_conversions(check, linux)
        finally:
            if os.environ["WINEPREFIX"] == f"{folder}/wine":
                subprocess.run(["wineserver", "-k"], check=False)
        if check.sounds:
            print(f"{check.sounds} Vorbis files have other bytes, but as many samples and the same size within 1 %")
        for problem in check.problems:
            print(problem)
        print(f"{sum(row[1] for row in check.rows)} results compared, {len(check.problems)} differences")
        sys.exit(1 if check.problems else 0)


if __name__ == "__main__":
    main()
