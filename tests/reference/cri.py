"""CPK archives of CRI tools: a writer and a reader, from the description of the format alone.

A table (@UTF) is big-endian: size, u16 encoding of its texts (0: Shift-JIS, 1: UTF-8), u16 offset
of the rows, offsets of texts and data, name, u16 columns, u16 size of a row, u32 rows. Offsets
count from byte 8. Modes of an archive: 0 numbers only, 1 names, 2 names and numbers, 3 names
and groups."""

import struct

CODECS = ("cp932", "utf-8")
KINDS = {"u8": 0, "i8": 1, "u16": 2, "i16": 3, "u32": 4, "i32": 5, "u64": 6, "i64": 7,
         "text": 10, "data": 11}
WIDTHS = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 8, 7: 8, 8: 4, 9: 8, 10: 4, 11: 8}
NAMED, CONSTANT, PER_ROW = 0x10, 0x20, 0x40
ALIGN = 2048


class Table:
    def __init__(self, name, encoding):
        self.name, self.encoding = name, encoding
        self.columns, self.rows = [], []

    def column(self, name, kind, storage=PER_ROW, value=None):
        self.columns.append((name, KINDS[kind], storage, value))
        return self

    def write(self):
        codec = CODECS[self.encoding]
        texts, where, data = bytearray(b"<NULL>\0"), {"<NULL>": 0}, bytearray()

        def text(word):
            if word not in where:
                where[word] = len(texts)
                texts.extend(word.encode(codec) + b"\0")
            return where[word]

        def cell(kind, value):
            if kind == 10:
                return struct.pack(">I", text(value))
            if kind == 11:
                data.extend(bytes(-len(data) % 8))
                at = len(data)
                data.extend(value)
                return struct.pack(">II", at, len(value))
            return (value & (1 << 8 * WIDTHS[kind]) - 1).to_bytes(WIDTHS[kind], "big")

        title = text(self.name)
        head, body, width = bytearray(), bytearray(), 0
        for name, kind, storage, value in self.columns:
            head += struct.pack(">BI", NAMED | storage | kind, text(name))
            if storage == CONSTANT:
                head += cell(kind, value)
            elif storage == PER_ROW:
                width += WIDTHS[kind]
        for row in self.rows:
            stored = [c for c in self.columns if c[2] == PER_ROW]
            assert len(row) == len(stored)
            for value, (_, kind, _, _) in zip(row, stored):
                body += cell(kind, value)
        rows_at = 24 + len(head)
        texts_at = rows_at + len(body)
        data_at = texts_at + len(texts)
        data_at += -data_at % 8
        size = data_at + len(data)
        size += -size % 8
        out = b"@UTF" + struct.pack(">IHHIIIHHI", size, self.encoding, rows_at, texts_at, data_at,
                                    title, len(self.columns), width, len(self.rows))
        out += bytes(head) + bytes(body) + bytes(texts)
        out += bytes(data_at + 8 - len(out)) + bytes(data)
        return out + bytes(size + 8 - len(out))


def read_table(data):
    """-> (encoding, rows as dictionaries)"""
    assert data[:4] == b"@UTF"
    _, encoding, rows_at, texts_at, data_at, _, columns, width, count = \
        struct.unpack_from(">IHHIIIHHI", data, 4)

    def text(offset):
        at = 8 + texts_at + offset
        return data[at:data.index(b"\0", at)].decode(CODECS[encoding])

    def cell(at, kind):
        if kind == 10:
            return text(struct.unpack_from(">I", data, at)[0])
        if kind == 11:
            offset, size = struct.unpack_from(">II", data, at)
            return data[8 + data_at + offset:8 + data_at + offset + size]
        return int.from_bytes(data[at:at + WIDTHS[kind]], "big", signed=kind % 2 == 1)

    at, found = 32, []
    for _ in range(columns):
        flags, name = struct.unpack_from(">BI", data, at)
        at += 5
        value = None
        if flags & CONSTANT:
            value = cell(at, flags & 15)
            at += WIDTHS[flags & 15]
        found.append((text(name), flags, value))
    rows = []
    for i in range(count):
        at, row = 8 + rows_at + i * width, {}
        for name, flags, value in found:
            if flags & PER_ROW:
                value = cell(at, flags & 15)
                at += WIDTHS[flags & 15]
            row[name] = value
        rows.append(row)
    return encoding, rows


def chunk(magic, table):
    return magic + struct.pack("<III", 255, len(table), 0) + table


def padded(data, size=ALIGN):
    return data + bytes(-len(data) % size)


def sizes(name, encoding, kind, entries):
    table = Table(name, encoding).column("ID", "u16").column("FileSize", kind)
    table.column("ExtractSize", kind)
    table.rows = [(number, len(data), len(data)) for number, _, _, data in entries]
    return table.write()


def itoc(encoding, mode, entries):
    """Mode 0: the sizes. Otherwise the rows of the TOC by number."""
    if mode:
        table = Table("CpkExtendId", encoding).column("ID", "i32").column("TocIndex", "i32")
        table.rows = sorted((number, i) for i, (number, _, _, _) in enumerate(entries))
        return chunk(b"ITOC", table.write())
    small = [e for e in entries if len(e[3]) <= 0xFFFF]
    large = [e for e in entries if len(e[3]) > 0xFFFF]
    table = Table("CpkItocInfo", encoding).column("FilesL", "u32").column("FilesH", "u32")
    table.column("DataL", "data").column("DataH", "data")
    table.rows = [(len(small), len(large), sizes("CpkItocL", encoding, "u16", small),
                   sizes("CpkItocH", encoding, "u32", large))]
    return chunk(b"ITOC", table.write())


