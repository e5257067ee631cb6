#!/usr/bin/env python3
"""layers_picture.py FILE: writes the picture of tools/layers.txt between FILE's markers.

A folder stands one level above the highest folder that it includes, so every arrow points down.
"""
import os, sys
sys.path.insert(0, os.path.dirname(__file__))
from check_layers import read_rules

*_, folders = read_rules(os.path.join(os.path.dirname(__file__), "layers.txt"))
levels = {}

def level(name):
    if name not in levels:
        levels[name] = 1 + max((level(inner) for inner in folders[name][0]), default=-1)
    return levels[name]

def reached(name):
    """All folders that a folder includes, directly or through others."""
    return set(folders[name][0]).union(*map(reached, folders[name][0]))

lines = []
for height in range(max(map(level, folders)), -1, -1):
    for name in sorted(name for name in folders if level(name) == height):
        # Folders that another one below already includes are left out.
        inner = folders[name][0]
        direct = [one for one in inner if not any(one in reached(other) for other in inner)]
        lines.append(f"{height:2}  {name:18} {'-> ' + ' '.join(sorted(direct)) if direct else ''}".rstrip())
begin, end = "<!-- layers -->\n", "<!-- end of layers -->"
text = open(sys.argv[1], encoding="utf-8").read()
head, rest = text.split(begin, 1)
tail = rest.split(end, 1)[1]
open(sys.argv[1], "w", encoding="utf-8").write(head + begin + "```\n" + "\n".join(lines) + "\n```\n" + end + tail)
