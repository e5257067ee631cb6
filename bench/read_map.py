#!/usr/bin/env python3
"""read_map.py ZONE.mpr ZONE.glb: a map of Evil Islands to a .glb of positions, normals, texture
coordinates and triangles, one mesh a sector; no textures, no objects. As a straightforward
script does it, and a second opinion on ours: it prints how many triangles there are.
read_map.py --read ZONE.mpr...: only reads the vertices and tiles of the maps."""
import json
import struct
import sys

TURNS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (2, 5, 8, 1, 4, 7, 0, 3, 6), (8, 7, 6, 5, 4, 3, 2, 1, 0),
         (6, 3, 0, 7, 4, 1, 8, 5, 2))
SQUARES = (0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 3, 4, 7, 3, 7, 6, 4, 5, 8, 4, 8, 7)


def members(data):
    magic, count, table, names = struct.unpack_from("<4I", data)
    names_at = table + count * 22
    for i in range(count):
        _, size, at, _, length, name = struct.unpack_from("<iIIIHI", data, table + i * 22)
        text = data[names_at + name:names_at + name + length].decode("cp1251").lower()
        yield text, data[at:at + size]


def normal_of(packed):
    x, y = ((packed >> 11 & 2047) - 1000) / 1000, ((packed & 2047) - 1000) / 1000
    z = (packed >> 22) / 1000
    length = (x * x + y * y + z * z) ** 0.5 or 1
    return x / length, z / length, -y / length


def layer(vertices, tiles, materials, sx, sy, altitude):
    positions, normals, uvs = [], [], []
    for index in range(256):
        if materials and materials[index] == 65535:
            continue
        tile = tiles[index]
        turn = TURNS[tile >> 14]
        for point in range(9):
            column, row = index % 16 * 2 + point % 3, index // 16 * 2 + point // 3
            dx, dy, z, packed = vertices[row * 33 + column]
            positions.append((32 * sx + column + dx / 254, z / 65535 * altitude,
                              -(32 * sy + row + dy / 254)))
            normals.append(normal_of(packed))
            k = turn[point]
            uvs.append((((tile & 7) * 64 + 8 + k % 3 * 24) / 512,
                        ((tile >> 3 & 7) * 64 + 8 + k // 3 * 24) / 512))
    return positions, normals, uvs


def read(sec):
    """Of a sector: whether it has liquid, its vertices, and the numbers of tiles and materials."""
    wet = len(sec) == 18965
    count = 1089 * (2 if wet else 1)
    vertices = list(struct.iter_unpack("<bbHI", sec[5:5 + 8 * count]))
    return wet, vertices, struct.unpack_from("<%dH" % (768 if wet else 256), sec, 5 + 8 * count)


def layers_of(sec, sx, sy, altitude):
    wet, vertices, tiles = read(sec)
    yield layer(vertices[:1089], tiles[:256], None, sx, sy, altitude)
    if wet:
        yield layer(vertices[1089:], tiles[256:512], tiles[512:], sx, sy, altitude)


def main(source, target):
    with open(source, "rb") as file:
        files = dict(members(file.read()))
    zone = next(name for name in files if name.endswith(".mp"))
    altitude, nx, ny = struct.unpack_from("<fII", files[zone], 4)
    blob, views, accessors, meshes, triangles = bytearray(), [], [], [], 0

    def add(rows, form, component, kind):
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": 0})
        accessors.append({"bufferView": len(views) - 1, "componentType": component,
                          "count": len(rows), "type": kind})
        if form == "3f" and kind == "VEC3":
            accessors[-1]["min"] = [min(row[i] for row in rows) for i in range(3)]
            accessors[-1]["max"] = [max(row[i] for row in rows) for i in range(3)]
        flat = rows if kind == "SCALAR" else [x for row in rows for x in row]
        blob.extend(struct.pack("<%d%s" % (len(flat), form[-1]), *flat))
        views[-1]["byteLength"] = len(blob) - views[-1]["byteOffset"]
        return len(accessors) - 1

    for sy in range(ny):
        for sx in range(nx):
            sec = files["%s%03d%03d.sec" % (zone[:-3], sx, sy)]
            for positions, normals, uvs in layers_of(sec, sx, sy, altitude):
                if not positions:
                    continue
                indices = [9 * tile + at for tile in range(len(positions) // 9)
                           for at in SQUARES]
                triangles += len(indices) // 3
                meshes.append({"primitives": [{
                    "attributes": {"POSITION": add(positions, "3f", 5126, "VEC3"),
                                   "NORMAL": add(normals, "3f", 5126, "VEC3"),
                                   "TEXCOORD_0": add(uvs, "2f", 5126, "VEC2")},
                    "indices": add(indices, "I", 5125, "SCALAR")}]})
    text = json.dumps({"asset": {"version": "2.0"}, "scene": 0,
                       "scenes": [{"nodes": list(range(len(meshes)))}],
                       "nodes": [{"mesh": i} for i in range(len(meshes))], "meshes": meshes,
                       "accessors": accessors, "bufferViews": views,
                       "buffers": [{"byteLength": len(blob)}]}).encode()
    text += b" " * (-len(text) % 4)
    with open(target, "wb") as file:
        file.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(blob), len(text),
                               0x4E4F534A) + text + struct.pack("<II", len(blob), 0x004E4942))
        file.write(blob)
    print(triangles)


if sys.argv[1] == "--read":
    for source in sys.argv[2:]:
        with open(source, "rb") as file:
            for name, content in members(file.read()):
                if name.endswith(".sec"):
                    read(content)
else:
    main(*sys.argv[1:3])
