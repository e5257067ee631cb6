"""A reader and a writer of GLB files, by the glTF 2.0 specification."""

import json
import struct

COMPONENTS = {5120: ("b", 1), 5121: ("B", 1), 5122: ("h", 2), 5123: ("H", 2), 5125: ("I", 4),
              5126: ("f", 4)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def dequantize(value, kind):
    """A normalised integer as a number, by the table of the glTF specification."""
    return {5120: lambda c: max(c / 127.0, -1.0), 5121: lambda c: c / 255.0,
            5122: lambda c: max(c / 32767.0, -1.0), 5123: lambda c: c / 65535.0}[kind](value)


def quantize(value, kind):
    return {5120: lambda f: round(f * 127.0), 5121: lambda f: round(f * 255.0),
            5122: lambda f: round(f * 32767.0), 5123: lambda f: round(f * 65535.0)}[kind](value)


class Glb:
    """A GLB that was read: .json is the document, accessor(i) a list of numbers or tuples."""

    def __init__(self, data):
        magic, version, length = struct.unpack_from("<4sII", data, 0)
        if magic != b"glTF" or version != 2 or length != len(data):
            raise ValueError("not a GLB of version 2")
        at = 12
        self.bin = b""
        self.json = None
        while at < length:
            size, kind = struct.unpack_from("<I4s", data, at)
            chunk = data[at + 8:at + 8 + size]
            if kind == b"JSON":
                self.json = json.loads(chunk.decode("utf-8"))
            elif kind == b"BIN\0":
                self.bin = chunk
            at += 8 + size
        self.cache = {}

    def view(self, number):
        view = self.json["bufferViews"][number]
        start = view.get("byteOffset", 0)
        return self.bin[start:start + view["byteLength"]], view.get("byteStride", 0)

    def rows(self, view, offset, kind, width, count):
        data, stride = self.view(view)
        letter, size = COMPONENTS[kind]
        stride = stride or size * width
        pattern = "<%d%s" % (width, letter)
        return [struct.unpack_from(pattern, data, offset + stride * i) for i in range(count)]

    def accessor(self, number):
        if number in self.cache:
            return self.cache[number]
        a = self.json["accessors"][number]
        kind, width, count = a["componentType"], WIDTHS[a["type"]], a["count"]
        if "bufferView" in a:
            rows = self.rows(a["bufferView"], a.get("byteOffset", 0), kind, width, count)
        else:
            rows = [(0,) * width] * count
        if "sparse" in a:
            s = a["sparse"]
            at = self.rows(s["indices"]["bufferView"], s["indices"].get("byteOffset", 0),
                           s["indices"]["componentType"], 1, s["count"])
            new = self.rows(s["values"]["bufferView"], s["values"].get("byteOffset", 0), kind,
                            width, s["count"])
            rows = list(rows)
            for (i,), row in zip(at, new):
                rows[i] = row
        if a.get("normalized"):
            rows = [tuple(dequantize(c, kind) for c in row) for row in rows]
        if width == 1:
            rows = [row[0] for row in rows]
        self.cache[number] = rows
        return rows


class GlbWriter:
    """Collects accessors into one buffer; the caller fills .json."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0", "generator": "oisin reference check"},
                     "bufferViews": [], "accessors": []}
        self.data = bytearray()

    def align(self):
        self.data += bytes(-len(self.data) % 4)

    def view(self, data, stride=0):
        self.align()
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        if stride:
            view["byteStride"] = stride
        self.data += data
        self.json["bufferViews"].append(view)
        return len(self.json["bufferViews"]) - 1

    def declare(self, view, offset, kind, shape, rows, normalized=False):
        a = {"bufferView": view, "byteOffset": offset, "componentType": kind, "type": shape,
             "count": len(rows)}
        if normalized:
            a["normalized"] = True
        columns = list(zip(*[r if isinstance(r, tuple) else (r,) for r in rows]))
        if kind == 5126:
            columns = [[struct.unpack("<f", struct.pack("<f", c))[0] for c in col]
                       for col in columns]
        elif normalized:
            columns = [[quantize(c, kind) for c in col] for col in columns]
        a["min"] = [min(c) for c in columns]
        a["max"] = [max(c) for c in columns]
        self.json["accessors"].append(a)
        return len(self.json["accessors"]) - 1

    def pack(self, rows, kind, normalized=False):
        letter, _ = COMPONENTS[kind]
        out = []
        for r in rows:
            r = r if isinstance(r, tuple) else (r,)
            if normalized:
                r = tuple(quantize(c, kind) for c in r)
            out.append(struct.pack("<%d%s" % (len(r), letter), *r))
        return out

    def add(self, rows, kind, shape, normalized=False):
        """One accessor in its own view, tightly packed."""
        view = self.view(b"".join(self.pack(rows, kind, normalized)))
        return self.declare(view, 0, kind, shape, rows, normalized)

    def add_sparse(self, rows, kind, shape):
        """Zeros, with the rows that are not zero in a sparse list."""
        letter, _ = COMPONENTS[kind]
        changed = [i for i, r in enumerate(rows) if any(r)]
        if not changed:
            changed = [0]
        indices = self.view(struct.pack("<%dH" % len(changed), *changed))
        values = self.view(b"".join(self.pack([rows[i] for i in changed], kind)))
        number = self.declare(indices, 0, kind, shape, rows)
        a = self.json["accessors"][number]
        del a["bufferView"], a["byteOffset"]
        a["sparse"] = {"count": len(changed),
                       "indices": {"bufferView": indices, "componentType": 5123},
                       "values": {"bufferView": values}}
        return number

    def add_interleaved(self, lists):
        """lists: [(rows, kind, shape, normalized)], all of one length, in one view."""
        packed = [self.pack(rows, kind, norm) for rows, kind, _, norm in lists]
        packed = [[p + bytes(-len(p) % 4) for p in column] for column in packed]
        offsets, stride = [], 0
        for column in packed:
            offsets.append(stride)
            stride += len(column[0])
        view = self.view(b"".join(b"".join(row) for row in zip(*packed)), stride)
        return [self.declare(view, offset, kind, shape, rows, norm)
                for offset, (rows, kind, shape, norm) in zip(offsets, lists)]

    def finish(self):
        self.align()
        doc = dict(self.json)
        doc["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(doc).encode("utf-8")
        text += b" " * (-len(text) % 4)
        out = struct.pack("<I4s", len(text), b"JSON") + text
        out += struct.pack("<I4s", len(self.data), b"BIN\0") + bytes(self.data)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(out)) + out
