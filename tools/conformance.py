#!/usr/bin/env python3
"""The statements of the three TirNanoG documents, and the tests that show them.

    tools/conformance.py [FILE]     prints docs/conformance.md

tests/conformance.txt has one row per statement:

    NUMBER | DOCUMENT:LINES | STATE | STATEMENT | TESTS | NOTE

STATE is `works`, `half`, or `open` if the documents leave it open; the note of a row is what lacks if
it is `half`, and what we chose if it is `open`: which readings are permitted and which one is written.
TESTS are names: `test_x:function` in tests/WING/test_x.c, `script:name` for tests/scripts/name.script,
`scenario:name` for examples/segais/tests/name.test, `tool:name` for tools/check_name.sh. A name
that does not exist, or a row that `works` without a test, is an error with status 1."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "conformance.txt"
STATES = ("works", "half", "open")
DOCUMENTS = {"000": "tng_format.txt", "001": "savegame.txt", "003": "proj_format.txt"}


def exists(name, sources):
    program, _, function = name.partition(":")
    if program == "script":
        return (ROOT / "tests" / "scripts" / f"{function}.script").exists()
    if program == "scenario":
        return (ROOT / "examples" / "segais" / "tests" / f"{function}.test").exists()
    if program == "tool":
        return (ROOT / "tools" / f"check_{function}.sh").exists()
    if program not in sources:
        path = next((ROOT / "tests").glob(f"**/{program}.c"), ROOT / "tests" / f"{program}.c")
        sources[program] = path.read_text() if path.exists() else ""
    return re.search(rf"^static void {function}\(void \*\*", sources[program], re.M) is not None


def rows(path):
    errors, found, sources = [], [], {}
    for line, text in enumerate(path.read_text().split("\n"), 1):
        if not text or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split(" | ")]
        cells += [""] * (6 - len(cells))
        if len(cells) != 6:
            errors.append(f"{path}:{line}: {len(cells)} columns; expected 6")
            continue
        number, lines, state, statement, tests, note = cells
        if number != str(len(found) + 1):
            errors.append(f"{path}:{line}: row {number}; expected {len(found) + 1}")
        if state not in STATES:
            errors.append(f'{path}:{line}: unknown state "{state}"')
        if state == "works" and not tests:
            errors.append(f"{path}:{line}: row {number} works, but names no test")
        if state != "works" and not note:
            errors.append(f"{path}:{line}: row {number} has no note")
        if not re.match(r"00[013](:|$)", lines):
            errors.append(f'{path}:{line}: unknown document "{lines}"')
        for name in tests.split():
            if not exists(name, sources):
                errors.append(f"{path}:{line}: there is no test {name}")
        found.append(cells)
    return found, errors


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    found, errors = rows(path)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    count = {state: sum(row[2] == state for row in found) for state in STATES}
    names = ", ".join(f"{number} is `{name}`" for number, name in DOCUMENTS.items())
    print("# Conformance with the TirNanoG documents\n")
    print("<!-- printed by tools/conformance.py from tests/conformance.txt; `make docs` -->\n")
    print("Each statement of the three documents in our own words, with the tests that show it.")
    print(f"In the column \"document\", {names}; the numbers after the colon are lines.")
    print("`make test` fails if a test named here does not exist; `tools/break_rows.py` breaks each statement and\n"
          "looks whether its tests fail.\n")
    print("A statement works, or it is half or open; then the last column says why:\n")
    print("- works: the program does what the document says, and the tests show it.")
    print("- half: what lacks.")
    print("- open: what we chose, because the document permits several readings.\n")
    print(f"{len(found)} statements: {count['works']} work, {count['half']} are half, {count['open']} are open.\n")
    for state, title, what in (("half", "Half", "what lacks"), ("open", "Open", "what we chose")):
        print(f"## {title}\n")
        print(f"| # | document | statement | tests | {what} |")
        print("|--:|---|---|---|---|")
        for number, lines, own, statement, tests, note in found:
            if own == state:
                shown = ", ".join(f"`{name}`" for name in tests.split())
                print(f"| {number} | {lines} | {statement} | {shown} | {note} |")
        print()
    print("## Works\n")
    print("| # | document | statement | tests |")
    print("|--:|---|---|---|")
    for number, lines, state, statement, tests, note in found:
        if state == "works":
            shown = ", ".join(f"`{name}`" for name in tests.split())
            print(f"| {number} | {lines} | {statement} | {shown} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
