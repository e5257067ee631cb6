"""The land and liquids of maps: every triangle, its texture coordinates, normals and texture.

Where the documents are silent, the reading that was taken: point (row, column) of a tile's 3 x 3
lattice is vertex (y + row, x + column), and rows of the lattice go down in the exported PNG.
"""

import math
import struct

import evil
import geometry
import gxt

NONE = 65535
TILES = 64
SIDE = 33
# The rotated lattice: point i has the texture coordinates of point TURNS[turn][i].
TURNS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 5, 8, 1, 4, 7, 0, 3, 6),
         (8, 7, 6, 5, 4, 3, 2, 1, 0), (6, 3, 0, 7, 4, 1, 8, 5, 2))
INSET = (8, 32, 56)
# Points of the lattice: two counter-clockwise triangles for each cell, with the diagonal
# (x, y)-(x + 1, y + 1).
CELLS = [triangle for row in range(2) for column in range(2)
         for at in (3 * row + column,)
         for triangle in ((at, at + 1, at + 4), (at, at + 4, at + 3))]
POINTS, UVS, NORMALS, IMAGES = ("land: positions", "land: texture coordinates", "land: normals",
                                    "land: textures of tiles")
GROUPS = (POINTS, UVS, NORMALS, IMAGES)
# Where the numbers are in a corner.
FIELDS = ((1, POINTS), (2, NORMALS), (3, UVS))


# ---------------------------------------------------------------------------------------
# Random maps

class Map:
    """sectors: {(x, y): [land] or [land, liquid]}."""

    def __init__(self, rng, number):
        small = number % 10 < 8
        self.size = (1, 1) if small else rng.choice(((2, 1), (1, 2), (2, 2)))
        self.zone = "land%d" % number
        self.max_altitude = single(rng.uniform(0.5, 200.0))
        self.textures = rng.randint(2, 4)
        self.materials = rng.randint(1, 4)
        self.types = [rng.randint(0, 4) for _ in range(self.materials)]
        land, liquid = random_surface(rng, self.size), random_surface(rng, self.size)
        places = [(x, y) for y in range(self.size[1]) for x in range(self.size[0])]
        if len(places) > 1 and rng.random() < 0.4:
            places.remove(rng.choice(places))
        self.sectors = {}
        for place in places:
            layers = [Layer(place, land, [self.random_tile(rng) for _ in range(256)])]
            if rng.random() < 0.5:
                tiles = [NONE if rng.random() < 0.3 else self.random_tile(rng)
                         for _ in range(256)]
                layers.append(Layer(place, liquid, tiles,
                                    [NONE if rng.random() < 0.3 else
                                     rng.randrange(self.materials) for _ in range(256)]))
            self.sectors[place] = layers

    def random_tile(self, rng):
        return rng.getrandbits(2) << 14 | rng.randrange(self.textures) << 6 | rng.getrandbits(6)


class Layer:
    """The land or the liquid of one sector. surface: {(column, row) of the map: record}."""

    def __init__(self, place, surface, tiles, materials=None):
        self.place = place
        self.surface = surface
        self.tiles = tiles
        self.materials = materials


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def random_surface(rng, size):
    """Sectors share the records of their common row or column."""
    normals = [random_normal(rng) for _ in range(200)]
    return {(column, row): (rng.getrandbits(8) - 128, rng.getrandbits(8) - 128,
                            rng.getrandbits(16), normals[int(rng.random() * 200)])
            for row in range(32 * size[1] + 1) for column in range(32 * size[0] + 1)}


def random_normal(rng):
    """A unit vector that points upwards, now and then a longer one, packed."""
    while True:
        v = (rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0, 1))
        length = math.sqrt(sum(c * c for c in v))
        if 0.1 < length <= 1:
            break
    k = 1000 / length * (1.02 if rng.random() < 0.1 else 1.0)
    x, y, z = (max(-1000, min(round(c * k), 1023)) for c in v)
    return z << 22 | (x + 1000) << 11 | y + 1000


# ---------------------------------------------------------------------------------------
# Files

def mp_write(one):
    out = struct.pack("<IfIIIIIIHI", 0xCE4AF672, one.max_altitude, *one.size, one.textures, 512,
                      TILES * one.textures, 64, one.materials, 0)
    for kind in one.types:
        out += struct.pack("<I4f3f3I", kind, 0.5, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0)
    return out + bytes(4 * TILES * one.textures)