def toc(encoding, entries, offsets):
    folders = any(folder for _, folder, _, _ in entries)
    table = Table("CpkTocInfo", encoding)
    table.column("DirName", "text", PER_ROW if folders else 0).column("FileName", "text")
    table.column("FileSize", "u32").column("ExtractSize", "u32").column("FileOffset", "u64")
    table.column("ID", "u32").column("UserString", "text", CONSTANT, "<NULL>")
    for (number, folder, name, data), offset in zip(entries, offsets):
        row = (name, len(data), len(data), offset, number)
        table.rows.append((folder,) + row if folders else row)
    return chunk(b"TOC ", table.write())


def groups(encoding, count):
    table = Table("CpkGtocInfo", encoding).column("Glen", "u32").column("Gdata", "data")
    inner = Table("CpkGtocGlink", encoding).column("Gname", "text").column("Next", "i32")
    inner.rows = [("(none)", -count)]
    table.rows = [(1, inner.write())]
    return chunk(b"GTOC", table.write())


def write(entries, mode, encoding, first=False):
    """entries: (number, folder, name, content). first: the files come before their tables."""
    stored = sorted(entries) if mode == 0 else entries
    offsets, size = [], 0
    for _, _, _, data in stored:
        offsets.append(size)
        size += len(data) + -len(data) % ALIGN
    contents = b"".join(padded(data) for _, _, _, data in stored)

    def tables(at, base):
        out, places = b"", {}
        if mode:
            places["Toc"] = at + len(out)
            start = 0 if base < at else base - at
            made = toc(encoding, stored, [start + offset for offset in offsets])
            places["TocSize"] = len(made)
            out += padded(made)
        if mode in (0, 2):
            places["Itoc"] = at + len(out)
            out += padded(itoc(encoding, mode, stored))
        if mode == 3:
            places["Gtoc"] = at + len(out)
            out += padded(groups(encoding, len(stored)))
        return out, places

    if first and mode:
        base = ALIGN
        listed, places = tables(base + len(contents), base)
        body = contents + listed
    else:
        length = len(tables(ALIGN, ALIGN)[0])
        base = ALIGN + length
        listed, places = tables(ALIGN, base)
        body = listed + contents
    head = Table("CpkHeader", encoding)
    values = [("UpdateDateTime", "u64", 1), ("ContentOffset", "u64", base),
              ("ContentSize", "u64", len(contents)), ("TocOffset", "u64", places.get("Toc", 0)),
              ("TocSize", "u64", places.get("TocSize", 0)),
              ("ItocOffset", "u64", places.get("Itoc", 0)),
              ("GtocOffset", "u64", places.get("Gtoc", 0)),
              ("EnabledPackedSize", "u64", sum(len(e[3]) for e in stored)),
              ("EnabledDataSize", "u64", sum(len(e[3]) for e in stored)),
              ("Files", "u32", len(stored)), ("Groups", "u32", int(mode == 3)),
              ("Version", "u16", 7), ("Revision", "u16", 14), ("Align", "u16", ALIGN),
              ("EnableFileName", "u16", int(mode > 0)), ("CpkMode", "u32", mode),
              ("Tvers", "text", "CPKMC2.49.14, DLL3.21.01")]
    for name, kind, _ in values:
        head.column(name, kind)
    head.rows = [[value for _, _, value in values]]
    return chunk(b"CPK ", head.write()).ljust(ALIGN - 6, b"\0") + b"(c)CRI" + body


def read(data):
    """-> (mode, encoding of the names, {number: (path, content)}, header). Checks that the tables
    agree."""
    _, (head,) = read_table(data[16:])

    def table(name):
        at = head[name]
        return read_table(data[at + 16:]) if at else (None, [])

    encoding, rows = table("TocOffset")
    _, numbers = table("ItocOffset")
    out = {}
    base = min(head["TocOffset"], head["ContentOffset"])
    for row in rows:
        folder = "" if row["DirName"] in (None, "", "<NULL>") else row["DirName"] + "/"
        at = base + row["FileOffset"]
        assert row["ID"] not in out
        out[row["ID"]] = (folder + row["FileName"], data[at:at + row["FileSize"]])
    if rows and numbers:
        assert [n["ID"] for n in numbers] == sorted(out)
        assert all(rows[n["TocIndex"]]["ID"] == n["ID"] for n in numbers)
    if not head["TocOffset"]:
        at = head["ContentOffset"]
        found = {}
        for part in ("DataL", "DataH"):
            encoding, listed = read_table(numbers[0][part])
            found.update((row["ID"], row["FileSize"]) for row in listed)
        for number, size in sorted(found.items()):
            out[number] = ("%05d" % number, data[at:at + size])
            at += size + -size % ALIGN
    assert head["Files"] == len(out)
    return head["CpkMode"], encoding, out, head
