"""The navigation graph (AIGRAPH) of a map: what of the ground, the water and the objects a
creature of each of the 8 layers can cross, and what it costs. Written from the rules alone,
never from the C sources.
"""

import array
import heapq
import math
import struct

import evil
import geometry

BLOCKED = 0xFFFF
DIRECTIONS = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))
TALL = (2, 0.4, 1, 1.6, 2.2, 1.7, 3, 6)
RADIUS = (1, 1, 1, 1, 1, 2, 2, 3)
TILE_WATER, TILE_ROAD, TILE_LAVA, TILE_SWAMP = 6, 7, 13, 14
COST_OF_TYPE = {TILE_ROAD: 1, TILE_LAVA: 1, TILE_WATER: 8, TILE_SWAMP: 50}
COST_OTHER = 2
STEEP = 0.7040881910
STEEP_LAYER_0 = 3
SLOWED = [math.floor(1024 * 0.6 ** (7 * q / 64) + 0.5) for q in range(65)]
ROW_LOSS = (0, 1, 3, 6, 9)
FACTOR = (0, 25600, 20734, 16793, 13601, 11016, 8922, 7226, 5852, 4740, 3839, 3109, 2518, 2040,
          1024, 1229)
MOB_AIGRAPH, MOB_FILE, MOB_SECTION, MOB_OBJECT = 0x31415926, 0xA000, 0xB000, 0xB001
MOB_LEVER, MOB_UNIT = 0xBBAC0000, 0xBBBB0000
NODES_WITH_CHILDREN = {MOB_FILE, MOB_SECTION, MOB_OBJECT, MOB_LEVER, MOB_UNIT}


# ---------------------------------------------------------------------------------------
# Reading

class Sector:
    """heights and liquid (or None): 33 x 33 stored numbers; tiles, liquid_tiles and
    materials: 16 x 16 stored numbers."""

    def __init__(self, data):
        if len(data) not in (9229, 18965):
            raise ValueError("SEC: %d bytes" % len(data))
        at = 5
        self.liquid = self.liquid_tiles = self.materials = None
        self.heights = [struct.unpack_from("<H", data, at + 8 * i + 2)[0] for i in range(1089)]
        at += 8 * 1089
        if len(data) == 18965:
            self.liquid = [struct.unpack_from("<H", data, at + 8 * i + 2)[0]
                           for i in range(1089)]
            at += 8 * 1089
        self.tiles = struct.unpack_from("<256H", data, at)
        if self.liquid:
            self.liquid_tiles = struct.unpack_from("<256H", data, at + 512)
            self.materials = struct.unpack_from("<256H", data, at + 1024)


class Map:
    """The members of a .mpr: size in sectors, maximum altitude, types of tiles, sectors."""

    def __init__(self, data):
        members = evil.res_read(data)
        head = next(d for n, d in members if n.lower().endswith(".mp"))
        _, self.max_z, self.width, self.height, _, _, tiles, _, materials, _ = \
            struct.unpack_from("<IfIIIIIIHI", head)
        self.types = struct.unpack_from("<%dI" % tiles, head, 38 + 44 * materials)
        self.sectors = {}
        for name, member in members:
            if name.lower().endswith(".sec"):
                self.sectors[int(name[-10:-7]), int(name[-7:-4])] = Sector(member)

    def cost_of_tile(self, number):
        index = (number >> 6 & 255) * 64 + (number & 63)
        if number == 65535 or index >= len(self.types):
            return COST_OTHER
        return COST_OF_TYPE.get(self.types[index], COST_OTHER)


def nodes_of(data):
    """[(id, payload, offset)] of consecutive MOB nodes."""
    at, out = 0, []
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<2I", data, at)
        out.append((kind, data[at + 8:at + size], at))
        at += size
    return out


def vector_of(fields, kind, count):
    """The numbers of a field, or None if it is missing or they are not finite."""
    if len(fields.get(kind, b"")) != 4 * count:
        return None
    values = struct.unpack("<%df" % count, fields[kind])
    return values if all(map(math.isfinite, values)) else None


