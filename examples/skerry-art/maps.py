#!/usr/bin/env python3
"""Writes the cells of the maps of examples/skerry from plans of letters. Usage: maps.py PROJECT new|cells

`new` writes empty maps; then `oisin maps sync PROJECT` adds the tilesets, and `cells` fills the layers. Both maps can be edited with Tiled instead.
"""
import os, re, sys

SIZE = 64
LAYERS = ("ground 1", "ground 2", "ground 3", "ground 4", "objects", "NPCs", "spawners", "roof 1", "roof 2", "roof 3", "roof 4")
# A letter of a plan: tile on ground 1, tile on ground 2, object, NPC.
LETTERS = {
    "~": ("isle_water",), ".": ("isle_sand",), ",": ("isle_grass",), "=": ("isle_planks",), "p": ("isle_grass", "isle_path"),
    "f": ("isle_grass", "isle_flowers"), "o": ("isle_sand", "isle_pebbles"), "b": ("isle_grass", None, "isle_bush"),
    "r": ("isle_sand", None, "isle_rock"), "R": ("isle_grass", None, "isle_rock"), "W": ("isle_water", None, "isle_rock"),
    "i": ("isle_grass", None, "isle_lantern"), "c": ("isle_grass", None, "isle_crate"), "a": ("isle_grass", None, "isle_barrel"),
    "L": ("isle_grass", None, "lighthouse"), "H": ("isle_grass", None, "hut"), "B": ("isle_water", None, "isle_boat"),
    "F": ("isle_sand", None, "float"), "T": ("isle_planks", None, None, "tom"), "N": ("isle_sand", None, None, "wren"), "G": ("isle_sand", None, None, "gull"),
    # indoors
    " ": (), "#": ("isle_cellar", None, "isle_cellar"), "M": ("isle_brick", None, "isle_brick"), "w": ("isle_brick", None, "isle_window"),
    "_": ("isle_boards",), "d": ("isle_stone",), "A": ("isle_cellar", None, "isle_arch"), "U": ("isle_boards", None, "isle_stairs"),
    "D": ("isle_stone", None, "isle_hatch"), "e": ("isle_boards", None, "isle_bed"), "t": ("isle_boards", None, "isle_table"),
    "s": ("isle_boards", None, "isle_stove"), "k": ("isle_boards", None, "isle_crate"), "K": ("isle_boards", None, "isle_barrel"),
    "g": ("isle_boards", None, None, "agnes"), "1": ("isle_brick", None, "isle_shutter_long"), "0": ("isle_brick", None, "isle_shutter_short"),
    "P": ("isle_stone", None, "lamp"), "O": ("isle_stone", None, "isle_wheel"),
}
ISLAND = (10, 12, """
~~~~~~~~~~~~~~~~W~~~~~~~~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~~~~~~~~~~W~~~~~~~~~~~~~~
~~~~~~W~~~~~.....................~~~~~~~~~~~
~~~~~~~~~~......ro....F....r...o...~~~~~~~~~
~~~~~~~~..o..........................~~~~W~~
~~~~~~~...................G...........~~~~~~
~~~~~~..,,,RRRRbRRRbRRRRRRbRRR,,,......~~~~~
~~~~~~..,,,,,,,RRRRRRRRRRRR,,,,,,,,....~~~~~
~~~~~..,,b,,,,,,,,RRRRR,,,,,,,b,,,,,...~~~~~
~~~~...,,,,,f,,,,,,,,,,,,,,,,,,,,,,,....~~~~
~~~~..,,,,,,,,b,,,,,,,,,,,,,f,,,,,,,,...~~~~
~~~~..,,f,,,,,,,,,,,,,,,,,,,,,,,,,b,,...~~~~
~~~...,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,...~~~~
~~~..,,,,,,,,,f,,,,,,,,,,,,,,,,,,,,,,...~~~~
~~~..,,,,,b,,,,,,,,iL,,i,,,,,,,,,,f,,...~~~~
~~~..ppppppppppppppppppppppppppH,,ca,...~~~~
~~~.No..,,,,,,,,,f,,,p,,,,,,ppppp,,,,..~~~~~
~~~~...,,,,,,,,,,,,,,p,,,,,,,,,,,,f,,..~~~~~
~~~~...,,b,,,,,,,,,,ipi,,,,f,,,,,,,,..~~~~~~
~~~~~..,,,,,,f,,,,,,,p,,,,,,,,,b,,,...~~~~~~
~~~~~~..,,,,,,,,,,,,,p,,,,,,,,,,,,...~~~~~~~
~~~~~~~...,,,,,b,,,,,p,,f,,,,,,,,...~~~W~~~~
~~W~~~~~~...,,,,,,,..p...,,,,,....~~~~~~~~~~
~~~~~~~~~~............o....r....~~~~~~~~~~~~
~~~~~~~~~~~~~....~~~===~~...~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~===~~~~~~~~~~~~~W~~~~~~~
~~~~~W~~~~~~~~~~~~~~==T~~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~===B~~~~~~~~~~~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~===~~~~~~~~~~~~~~~~~~~~~
""")
TOWER = (23, 8, """
    MMMMMMMMMMM
    MwMMMwMMMwM
    MwMMMwMMMwM
    MM0M1M0M0MM
    #ddddddddd#
    #ddddddddd#
    #ddddddddd#
    #ddddPddOd#
    #ddddddddd#
    #ddddddddd#
    #ddddDdddd#
    ###########











MMMMMMMMMMMMMMMMMMM
MMwMMMMMwMMMMMMwMMM
#__________e______#
#__________g____s_#
#_U_______________#
#_________________#
#____________t____#
#__k______________#
#_kK______________#
#########A#########
""")
GULL_PATH = ((32, 17), (44, 17), (44, 18), (32, 18))  # cells


