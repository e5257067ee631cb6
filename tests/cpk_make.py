#!/usr/bin/env python3
"""Makes CPK archives from the public facts about the format, without our code.

cpk_make.py FILE MODE COUNT: MODE has the letters t (TOC) or i (ITOC, no names), c (every third file
is compressed), m (masked tables), e (an ETOC after the files). The file i has the content of
`content(i)`, which the test knows, too.
"""
import struct
import sys

SIZES = {'u16': (2, 2), 'u32': (4, 4), 'u64': (6, 8), 'text': (10, 4), 'data': (11, 8)}


def content(i):
    size = (i * 37) % 900 + (300 if i % 3 == 0 else 0)
    return bytes((i * 7 + k // 5 * (k % 3)) & 255 for k in range(size))


def utf(name, columns, rows):
    strings, data, places = b'<NULL>\0', b'', {'<NULL>': 0}

    def text(word):
        nonlocal strings
        if word not in places:
            places[word] = len(strings)
            strings += word.encode() + b'\0'
        return places[word]

    title = text(name)
    schema = b''.join(struct.pack('>BI', 0x50 | SIZES[kind][0], text(column))
                      for column, kind in columns)
    body = b''
    for row in rows:
        for value, (_, kind) in zip(row, columns):
            if kind == 'text':
                body += struct.pack('>I', text(value))
            elif kind == 'data':
                body += struct.pack('>II', len(data), len(value))
                data += value
            else:
                body += value.to_bytes(SIZES[kind][1], 'big')
    rows_at = 24 + len(schema)
    strings_at = rows_at + len(body)
    pad = -(strings_at + 8 + len(strings)) % 8
    data_at = strings_at + len(strings) + pad
    size = data_at + len(data)
    row_size = sum(SIZES[kind][1] for _, kind in columns)
    head = b'@UTF' + struct.pack('>IIIIIHHI', size, rows_at, strings_at, data_at, title,
                                 len(columns), row_size, len(rows))
    return head + schema + body + strings + bytes(pad) + data


def mask(data):
    out, value = bytearray(), 0x655f
    for byte in data:
        out.append(byte ^ value & 255)
        value = value * 0x4115 & 0xffffffff
    return bytes(out)


def chunk(magic, table, masked):
    return magic + struct.pack('<IQ', 0 if masked else 255, len(table)) + (
        mask(table) if masked else table)


def crilayla(data):
    """Compressed with the longest match that is near; None for less than 257 bytes."""
    if len(data) <= 256:
        return None
    bits = []

    def put(value, count):
        bits.extend(value >> k & 1 for k in range(count - 1, -1, -1))

    at = len(data)
    while at > 256:
        best = (0, 0)
        for distance in range(3, min(len(data) - at, 60) + 1):
            length = 0
            while at - length > 256 and data[at - 1 - length] == data[at - 1 - length + distance]:
                length += 1
            if length > best[0]:
                best = (length, distance)
        length, distance = best
        if length < 3:
            put(0, 1)
            put(data[at - 1], 8)
            at -= 1
            continue
        put(1, 1)
        put(distance - 3, 13)
        rest = length - 3
        for level in [2, 3, 5] + [8] * (length // 255 + 2):
            top = (1 << level) - 1
            put(min(rest, top), level)
            if rest < top:
                break
            rest -= top
        at -= length
    bits += [0] * (-len(bits) % 8)
    packed = bytes(int(''.join(map(str, bits[i:i + 8])), 2) for i in range(0, len(bits), 8))
    return (b'CRILAYLA' + struct.pack('<II', len(data) - 256, len(packed)) + packed[::-1] +
            data[:256])


def aligned(size):
    return size + -size % 2048


def main():
    path, mode, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    masked = 'm' in mode
    plain = [content(i) for i in range(count)]
    stored = [crilayla(data) if 'c' in mode and i % 3 == 0 else None
              for i, data in enumerate(plain)]
    stored = [a or b for a, b in zip(stored, plain)]

    def offsets(first):
        out = []
        for data in stored:
            out.append(first)
            first = aligned(first + len(data))
        return out, first

    def toc(places):
        return utf('CpkTocInfo', [('DirName', 'text'), ('FileName', 'text'), ('FileSize', 'u32'),
                                  ('ExtractSize', 'u32'), ('FileOffset', 'u64'), ('ID', 'u32'),
                                  ('UserString', 'text')],
                   [('chara/d%d' % (i % 5) if i % 2 else '', 'f%04d.bin' % i, len(stored[i]),
                     len(plain[i]), places[i], i, '<NULL>') for i in range(count)])

    def itoc():
        small = [(i, len(stored[i]), len(plain[i])) for i in range(count) if i % 7]
        large = [(i, len(stored[i]), len(plain[i])) for i in range(count) if i % 7 == 0]
        return utf('CpkItocInfo', [('FilesL', 'u32'), ('FilesH', 'u32'), ('DataL', 'data'),
                                   ('DataH', 'data')],
                   [(len(small), len(large),
                     utf('CpkItocL', [('ID', 'u16'), ('FileSize', 'u16'), ('ExtractSize', 'u16')],
                         small),
                     utf('CpkItocH', [('ID', 'u16'), ('FileSize', 'u32'), ('ExtractSize', 'u32')],
                         large))])

    names = 'i' not in mode
    table = chunk(b'TOC ', toc([0] * count), masked) if names else chunk(b'ITOC', itoc(), masked)
    first = 2048 + aligned(len(table))
    places, end = offsets(first)
    if names:
        table = chunk(b'TOC ', toc([place - 2048 for place in places]), masked)
    etoc = b''
    if 'e' in mode:
        etoc = chunk(b'ETOC', utf('CpkEtocInfo', [('UpdateDateTime', 'u64'), ('LocalDir', 'text')],
                                  [(1234567 + i, 'work') for i in range(count + 1)]), masked)
    head = [('UpdateDateTime', 'u64', 1), ('ContentOffset', 'u64', first),
            ('ContentSize', 'u64', end - first), ('TocOffset', 'u64', 2048 if names else 0),
            ('TocSize', 'u64', len(table) if names else 0),
            ('EtocOffset', 'u64', end if etoc else 0), ('EtocSize', 'u64', len(etoc)),
            ('ItocOffset', 'u64', 0 if names else 2048),
            ('ItocSize', 'u64', 0 if names else len(table)),
            ('EnabledPackedSize', 'u64', sum(map(len, stored))),
            ('EnabledDataSize', 'u64', sum(map(len, plain))), ('Files', 'u32', count),
            ('Version', 'u16', 7), ('Align', 'u16', 2048), ('CpkMode', 'u32', int(names)),
            ('Tvers', 'text', 'CPKMC2.18.04, DLL2.78.04')]
    header = chunk(b'CPK ', utf('CpkHeader', [column[:2] for column in head],
                                [[column[2] for column in head]]), masked)
    out = bytearray(header.ljust(2042, b'\0') + b'(c)CRI' + table)
    for place, data in zip(places, stored):
        out += bytes(place - len(out)) + data
    out += bytes(end - len(out)) + etoc
    open(path, 'wb').write(out)


main()
