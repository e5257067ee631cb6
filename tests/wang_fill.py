"""A second opinion about Wang sets: fills a map by the Wang sets in its tilesets.

    wang_fill.py names MAP EXPECTED         the image of each cell, a row a line
    wang_fill.py fill MAP TERRAIN...        the same, after a terrain brush: of two terrains
                                            that meet, the later one has their corners and edges

Shares no code with the program, and knows nothing of automap rules. "*" is not compared: cells at
the border of the map, because what is outside has no colour, and those that are full of another
terrain. `names` copies it from the expected lines.
"""

import os
import sys
import xml.etree.ElementTree as xml

# Places of a Wang ID: top, top right, right and so on; the cells that share each.
SHARED = [[(0, -1)], [(0, -1), (1, -1), (1, 0)], [(1, 0)], [(1, 0), (1, 1), (0, 1)],
          [(0, 1)], [(0, 1), (-1, 1), (-1, 0)], [(-1, 0)], [(-1, 0), (-1, -1), (0, -1)]]
PLACES = {"corner": (1, 3, 5, 7), "edge": (0, 2, 4, 6), "mixed": range(8)}


def sprite(source):
    return os.path.basename(source).rsplit("_", 1)[0]


def main():
    mode, path, terrains = sys.argv[1], sys.argv[2], sys.argv[3:]
    root = xml.parse(path).getroot()
    names, sets = {0: "-"}, []
    for tileset in root.iter("tileset"):
        first = int(tileset.get("firstgid"))
        source = os.path.join(os.path.dirname(path), tileset.get("source"))
        tileset = xml.parse(source).getroot()
        for tile in tileset.iter("tile"):
            names[first + int(tile.get("id"))] = sprite(tile.find("image").get("source"))
        for wang in tileset.iter("wangset"):
            marks = [p.get("value") for p in wang.iter("property") if p.get("name") == "oisin"]
            assert marks == ["automap"], marks
            colours = [c.get("name") for c in wang.iter("wangcolor")]
            tiles = {}
            for tile in wang.iter("wangtile"):
                key = tile.get("wangid")
                assert key not in tiles, key
                tiles[key] = names[first + int(tile.get("tileid"))]
            sets.append((wang.get("type"), colours, tiles))
    layer = root.find("layer")
    side = int(layer.get("width"))
    cells = [names[int(c)] for c in layer.find("data").text.split(",")]
    rows = [cells[i:i + side] for i in range(0, len(cells), side)]

    def filled(x, y):
        """The tile for the colours of the cell and its neighbours."""
        if rows[y][x] not in terrains:
            return rows[y][x]
        kind, colours, tiles = next(s for s in sets if rows[y][x] in s[1])
        places = ["0"] * 8
        for place in PLACES[kind]:
            around = [rows[y][x]] + [rows[y + dy][x + dx] for dx, dy in SHARED[place]]
            if all(c in terrains for c in around):
                places[place] = str(1 + colours.index(max(around, key=terrains.index)))
        if not any(int(p) for p in places):
            return rows[y][x]
        tile = tiles[",".join(places)]
        return "*" if tile in terrains and tile != rows[y][x] else tile

    if mode == "names":
        with open(terrains[0], encoding="utf-8") as file:
            expected = [line.split() for line in file]
    for y in range(side):
        inner = [x for x in range(side) if 0 < x < side - 1 and 0 < y < side - 1]
        if mode == "fill":
            print(" ".join(filled(x, y) if x in inner else "*" for x in range(side)))
        else:
            print(" ".join("*" if expected[y][x] == "*" else rows[y][x] for x in range(side)))


main()
