#!/usr/bin/env python3
"""Mutation testing: which small faults in a folder of src/ does no test notice?

    tools/mutate.py [--sample N] [--seed S] [--jobs J] [--budget SECONDS] [--network] FOLDER_OR_FILE...

Each mutant changes one thing in one .c file: an operator, a constant, a condition (always true,
always false) or a statement (removed). It is compiled alone, the tests that run its line are
run, and if all of them pass the mutant has survived: `file:line: change` is printed. The last line is
`N mutants, K survived (P %)`, also when it is interrupted.

How it works. The working tree is copied to build/mutate/tree and built there with config=mutate:
-O0, with assertions, all sources in libinside.so. Every program is linked with an empty
libmutant.so before it. A mutant is its one source file compiled to another libmutant.so, whose
functions are found before those of libinside.so; LD_LIBRARY_PATH says which one. So nothing is
linked again, and the child processes of a test run the mutant, too.

Which tests cover a line is measured first: libmutant.so is the folder compiled with --coverage, and
every test program of the unit stage (tools/network_tests.txt lists the others; --network: these, too) and
every fuzz corpus runs with it. A program that fails there, before anything is changed, is left out, and reported. The
results stay in build/mutate/coverage; a program is measured again if it or the folder has changed.

A mutant has failed a test if the program ends with another status than 0, or takes four times as
long as without it. Tests run in this order: those named like the file, then the fastest; after
--budget seconds (30) the rest is not run. Mutants that the compiler makes the same code of (gcc -O2) are
not counted, nor are those that tools/mutate_equivalent.txt lists."""
import argparse
import collections
import concurrent.futures
import fcntl
import hashlib
import json
import os
import pathlib
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutate"
TREE = WORK / "tree"
BUILD = TREE / "build" / "mutate"
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-ffp-contract=off", "-fPIC", "-w", "-Isrc", "-Iinclude"]
MEMORY_MAX = 8 << 30
SLOWEST_TEST = 120  # s

Mutant = collections.namedtuple("Mutant", "path line start end text change")

# ---- finding what can be changed ----

# Binary operators have a blank on both sides: clang-format sees to that.
BINARY = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "*=": "+=", "/=": "*=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
}  # fmt: skip
SPACED = re.compile(r" (%s)(?=[ \n])" % "|".join(re.escape(o) for o in sorted(BINARY, key=len, reverse=True)))
NUMBER = re.compile(r"(?<![\w.\"'])(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)(?![\w.])")
STEP = re.compile(r"\+\+|--")
NOT = re.compile(r"!(?=[\w(])")
WORD = re.compile(r"\b(true|false)\b")
CONDITION = re.compile(r"\b(if|while) \(")
STATEMENT = re.compile(r"^[ \t]+(?:[A-Za-z_*(][^;{}]*?|continue|break);$", re.M)
NO_STATEMENT = re.compile(r"^\s*(return|goto|case|default|else|typedef|static|const|enum|struct|do|for|if|while|switch)\b")
DECLARATION = re.compile(r"^\s*(?:(?:unsigned|signed|const|static|struct)\s+)*\w+\s+\**\w+(\[[^]]*\])*\s*(=|;|,)")


def blank_out(text):
    """The text with comments, strings, preprocessor lines and assertions replaced by blanks."""
    skipped = re.compile(
        r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M
    )
    text = skipped.sub(lambda m: re.sub(r"[^\n]", "\x01", m.group()), text)
    for found in list(re.finditer(r"\b(?:assert|_Static_assert|static_assert|report_\w+) ?\(", text)):
        end = closing(text, found.end() - 1)
        text = text[: found.end()] + re.sub(r"[^\n]", "\x01", text[found.end() : end]) + text[end:]
    return text