def sec_write(layers, flag):
    out = bytearray(struct.pack("<IB", 0xCF4BF774, flag))
    for layer in layers:
        left, low = (32 * c for c in layer.place)
        for row in range(SIDE):
            for column in range(SIDE):
                out += struct.pack("<bbHI", *layer.surface[left + column, low + row])
    for layer in layers:
        out += struct.pack("<256H", *layer.tiles)
    for layer in layers[1:]:
        out += struct.pack("<256H", *layer.materials)
    return bytes(out)


def mmp_write(texture):
    """16 x 16 pixels R5G6B5, 2 x 2 of each tile: red and blue are the tile's column and row,
    green is the texture. Tile 0 is at the left end of the last stored row."""
    out = b"MMP\0" + struct.pack("<5I", 16, 16, 1, 0x5650, 16)
    out += struct.pack("<12I", 0, 0, 0, 0xF800, 11, 5, 0x07E0, 5, 6, 0x001F, 0, 5) + bytes(4)
    for stored in range(16):
        row = (15 - stored) // 2
        for x in range(16):
            out += struct.pack("<H", x // 2 * 4 << 11 | texture * 16 << 5 | row * 4)
    return out


def files_of(one, rng):
    name = one.zone
    entries = [(name + ".mp", mp_write(one))]
    for (x, y), layers in one.sectors.items():
        flag = rng.randint(1, 3) if len(layers) > 1 else 0
        entries.append(("%s%03d%03d.sec" % (name, x, y), sec_write(layers, flag)))
    return {name + ".mpr": evil.res_write(entries),
            **{"%s%03d.mmp" % (name, i): mmp_write(i) for i in range(one.textures)}}


# ---------------------------------------------------------------------------------------
# The expected triangles

def vertex_of(one, column, row, record):
    """(key, position, normal): the key is exact in the units of the file."""
    dx, dy, z, normal = record
    place = geometry.to_gltf((column + dx / 254, row + dy / 254,
                              z / 65535 * one.max_altitude))
    n = (((normal >> 11 & 0x7FF) - 1000) / 1000, ((normal & 0x7FF) - 1000) / 1000,
         (normal >> 22) / 1000)
    length = math.sqrt(sum(c * c for c in n))
    return ((254 * column + dx, 254 * row + dy, z), place,
            geometry.to_gltf(geometry.scale(n, 1 / length)))


def lattice(tile):
    """The texture coordinates of the 9 points of a tile, in glTF's frame."""
    left, top = tile % 8 * 64, tile // 8 * 64
    return [((left + u) / 512, (top + v) / 512) for v in INSET for u in INSET]


LATTICES = [lattice(tile) for tile in range(TILES)]


def cyclic(corners):
    """The same triangle, its smallest key first."""
    a, b, c = corners
    if a[0] <= b[0] and a[0] <= c[0]:
        return corners
    return [b, c, a] if b[0] <= c[0] else [c, a, b]


def expected_triangles(one):
    """{three keys: ((texture, tile, turn) or None, corners)}; corner: (key, position, normal,
    texture coordinates or None)."""
    out = {}
    for layers in one.sectors.values():
        for layer in layers:
            left, low = (32 * c for c in layer.place)
            vertices = {at: vertex_of(one, *at, layer.surface[at])
                        for at in ((left + x, low + y) for y in range(SIDE)
                                   for x in range(SIDE))}
            for number, value in enumerate(layer.tiles):
                if layer.materials and layer.materials[number] == NONE:
                    continue
                look, uvs = None, [None] * 9
                if not layer.materials or value != NONE:
                    look = (value >> 6 & 255, value & 63, value >> 14)
                    uvs = [LATTICES[look[1]][i] for i in TURNS[look[2]]]
                x, y = left + number % 16 * 2, low + number // 16 * 2
                points = [vertices[x + i % 3, y + i // 3] + (uvs[i],) for i in range(9)]
                for triangle in CELLS:
                    corners = cyclic([points[i] for i in triangle])
                    out[tuple(c[0] for c in corners)] = (look, corners)
    return out


# ---------------------------------------------------------------------------------------
# The triangles of a GLB

class Image:
    """A texture of a GLB. Its colours identify texture and tile: see mmp_write."""

    def __init__(self, png):
        (self.w, self.h), self.pixels = gxt.read_png(png)
        self.known = {}

    def at(self, uv):
        """(texture, tile) at texture coordinates"""
        if uv not in self.known:
            x, y = (min(max(int(c * size), 0), size - 1)
                    for c, size in zip(uv, (self.w, self.h)))
            r, g, b, _ = self.pixels[y * self.w + x]
            row, column = (round(c * 31 / 255 / 4) for c in (b, r))
            self.known[uv] = round(g * 63 / 255 / 16), row * 8 + column
        return self.known[uv]


def images_of(scene):
    """For each material: the Image of its texture, or None."""
    document, images = scene.glb.json, {}
    out = []
    for material in document.get("materials", []):
        texture = material.get("pbrMetallicRoughness", {}).get("baseColorTexture")
        if texture is None:
            out.append(None)
            continue
        source = document["textures"][texture["index"]]["source"]
        if source not in images:
            view, _ = scene.glb.view(document["images"][source]["bufferView"])
            images[source] = Image(view)
        out.append(images[source])
    return out


def found_triangles(one, scene):
    """List of (three keys, image or None, corners), the corners as of expected_triangles."""
    images, worlds, out = images_of(scene), scene.worlds(), []
    z_unit = 65535 / one.max_altitude
    for number, node in enumerate(scene.nodes):
        if "mesh" not in node:
            continue
        for primitive in scene.glb.json["meshes"][node["mesh"]]["primitives"]:
            if primitive.get("mode", 4) != 4:
                raise ValueError("not a list of triangles")
            image = images[primitive["material"]]
            corners = []
            for _, uv, p, n, _, _ in scene.primitive_vertices(number, 0, primitive, worlds, []):
                x, y, z = geometry.from_gltf(p)
                corners.append(((round(254 * x), round(254 * y), round(z * z_unit)), p, n, uv))
            indices = scene.glb.accessor(primitive["indices"])
            for k in range(0, len(indices), 3):
                three = cyclic([corners[i] for i in indices[k:k + 3]])
                out.append((tuple(c[0] for c in three), image, three))
    return out


# ---------------------------------------------------------------------------------------
# Comparing

def check_land(check):
    rng = check.rng("land")
    seen = set()
    for number in range(check.options.maps):
        one = Map(rng, number)
        case = "map %d of %d x %d sectors, %d textures" % (number, *one.size, one.textures)
        folder = "land"
        check.write(files_of(one, rng), folder)
        for group in GROUPS:
            check.report.case(group)
        out = one.zone + ".glb"
        if not check.convert(POINTS, case, check.path(folder, one.zone + ".mpr"), "-o",
                             check.path(folder, out)):
            continue
        scene = check.scene(POINTS, case, folder, out)
        if not scene:
            continue
        try:
            seen |= compare_map(check, case, expected_triangles(one), found_triangles(one, scene))
        except (ValueError, KeyError, IndexError) as problem:
            check.report.fail(POINTS, case, "the GLB cannot be evaluated: %r" % problem)
    if check.options.maps >= 10:
        check.report.expect(IMAGES, "all maps", len(seen) == 4 * TILES,
                            "only %d of 256 pairs of tile and turn occurred" % len(seen))


def compare_map(check, case, expected, found):
    """-> the pairs of tile and turn that were compared"""
    count_triangles(check, case, expected, [keys for keys, _, _ in found])
    worst = {group: (0.0, "") for group in GROUPS}
    counts = dict.fromkeys(worst, 0)
    compared, seen = set(), set()
    for keys, image, corners in found:
        if keys not in expected:
            continue
        look, wanted = expected[keys]
        for corner, goal in zip(corners, wanted):
            # Triangles of one tile share vertices.
            pair = id(corner), id(goal)
            if pair in compared:
                continue
            compared.add(pair)
            for i, group in FIELDS if look else FIELDS[:2]:
                counts[group] += 1
                error = math.dist(goal[i], corner[i])
                if not error <= worst[group][0]:
                    worst[group] = (error, "vertex %s, (texture, tile, turn) %s: expected %s, "
                                    "found %s" % (corner[0], look, goal[i], corner[i]))
            counts[IMAGES] += 1
            tile, shown = look and look[:2], image and image.at(corner[3])
            if shown != tile:
                check.report.fail(IMAGES, case, "expected (texture, tile) %s, found %s"
                                  % (tile, shown))
        if look:
            seen.add(look[1:])
    for group, (error, detail) in worst.items():
        check.report.error(group, case, error, detail)
        check.report.group(group)["count"] += counts[group] - 1
    return seen


def count_triangles(check, case, expected, found):
    """Each expected triangle occurs once, and nothing else."""
    missing = set(expected) - set(found)
    extra = [keys for keys in found if keys not in expected]
    check.report.expect(POINTS, case, not missing and not extra and len(found) == len(expected),
                        "%d triangles, expected %d; %d are missing, %s; %d are not expected, %s"
                        % (len(found), len(expected), len(missing), sorted(missing)[:1],
                           len(extra), extra[:1]))
