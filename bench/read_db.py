#!/usr/bin/env python3
"""read_db.py FILE DIR: an items.idb to one CSV per table; read_db.py DIR FILE: back. As a
straightforward script does it; what modders use today, and a second opinion on ours.
read_db.py --read FILE...: only reads all cells of the databases."""
import csv
import os
import struct
import sys

ITEM = "SSISIIIFFFFIFIXB     "
TABLES = (("materials", "SSSIFFFIFIFfIX"), ("weapons", ITEM + "IHFFFfHHFF"),
          ("armors", ITEM + "ffBiHH"), ("quick", ITEM + "IIFFSbH"), ("quest", ITEM + "Is"),
          ("loot", ITEM + "IHI"))
END = bytes((0, 0, 2, 12, 2, 8, 1, 0, 0, 0))


def nodes(data, at, end):
    while at < end:
        kind, size = data[at], data[at + 1]
        if size & 1:
            size, = struct.unpack_from("<I", data, at + 1)
            at += 5
        else:
            at += 2
        yield kind, at, at + (size >> 1)
        at += size >> 1


def node(kind, data):
    head = (struct.pack("<BB", kind, len(data) << 1) if len(data) < 128 else
            struct.pack("<BI", kind, len(data) << 1 | 1))
    return head + data


def to_cell(letter, data):
    if letter == "S":
        return data[:-1].decode("cp1251")
    if letter in "IU":
        return str(struct.unpack("<i", data)[0])
    if letter == "F":
        return "%.9g" % struct.unpack("<f", data)[0]
    if letter == "X":
        return bin(struct.unpack("<I", data)[0])
    if letter == "B":
        return str(data[0])
    if letter == "f":
        return ";".join("%.9g" % x for x in struct.unpack("<%df" % (len(data) // 4), data))
    if letter == "i":
        return ";".join(map(str, struct.unpack("<%di" % (len(data) // 4), data)))
    if letter == "s":
        return ";".join(data[a:b - 1].decode("cp1251") for _, a, b in nodes(data, 0, len(data)))
    return "x" + data.hex()


def from_cell(letter, cell):
    if letter == "S":
        return cell.encode("cp1251") + b"\0"
    if letter in "IU":
        return struct.pack("<i", int(cell))
    if letter == "F":
        return struct.pack("<f", float(cell))
    if letter == "X":
        return struct.pack("<I", int(cell, 2))
    if letter == "B":
        return bytes((int(cell),))
    if letter == "f":
        return b"".join(struct.pack("<f", float(x)) for x in cell.split(";") if x)
    if letter == "i":
        return b"".join(struct.pack("<i", int(x)) for x in cell.split(";") if x)
    if letter == "s":
        return b"".join(node(1, x.encode("cp1251") + b"\0") for x in cell.split(";") if x)
    return bytes.fromhex(cell[1:])


def tables_of(path):
    """Of each table the name, the numbers of its columns and the rows: cells by those numbers."""
    with open(path, "rb") as file:
        data = file.read()
    _, start, end = next(nodes(data, 0, len(data)))
    for table, first, last in nodes(data, start, end):
        name, letters = TABLES[table - 1]
        yield name, [i for i, letter in enumerate(letters) if letter != " "], (
            {i: to_cell(letters[i], data[c:d]) for i, c, d in nodes(data, a, b)}
            for _, a, b in nodes(data, first, last))


def to_csv(path, folder):
    os.makedirs(folder, exist_ok=True)
    for name, ids, rows in tables_of(path):
        with open(os.path.join(folder, name + ".csv"), "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(ids)
            for row in rows:
                writer.writerow([row.get(i, "") for i in ids])


def from_csv(folder, path):
    tables = []
    for number, (name, letters) in enumerate(TABLES, 1):
        source = os.path.join(folder, name + ".csv")
        if not os.path.exists(source):
            continue
        with open(source, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            ids = [int(x) for x in next(rows)]
            records = [node(1, b"".join(node(i, from_cell(letters[i], cell))
                                        for i, cell in zip(ids, row))) for row in rows]
        tables.append(node(number, b"".join(records)))
    with open(path, "wb") as file:
        file.write(node(1, b"".join(tables)) + END)


if sys.argv[1] == "--read":
    for source in sys.argv[2:]:
        for _, _, rows in tables_of(source):
            list(rows)
else:
    (from_csv if os.path.isdir(sys.argv[1]) else to_csv)(*sys.argv[1:])
