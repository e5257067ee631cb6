#!/usr/bin/env python3
"""tests_for.py BUILD [BASE]: the tests that a change since the commit BASE (HEAD: what is not committed) can break.

Changed tests, and those that name a symbol of a changed file, directly or through a kit of tests/lib. If none names it,
those that name a symbol of the files that use it, and so on up. A header or table counts as the .c file of its name,
otherwise as every file that includes it. The symbols come from nm, so everything must be built. Tests that only run the
program are not found.
"""
import glob, os, subprocess, sys


def changed_files(base):
    names = subprocess.run(["git", "diff", "--name-only", base], capture_output=True, text=True, check=True).stdout
    new = subprocess.run(["git", "ls-files", "-o", "--exclude-standard"], capture_output=True, text=True, check=True).stdout
    return [name for name in (names + new).split() if os.path.exists(name)]


def object_of(path, build):
    """Tests have no folders in BUILD/tests: their names are unique."""
    name = os.path.basename(path)
    return os.path.join(build, "tests" if name.startswith("test_") else os.path.dirname(path), os.path.splitext(name)[0] + ".o")


def objects_below(build):
    """Those of sources that are still there."""
    sources = glob.glob("src/**/*.c", recursive=True) + glob.glob("tests/**/*.c", recursive=True)
    return sorted(name for name in {object_of(path, build) for path in sources} if os.path.exists(name))


def symbols(objects):
    """Of each object, the global symbols that it defines and those that it needs."""
    defined, needed = {}, {}
    lines = subprocess.run(["nm", "-A", "-g", "-P"] + objects, capture_output=True, text=True, check=True).stdout
    for line in lines.splitlines():
        name, symbol, kind = line.split()[:3]
        (needed if kind == "U" else defined).setdefault(name.rstrip(":"), set()).add(symbol)
    return defined, needed


def includes(build, objects, header):
    """The objects that are made again when the header changes."""
    found = []
    for name in objects:
        rules = name[:-2] + ".d"
        if os.path.exists(rules) and header in open(rules, encoding="utf-8").read().split():
            found.append(name)
    return found


def objects_of(path, build, objects):
    own = object_of(path, build)
    if own in objects:
        return [own]
    return includes(build, objects, path) if path.endswith((".h", ".def")) else []


def users(names, objects, needed):
    return {name for name in objects if needed.get(name, set()) & names}


def tests_of(first, build, objects, defined, needed):
    """Level by level: a test that stands closer to the change says more."""
    in_tests = lambda name: name.startswith(os.path.join(build, "tests"))
    is_test = lambda name: os.path.basename(name).startswith("test_")
    level, seen = set(first), set(first)
    while level:
        found = {name for name in level if is_test(name)}
        names = set().union(*(defined.get(name, set()) for name in level if not is_test(name)), set())
        found |= {name for name in users(names, objects, needed) if in_tests(name)}
        kits = {name for name in found if not is_test(name)}
        found |= {name for name in users(set().union(*(defined.get(kit, set()) for kit in kits), set()), objects, needed)
                  if is_test(name)} if not any(map(is_test, found)) else set()
        found = {name for name in found if is_test(name)}
        if found:
            return found
        level = users(names, objects, needed) - seen
        seen |= level
    return set()


def main(build, base="HEAD"):
    objects = objects_below(build)
    defined, needed = symbols(objects)
    tests = set()
    for path in changed_files(base):
        for one in objects_of(path, build, objects):
            tests |= tests_of([one], build, objects, defined, needed)
    print("\n".join(sorted(os.path.basename(name)[:-2] for name in tests)))


if __name__ == "__main__":
    main(*sys.argv[1:])
