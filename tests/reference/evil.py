"""Readers and writers of the Evil Islands files that the geometry check needs.

Written from the specifications alone (conventions.md, evil_islands.md), never from the C
sources. All numbers are little-endian, all names cp1251.
"""

import math
import struct

VARIANTS = 8

# ---------------------------------------------------------------------------------------
# RES archives (.res .mod .bon .anm .mpr)

RES_MAGIC = 0x019CE23C


def res_hash(name):
    """Sum of the bytes as signed chars, ASCII letters lowered."""
    total = 0
    for byte in name.encode("cp1251").lower() if name.isascii() else name.encode("cp1251"):
        if 65 <= byte <= 90:
            byte += 32
        total += byte - 256 if byte > 127 else byte
    return total


def res_write(entries):
    """entries: list of (name, bytes) -> archive. Payloads are aligned to 16 bytes."""
    count = len(entries)
    if count == 0:
        return struct.pack("<4I", RES_MAGIC, 0, 0, 0)
    slots = [None] * count
    free = count - 1
    for number, (name, _) in enumerate(entries):
        bucket = res_hash(name) % count
        if slots[bucket] is None:
            slots[bucket] = [number, -1]
            continue
        while slots[bucket][1] != -1:
            bucket = slots[bucket][1]
        while slots[free] is not None:
            free -= 1
        slots[free] = [number, -1]
        slots[bucket][1] = free
    body = bytearray()
    offsets = []
    for _, data in entries:
        offsets.append(16 + len(body))
        body += data
        body += bytes(-len(body) % 16)
    names = bytearray()
    name_offsets = []
    for name, _ in entries:
        name_offsets.append(len(names))
        names += name.encode("cp1251")
    table = bytearray()
    for number, following in slots:
        name, data = entries[number]
        table += struct.pack("<iIIIHI", following, len(data), offsets[number], 1000000000,
                             len(name.encode("cp1251")), name_offsets[number])
    head = struct.pack("<4I", RES_MAGIC, count, 16 + len(body), len(names))
    return head + bytes(body) + bytes(table) + bytes(names)


def res_read(data):
    """archive -> list of (name, bytes), in table order."""
    magic, count, table, _ = struct.unpack_from("<4I", data, 0)
    if magic != RES_MAGIC:
        raise ValueError("not a RES archive")
    names = table + 22 * count
    entries = []
    for number in range(count):
        _, size, offset, _, length, start = struct.unpack_from("<iIIIHI", data,
                                                               table + 22 * number)
        name = data[names + start:names + start + length].decode("cp1251")
        entries.append((name, data[offset:offset + size]))
    return entries


def is_res(data):
    return len(data) >= 16 and struct.unpack_from("<I", data)[0] == RES_MAGIC


# ---------------------------------------------------------------------------------------
# LNK: the tree of bones

def lnk_write(links):
    """links: list of (bone, parent or ''); root first, parents before children."""
    out = bytearray(struct.pack("<I", len(links)))
    for bone, parent in links:
        for text in (bone, parent):
            raw = text.encode("cp1251") + b"\0" if text else b""
            out += struct.pack("<I", len(raw)) + raw
    return bytes(out)


def lnk_read(data):
    count, = struct.unpack_from("<I", data)
    at = 4
    links = []
    for _ in range(count):
        pair = []
        for _ in range(2):
            length, = struct.unpack_from("<I", data, at)
            pair.append(data[at + 4:at + 4 + length].split(b"\0")[0].decode("cp1251"))
            at += 4 + length
        links.append(tuple(pair))
    if at != len(data):
        raise ValueError("LNK: %d bytes left over" % (len(data) - at))
    return links


# ---------------------------------------------------------------------------------------
# BON: the place of a bone relative to its parent, for each variant

def bon_write(places):
    return b"".join(struct.pack("<3f", *p) for p in places)


