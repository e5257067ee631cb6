"""Decodes the characters and saved games of Evil Islands: a second implementation.

Written from public facts alone (ei-projects/eimaster, pkg/lzevil; Kyr4l/ei-universal-mod,
docs/file-formats/mp-format.md and sav-format.md), never from the C sources.

    python3 tests/reference/lz.py FILE...

prints name, size and checksum of the data of each file; with --data it also writes the data
beside the file (NAME.data). tests/evil_islands/test_lz.c compares this with what the program has packed.
"""

import struct
import sys

# Codes in the order of their bits: the value of the first, the number of bits that follow.
LENGTHS = {"100": (2, 0), "101": (4, 0), "1101": (7, 2), "11000": (3, 0), "11001": (11, 3),
           "11100": (5, 0), "11101": (35, 6), "11110": (6, 0), "111110": (19, 4),
           "111111": (99, 7)}
DISTANCES = {"11": (354, 10), "10": (1378, 12), "011": (98, 8), "010": (34, 6),
             "0010": (6, 2), "0001": (2, 2), "0000": (10, 3), "00111": (0, 1), "00110": (18, 4)}


class Stream:
    """Single bits, whose byte is taken when it is needed, and whole bytes between them."""

    def __init__(self, data):
        self.data = iter(data)
        self.pending = []

    def byte(self):
        return next(self.data)

    def bit(self):
        if not self.pending:
            value = self.byte()
            self.pending = [value >> i & 1 for i in range(8)]
        return self.pending.pop(0)

    def number(self, bits):
        return sum(self.bit() << i for i in range(bits))

    def value(self, codes, start=""):
        code = start
        while code not in codes:
            code += str(self.bit())
        first, extra = codes[code]
        return first + self.number(extra)


def decode(stream, size):
    ring, out = bytearray(1024), bytearray()
    while len(out) < size:
        if stream.bit():
            length = stream.value(LENGTHS, "1")
            distance = stream.value(DISTANCES)
        else:
            length, distance = 1, None
        for _ in range(length):
            at = len(out) & 1023
            byte = stream.byte() if distance is None else ring[(at - distance - 1) & 1023]
            ring[at] = byte
            out.append(byte)
    if len(out) != size:
        raise ValueError("a match exceeds the size")
    return bytes(out)


def checksum(data):
    total = 0
    for (word,) in struct.iter_unpack("<I", data[:len(data) & ~3]):
        mixed = total ^ word
        total = mixed * ((mixed & 0xFC) | 3) & 0xFFFFFFFF
    return total


def unpack(file):
    kind, version, expected, one, size = struct.unpack_from("<IIIBI", file)
    if kind not in (0x114, 0x102, 0xDEAD) or version != 0x74 or one != 1:
        raise ValueError("not a packed file")
    data = decode(Stream(file[17:]), size)
    if checksum(data) != expected:
        raise ValueError("wrong checksum")
    return data


def main():
    write = "--data" in sys.argv
    for name in sys.argv[1:]:
        if name == "--data":
            continue
        with open(name, "rb") as file:
            data = unpack(file.read())
        print(name, len(data), "%08x" % checksum(data))
        if write:
            with open(name + ".data", "wb") as file:
                file.write(data)


if __name__ == "__main__":
    assert decode(Stream(bytes.fromhex("30616263648301")), 16) == b"abcd" * 4
    main()
