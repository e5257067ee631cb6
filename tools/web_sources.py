#!/usr/bin/env python3
"""web_sources.py WING...: the source files of the player in the browser without these wings, a line each, as
tools/layers.txt has it.

They are those of src/player/web/ and of all folders that it may use, directly or by way of others. A file is left out if it
includes a header of a library that the browser does not have (LIBRARIES), a header of the sources that does, or one of
the folders for work with files (JOBS); what other files want of these is in web/absent.c, which says so to the player."""
import glob, os, re, sys

LIBRARIES = {"loading", "json", "deflate", "png", "theora", "vorbis", "fribidi", "threads", "files", "text", "simd"}
# A folder whose functions web/connection.c has, except for these files: a page cannot open sockets of its own.
ABSENT = {"server/transport"}
PRESENT = {"src/server/transport/loop_timers.c"}
# A page converts nothing and writes no files.
JOBS = {"base/output", "kit/jobs", "kit/convert", "kit/workspace", "kit/compare", "tirnanog/convert", "tirnanog/jobs"}


def layers():
    headers, folders, exceptions = {}, {}, {}
    for line in open("tools/layers.txt"):
        line = line.split("#")[0].strip()
        if line.startswith("= "):
            name, files = line[2:].split(":")
            headers.update({file: name.strip() for file in files.split()})
        elif line.startswith("? "):
            name, used = line[2:].split(":")
            exceptions[name.strip()] = used.split()
        elif line and line[0] not in "!@":
            name, used = line.split(":")
            folders[name.strip()] = used.split("|")[0].split()
    return headers, folders, exceptions


def closure(folders, start):
    found, rest = set(), [start]
    while rest:
        name = rest.pop()
        if name not in found and name not in ABSENT | JOBS:
            found.add(name)
            rest += folders.get(name, [])
    return found


def includes(path):
    for line in open(path, encoding="utf-8"):
        match = re.match(r'#include ([<"])([^>"]*)', line)
        if match:
            yield match[1] == "<", match[2]


def lacks(path, headers, known):
    """Whether a file needs a library that is absent. What is behind server/transport is replaced as a whole."""
    if path not in known:
        known[path] = False
        known[path] = any(headers.get(name, "text") not in LIBRARIES if outside
                          else os.path.dirname(name) in JOBS or
                          not name.startswith("server/") and os.path.exists("src/" + name) and
                          lacks("src/" + name, headers, known) for outside, name in includes(path))
    return known[path]


def main():
    headers, folders, exceptions = layers()
    # a folder without a row belongs to the one above it
    used, known = closure(folders, "player/web"), {}
    # Registries: the folders that their rows name, without what these use.
    used |= {one for name, more in exceptions.items() if os.path.dirname(name) in used for one in more
             if one not in sys.argv[1:]}
    for path in sorted(glob.glob("src/**/*.c", recursive=True)):
        folder = os.path.dirname(path)[4:]
        while folder and folder not in folders:
            folder = os.path.dirname(folder)
        if path in PRESENT or folder in used and not path.endswith("_windows.c") and not lacks(path, headers, known):
            print(path)


main()
