#!/usr/bin/env python3
"""read_mob.py FILE JSON: the nodes of a .mob as JSON, as a straightforward script does it.
read_mob.py --read FILE...: only reads all nodes of the files."""
import json
import struct
import sys

RECORDS = {0x0000A000, 0x0000B000, 0x0000B001}
TEXTS = {0x0000B004, 0x0000B006, 0x0000B007, 0x0000B008, 0x0000B00E, 0x0000B00F, 0x0000B016}
NUMBERS = {0x0000B002: "<I", 0x0000B003: "<I", 0x0000B012: "<I", 0x0000B011: "<B",
           0x0000B013: "<B", 0x0000B014: "<B"}
FLOATS = {0x0000B009: "<3f", 0x0000B00A: "<4f", 0x0000B00C: "<3f"}
STRINGS = 0x0000B00D
SCRIPT = 0xACCEECCB


def decrypt(data):
    key, = struct.unpack_from("<I", data)
    out = bytearray(data[4:])
    for i in range(len(out)):
        key = (key * 214013 + 2531011) & 0xFFFFFFFF
        out[i] ^= key >> 16 & 255
    return out.decode("cp1251")


def nodes(data, at, end):
    found = []
    while at < end:
        kind, size = struct.unpack_from("<II", data, at)
        payload = data[at + 8:at + size]
        if kind in RECORDS:
            value = nodes(data, at + 8, at + size)
        elif kind in TEXTS:
            value = payload.decode("cp1251")
        elif kind in NUMBERS:
            value, = struct.unpack(NUMBERS[kind], payload)
        elif kind in FLOATS:
            value = struct.unpack(FLOATS[kind], payload)
        elif kind == STRINGS:
            value = [text["value"] for text in strings(payload)]
        elif kind == SCRIPT:
            value = decrypt(payload)
        else:
            value = payload.hex()
        found.append({"type": hex(kind), "value": value})
        at += size
    return found


def strings(payload):
    at = 4
    while at < len(payload):
        _, size = struct.unpack_from("<II", payload, at)
        yield {"value": payload[at + 8:at + size].decode("cp1251")}
        at += size


def read(path):
    with open(path, "rb") as file:
        content = file.read()
    return nodes(content, 0, len(content))


if sys.argv[1] == "--read":
    for source in sys.argv[2:]:
        read(source)
else:
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        json.dump(read(sys.argv[1]), out, indent=1, ensure_ascii=False)
