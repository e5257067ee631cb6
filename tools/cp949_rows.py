#!/usr/bin/env python3
"""cp949_rows.py > src/base/cp949_rows.def: the rows of KS X 1001, from Python's codec.

ROW(lead byte, the 94 characters of the trail bytes 0xA1 to 0xFE; a space where there is none).
The last line is the hash of the whole code page that tests/base/test_encoding.c expects."""

import codecs
import sys


def character(lead, trail):
    try:
        return codecs.decode(bytes((lead, trail)), "cp949")
    except UnicodeDecodeError:
        return None


def page_hash():
    """Of every pair of bytes with its character, in order: FNV-1a, 64 bits."""
    out = 0xCBF29CE484222325
    for lead in range(0x81, 0xFF):
        for trail in range(0x41, 0xFF):
            found = character(lead, trail)
            for part in (lead, trail, ord(found) & 255, ord(found) >> 8) if found else ():
                out = (out ^ part) * 0x100000001B3 & (1 << 64) - 1
    return out


def main():
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)
    print("/* Made by tools/cp949_rows.py: the rows of KS X 1001 in cp949 (base/cp949.c). */", file=out)
    for lead in range(0xA1, 0xFE):
        row = "".join(character(lead, trail) or " " for trail in range(0xA1, 0xFF))
        if row.strip():
            text = row.replace("\\", "\\\\").replace('"', '\\"')
            print('ROW(0x%02X, "%s")' % (lead, text), file=out)
    print("/* hash: 0x%016x */" % page_hash(), file=out)


main()