def objects_of(mob):
    """The objects (evil.Placed) that are not units, in the order of the file."""
    out = []

    def visit(data):
        for kind, payload, _ in nodes_of(data):
            if kind not in NODES_WITH_CHILDREN:
                continue
            fields = {}
            for field, value, _ in nodes_of(payload):
                fields.setdefault(field, value)
            place = vector_of(fields, 0xB009, 3)
            if place and kind != MOB_UNIT:
                strings = fields.get(0xB00D, b"\0\0\0\0")
                parts = [p.decode("cp1251") for _, p, _ in nodes_of(strings[4:])]
                turn = vector_of(fields, 0xB00A, 4)
                if not turn or not any(turn):
                    turn = geometry.IDENTITY
                out.append(evil.Placed(0, fields.get(0xB006, b"").decode("cp1251"), place, turn,
                                       vector_of(fields, 0xB00C, 3) or (0.0, 0.0, 0.0), parts))
            visit(payload)
    visit(mob)
    return out


# ---------------------------------------------------------------------------------------
# Tiles

def quad_tiles(h00, h10, h01, h11):
    """The heights of the 2 x 2 tiles of a quad: [row][column]."""
    return ((h00 / 2 + (h10 + h01) / 4, h10 / 2 + (h00 + h11) / 4),
            (h01 / 2 + (h00 + h11) / 4, h11 / 2 + (h10 + h01) / 4))


class Ground:
    """For each tile of 0.5 x 0.5 units, row 0 in the south: height (before floors), ground,
    depth, cost (of the material), volumes [(low, high)]; heights in steps."""

    def __init__(self, world):
        self.width, self.height = 64 * world.width, 64 * world.height
        size = self.width * self.height
        self.step = world.max_z / 511 if world.max_z > 0 else 0.0
        self.ground = [0] * size
        self.depth = [0] * size
        self.cost = [COST_OTHER] * size
        self.volumes = [()] * size
        for x in range(world.width):
            for y in range(world.height):
                sector = world.sectors.get((x, y))
                # The type 0 of a missing sector has the other cost.
                if sector:
                    self.read_sector(world, sector, 64 * x, 64 * y)
        self.before_floors = self.ground[:]

    def read_sector(self, world, sector, left, bottom):
        scale = (lambda z: z * 511.0 / 65535.0) if self.step else (lambda z: 0.0)
        heights = list(map(scale, sector.heights))
        water = list(map(scale, sector.liquid)) if sector.liquid and self.step else None
        for y in range(32):
            for x in range(32):
                at = 33 * y + x
                corners = (at, at + 1, at + 33, at + 34)
                land = quad_tiles(*(heights[c] for c in corners))
                square = y // 2 * 16 + x // 2
                wet = water and sector.materials[square] != 65535 and \
                    quad_tiles(*(water[c] for c in corners))
                for row in range(2):
                    for column in range(2):
                        tile = (bottom + 2 * y + row) * self.width + left + 2 * x + column
                        height = math.floor(land[row][column] + 0.5)
                        self.ground[tile] = height
                        if wet:
                            depth = math.floor(wet[row][column] + 0.5) - height
                            self.depth[tile] = max(0, min(63, depth))
                        number = sector.liquid_tiles[square] if self.depth[tile] else \
                            sector.tiles[square]
                        self.cost[tile] = world.cost_of_tile(number)

    def tile_at(self, x, y):
        """The number of the tile, or None outside the map."""
        column, row = math.floor(x / 0.5), math.floor(y / 0.5)
        if 0 <= column < self.width and 0 <= row < self.height:
            return row * self.width + column
        return None

    def steps(self, z):
        return max(-1 << 20, min(1 << 20, math.floor(z / self.step + 0.5)))


# ---------------------------------------------------------------------------------------
# Objects

