#!/usr/bin/env python3
"""read_fig.py FOLDER: every .fig of a folder as a .glb with its seven morph targets, with nothing
but the standard library; prints the milliseconds that took, without Python's start.
read_fig.py --read FILE...: only reads the arrays of the figures."""
import json
import os
import struct
import sys
import time

NAMES = ["strength", "dexterity", "strength_dexterity", "height", "strength_height",
         "dexterity_height", "strength_dexterity_height"]


def read(data):
    n = data[3] - 48
    blocks, normal_blocks, uv_count, index_count, corner_count, _, _, group, texture = \
        struct.unpack_from("<9I", data, 4)
    at = 40 + 40 * n
    vertices = struct.unpack_from(f"<{12 * n * blocks}f", data, at)
    at += 48 * n * blocks
    normals = struct.unpack_from(f"<{16 * normal_blocks}f", data, at)
    at += 64 * normal_blocks
    uvs = struct.unpack_from(f"<{2 * uv_count}f", data, at)
    at += 8 * uv_count
    indices = data[at:at + 2 * index_count]
    at += 2 * index_count
    corners = list(struct.iter_unpack("<3H", data[at:at + 6 * corner_count]))
    return n, vertices, normals, uvs, indices, index_count, corners, group, texture


def convert(data):
    n, vertices, normals, uvs, indices, index_count, corners, group, texture = read(data)

    def vertex(i, variant):
        x = i // 4 * 12 * n + variant * 4 + i % 4
        return vertices[x], vertices[x + 8 * n], -vertices[x + 4 * n]

    def normal(i):
        x = i // 4 * 16 + i % 4
        return normals[x], normals[x + 8], -normals[x + 4]

    first = [vertex(p, 0) for p, _, _ in corners]
    arrays = [first, [normal(i) for _, i, _ in corners]]
    for variant in range(1, n):
        arrays.append([tuple(a - b for a, b in zip(vertex(p, variant), base))
                       for (p, _, _), base in zip(corners, first)])
    binary, views, accessors = [], [], []
    size = 0

    def add(blob, kind, component, count, extra):
        nonlocal size
        views.append({"buffer": 0, "byteOffset": size, "byteLength": len(blob)})
        accessors.append({"bufferView": len(views) - 1, "componentType": component,
                          "count": count, "type": kind, **extra})
        blob += b"\0" * (-len(blob) % 4)
        binary.append(blob)
        size += len(blob)
        return len(accessors) - 1

    numbers = []
    for array in arrays:
        flat = [x for v in array for x in v]
        numbers.append(add(struct.pack(f"<{len(flat)}f", *flat), "VEC3", 5126, len(array), {
            "min": [min(v[i] for v in array) for i in range(3)],
            "max": [max(v[i] for v in array) for i in range(3)]}))
    flat = [x for _, _, i in corners for x in (uvs[2 * i], 1 - uvs[2 * i + 1])]
    uv = add(struct.pack(f"<{len(flat)}f", *flat), "VEC2", 5126, len(corners), {})
    index = add(indices, "SCALAR", 5123, index_count, {})
    head = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}], "buffers": [{"byteLength": size}], "bufferViews": views,
        "accessors": accessors, "meshes": [{
            "primitives": [{"attributes": {"POSITION": numbers[0], "NORMAL": numbers[1],
                                           "TEXCOORD_0": uv}, "indices": index,
                            "targets": [{"POSITION": i} for i in numbers[2:]]}],
            "weights": [0] * (n - 1),
            "extras": {"targetNames": NAMES[:n - 1], "group": group, "texture": texture}}],
    }).encode()
    head += b" " * (-len(head) % 4)
    body = b"".join(binary)
    return struct.pack("<4sIIII", b"glTF", 2, 28 + len(head) + len(body), len(head), 0x4E4F534A) \
        + head + struct.pack("<II", len(body), 0x004E4942) + body


def main(folder):
    files = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".fig"):
            with open(os.path.join(folder, name), "rb") as file:
                files.append((name, file.read()))
    start = time.process_time()
    results = [(name, convert(data)) for name, data in files]
    print(f"figures {(time.process_time() - start) * 1000:.1f}")
    if os.environ.get("KEEP"):
        for name, data in results:
            with open(os.path.join(folder, name + ".glb"), "wb") as file:
                file.write(data)


if sys.argv[1] == "--read":
    for source in sys.argv[2:]:
        with open(source, "rb") as figure:
            read(figure.read())
else:
    main(*sys.argv[1:])
