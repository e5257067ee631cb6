#!/usr/bin/env python3
"""check_layers.py: every #include below src/ is permitted by tools/layers.txt, and every permission is used.

A folder may include only folders listed above it, so there are no cycles, but for files that have a row (`? FILE: folders`); src/ has at most FOLDERS_MAX folders and
ARROWS_MAX permissions between them. Then it checks itself: on a small tree with one mistake of each kind, each must
be found.
"""
import collections, os, re, sys, tempfile

STANDARD = {name + ".h" for name in """assert ctype errno float inttypes limits locale math setjmp signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string threads time wchar wctype fenv""".split()}
FOLDERS_MAX, ARROWS_MAX = 12, 130
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(["<])([^">]+)[">]', re.M)


def read_exceptions(path):
    """Files that may use folders further down: `? FILE: folders`."""
    rows = re.findall(r"^\? *(\S+): *(.*)$", open(path, encoding="utf-8").read(), re.M)
    return {name: folders.split("#")[0].split() for name, folders in rows}


CARDS = "kit/formats/wings.def"


def reads_cards(source, path):
    """Whether a file reads a table whose rows are in the cards of the wings: then it may call them."""
    tables = re.findall(r'^#include "([^"]+\.def)"', open(os.path.join(source, path), encoding="utf-8").read(), re.M)
    return any(os.path.exists(os.path.join(source, table)) and f'#include "{CARDS}"' in open(os.path.join(source, table), encoding="utf-8").read()
               for table in tables)


def read_rules(path):
    libraries, only, public, folders = {}, collections.defaultdict(list), {}, {}
    for line in open(path, encoding="utf-8"):
        line = line.split("#")[0].strip()
        if not line:
            continue
        kind = line[0] if line[0] in "=!@?" else ""
        name, _, rest = line.lstrip("=!@ ").partition(":")
        if kind == "=":
            for header in rest.split():
                libraries[header] = name.strip()
        elif kind == "!":
            only[name.strip()] += rest.split()
        elif kind == "@":
            public[name.strip()] = rest.split()
        elif kind != "?":
            inner, _, outer = rest.partition("|")
            folders[name.strip()] = (inner.split(), outer.split())
    return libraries, only, public, folders


def folder_of(path, folders):
    """The longest row of layers.txt that a file's path below src/ begins with, otherwise its folder of the top level."""
    names = [name for name in folders if path.startswith(name + "/")]
    return max(names, key=len) if names else path.split("/")[0]


def check_shape(folders):
    """Faults of the table itself: a folder before one that it includes; too many folders or arrows."""
    names = list(folders)
    problems = [f"tools/layers.txt: {name} includes {inner}, which is not listed above it"
                for name in names for inner in folders[name][0]
                if inner not in names or names.index(inner) >= names.index(name)]
    top = {name: name.split("/")[0] for name in names}
    arrows = {(top[name], top[inner]) for name in names for inner in folders[name][0] if inner in top and top[name] != top[inner]}
    if len(set(top.values())) > FOLDERS_MAX:
        problems.append(f"tools/layers.txt: {len(set(top.values()))} folders at the top level, at most {FOLDERS_MAX}")
    if len(arrows) > ARROWS_MAX:
        problems.append(f"tools/layers.txt: {len(arrows)} permissions between folders of the top level, at most {ARROWS_MAX}")
    return problems


def check(root):
    libraries, only, public, folders = read_rules(os.path.join(root, "tools/layers.txt"))
    problems, used = check_shape(folders), set()
    exceptions = read_exceptions(os.path.join(root, "tools/layers.txt"))
    source = os.path.join(root, "src")
    for where, _, names in sorted(os.walk(source)):
        for name in sorted(names):
            if not name.endswith((".c", ".h", ".def")) or where == source:
                continue
            path = os.path.join(where, name)
            inside = os.path.relpath(path, source)
            folder = folder_of(inside, folders)
            text = open(path, encoding="utf-8", errors="replace").read()
            if folder not in folders:
                problems.append(f"src/{inside}: folder {folder} is not in tools/layers.txt")
                continue
            for match in INCLUDE.finditer(text):
                line = text.count("\n", 0, match.start()) + 1
                place = f"src/{inside}:{line}"
                quote, header = match.groups()
                if quote == '"':
                    target = folder_of(header, folders)
                    if "/" not in header or target == folder:
                        continue
                    used.add((folder, target))
                    if target not in folders[folder][0] + exceptions.get(inside, []):
                        problems.append(f"{place}: {folder} may not include {target}")
                    elif target in public and os.path.basename(header) not in public[target]:
                        problems.append(f"{place}: {header} is private to {target}")
                elif header in libraries or header not in STANDARD:
                    library = libraries.get(header)
                    used.add((folder, library))
                    if not library:
                        problems.append(f"{place}: <{header}> belongs to no library of tools/layers.txt")
                    elif library not in folders[folder][1]:
                        problems.append(f"{place}: {folder} may not use {library} (<{header}>)")
                    elif library in only and not inside.startswith(tuple(only[library])):
                        problems.append(f"{place}: {library} is only for {' '.join(only[library])}")
    problems += [f"tools/layers.txt: no file {name}" for name in exceptions if not os.path.exists(os.path.join(source, name))]
    for folder, (inner, outer) in folders.items():
        problems += [f"tools/layers.txt: {folder} does not use {name}"
                     for name in inner + outer if (folder, name) not in used]
    return problems


def check_itself():
    rules = "= SDL: SDL.h\n= signals: signal.h\n= sqlite: sqlite3.h\n! sqlite: b/store\n@ d: d.h\na:\nb: a | SDL sqlite\nb/in: b\nc: a b d\nd:\n"
    files = {"a/a.c": '#include <stdio.h>\n#include "b/b.h"\n', "a/s.c": "#include <SDL.h>\n", "a/k.c": "#include <signal.h>\n", "b/b.h": '#include "a/a.h"\n',
             "b/b.c": "#include <SDL.h>\n#include <sqlite3.h>\n", "b/store.c": "#include <sqlite3.h>\n", "c/c.c": '#include "a/a.h"\n',
             "c/u.c": "#include <uuid.h>\n", "c/d.c": '#include "d/d.h"\n#include "d/p.h"\n',
             "d/d.c": '#include "d/p.h"\n', "b/in/i.c": '#include "a/a.h"\n#include "b/b.h"\n', "e/e.c": "\n"}
    wanted = ["a may not include b", "a may not use SDL", "a may not use signals", "sqlite is only for b/store", "c does not use b",
              "<uuid.h> belongs to no library", "folder e is not in", "b/in may not include a", "c includes d, which is not listed above", "d/p.h is private to d"]
    with tempfile.TemporaryDirectory() as root:
        for name, text in [("tools/layers.txt", rules)] + [("src/" + name, text) for name, text in files.items()]:
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, "w", encoding="utf-8").write(text)
        found = check(root)
    missed = [words for words in wanted if not any(words in problem for problem in found)]
    return [f"check_layers.py does not find: {words}" for words in missed] + \
           ([] if len(found) == len(wanted) else [f"check_layers.py finds too much: {found}"])


if __name__ == "__main__":
    all_problems = check_itself() + check(os.path.join(os.path.dirname(__file__), ".."))
    print("\n".join(all_problems), end="\n" if all_problems else "")
    sys.exit(bool(all_problems))