def box_of(figure, offset, weights):
    """(min, max) of a part in the object's frame, or None."""
    if not figure.indices:
        return None
    bounds = [evil.fig_bounds(v) for v in figure.vertices]
    # Figures with fewer variants repeat them.
    count = len(bounds)
    bounds = [bounds[v if v < count else v - 2 if count == 6 else v % count] for v in range(8)]
    rounded = [[struct.unpack("<3f", struct.pack("<3f", *b[i])) for b in bounds]
               for i in range(3)]
    center, low, high = (geometry.blend(values, weights) for values in rounded)
    ends = [(center[a] + low[a] + offset[a], center[a] + high[a] + offset[a])
            for a in range(3)]
    if not all(math.isfinite(e) for pair in ends for e in pair):
        return None
    return [min(e) for e in ends], [max(e) for e in ends]


def chain_offsets(model, weights):
    place = {}
    for bone, parent in model.links:
        own = geometry.blend(model.bones[bone], weights)
        place[bone] = geometry.add(place[parent], own) if parent else own
    return place


def face_samples(low, high):
    """(is top, point) of the six faces of a box."""
    grids = []
    for a in range(3):
        length = high[a] - low[a]
        n = max(1, math.ceil(length / (0.5 / 3)))
        grids.append([low[a] + length * i / n for i in range(n + 1)])
    for axis in range(3):
        for end in (0, -1):
            lines = list(grids)
            lines[axis] = [grids[axis][end]]
            for x in lines[0]:
                for y in lines[1]:
                    for z in lines[2]:
                        yield axis == 2 and end == -1, (x, y, z)


class Extent:
    """The samples of one object over one tile."""

    def __init__(self):
        self.top = []
        self.rest = []

    def range(self):
        return min(self.rest or self.top), max(self.top or self.rest)


def extents_of(ground, placed, model):
    """({tile: Extent} of floors, the same of obstacles), or None if it is outside."""
    here = ground.tile_at(placed.position[0], placed.position[1])
    if here is None:
        return None
    position = (placed.position[0], placed.position[1],
                placed.position[2] + ground.before_floors[here] * ground.step)
    weights = geometry.variant_weights(geometry.complexion_of_object(placed.complexion))
    offsets = chain_offsets(model, weights)
    w, x, y, z = geometry.normalize(placed.rotation)
    turn = geometry.compose(position, (w, x, y, z), (1, 1, 1))
    wanted = {p.lower() for p in placed.parts}
    floors, obstacles = {}, {}
    for bone, _ in model.links:
        name = bone.lower()
        if wanted and name not in wanted or name.startswith(("crown", "empty")):
            continue
        box = box_of(model.figures[bone], offsets[bone], weights)
        if not box:
            continue
        extents = floors if name.startswith("base") else obstacles
        for is_top, local in face_samples(*box):
            px, py, pz = geometry.point(turn, local)
            tile = ground.tile_at(px, py)
            if tile is not None:
                extent = extents.setdefault(tile, Extent())
                (extent.top if is_top else extent.rest).append(pz)
    return floors, obstacles


def place_objects(ground, objects, models):
    if not ground.step:
        return
    volumes = []
    for placed in objects:
        model = models.get(placed.template.lower())
        both = model and extents_of(ground, placed, model)
        if not both:
            continue
        for tile, extent in both[0].items():
            ground.ground[tile] = max(ground.ground[tile], ground.steps(extent.range()[1]))
            ground.depth[tile] = 0
            ground.cost[tile] = COST_OF_TYPE[TILE_ROAD]
        volumes.append(both[1])
    for obstacles in volumes:
        for tile, extent in obstacles.items():
            ground.volumes[tile] += (tuple(map(ground.steps, extent.range())),)


# ---------------------------------------------------------------------------------------
# Values of tiles