def closing(text, at):
    """Where the bracket that is opened at `at` is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return len(text)


def mutants_of(path):
    text = (ROOT / path).read_text()
    code = blank_out(text)
    found = []

    def add(start, end, new, what):
        old = text[start:end]
        line = text.count("\n", 0, start) + 1
        found.append(Mutant(path, line, start, end, new, what or f"{old} -> {new}"))

    for match in SPACED.finditer(code):
        add(match.start(1), match.end(1), BINARY[match.group(1)], None)
    for match in STEP.finditer(code):
        add(match.start(), match.end(), "--" if match.group() == "++" else "++", None)
    for match in NOT.finditer(code):
        add(match.start(), match.end(), "", "! removed")
    for match in WORD.finditer(code):
        add(match.start(), match.end(), "false" if match.group() == "true" else "true", None)
    for match in NUMBER.finditer(code):
        value = int(match.group(1), 0) if not re.fullmatch(r"0\d+", match.group(1)) else int(match.group(1), 8)
        new = 0 if value == 1 else value + 1
        add(match.start(), match.end(), f"{new}{match.group(2)}", None)
    for match in CONDITION.finditer(code):
        start, end = match.end(), closing(code, match.end() - 1)
        inside = text[start:end]
        for value in ("0 &&", "1 ||") if match.group(1) == "if" else ("0 &&",):
            what = f"{match.group(1)} ({' '.join(inside.split())}) is {'true' if value[0] == '1' else 'false'}"
            add(start, end, f"{value} ({inside})", what)
    for match in STATEMENT.finditer(code):
        body = match.group()
        if "\x01" in body.split("(")[0] or NO_STATEMENT.match(body) or DECLARATION.match(body):
            continue
        start = match.start() + len(body) - len(body.lstrip())
        if text[start : match.end()].startswith(("assert", "_Static_assert")):
            continue
        add(start, match.end(), ";", f"removed: {' '.join(text[start : match.end()].split())}")
    return sorted(found, key=lambda m: (m.start, m.end, m.text))


# ---- the scratch copy ----


def copy_tree():
    """What git knows or would add, to build/mutate/tree; only what has changed, so that make
    builds only that."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout.decode()
    names = [n for n in listed.split("\0") if n and (ROOT / n).is_file()]
    for name in names:
        source, target = ROOT / name, TREE / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
            os.utime(target)
    wanted = {TREE / name for name in names}
    for folder in ("src", "include", "tests", "fuzz", "tools"):
        for path in (TREE / folder).rglob("*"):
            if path.is_file() and path not in wanted:
                path.unlink()
    return names


def build(jobs):
    words = ["make", "-s", f"-j{jobs}", "config=mutate", "CC=gcc", "mutate-build"]
    made = subprocess.run(words, cwd=TREE, stdout=subprocess.DEVNULL)
    if made.returncode:
        sys.exit("config=mutate does not build")


def package_flags():
    text = (ROOT / "Makefile").read_text()
    names = re.findall(r"^(?:LIB_PACKAGES :=|LAZY_PACKAGES :=|PACKAGES := \$\(LIB_PACKAGES\)) (.*)$", text, re.M)
    names = " ".join(names).split()
    made = subprocess.run(["pkg-config", "--cflags", *names], check=True, stdout=subprocess.PIPE)
    return made.stdout.decode().split()


# ---- running tests ----


def programs(with_network):
    listed = (ROOT / "tools/network_tests.txt").read_text().split("\n")
    network = set() if with_network else {line.split()[0] for line in listed if line.strip()}
    found = []
    for path in sorted((ROOT / "tests").glob("**/test_*.c")):
        if path.stem not in network:
            found.append(path.stem)
    for path in sorted((ROOT / "fuzz").glob("fuzz_*.c")):
        if (ROOT / "fuzz/corpus" / path.stem[5:]).is_dir():
            found.append(path.stem)
    return found


