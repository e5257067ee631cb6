#!/usr/bin/env python3
"""cp932_rows.py > src/base/cp932_rows.def: the pairs of Shift-JIS, from Python's codec.

ROW(lead byte, the 188 characters of the trail bytes 0x40 to 0xFC except 0x7F). A space stands where
there is none, and where a character has another pair that the code page prefers.
The last line is the hash of all pairs that tests/base/test_cp932.c expects."""

import codecs
import sys

LEADS = [*range(0x81, 0xA0), *range(0xE0, 0xF0), *range(0xFA, 0xFD)]
PRIVATE = range(0xF0, 0xFA)  # U+E000 to U+E757, in order
TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFD)]


def character(lead, trail):
    pair = bytes((lead, trail))
    try:
        found = codecs.decode(pair, "cp932")
    except UnicodeDecodeError:
        return None
    return found if found.encode("cp932") == pair else None


def page_hash():
    """Of every pair of bytes with its character, in order: FNV-1a, 64 bits."""
    out = 0xCBF29CE484222325
    for lead in sorted([*LEADS, *PRIVATE]):
        for trail in TRAILS:
            found = character(lead, trail)
            for part in (lead, trail, ord(found) & 255, ord(found) >> 8) if found else ():
                out = (out ^ part) * 0x100000001B3 & (1 << 64) - 1
    return out


def main():
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)
    print("/* Made by tools/cp932_rows.py: the pairs of Shift-JIS (base/cp932.c). */", file=out)
    for lead in LEADS:
        row = "".join(character(lead, trail) or " " for trail in TRAILS).rstrip()
        if row:
            text = row.replace("\\", "\\\\").replace('"', '\\"')
            print('ROW(0x%02X, "%s")' % (lead, text), file=out)
    print("/* hash: 0x%016x */" % page_hash(), file=out)


main()
