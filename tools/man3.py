#!/usr/bin/env python3
"""man3.py: prints the manual page oisin(3) from include/oisin.h: all functions, types and errors."""

import os
import re
import sys

import header

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def prose(text):
    """Paragraphs; indented lines are code."""
    for paragraph in text.split("\n\n"):
        yield ".PP"
        code = False
        for line in paragraph.split("\n"):
            if line.startswith("    ") != code:
                code = not code
                yield ".RS\n.nf" if code else ".fi\n.RE"
            # Words in backquotes are names of parameters.
            yield re.sub(r"`([^`]*)`", r"\\fI\1\\fR", escaped(line.strip()))
        if code:
            yield ".fi\n.RE"


def code(item):
    yield ".PP\n.nf"
    for line in item.source.split("\n"):
        # Comments in a declaration are not bold.
        parts = re.split(r"(/\*.*?\*/|/\*.*$|^\s*\* .*$)", line)
        yield "".join(escaped(part) if index % 2 else f"\\fB{escaped(part)}\\fR" for index, part in enumerate(parts) if part)
    yield ".fi"


def description(text):
    """The comment of the file: sections that begin with words in capitals."""
    for paragraph in text.split("\n\n"):
        match = re.match(r"([A-Z]{4,})(\.| )", paragraph)
        if match:
            yield f".SS {match[1].capitalize()}"
            rest = paragraph[match.end():] if match[2] == "." else paragraph.replace(match[1], match[1].capitalize(), 1)
            yield from prose(rest.strip())
        else:
            yield from prose(re.sub(r"^oisin\.h: t", "T", paragraph))


def declarations(items):
    """Each comment after the declarations that it describes."""
    comment = ""
    for item in items:
        if item.kind == "section":
            yield from after(comment)
            comment = ""
            yield f".SS {item.name.capitalize()}"
        elif item.kind == "text":
            yield from after(comment)
            comment = ""
            yield from prose(item.comment)
        elif item.kind not in ("opaque", "define"):
            if item.comment or item.apart:
                yield from after(comment)
                comment = item.comment
            yield from code(item)
    yield from after(comment)


def after(comment):
    if comment:
        yield ".RS"
        yield from list(prose(comment))[1:]
        yield ".RE"


def errors(items):
    codes = next(item for item in items if item.name == "OisinErrorCode")
    for name, number, text in re.findall(r"(\w+) = (\d+),?\s*/\*(.*?)\*/", codes.source, re.S):
        yield f".TP\n.B {name} \\fR({number})"
        yield escaped(" ".join(header.plain("/*" + text + "*/").split()))


def page():
    items = header.read(os.path.join(ROOT, "include/oisin.h"))
    version = next(item.members[0] for item in items if item.name == "OISIN_VERSION").strip('"')
    first = next(index for index, item in enumerate(items) if item.kind == "section")
    yield f'.TH OISIN 3 "" "oisin {version}" "Library Functions Manual"'
    yield ".SH NAME\noisin \\- data of adventure and role\\-playing games, and an engine that plays them"
    yield ".SH SYNOPSIS\n.nf\n\\fB#include <oisin.h>\\fR\n\ncc ... $(pkg\\-config \\-\\-cflags \\-\\-libs oisin)\n.fi"
    yield ".SH DESCRIPTION"
    yield from list(description(items[0].comment))
    yield ".SS Structs and versions"
    for item in items[1:first]:
        if item.kind == "define" and item.comment:
            yield from prose(item.comment)
    yield ".SH FUNCTIONS AND TYPES"
    yield from declarations(items[first:])
    yield ".SH ERRORS\nThe codes that\n.B oisin_error_code\nreturns:"
    yield from errors(items)
    yield ".SH SEE ALSO\n.BR oisin (1),\ndocs/reference/library.md, which has examples"


if __name__ == "__main__":
    sys.stdout.write("\n".join(page()) + "\n")