def run_test(name, library, own, limit, **more):
    """Runs a test program with the libmutant.so of a folder; True if it passes, and the seconds."""
    words = [str(BUILD / "tests" / name)]
    if name.startswith("fuzz_"):
        corpus = TREE / "fuzz/corpus" / name[5:]
        words = [str(BUILD / "fuzz" / name), *sorted(map(str, corpus.iterdir()))]
    shutil.rmtree(own, ignore_errors=True)
    (own / "tmp").mkdir(parents=True)
    environment = dict(
        os.environ, LD_LIBRARY_PATH=f"{library}:{BUILD}", OISIN=str(BUILD / "oisin"), TMPDIR=str(own / "tmp"),
        HOME=str(own), XDG_CACHE_HOME=str(own), XDG_DATA_HOME=str(own), XDG_CONFIG_HOME=str(own), **more,
    )  # fmt: skip
    started = time.monotonic()
    process = subprocess.Popen(
        words, cwd=TREE, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
        preexec_fn=lambda: (
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX)),
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30)),
        ),
    )  # fmt: skip
    try:
        status = process.wait(limit)
    except subprocess.TimeoutExpired:
        status = -signal.SIGKILL
    try:
        os.killpg(process.pid, signal.SIGKILL)  # and all that it has started
    except ProcessLookupError:
        pass
    process.wait()
    shutil.rmtree(own, ignore_errors=True)
    return status == 0, time.monotonic() - started


def compile_library(source, out, flags):
    words = ["gcc", "-shared", "-Wl,-soname,libmutant.so", *FLAGS, *flags, "-o", str(out), *map(str, source)]
    return subprocess.run(words, cwd=TREE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


# ---- coverage ----


def measure_one(name, folder, sources, known):
    """Whether a program passes, its seconds, and the lines of the sources that it runs."""
    path = known / f"{name}.json"
    binary = BUILD / ("fuzz" if name.startswith("fuzz_") else "tests") / name
    state = hashlib.sha256(binary.read_bytes()).hexdigest()
    if path.exists() and (old := json.loads(path.read_text()))["state"] == state:
        return old
    counts = folder / "counts" / name
    shutil.rmtree(counts, ignore_errors=True)
    passes, seconds = run_test(
        name, folder, folder / "own" / name, SLOWEST_TEST, GCOV_PREFIX=str(counts), GCOV_PREFIX_STRIP="99"
    )
    lines = {}
    if passes and counts.is_dir():
        for note in folder.glob("*.gcno"):
            if (counts / note.name).with_suffix(".gcda").exists():
                shutil.copy(note, counts)
        said = subprocess.run(
            ["gcov", "--json-format", "--stdout", *[p.name for p in counts.glob("*.gcda")]],
            cwd=counts, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ).stdout  # fmt: skip
        for line in said.splitlines():
            for file in json.loads(line)["files"] if line else []:
                if file["file"] in sources:
                    every = lines.setdefault(file["file"], {})
                    for one in file["lines"]:
                        number = str(one["line_number"])
                        every[number] = every.get(number, False) or one["count"] > 0
    shutil.rmtree(counts, ignore_errors=True)
    measured = {"state": state, "passes": passes, "seconds": seconds, "lines": lines}
    path.write_text(json.dumps(measured))
    return measured


def measure(sources, flags, jobs, with_network):
    """For each program: the seconds that it takes; for each file and line: the programs that run it."""
    state = hashlib.sha256("\n".join(sources).encode())
    for source in sources:
        state.update((TREE / source).read_bytes())
    state = state.hexdigest()[:16]
    known, folder = WORK / "coverage" / state, WORK / f"measure-{state}"
    known.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)

    def compile_one(item):
        number, source = item
        out = folder / f"{number}_{pathlib.Path(source).stem}.o"
        words = ["gcc", "-c", "--coverage", *FLAGS, *flags, "-o", str(out), source]
        if not out.exists() and subprocess.run(words, cwd=TREE).returncode:
            sys.exit(f"{source} does not compile")
        return out

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(compile_one, enumerate(sources)))
        words = ["gcc", "-shared", "--coverage", "-Wl,-soname,libmutant.so", "-o", str(folder / "libmutant.so")]
        subprocess.run([*words, *map(str, objects)], check=True)
        names = programs(with_network)
        results = dict(zip(names, pool.map(lambda n: measure_one(n, folder, set(sources), known), names)))
    out = {"seconds": {}, "lines": {}, "left_out": []}
    for name, measured in results.items():
        if not measured["passes"]:
            out["left_out"].append(name)
            continue
        out["seconds"][name] = measured["seconds"]
        for file, numbers in measured["lines"].items():
            every = out["lines"].setdefault(file, {})
            for number, ran in numbers.items():
                runners = every.setdefault(number, [])
                if ran:
                    runners.append(name)
    return out


