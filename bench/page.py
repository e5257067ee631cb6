#!/usr/bin/env python3
"""page.py BUILD: writes the results of the last `make bench` (BUILD/../bench.json) into docs/explain/speed.md, and a
few rows, described in words, into README.md, between their marks."""

import json
import os
import sys

ROWS = [
    ("version (git)", "start and end"),
    ("build-again", "build the example game, unchanged"),
    ("build-warm", "rebuild a 95 MB game"),
    ("tmx", "load a Tiled map"),
    ("map-png", "render a map to PNG"),
    ("lay", "compose 168 sprite images of a visual novel"),
    ("mmp-png (Python)", "convert an Evil Islands texture to PNG"),
    ("db-csv (Python)", "convert the Evil Islands databases to CSV"),
    ("figures (Python)", "convert 1,000 Evil Islands figures to glTF"),
    ("map (Python)", "convert an Evil Islands map to glTF"),
    ("mob-1000 (Python)", "check 1,000 files of Evil Islands map objects"),
    ("handler", "run event handlers"),
    ("saved", "load a saved game and show its map"),
    ("server-cpu", "server CPU time per player and second"),
]


def amount(value, unit):
    unit = unit.replace(" CPU", "").split(" a ")[0].split(",")[0]
    if unit == "ms" and value >= 1000:
        return f"{value / 1000:.3g} s"
    return f"{value:.3g} {unit}"


def short(rows):
    lines = ["| task | oisin | other program | ratio |", "|---|--:|--:|--:|"]
    for name, words in ROWS:
        for row in rows:
            if row["row"] == name and row["peer"]:
                lines.append(f"| {words} | {amount(row['ours'], row['unit'])} | "
                             f"{amount(row['peer'], row['unit'])} ({row['peer_name']}) | "
                             f"{row['ratio']:.2f} |")
    return "\n".join(lines)


def whole(rows):
    lines = ["| row | ours | peer | ratio | goal | |", "|---|--:|--:|--:|---|---|"]
    for row in rows:
        peer = "-"
        if row["peer_name"]:
            peer = f"{row['peer']:.4g} ({row['peer_name']})" if row["peer"] else (
                f"{row['peer_name']} is not installed")
        ratio = f"{row['ratio']:.2f}" if row["ratio"] else "-"
        mark = {True: "met", False: "missed", None: ""}[row["met"]]
        lines.append(f"| {row['row']} | {row['ours']:.4g} {row['unit']} | {peer} | {ratio} | "
                     f"{row['goal']} | {mark} |")
    return "\n".join(lines)


def put(path, text):
    with open(path) as file:
        before, rest = file.read().split("<!-- bench -->\n", 1)
    after = rest.split("<!-- end -->", 1)[1]
    with open(path, "w") as file:
        file.write(f"{before}<!-- bench -->\n{text}\n<!-- end -->{after}")


def main():
    with open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[1])), "bench.json")) as file:
        rows = json.load(file)
    put("docs/explain/speed.md", whole(rows))
    put("README.md", short(rows))


if __name__ == "__main__":
    main()
