#!/usr/bin/env python3
"""read_res.py FILE DIR: takes a RES archive apart as a straightforward script does; what
modders use today, and a second opinion on ours: it checks that the game finds each name.
read_res.py --read FILE...: only reads all members of the archives."""
import os
import struct
import sys


def name_hash(name):
    return sum(c - 256 if c > 127 else c for c in
               (b + 32 if 65 <= b <= 90 else b for b in name))


def members(path):
    with open(path, "rb") as file:
        magic, count, table, names_size = struct.unpack("<4I", file.read(16))
        if magic != 0x019CE23C:
            sys.exit("no RES archive")
        file.seek(table)
        slots = [struct.unpack("<i4IHI", b"".join([file.read(16), b"\0\0\0\0", file.read(6)]))
                 for _ in range(count)]
        names = file.read(names_size)
        found = []
        for slot in slots:
            name = names[slot[6]:slot[6] + slot[5]]
            found.append(name.decode("cp1251"))
            at = name_hash(name) % count
            while at >= 0 and slots[at] is not slot:
                at = slots[at][0]
            if at < 0:
                print(f"not found by its hash: {found[-1]}")
        for slot, name in zip(slots, found):
            file.seek(slot[2])
            yield name, slot[3], file.read(slot[1])


def main(path, folder):
    for name, time, data in members(path):
        target = os.path.join(folder, *name.split("\\"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(data)
        os.utime(target, (time, time))


if sys.argv[1] == "--read":
    for source in sys.argv[2:]:
        list(members(source))
else:
    main(*sys.argv[1:])