def tests_of(mutant, coverage):
    """The programs that run the line; those named like its file first, then the fastest."""
    lines = coverage["lines"].get(mutant.path, {})
    text = (ROOT / mutant.path).read_text()
    last = mutant.line + text[mutant.start : mutant.end].count("\n")
    names = set()
    for line in range(mutant.line, last + 1):
        names.update(lines.get(str(line), []))
    if not any(str(line) in lines for line in range(mutant.line, last + 1)):
        # A part of a longer statement, or a table: gcov counts a statement at its first line.
        opened = text.rfind("\n}", 0, mutant.start)
        first = text.count("\n", 0, max(opened, 0)) + 1
        before = [line for line in range(mutant.line - 1, first, -1) if str(line) in lines]
        if before and text[: mutant.start].rfind("\n{") > opened:
            names.update(lines[str(before[0])])
        else:
            for runners in lines.values():
                names.update(runners)
    stem = pathlib.Path(mutant.path).stem
    alike = lambda name: 0 if name.split("_", 1)[1].split("_")[0] == stem.split("_")[0] else 1
    return sorted(names, key=lambda n: (alike(n) if coverage["seconds"][n] < 10 else 1, coverage["seconds"][n]))


# ---- mutants ----


def changed(mutant):
    text = (TREE / mutant.path).read_text()
    return text[: mutant.start] + mutant.text + text[mutant.end :]


def is_same_code(mutant, folder, flags):
    """Whether gcc -O2 makes the same instructions of it."""
    codes = []
    for name, text in (("before", (TREE / mutant.path).read_text()), ("after", changed(mutant))):
        source = folder / name / pathlib.Path(mutant.path).name
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)
        words = ["gcc", "-O2", "-DNDEBUG", "-S", *FLAGS, *flags, "-o", "-", source.name]
        extra = [f"-I{TREE / 'src'}", f"-I{TREE / 'include'}", f"-I{(TREE / mutant.path).parent}"]
        codes.append(subprocess.run([*words, *extra], cwd=source.parent, stdout=subprocess.PIPE).stdout)
    return codes[0] == codes[1]


def lines_of(mutant):
    text = (ROOT / mutant.path).read_text()
    start = text.rfind("\n", 0, mutant.start) + 1
    end = text.find("\n", mutant.end)
    new = text[start : mutant.start] + mutant.text + text[mutant.end : end]
    return " ".join(text[start:end].split()), " ".join(new.split())


def try_mutant(mutant, coverage, folders, flags, budget):
    """(kind, text): invalid, equivalent, killed or survived, and by what."""
    tests = tests_of(mutant, coverage)
    folder = folders.get()
    try:
        source = folder / pathlib.Path(mutant.path).name
        source.write_text(changed(mutant))
        include = [f"-I{(TREE / mutant.path).parent}"]
        if not compile_library([source], folder / "libmutant.so", [*flags, *include]):
            return "invalid", ""
        spent, count = 0, 0
        for name in tests:
            if spent > budget:
                break
            usual = coverage["seconds"][name]
            passes, seconds = run_test(name, folder, folder / "own", 5 + 4 * usual)
            if not passes:
                return "killed", name
            spent += seconds
            count += 1
        if is_same_code(mutant, folder, flags):
            return "equivalent", ""
        return "survived", f"{count} of {len(tests)} programs that run it" if tests else "no test runs it"
    finally:
        folders.put(folder)


