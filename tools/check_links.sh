#!/bin/sh
# check_links.sh: every link between documents leads to a file that exists (and its #anchor to a
# heading), every page of docs/ is reachable from docs/README.md, the index, and every C file that a
# comment names exists.
cd "$(dirname "$0")/.." || exit 1
exec python3 - <<'PYTHON'
import os, re, subprocess, sys

files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True).stdout.split()
problems, links = [], {}

def anchors(path):
    text = re.sub(r"```.*?```", "", open(path, encoding="utf-8").read(), flags=re.S)
    found = set()
    for title in re.findall(r"^#+ (.*)$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower())
        found.add(words.strip().replace(" ", "-"))
    return found

for name in files:
    if not os.path.exists(name):
        continue
    text = re.sub(r"```.*?```|`[^`\n]*`", "", open(name, encoding="utf-8").read(), flags=re.S)
    links[name] = set()
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if not os.path.exists(full):
            problems.append(f"{name}: no file {target}")
        elif full.endswith(".md"):
            links[name].add(full)
            if anchor and anchor not in anchors(full):
                problems.append(f"{name}: no heading {target}")
        elif os.path.isdir(full):
            links[name] |= {os.path.join(full, page) for page in os.listdir(full) if page.endswith(".md")}

reached, waiting = set(), ["docs/README.md"]
while waiting:
    page = waiting.pop()
    if page not in reached:
        reached.add(page)
        waiting += links.get(page, ())
problems += [f"{name}: not reachable from docs/README.md" for name in links
             if name.startswith("docs/") and name not in reached]

sources = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h", "*.def"], capture_output=True, text=True).stdout.split()
endings = {"/".join(path.split("/")[-n:]) for path in sources for n in range(1, path.count("/") + 2)}

def missing_files(text):
    for comment in re.finditer(r"/\*.*?\*/", text, re.S):
        for word in re.finditer(r"[\w/]*[a-z0-9_]\.(?:c|h|def)\b", comment[0]):
            if "NAME" not in word[0] and word[0].lstrip("/") not in endings:
                yield text.count("\n", 0, comment.start() + word.start()) + 1, word[0]

for name in sources:
    if os.path.exists(name):
        problems += [f"{name}:{line}: no file {word}" for line, word in missing_files(open(name, encoding="utf-8").read())]
if not list(missing_files("/* see gone.h */")):
    problems.append("check_links.sh finds no missing file in a comment")
print("\n".join(sorted(problems)), end="\n" if problems else "")
sys.exit(bool(problems))
PYTHON