def bon_read(data):
    return [struct.unpack_from("<3f", data, 12 * i) for i in range(len(data) // 12)]


# ---------------------------------------------------------------------------------------
# ANM: the clip of one bone

class Track:
    """rotations: list of (w, x, y, z); translations: list of (x, y, z);
    morphs: list of frames, each a list of (x, y, z)."""

    def __init__(self, rotations=(), translations=(), morphs=()):
        self.rotations = list(rotations)
        self.translations = list(translations)
        self.morphs = [list(m) for m in morphs]


def anm_write(track):
    out = bytearray(struct.pack("<I", len(track.rotations)))
    for q in track.rotations:
        out += struct.pack("<4f", *q)
    out += struct.pack("<I", len(track.translations))
    for t in track.translations:
        out += struct.pack("<3f", *t)
    out += struct.pack("<2I", len(track.morphs), len(track.morphs[0]) if track.morphs else 0)
    for frame in track.morphs:
        for v in frame:
            out += struct.pack("<3f", *v)
    return bytes(out)


def anm_read(data):
    track = Track()
    count, = struct.unpack_from("<I", data, 0)
    at = 4
    for _ in range(count):
        track.rotations.append(struct.unpack_from("<4f", data, at))
        at += 16
    count, = struct.unpack_from("<I", data, at)
    at += 4
    for _ in range(count):
        track.translations.append(struct.unpack_from("<3f", data, at))
        at += 12
    frames, = struct.unpack_from("<I", data, at)
    at += 4
    if frames or at < len(data):
        verts, = struct.unpack_from("<I", data, at)
        at += 4
        for _ in range(frames):
            track.morphs.append([struct.unpack_from("<3f", data, at + 12 * i)
                                 for i in range(verts)])
            at += 12 * verts
    if at != len(data):
        raise ValueError("ANM: %d bytes left over" % (len(data) - at))
    return track


# ---------------------------------------------------------------------------------------
# FIG: the mesh of one bone

class Figure:
    """vertices[variant][i], normals[i], uvs[i], components (vertex, normal, uv), indices of
    components, three to a triangle, counter-clockwise; morphs (morph, vertex)."""

    def __init__(self, vertices, normals, uvs, components, indices, morphs=None,
                 group=21, texture=0):
        self.vertices = [list(v) for v in vertices]
        self.normals = list(normals)
        self.uvs = list(uvs)
        self.components = list(components)
        self.indices = list(indices)
        self.morphs = ([(i, i) for i in range(len(self.vertices[0]))]
                       if morphs is None else list(morphs))
        self.group = group
        self.texture = texture

    def variants(self, count):
        """The same figure with fewer variants."""
        return Figure(self.vertices[:count], self.normals, self.uvs, self.components,
                      self.indices, self.morphs, self.group, self.texture)


def fig_bounds(vertices):
    """(center, min and max relative to the center, radius) of one variant."""
    if not vertices:
        return (0.0,) * 3, (0.0,) * 3, (0.0,) * 3, 0.0
    low = [min(v[a] for v in vertices) for a in range(3)]
    high = [max(v[a] for v in vertices) for a in range(3)]
    center = [(l + h) / 2 for l, h in zip(low, high)]
    radius = max(math.dist(center, v) for v in vertices)
    return (center, [l - c for l, c in zip(low, center)],
            [h - c for h, c in zip(high, center)], radius)


def fig_blocks(items):
    """Groups of 4; the last group repeats its last item."""
    return [[items[min(i + lane, len(items) - 1)] for lane in range(4)]
            for i in range(0, len(items), 4)]


def fig_parts(figure):
    """(bounds, vertices, normals, uvs, indices, components, morphs) as bytes, and the numbers
    of blocks of vertices and normals."""
    bounds = [fig_bounds(v) for v in figure.vertices]
    head = bytearray()
    for field in range(3):
        for b in bounds:
            head += struct.pack("<3f", *b[field])
    for b in bounds:
        head += struct.pack("<f", b[3])
    blocks = [fig_blocks(v) for v in figure.vertices]
    verts = bytearray()
    for block in range(len(blocks[0])):
        for axis in range(3):
            for variant in blocks:
                verts += struct.pack("<4f", *(v[axis] for v in variant[block]))
    normals = bytearray()
    normal_blocks = fig_blocks([tuple(n) + (1.0,) for n in figure.normals])
    for block in normal_blocks:
        for axis in range(4):
            normals += struct.pack("<4f", *(n[axis] for n in block))
    uvs = b"".join(struct.pack("<2f", *uv) for uv in figure.uvs)
    indices = struct.pack("<%dH" % len(figure.indices), *figure.indices)
    comps = b"".join(struct.pack("<3H", *c) for c in figure.components)
    morphs = b"".join(struct.pack("<2H", *m) for m in figure.morphs)
    return (bytes(head), bytes(verts), bytes(normals), uvs, indices, comps, morphs,
            len(blocks[0]), len(normal_blocks))


def fig_write(figure):
    """With magic: FIG1 to FIG8 by the number of variants."""
    head, verts, normals, uvs, indices, comps, morphs, vb, nb = fig_parts(figure)
    out = b"FIG%d" % len(figure.vertices)
    out += struct.pack("<9I", vb, nb, len(figure.uvs), len(figure.indices),
                       len(figure.components), len(figure.morphs), 0, figure.group,
                       figure.texture)
    return out + head + verts + normals + uvs + indices + comps + morphs


def fig_write_old(figure):
    """The old FIG6 without magic: group, texture, bounds of 6 variants, then each list as
    count + data: vertices, normals, uvs, faces (52 bytes each), components, morphs, indices."""
    if len(figure.vertices) != 6:
        raise ValueError("an old figure has 6 variants")
    head, verts, normals, uvs, indices, comps, morphs, vb, nb = fig_parts(figure)
    faces = len(figure.indices) // 3
    out = struct.pack("<2I", figure.group, figure.texture) + head
    out += struct.pack("<I", vb) + verts
    out += struct.pack("<I", nb) + normals
    out += struct.pack("<I", len(figure.uvs)) + uvs
    out += struct.pack("<I", faces) + bytes(52) * faces
    out += struct.pack("<I", len(figure.components)) + comps
    out += struct.pack("<I", len(figure.morphs)) + morphs
    return out + struct.pack("<I", len(figure.indices)) + indices


def fig_read(data):
    if data[:3] != b"FIG":
        raise ValueError("FIG: no magic")
    n = data[3] - 48
    vb, nb, nuv, nidx, ncomp, nmorph, _, group, texture = struct.unpack_from("<9I", data, 4)
    size = 40 + 40 * n + 48 * n * vb + 64 * nb + 8 * nuv + 2 * nidx + 6 * ncomp + 4 * nmorph
    if len(data) != size:
        raise ValueError("FIG: %d bytes, expected %d" % (len(data), size))
    at = 40 + 40 * n
    vertices = [[] for _ in range(n)]
    for _ in range(vb):
        values = struct.unpack_from("<%df" % (12 * n), data, at)
        at += 48 * n
        for variant in range(n):
            for lane in range(4):
                vertices[variant].append(tuple(values[(axis * n + variant) * 4 + lane]
                                               for axis in range(3)))
    normals = []
    for _ in range(nb):
        values = struct.unpack_from("<16f", data, at)
        at += 64
        normals += [tuple(values[axis * 4 + lane] for axis in range(3)) for lane in range(4)]
    uvs = [struct.unpack_from("<2f", data, at + 8 * i) for i in range(nuv)]
    at += 8 * nuv
    indices = list(struct.unpack_from("<%dH" % nidx, data, at))
    at += 2 * nidx
    comps = [struct.unpack_from("<3H", data, at + 6 * i) for i in range(ncomp)]
    at += 6 * ncomp
    morphs = [struct.unpack_from("<2H", data, at + 4 * i) for i in range(nmorph)]
    return Figure(vertices, normals, uvs, comps, indices, morphs, group, texture)


# ---------------------------------------------------------------------------------------
# A model: its tree, figures, bones and clips

class Model:
    """links: list of (bone, parent); figures, bones (lists of places) by bone name;
    clips: {clip: {bone: Track}}."""

    def __init__(self, links, figures, bones, clips=None):
        self.links = links
        self.figures = figures
        self.bones = bones
        self.clips = clips or {}

    @property
    def root(self):
        return self.links[0][0]


def model_write(model, stem, write_figure=fig_write):
    """-> {'X.mod': bytes, 'X.bon': bytes, 'X.anm': bytes}, each a RES archive."""
    mod = [(stem, lnk_write(model.links))]
    mod += [(bone, write_figure(fig)) for bone, fig in model.figures.items()]
    files = {stem + ".mod": res_write(mod),
             stem + ".bon": res_write([(b, bon_write(p)) for b, p in model.bones.items()])}
    if model.clips:
        files[stem + ".anm"] = res_write(
            [(clip, res_write([(bone, anm_write(t)) for bone, t in tracks.items()]))
             for clip, tracks in model.clips.items()])
    return files


def model_read(mod, bon, anm, stem):
    """The inverse; anm may be None."""
    members = res_read(mod)
    links = [lnk_read(data) for name, data in members if name.lower() == stem.lower()]
    if len(links) != 1:
        raise ValueError("%d LNK in the model" % len(links))
    figures = {name: fig_read(data) for name, data in members
               if name.lower() != stem.lower()}
    bones = {name: bon_read(data) for name, data in res_read(bon)}
    clips = {}
    if anm is not None:
        for clip, inner in res_read(anm):
            clips[clip] = {bone: anm_read(data) for bone, data in res_read(inner)}
    return Model(links[0], figures, bones, clips)


# ---------------------------------------------------------------------------------------
# CAM

def cam_write(records):
    """records: list of (first, second, position, quaternion wxyz)."""
    return b"".join(struct.pack("<2f3f4f", first, second, *position, *rotation)
                    for first, second, position, rotation in records)


# ---------------------------------------------------------------------------------------
# Maps: MP, SEC, MOB

def mp_write(sectors_x, sectors_y, max_altitude=1.0, types=(0,) * 64):
    """types: of the 64 tiles of one texture."""
    out = struct.pack("<IfIIIIIIHI", 0xCE4AF672, max_altitude, sectors_x, sectors_y, 1, 512,
                      64, 64, 1, 0)
    out += struct.pack("<I4f3f3I", 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
    return out + struct.pack("<64I", *types)


def sec_write(heights=None, tiles=(0,) * 256, liquid=None):
    """heights: function (column, row) -> u16; flat otherwise. liquid: (heights, tiles,
    materials), or None."""
    normal = (1000 << 22 & 0xFFFFFFFF) | (1000 << 11) | 1000
    out = bytearray(struct.pack("<IB", 0xCF4BF774, 3 if liquid else 0))
    for surface in (heights, liquid[0]) if liquid else (heights,):
        for row in range(33):
            for column in range(33):
                z = surface(column, row) if surface else 0
                out += struct.pack("<bbHI", 0, 0, z, normal)
    for numbers in (tiles,) + tuple(liquid[1:] if liquid else ()):
        out += struct.pack("<256H", *numbers)
    return bytes(out)


def map_write(zone, sectors_x=1, sectors_y=1):
    """A whole .mpr."""
    entries = [(zone + ".mp", mp_write(sectors_x, sectors_y))]
    for x in range(sectors_x):
        for y in range(sectors_y):
            entries.append(("%s%03d%03d.sec" % (zone, x, y), sec_write()))
    return res_write(entries)


def mob_node(kind, payload):
    return struct.pack("<2I", kind, len(payload) + 8) + payload


def mob_strings(kind, texts):
    """StringArray: u32 count + count x {u32 id, u32 len + 8, bytes}."""
    out = struct.pack("<I", len(texts))
    for text in texts:
        out += mob_node(kind, text.encode("cp1251"))
    return mob_node(kind, out)


class Placed:
    """An object on a map. complexion is OBJCOMPLECTION as stored; rotation is (w, x, y, z)."""

    def __init__(self, nid, template, position, rotation, complexion, parts=()):
        self.nid = nid
        self.template = template
        self.position = position
        self.rotation = rotation
        self.complexion = complexion
        self.parts = list(parts)


def mob_write(objects):
    nodes = b""
    for o in objects:
        fields = mob_node(0xB00D, struct.pack("<I", 0)) if not o.parts else \
            mob_strings(0xB00D, o.parts)
        fields += mob_node(0xB00F, b"")
        fields += mob_node(0xB004, ("object%d" % o.nid).encode())
        fields += mob_node(0xB002, struct.pack("<I", o.nid))
        fields += mob_node(0xB003, struct.pack("<I", 0))
        fields += mob_node(0xB006, o.template.encode("cp1251"))
        fields += mob_node(0xB009, struct.pack("<3f", *o.position))
        fields += mob_node(0xB00A, struct.pack("<4f", *o.rotation))
        fields += mob_node(0xB00C, struct.pack("<3f", *o.complexion))
        nodes += mob_node(0xB001, fields)
    return mob_node(0xA000, mob_node(0xB000, nodes))
