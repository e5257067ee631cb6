#!/usr/bin/env python3
"""coverage.py BUILD [FOLDER]: how many lines of each folder of src/ the tests of a coverage build
have run, as gcov counts them; with a folder (base, tirnanog/maps) the lines of it that none ran.
Status 1 if a folder of WANTED has less than LEAST per cent."""
import json
import pathlib
import subprocess
import sys

WANTED, LEAST = ("base", "kit/formats", "kit/compare", "tirnanog/script", "tirnanog/container", "mages/archives"), 90


def lines_run(build):
    """For each source file, for each line that has code: whether it was run."""
    files = {}
    notes = sorted(build.glob("src/**/*.gcno"))
    for at in range(0, len(notes), 50):
        words = ["gcov", "--json-format", "--stdout", *map(str, notes[at : at + 50])]
        said = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in said.stdout.splitlines():
            for file in json.loads(line)["files"] if line else []:
                if file["file"].startswith("src/"):
                    ran = files.setdefault(file["file"][4:], {})
                    for one in file["lines"]:
                        number = one["line_number"]
                        ran[number] = ran.get(number, False) or one["count"] > 0
    return files


def print_missing(files, folder):
    for name in sorted(files):
        missing = [number for number, ran in sorted(files[name].items()) if not ran]
        if name.startswith(folder + "/") and missing:
            source = pathlib.Path("src", name).read_text().splitlines()
            for number in missing:
                print(f"src/{name}:{number}: {source[number - 1].strip()}")


def main():
    files = lines_run(pathlib.Path(sys.argv[1]))
    if len(sys.argv) > 2:
        return print_missing(files, sys.argv[2])
    folders = {}
    for name, lines in files.items():
        sums = folders.setdefault(name.rpartition("/")[0], [0, 0])
        sums[0] += sum(lines.values())
        sums[1] += len(lines)
    low = [folder for folder in WANTED if folder not in folders]
    for folder, (ran, all_lines) in sorted(folders.items()):
        print(f"{folder:22} {100 * ran / all_lines:5.1f} %  {ran:6} of {all_lines:6} lines")
        if folder in WANTED and 100 * ran < LEAST * all_lines:
            low.append(folder)
    if low:
        sys.exit(f"less than {LEAST} %: {', '.join(low)}")


main()