def value_of(layer, tall, base, depth, material, volumes):
    """The value 0 to 15 of one tile. tall: the layer's height in steps."""
    cost, speed = (1 if layer == 0 else material), 1024
    if layer and depth > 0:
        if layer == 1 or depth >= tall:
            return 0
        if depth > tall / 2:
            cost, speed = cost + 30, 800
        else:
            speed = 880
    for low, high in volumes:
        overlap = min(high, base + tall) - max(low, base)
        if overlap > 0:
            q = math.floor(overlap / tall * 64 + 0.5)
            cost += 290 * q // 64
            speed = speed * SLOWED[q] // 1024
    if cost > 70:
        return 0
    level = min(15, (speed + 50) // 102)
    if level == 0:
        return 0
    row = 0 if cost < 2 else 1 if cost == 2 else 2 if cost < 10 else 3 if cost < 35 else 4
    return max(1, min(15, level + 4 - ROW_LOSS[row]))


def disc(radius):
    r = range(-radius, radius + 1)
    return [(dx, dy) for dy in r for dx in r if dx * dx + dy * dy <= radius * radius]


def spread(width, height, marked, radius, outside):
    """The tiles that have a marked tile within the radius; outside: the map's outside is
    marked."""
    out = bytearray(len(marked))
    around = disc(radius)
    for y in range(height):
        for x in range(width):
            if marked[y * width + x]:
                for dx, dy in around:
                    if 0 <= x + dx < width and 0 <= y + dy < height:
                        out[(y + dy) * width + x + dx] = 1
            elif outside and (x < radius or y < radius or x + radius >= width
                              or y + radius >= height):
                out[y * width + x] = 1
    return out


def squared_slope(difference, step):
    slope = difference * step / 0.5
    return slope * slope


def cliffs(ground):
    """(tiles too steep for layer 0, tiles too steep for the others)."""
    width, height, g = ground.width, ground.height, ground.ground
    most, steep = bytearray(len(g)), bytearray(len(g))
    for y in range(height):
        for x in range(width):
            at = y * width + x
            near = [g[at - 1]] if x else []
            near += [g[at + 1]] if x + 1 < width else []
            near += [g[at - width]] if y else []
            near += [g[at + width]] if y + 1 < height else []
            slope = squared_slope(max(abs(n - g[at]) for n in near), ground.step)
            most[at] = slope > STEEP_LAYER_0
            steep[at] = slope > STEEP
    return most, steep


def layer_values(ground):
    """The values of each layer: 8 bytearrays."""
    width, height = ground.width, ground.height
    most, steep = cliffs(ground)
    wide = {r: spread(width, height, steep, r, False) for r in (1, 2)}
    edge = spread(width, height, bytearray(len(steep)), 3, True)
    blocked_by = [(most, edge)] + [(steep, edge)] * 4 + [(wide[1], edge)] * 2 + [(wide[2], edge)]
    out = []
    for layer in range(8):
        tall = TALL[layer] / ground.step if ground.step else 0.0
        memory = {}
        raw = bytearray(len(steep))
        for at in range(len(raw)):
            depth = ground.depth[at]
            base = ground.ground[at] + (0 if layer else depth)
            key = (base if ground.volumes[at] else 0, depth, ground.cost[at],
                   ground.volumes[at])
            if key not in memory:
                memory[key] = value_of(layer, tall, base, depth, ground.cost[at],
                                       ground.volumes[at])
            raw[at] = memory[key]
        blocked = spread(width, height, bytes(not v for v in raw), RADIUS[layer], True)
        for marks in (blocked,) + blocked_by[layer]:
            for at, mark in enumerate(marks):
                if mark:
                    raw[at] = 0
        out.append(raw)
    return out


# ---------------------------------------------------------------------------------------
# Steps between tiles

def slope_factor(layer, difference, step):
    """In 1/1024; 0: too steep."""
    t = squared_slope(difference, step)
    if t > (STEEP if layer else STEEP_LAYER_0):
        return 0
    s = t / (1 + t)
    if layer == 0 or difference == 0:
        return 1024
    if difference > 0:
        return math.floor(1024 * (1 + s) * (1 + s) + 0.5)
    return math.floor(1024 / (1 + s) + 0.5)


class Layer:
    """The values and bases of a layer, and the steps between its tiles."""

    def __init__(self, number, ground, values):
        self.width, self.height = ground.width, ground.height
        self.values = values
        self.base = array.array("i", ground.ground if number else
                                map(int.__add__, ground.ground, ground.depth))
        self.kind = min(number, 1)
        slopes, costs = {}, {}
        self.steps = [()] * len(values)
        ways = [(dx + dy * self.width, 1448 if dx and dy else 1024) for dx, dy in DIRECTIONS]
        # The 3 tiles along the edges have the value 0: no neighbour is outside.
        for at, value in enumerate(values):
            if not value:
                continue
            out = []
            for way, length in ways:
                v = values[at + way]
                if not v:
                    continue
                key = (self.base[at + way] - self.base[at], length, v)
                if key not in costs:
                    if key[0] not in slopes:
                        slopes[key[0]] = slope_factor(number, key[0], ground.step)
                    costs[key] = length * slopes[key[0]] * FACTOR[v] // 1048576 \
                        if slopes[key[0]] else None
                if costs[key] is not None:
                    out.append((at + way, costs[key]))
            self.steps[at] = out

    def window(self, left, bottom, right, top):
        """Rows of tiles, right and top included, cut at the map's edge."""
        left, right = max(0, left), min(self.width - 1, right)
        return [range(y * self.width + left, y * self.width + right + 1)
                for y in range(max(0, bottom), min(self.height - 1, top) + 1)]


def reaches_across(layer, cx, cy):
    """The tiles from which a search in the window of the cell reaches opposite lines."""
    rows = layer.window(8 * cx, 8 * cy, 8 * cx + 8, 8 * cy + 8)
    lines = [{row[0] for row in rows}, {row[8] for row in rows if len(row) == 9},
             set(rows[0]), set(rows[8]) if len(rows) == 9 else set()]
    left = {at for row in rows for at in row if layer.values[at]}
    good = set()
    while left:
        stack = [left.pop()]
        found = set(stack)
        while stack:
            for at, _ in layer.steps[stack.pop()]:
                if at in left:
                    left.remove(at)
                    found.add(at)
                    stack.append(at)
        touched = [not found.isdisjoint(line) for line in lines]
        if touched[0] and touched[1] or touched[2] and touched[3]:
            good |= found
    return good


def tile_of_cell(layer, cx, cy):
    """The tile that stands for a cell, or None."""
    good = reaches_across(layer, cx, cy)
    for half in (1, 2, 3, 4):
        rows = layer.window(8 * cx + 4 - half, 8 * cy + 4 - half,
                            8 * cx + 3 + half, 8 * cy + 3 + half)
        tiles = [at for row in rows for at in row if at in good]
        if tiles:
            return max(tiles, key=lambda at: (layer.values[at], -at))
    walkable = [at for row in rows for at in row if layer.values[at]]
    return walkable[-1] if walkable else None


def distances(layer, rows, start, targets):
    """The shortest distance to each target that is reached within the rows."""
    inside = {at for row in rows for at in row}
    best, done, left = {start: 0}, set(), set(targets)
    queue = [(0, start)]
    while queue and left:
        so_far, at = heapq.heappop(queue)
        if at in done:
            continue
        done.add(at)
        left.discard(at)
        for following, cost in layer.steps[at]:
            if following in done or following not in inside:
                continue
            total = so_far + cost
            if total < best.get(following, 1 << 62):
                best[following] = total
                heapq.heappush(queue, (total, following))
    return {t: best[t] for t in targets if t in done}


def cell_steps(layer, tiles, cx, cy, columns, memory):
    """The 8 steps of a cell, before the minimum of pairs."""
    start = tiles[cy * columns + cx]
    if start is None:
        return [BLOCKED] * 8
    rows = layer.window(8 * cx - 8, 8 * cy - 8, 8 * cx + 16, 8 * cy + 16)
    first = rows[0][0]
    ends = []
    for dx, dy in DIRECTIONS:
        x, y = cx + dx, cy + dy
        inside = 0 <= x < columns and 0 <= y < len(tiles) // columns
        ends.append(tiles[y * columns + x] if inside else None)
    # Equal windows have equal steps: most layers are alike in most places.
    key = (layer.kind, len(rows[0]), start - first, tuple(e and e - first for e in ends),
           b"".join(layer.values[r[0]:r[-1] + 1] for r in rows),
           b"".join(layer.base[r[0]:r[-1] + 1].tobytes() for r in rows))
    if key not in memory:
        found = distances(layer, rows, start, [e for e in ends if e is not None])
        memory[key] = [min(0x7FFF, found[e] // 128) if e in found else BLOCKED for e in ends]
    return memory[key][:]


def pair_minimum(steps, columns, rows):
    out = [list(one) for one in steps]
    for cy in range(rows):
        for cx in range(columns):
            for d, (dx, dy) in enumerate(DIRECTIONS):
                if not (0 <= cx + dx < columns and 0 <= cy + dy < rows):
                    continue
                back = steps[(cy + dy) * columns + cx + dx][(d + 4) % 8]
                own = steps[cy * columns + cx][d]
                out[cy * columns + cx][d] = BLOCKED if BLOCKED in (own, back) \
                    else min(own, back)
    return out


def components(steps, columns):
    out, count = [0] * len(steps), 0
    for start in range(len(steps)):
        if out[start]:
            continue
        count += 1
        out[start] = min(count, 65535)
        stack = [start]
        while stack:
            at = stack.pop()
            for (dx, dy), step in zip(DIRECTIONS, steps[at]):
                following = at + dy * columns + dx
                if step != BLOCKED and not out[following]:
                    out[following] = min(count, 65535)
                    stack.append(following)
    return out


# ---------------------------------------------------------------------------------------
# The graph

class Graph:
    """layers: of each layer (steps [cell][8], tiles [cell], components [cell])."""

    def __init__(self, columns, rows, layers):
        self.columns, self.rows, self.layers = columns, rows, layers


def graph_make(map_bytes, mob_bytes, models):
    """models: {template in lower case: evil.Model}."""
    world = Map(map_bytes)
    ground = Ground(world)
    place_objects(ground, objects_of(mob_bytes), models)
    columns, rows = 8 * world.width, 8 * world.height
    layers, memory = [], {}
    for number, values in enumerate(layer_values(ground)):
        layer = Layer(number, ground, values)
        cells = [(x, y) for y in range(rows) for x in range(columns)]
        tiles = [tile_of_cell(layer, x, y) for x, y in cells]
        steps = pair_minimum([cell_steps(layer, tiles, x, y, columns, memory)
                              for x, y in cells], columns, rows)
        bytes_of_tiles = [0x33 if t is None else t % layer.width % 8 |
                          t // layer.width % 8 << 4 for t in tiles]
        layers.append((steps, bytes_of_tiles, components(steps, columns)))
    return Graph(columns, rows, layers)


def graph_write(graph):
    out = bytearray(struct.pack("<2I", graph.columns, graph.rows))
    for steps, tiles, parts in graph.layers:
        for y in range(graph.rows):
            row = slice(y * graph.columns, (y + 1) * graph.columns)
            for one in steps[row]:
                out += struct.pack("<8H", *one)
            out += bytes(tiles[row]) + struct.pack("<%dH" % graph.columns, *parts[row])
    return bytes(out)


def graph_read(data):
    columns, rows = struct.unpack_from("<2I", data)
    if len(data) != 8 + 152 * columns * rows:
        raise ValueError("AIGRAPH: %d bytes, expected %d"
                         % (len(data), 8 + 152 * columns * rows))
    at, layers = 8, []
    for _ in range(8):
        steps, tiles, parts = [], [], []
        for _ in range(rows):
            numbers = struct.unpack_from("<%dH" % (8 * columns), data, at)
            steps += [list(numbers[i:i + 8]) for i in range(0, len(numbers), 8)]
            at += 16 * columns
            tiles += data[at:at + columns]
            parts += struct.unpack_from("<%dH" % columns, data, at + columns)
            at += 3 * columns
        layers.append((steps, tiles, parts))
    return Graph(columns, rows, layers)


def graph_of_mob(mob):
    """The payload of AIGRAPH, and the MOB with it taken out."""
    found = [(at, payload) for kind, payload, at in nodes_of(mob) if kind == MOB_AIGRAPH]
    if len(found) != 1:
        raise ValueError("%d AIGRAPH in the MOB" % len(found))
    at, payload = found[0]
    return payload, mob[:at] + mob[at + 8 + len(payload):]