def write_new(project, name, title, properties, path=None):
    cells = "\n".join(",".join(["0"] * SIZE) + ("," if y < SIZE - 1 else "") for y in range(SIZE))
    text = ['<?xml version="1.0" encoding="UTF-8"?>',
            f'<map version="1.10" orientation="orthogonal" renderorder="right-down" width="{SIZE}" height="{SIZE}" tilewidth="16" tileheight="16" '
            f'infinite="0" nextlayerid="13" nextobjectid="2">', " <properties>"]
    text += [f'  <property name="{key}" value="{value}"/>' for key, value in [("title", title)] + properties] + [" </properties>"]
    for number, layer in enumerate(LAYERS, 1):
        text += [f' <layer id="{number}" name="{layer}" width="{SIZE}" height="{SIZE}">', '  <data encoding="csv">', cells, "</data>", " </layer>"]
    if path:
        x, y = path[0][0] * 16 + 8, path[0][1] * 16 + 8
        points = " ".join(f"{i * 16 + 8 - x},{j * 16 + 8 - y}" for i, j in path)
        text += [' <objectgroup id="12" name="paths">', f'  <object id="1" name="0" x="{x}" y="{y}">', f'   <polygon points="{points}"/>', "  </object>", " </objectgroup>"]
    text.append("</map>")
    with open(os.path.join(project, "maps", name + ".tmx"), "w") as file:
        file.write("\n".join(text) + "\n")


def tile_numbers(project, text):
    """Sprite name -> number in the map, from the tilesets that `oisin maps sync` wrote, and the layout of the sheet."""
    numbers = {}
    for first, source in re.findall(r'<tileset firstgid="(\d+)" source="([^"]+)"', text):
        with open(os.path.join(project, "maps", source)) as file:
            tileset = file.read()
        if source.startswith("sheet_"):
            sheet = source[6:-4]
            columns = int(re.search(r'columns="(\d+)"', tileset).group(1))
            with open(os.path.join(project, "tiles", sheet + ".lyt")) as file:
                for line in file.read().splitlines()[2:]:
                    word = line.split()
                    x, y = word[3].strip("()").split(",")[:2]
                    numbers[f"{sheet}_{word[2]}"] = int(first) + int(y) * columns + int(x)
        else:
            for tile, image in re.findall(r'<tile id="(\d+)".*?<image[^>]* source="([^"]+)"', tileset, re.S):
                numbers[re.sub(r"_(npc|so.\w)\.png$", "", os.path.basename(image))] = int(first) + int(tile)
    return numbers


def write_cells(project, name, plan, ground):
    path = os.path.join(project, "maps", name + ".tmx")
    with open(path) as file:
        text = file.read()
    numbers = tile_numbers(project, text)
    layers = {layer: [[0] * SIZE for _ in range(SIZE)] for layer in ("ground 1", "ground 2", "objects", "NPCs")}
    if ground:
        layers["ground 1"] = [[numbers[ground]] * SIZE for _ in range(SIZE)]
    left, top, rows = plan
    for y, row in enumerate(rows.strip("\n").split("\n")):
        for x, letter in enumerate(row):
            for layer, tile in zip(("ground 1", "ground 2", "objects", "NPCs"), LETTERS[letter]):
                if tile:
                    layers[layer][top + y][left + x] = numbers[tile]
    for layer, cells in layers.items():
        data = ",\n".join(",".join(map(str, row)) for row in cells)
        text = re.sub(rf'(name="{layer}"[^>]*>\s*<data encoding="csv">\n).*?(\n</data>)', lambda m: m.group(1) + data + m.group(2), text, flags=re.S)
    with open(path, "w") as file:
        file.write(text)


project, step = sys.argv[1:]
if step == "new":
    os.makedirs(os.path.join(project, "maps"), exist_ok=True)
    night = [("daylight", "24 daylight"), ("music", "sea")]
    write_new(project, "island", "Skerry Rock", night, GULL_PATH)
    write_new(project, "tower", "The lighthouse", night)
else:
    write_cells(project, "island", ISLAND, "isle_water")
    write_cells(project, "tower", TOWER, None)
