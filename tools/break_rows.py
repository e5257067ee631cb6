#!/usr/bin/env python3
"""Does each test that docs/conformance.md names fail when the statement of its row is broken?

    tools/break_rows.py [--jobs J] [--no-build] [ROW or FIRST-LAST]...

tests/conformance_breaks.txt has one line per break, with tabs between its four columns:

    ROW     FILE    OLD     NEW

The text OLD stands exactly once in FILE, a .c file of src/; with NEW in its place the statement of
the row is broken. `\\n`, `\\t` and `\\\\` are what they are in C. Each break is compiled alone and the
tests of its row run, as tools/mutate.py does it (libmutant.so is found before libinside.so, so that
nothing is linked again). Printed are breaks that no test of the row notices, tests that fail with
none of the row's breaks or without any, and rows of the table that work and have no break."""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile

import conformance
import mutate

BREAKS = mutate.ROOT / "tests" / "conformance_breaks.txt"
Break = collections.namedtuple("Break", "line row path old new")
LIMIT = 300  # s, for one program of tests


def plain(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def breaks(rows):
    """The breaks of the table, and what is wrong with it."""
    found, errors = [], []
    for line, text in enumerate(BREAKS.read_text().split("\n"), 1):
        if not text or text.startswith("#"):
            continue
        cells = text.split("\t")
        if len(cells) != 4 or not cells[0].isdigit() or cells[0] not in rows:
            errors.append(f"{BREAKS.name}:{line}: expected ROW, FILE, OLD and NEW, with tabs between them")
            continue
        path = mutate.ROOT / cells[1]
        one = Break(line, cells[0], cells[1], plain(cells[2]), plain(cells[3]))
        times = path.read_text().count(one.old) if path.is_file() else 0
        if times != 1:
            errors.append(f"{BREAKS.name}:{line}: the old text stands {times} times in {one.path}; expected once")
        found.append(one)
    return found, errors


def without_break(rows, wanted, found):
    broken = {one.row for one in found}
    missing = [row for row in rows if row in wanted and rows[row][2] == "works" and row not in broken]
    return [f"{BREAKS.name}: row {row} works, and no break shows it" for row in missing]


# ---- running the tests of a row ----


def words_of(name):
    program, _, function = name.partition(":")
    build = mutate.BUILD
    if program == "script":
        return [str(build / "tests/test_scripts")], rf"tests/scripts/{function}\.script|\b{function}\.script"
    if program == "scenario":
        return [str(build / "oisin"), "test", f"examples/segais/tests/{function}.test"], None
    if program == "tool":
        return [f"tools/check_{function}.sh"], None
    return [str(build / "tests" / program)], rf"^\[  FAILED  \] {function}$"


def failed_of(names, library, own):
    """Those of the tests, all of one program, that fail with the libmutant.so of a folder."""
    words, _ = words_of(names[0])
    environment = dict(
        os.environ, LD_LIBRARY_PATH=f"{library}:{mutate.BUILD}", OISIN=str(mutate.BUILD / "oisin"),
        TMPDIR=own, HOME=own, XDG_CACHE_HOME=own, XDG_DATA_HOME=own, XDG_CONFIG_HOME=own,
    )  # fmt: skip
    try:
        run = subprocess.run(
            words, cwd=mutate.TREE, env=environment, timeout=LIMIT, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return set(names)
    output = run.stdout.decode(errors="replace")

    def fails(name):
        _, failed = words_of(name)
        if run.returncode < 0 or not failed:  # ended by a signal: this and each later test
            return run.returncode != 0
        return re.search(failed, output, re.M) is not None

    return {name for name in names if fails(name)}


def by_program(names):
    """The tests in lists of those that one run of a program shows."""
    lists = collections.defaultdict(list)
    for name in names:
        lists[tuple(words_of(name)[0])].append(name)
    return list(lists.values())


def failing(one, tests, folder, flags):
    """Those of the tests that fail with the break, which may be None; None if it does not compile."""
    source = folder / "mutant.c"
    source.write_text("")
    own_flags = flags
    if one:
        path = mutate.TREE / one.path
        source.write_text(f'#line 1 "{path}"\n' + path.read_text().replace(one.old, one.new))
        own_flags = ["-iquote", str(path.parent), *flags]
    if not mutate.compile_library([source], folder / "libmutant.so", own_flags):
        return None
    with tempfile.TemporaryDirectory() as own:
        return set().union(*(failed_of(names, folder, own) for names in by_program(tests)))


# ---- all of them ----


def chosen(words, rows):
    wanted = set()
    for word in words:
        first, _, last = word.partition("-")
        wanted |= {str(n) for n in range(int(first), int(last or first) + 1)}
    return {row for row in rows if row in wanted} if words else set(rows)


def report(one, tests, failed):
    if failed is None:
        return f"{BREAKS.name}:{one.line}: row {one.row}: does not compile"
    if not failed:
        return f"{BREAKS.name}:{one.line}: row {one.row}: no test of the row fails: {' '.join(tests)}"
    return None


def main():
    parser = argparse.ArgumentParser(description="breaks statements and looks whether their tests fail")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-build", action="store_true", help="do not build build/mutate again")
    parser.add_argument("--table", action="store_true", help="only look whether the table fits the sources")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    options = parser.parse_args()
    table, errors = conformance.rows(conformance.TABLE)
    rows = {cells[0]: cells for cells in table}
    found, more = breaks(rows)
    wanted = chosen(options.rows, rows)
    errors += more + without_break(rows, wanted, found)
    if options.table:
        sys.exit("\n".join(errors) or 0)
    found = [one for one in found if one.row in wanted and not any(f":{one.line}:" in e for e in errors)]
    lock = mutate.wait_for_others()
    if not options.no_build:
        mutate.copy_tree()
        mutate.build(options.jobs)
    flags = mutate.package_flags()
    folders = queue.Queue()
    for i in range(options.jobs):
        folder = mutate.WORK / f"breaks{i}"
        folder.mkdir(parents=True, exist_ok=True)
        folders.put(folder)

    def run(one, tests):
        folder = folders.get()
        try:
            return failing(one, tests, folder, flags)
        finally:
            folders.put(folder)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        names = sorted({name for one in found for name in rows[one.row][4].split()})
        for failed in pool.map(lambda together: run(None, together), by_program(names)):
            errors += [f"{name} fails without any break" for name in sorted(failed)]
        killed = collections.defaultdict(set)
        results = pool.map(lambda one: run(one, rows[one.row][4].split()), found)
        for one, failed in zip(found, results):
            tests = rows[one.row][4].split()
            line = report(one, tests, failed)
            errors += [line] if line else []
            print(line or f"row {one.row}: {one.path}: {' '.join(sorted(failed))}", flush=True)
            killed[one.row] |= failed or set()
    for row in killed:
        never = set(rows[row][4].split()) - killed[row]
        errors += [f"row {row}: fails with no break: {name}" for name in sorted(never)]
    lock.close()
    print(f"{len(found)} breaks of {len(killed)} rows, {len(errors)} faults")
    sys.exit("\n".join(errors) or 0)


if __name__ == "__main__":
    main()
