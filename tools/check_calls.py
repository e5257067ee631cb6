#!/usr/bin/env python3
"""check_calls.py BUILD: calls between folders of src/ go only where tools/layers.txt permits includes.

A folder may use functions and data of the folders that its row lists, and of those that these list. A header could
declare a function that a folder further down the table defines: the linker would find it, check_layers.py would not.
It checks itself with a table in which one folder may use no other.
"""
import os, subprocess, sys
from check_layers import CARDS, folder_of, read_exceptions, read_rules, reads_cards


def symbols(objects):
    """Of each object, the global symbols that it defines and those that it needs."""
    lines = subprocess.run(["nm", "-A", "-g", "-P"] + objects, capture_output=True, text=True, check=True).stdout
    for line in lines.splitlines():
        name, symbol, kind = line.split()[:3]
        yield name.rstrip(":"), symbol, kind


def reached(folders):
    """Of each folder, those that it may use; rows are below the rows that they list."""
    found = {}
    for name, (inner, _) in folders.items():
        found[name] = {name}.union(*({one} | found.get(one, set()) for one in inner))
    return found


def check(build, folders, exceptions):
    source = os.path.join(build, "src")
    objects = [os.path.join(where, name) for where, _, names in sorted(os.walk(source)) for name in sorted(names)
               if name.endswith(".o") and not stale(os.path.join(where, name), build)]
    defined, needed = {}, []
    for name, symbol, kind in symbols(objects):
        if kind == "U":
            needed.append((name, symbol))
        else:
            defined[symbol] = name
    may, problems = reached(folders), []
    for name, symbol in needed:
        if symbol not in defined:
            continue
        place, target = (os.path.relpath(one, source) for one in (name, defined[symbol]))
        folder, other = folder_of(place, folders), folder_of(target, folders)
        more = exceptions.get(place[:-2] + ".c", [])
        if CARDS in exceptions and reads_cards("src", place[:-2] + ".c"):
            more = folders
        if other not in may.get(folder, {folder}).union(*(may.get(one, {one}) for one in more)):
            problems.append(f"src/{place[:-2]}.c: {folder} may not use {symbol} of src/{target[:-2]}.c ({other})")
    return problems


def stale(path, build):
    """An object of an earlier layout, whose source was moved or removed."""
    return not os.path.exists(os.path.relpath(path, build)[:-2] + ".c")


if __name__ == "__main__":
    rows = read_rules("tools/layers.txt")[-1]
    exceptions = read_exceptions("tools/layers.txt")
    found = check(sys.argv[1], rows, exceptions)
    last = list(rows)[-1]
    if not check(sys.argv[1], {**rows, last: ([], [])}, {}):
        found.append(f"check_calls.py finds nothing if {last} may use nothing")
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
