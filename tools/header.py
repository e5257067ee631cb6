"""header.py: reads include/oisin.h, for tools that print a manual page or bindings from it.

The header is written in one style: a comment before a declaration, or before several, describes it; a comment within
a struct or an enum, after a field, describes that field."""

import re
from dataclasses import dataclass, field


@dataclass
class Item:
    kind: str  # section, text, define, opaque, enum, struct, callback, function
    name: str
    source: str = ""  # as in the header, without OISIN_API
    comment: str = ""  # the comment before it; empty if it shares that of the item before it, or has none
    result: str = ""
    parameters: list = field(default_factory=list)  # (type, name)
    members: list = field(default_factory=list)  # enum: (name, value); struct: (type, name)
    apart: bool = False  # a blank line is before it, and before its comment


def plain(comment):
    """The words of a comment, one paragraph a line."""
    lines = [re.sub(r"^\s*\*? ?", "", line) for line in comment.strip()[2:-2].split("\n")]
    return "\n".join(line.rstrip() for line in lines).strip()


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def split_declarator(text):
    """("const char *", "name") for "const char *name"."""
    text = " ".join(text.split())
    match = re.match(r"(.*?)\s*(\w+)$", text)
    return (match.group(1).strip(), match.group(2)) if match and match.group(1) else (text, "")


def parameters_of(text):
    text = " ".join(text.split())
    return [] if text in ("void", "") else [split_declarator(part) for part in text.split(",")]


def fields_of(body):
    found = []
    for declaration in without_comments(body).split(";"):
        parts = [part.strip() for part in declaration.split(",")]
        if not parts[0]:
            continue
        kind, name = split_declarator(parts[0])
        found.append((kind, name))
        base = kind.rstrip("* ").strip()
        for part in parts[1:]:
            found.append((base + (" *" if part.startswith("*") else ""), part.lstrip("* ")))
    return found


def values_of(body):
    found, value = [], 0
    for part in without_comments(body).split(","):
        if not part.strip():
            continue
        name, _, given = (piece.strip() for piece in part.partition("="))
        value = int(given, 0) if given else value
        found.append((name, value))
        value += 1
    return found


TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/)
  | (?P<define>^\#define\s+(?P<macro>OISIN_(?:VERSION\w*|INIT|SIZE))(?P<value>[^\n]*)$)
  | (?P<enum>^typedef\ enum\ (?P<ename>\w+)\s*\{(?P<ebody>.*?)\}\s*\w+;)
  | (?P<struct>^typedef\ struct\ (?P<sname>\w+)\s*\{(?P<sbody>.*?)\}\s*\w+;)
  | (?P<opaque>^typedef\ struct\ (?P<oname>\w+)\ \w+;)
  | (?P<callback>^typedef\ (?P<cresult>[\w *]+?)\s*(?P<cname>\w+)\((?P<cparams>[^;]*?)\);)
  | (?P<function>^OISIN_API\ (?P<fresult>[\w *]+?)\s*(?P<fname>oisin_\w+)\((?P<fparams>[^;]*?)\);)
""", re.S | re.M | re.X)


def read(path):
    """The items of the header in order."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    items, comment, end, apart = [], "", 0, False
    for match in TOKEN.finditer(text):
        apart = apart or "\n\n" in text[end:match.start()]
        if match["comment"]:
            words = plain(match["comment"])
            section = re.fullmatch(r"-+ (.*?) -+", words)
            # After a declaration on the same line: it belongs to the line.
            if items and "\n" not in text[end:match.start()] and not section:
                items[-1].source += " " + match["comment"]
            elif section:
                items.append(Item("section", section.group(1)))
            else:
                if comment:
                    items.append(Item("text", "", comment=comment))
                comment = words
            end = match.end()
            continue
        source = match.group(0).replace("OISIN_API ", "")
        if match["define"]:
            items.append(Item("define", match["macro"], source, comment, members=[match["value"].strip()]))
        elif match["enum"]:
            items.append(Item("enum", match["ename"], source, comment, members=values_of(match["ebody"])))
        elif match["struct"]:
            items.append(Item("struct", match["sname"], source, comment, members=fields_of(match["sbody"])))
        elif match["opaque"]:
            items.append(Item("opaque", match["oname"], source, comment))
        else:
            prefix, kind = ("c", "callback") if match["callback"] else ("f", "function")
            items.append(Item(kind, match[prefix + "name"], source, comment, match[prefix + "result"].strip(),
                              parameters_of(match[prefix + "params"])))
        items[-1].apart = apart
        comment, end, apart = "", match.end(), False
    return items
