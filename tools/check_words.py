#!/usr/bin/env python3
"""check_words.py [-v]: the patterns of tools/words.txt occur only where tools/words_allowed.txt permits it.

A line of words_allowed.txt is PATH: TEXT # REASON; the text is part of the line that is permitted. An
entry that permits nothing any more is an error. With -v, prints the count of each pattern.
"""
import collections, os, re, subprocess, sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
patterns = []
for line in open("tools/words.txt", encoding="utf-8"):
    if line.strip() and not line.startswith("#"):
        pattern, _, instead = line.partition("->")
        patterns.append((re.compile(pattern.strip()), instead.strip()))
allowed = []
for line in open("tools/words_allowed.txt", encoding="utf-8"):
    if line.strip() and not line.startswith("#"):
        entry, _, reason = line.rpartition("#")
        path, _, text = entry.partition(":")
        if not reason.strip() or not text.strip():
            sys.exit(f"tools/words_allowed.txt: expected PATH: TEXT # REASON, found {line.strip()}")
        allowed.append([path.strip(), text.strip(), False])
names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h", "*.def", "*.sh", "*.py", "*.md", "*.txt", "*.test", "Makefile", "docs/reference/oisin.1"],
                       capture_output=True, text=True, check=True).stdout.split("\n")
problems, counts = [], collections.Counter()
for name in filter(None, names):
    if name in ("tools/words.txt", "tools/words_allowed.txt", "tools/check_words.py") or not os.path.exists(name):
        continue
    for number, line in enumerate(open(name, encoding="utf-8", errors="replace"), 1):
        for pattern, instead in patterns:
            match = pattern.search(line)
            if not match:
                continue
            entry = next((entry for entry in allowed if entry[0] == name and entry[1] in line), None)
            if entry:
                entry[2] = True
                continue
            counts[pattern.pattern] += 1
            problems.append(f'{name}:{number}: "{match.group(0)}"; write: {instead}')
problems += [f"tools/words_allowed.txt: {path}: {text}: permits nothing" for path, text, used in allowed if not used]
if "-v" in sys.argv:
    for pattern, count in counts.most_common():
        print(count, pattern)
else:
    print("\n".join(problems[:50]), end="\n" if problems else "")
    if len(problems) > 50:
        print(f"and {len(problems) - 50} more")
sys.exit(bool(problems))