def allowed():
    """From tools/mutate_equivalent.txt: (file, line before, line after)."""
    path = ROOT / "tools/mutate_equivalent.txt"
    found = set()
    for line in path.read_text().splitlines() if path.exists() else []:
        if line and not line.startswith("#"):
            found.add(tuple(part.strip() for part in line.split(" @@ ")[:3]))
    return found


def wait_for_others():
    """Two runs would exchange the files of build/mutate under each other."""
    WORK.mkdir(parents=True, exist_ok=True)
    lock = open(WORK / "lock", "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main():
    parser = argparse.ArgumentParser(description="prints mutants of a folder that no test notices")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--budget", type=float, default=30, help="seconds of tests for one mutant (default: 30)")
    parser.add_argument("--network", action="store_true", help="run test programs of the network stage, too")
    parser.add_argument("--line", type=int, help="only mutants of this line")
    parser.add_argument("--verbose", action="store_true", help="print killed mutants, too, and by what")
    parser.add_argument("folders", nargs="+", metavar="FOLDER_OR_FILE")
    options = parser.parse_args()
    lock = wait_for_others()  # until the end
    copy_tree()
    build(options.jobs)
    sources = []
    for folder in options.folders:
        path = (ROOT / folder).resolve()
        found = [path] if path.suffix == ".c" else sorted(path.rglob("*.c"))
        sources += [str(p.relative_to(ROOT)) for p in found]
    if not sources:
        sys.exit(f"no .c file in {' '.join(options.folders)}")
    flags = package_flags()
    # Coverage of the whole folder also for one file of it: it is measured once.
    whole = sorted({str(p.relative_to(ROOT)) for s in sources for p in (ROOT / s).parent.glob("*.c")} | set(sources))
    coverage = measure(whole, flags, options.jobs, options.network)
    for name in coverage["left_out"]:
        print(f"left out: {name} fails without any change", flush=True)
    skip = allowed()
    mutants = [m for source in sources for m in mutants_of(source)]
    mutants = [m for m in mutants if (m.path, *lines_of(m)) not in skip]
    if options.line:
        mutants = [m for m in mutants if m.line == options.line]
    random.Random(options.seed).shuffle(mutants)
    folders = queue.Queue()
    for i in range(options.jobs):
        folder = WORK / f"worker{i}"
        folder.mkdir(parents=True, exist_ok=True)
        folders.put(folder)
    counts = collections.Counter()
    wanted = min(options.sample or len(mutants), len(mutants))
    left = iter(mutants)
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    running = {}
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            # Those that do not count (invalid, equivalent) are replaced by others.
            while len(running) < options.jobs and len(running) + counts["killed"] + counts["survived"] < wanted:
                mutant = next(left, None)
                if mutant is None:
                    break
                running[pool.submit(try_mutant, mutant, coverage, folders, flags, options.budget)] = mutant
            if not running:
                break
            done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                mutant = running.pop(future)
                kind, text = future.result()
                counts[kind] += 1
                if kind == "survived" or options.verbose:
                    print(f"{mutant.path}:{mutant.line}: {mutant.change} ({kind}; {text})", flush=True)
                    if kind == "survived":
                        print("    " + " @@ ".join((mutant.path, *lines_of(mutant))), flush=True)
    except KeyboardInterrupt:
        print("stopped; so far:")
    all_counted = counts["killed"] + counts["survived"]
    print(f"not counted: {counts['invalid']} do not compile, {counts['equivalent']} are the same code")
    print(f"{all_counted} mutants, {counts['survived']} survived ({100 * counts['survived'] / max(all_counted, 1):.1f} %)")


if __name__ == "__main__":
    main()
