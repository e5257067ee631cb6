#!/usr/bin/env python3
"""Prints src/tirnanog/fonts/line_break_classes.def from the data of Unicode (Debian's package unicode-data).

line_break_classes.py [FOLDER]: the folder with LineBreak.txt; /usr/share/unicode if it is not given."""
import re, sys

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode"


def rows(name):
    """[(first, last, value)]"""
    for line in open(f"{FOLDER}/{name}", encoding="utf-8"):
        match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if match:
            yield int(match[1], 16), int(match[2] or match[1], 16), match[3]


def main():
    classes = ["XX"] * 0x110000
    for first, last in (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD), \
            (0x1F000, 0x1FAFF), (0x1FC00, 0x1FFFD):
        classes[first:last + 1] = ["ID"] * (last + 1 - first)  # also what is not assigned, says the head of LineBreak.txt
    classes[0x20A0:0x20D0] = ["PR"] * 0x30
    for first, last, value in rows("LineBreak.txt"):
        classes[first:last + 1] = [value] * (last + 1 - first)
    category, wide, pictures = {}, set(), set()
    for line in open(f"{FOLDER}/UnicodeData.txt", encoding="utf-8"):
        fields = line.split(";")
        category[int(fields[0], 16)] = fields[2]
    for first, last, value in rows("EastAsianWidth.txt"):
        if value in "FWH":
            wide.update(range(first, last + 1))
    for first, last, value in rows("emoji/emoji-data.txt"):
        if value == "Extended_Pictographic":
            pictures.update(range(first, last + 1))
    for code, value in enumerate(classes):
        if value in ("AI", "SG", "XX"):
            value = "AL"
        elif value == "CJ":
            value = "NS"
        elif value == "SA":
            value = "CM" if category.get(code) in ("Mn", "Mc") else "AL"
        elif value in ("OP", "CP") and code in wide:
            value += "W"  # East Asian, which LB30 leaves out
        elif value == "H2":
            value = "H3"  # line_breaks.c tells them apart by their numbers
        elif value == "ID" and code in pictures and code not in category:
            value = "IDX"
        classes[code] = value
    print("/* Printed by tools/line_break_classes.py from Unicode 15.0: the class of each character from a code on. */")
    out, before = [], None
    for code, value in enumerate(classes):
        if value != before:
            out.append(f"R(0x{code:X}, {value})")
            before = value
    line = ""
    for word in out:
        if len(line) + len(word) > 98:
            print(line.rstrip())
            line = ""
        line += word + " "
    print(line.rstrip())


main()
