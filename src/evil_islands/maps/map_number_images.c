/* Conversion of a map's numbers to 16-bit greyscale images and back: see map_images.h. */
#include "evil_islands/maps/map_images.h"

#include <assert.h>

/* The numbers of a layer in a sector. */
typedef struct LayerRow {
    const char *name;
    unsigned step;   /* numbers per side of a sector, without shared ones */
    unsigned shared; /* 1 if the last row and column are shared with the next sector */
    bool wet;        /* belongs to the liquid */
    uint16_t none;   /* value for missing numbers */
} LayerRow;

static const LayerRow layers[MAP_CHOICES] = {
    [MAP_HEIGHTS] = {"heights", SEC_UNITS, 1, false, 0},
    [MAP_TILES] = {"tiles", SEC_TILES, 0, false, SEC_NONE},
    [MAP_LIQUID] = {"liquid", SEC_UNITS, 1, true, 0},
    [MAP_LIQUID_TILES] = {"liquid-tiles", SEC_TILES, 0, true, SEC_NONE},
    [MAP_MATERIALS] = {"materials", SEC_TILES, 0, true, SEC_NONE},
    [MAP_PICTURE] = {"picture", 0, 0, false, 0},
    [MAP_PROJECT] = {"project", 0, 0, false, 0},
};

bool map_layer_named(Text name, MapLayer *out)
{
    for (size_t i = 0; i < MAP_CHOICES; i++)
        if (text_is(name, layers[i].name)) {
            *out = (MapLayer)i;
            return true;
        }
    return false;
}

/* Pointer to a number; NULL if the sector does not have it. */
static uint16_t *number_at(SecFile *sec, MapLayer layer, unsigned column, unsigned row)
{
    const unsigned point = row * SEC_SIDE + column, tile = row * SEC_TILES + column;
    if (!sec || (layers[layer].wet && !sec->wet))
        return NULL;
    switch (layer) {
    case MAP_HEIGHTS:
        return &sec->land[point].height;
    case MAP_TILES:
        return &sec->tiles[tile];
    case MAP_LIQUID:
        return &sec->surface[point].height;
    case MAP_LIQUID_TILES:
        return &sec->liquid_tiles[tile];
    default:
        return &sec->liquid_materials[tile];
    }
}

/* One of the sectors that contain a number. */
typedef struct Copy {
    uint32_t x, y;        /* the sector */
    unsigned column, row; /* position in it */
} Copy;

/* Lists all sectors that contain the number, one to four; y to the north. In the first one its
 * column and row are lowest. */
static unsigned copies_of(const Map *map, MapLayer layer, uint32_t x, uint32_t y, Copy out[4])
{
    const unsigned step = layers[layer].step, shared = layers[layer].shared;
    unsigned count = 0;
    for (unsigned i = 0; i <= shared; i++)
        for (unsigned j = 0; j <= shared; j++) {
            Copy copy = {x / step, y / step, x % step, y % step};
            if ((j && copy.column) || (i && copy.row) || (j && !copy.x) || (i && !copy.y))
                continue;
            if (j) {
                copy.x--;
                copy.column = step;
            }
            if (i) {
                copy.y--;
                copy.row = step;
            }
            if (copy.x < map->mp.sectors_x && copy.y < map->mp.sectors_y)
                out[count++] = copy;
        }
    return count;
}

MapNumbers map_numbers(const Map *map, MapLayer layer, Arena *arena)
{
    const LayerRow *row = &layers[layer];
    MapNumbers out = {map->mp.sectors_x * row->step + row->shared,
                      map->mp.sectors_y * row->step + row->shared, NULL};
    uint16_t *at = out.items = arena_alloc_raw(arena, (size_t)out.w * out.h, sizeof *out.items);
    for (uint32_t y = out.h; y--;)
        for (uint32_t x = 0; x < out.w; x++, at++) {
            Copy copies[4];
            const unsigned count = copies_of(map, layer, x, y, copies);
            const uint16_t *found = NULL;
            for (unsigned i = 0; !found && i < count; i++)
                found = number_at(map_sector(map, copies[i].x, copies[i].y), layer,
                                  copies[i].column, copies[i].row);
            *at = found ? *found : row->none;
        }
    return out;
}

/* ---- from images ---- */

typedef struct NumberWriting {
    Map *map;
    MapLayer layer;
    const MapNumbers *before, *after;
    bool *changed;
    Report *report;
} NumberWriting;

static size_t index_of(const MapNumbers *numbers, uint32_t x, uint32_t y)
{
    return (size_t)(numbers->h - 1 - y) * numbers->w + x;
}

static bool differs(const NumberWriting *writing, uint32_t x, uint32_t y)
{
    const size_t at = index_of(writing->before, x, y);
    return writing->before->items[at] != writing->after->items[at];
}

static bool set_number(const NumberWriting *writing, uint32_t x, uint32_t y)
{
    const uint16_t number = writing->after->items[index_of(writing->after, x, y)];
    Copy copies[4];
    unsigned set = 0;
    const unsigned count = copies_of(writing->map, writing->layer, x, y, copies);
    assert(count);
    for (unsigned i = 0; i < count; i++) {
        const Copy *copy = &copies[i];
        uint16_t *place = number_at(map_sector(writing->map, copy->x, copy->y), writing->layer,
                                    copy->column, copy->row);
        if (!place)
            continue;
        *place = number;
        writing->changed[(size_t)copy->y * writing->map->mp.sectors_x + copy->x] = true;
        set++;
    }
    return set ||
           report_error(writing->report, "pixel %u, %u has %u, but sector %u, %u %s", x,
                        writing->after->h - 1 - y, number, copies[0].x, copies[0].y,
                        map_sector(writing->map, copies[0].x, copies[0].y) ? "has no liquid"
                                                                           : "is missing");
}

/* The vertex at a position of the map, in any sector that shares it; NULL if there is none. */
static const SecVertex *vertex_at(const NumberWriting *writing, uint32_t x, uint32_t y)
{
    Copy copies[4];
    const unsigned count = copies_of(writing->map, writing->layer, x, y, copies);
    for (unsigned i = 0; i < count; i++) {
        SecFile *sec = map_sector(writing->map, copies[i].x, copies[i].y);
        const unsigned point = copies[i].row * SEC_SIDE + copies[i].column;
        if (number_at(sec, writing->layer, 0, 0))
            return writing->layer == MAP_LIQUID ? &sec->surface[point] : &sec->land[point];
    }
    return NULL;
}

/* The position of a neighbour of (x, y), clamped to the map. */
static Vec3 place_beside(const NumberWriting *writing, uint32_t x, uint32_t y, int dx, int dy)
{
    const uint32_t w = writing->before->w, h = writing->before->h;
    uint32_t to_x = (dx < 0 && !x) || (dx > 0 && x + 1 == w) ? x : x + (uint32_t)dx;
    uint32_t to_y = (dy < 0 && !y) || (dy > 0 && y + 1 == h) ? y : y + (uint32_t)dy;
    const SecVertex *vertex = vertex_at(writing, to_x, to_y);
    if (!vertex) {
        to_x = x;
        to_y = y;
        vertex = vertex_at(writing, x, y);
    }
    return sec_place(vertex, to_x, to_y, writing->map->mp.max_altitude);
}

/* Computes the normal from the four neighbours, after a height has changed. */
static void set_normal(const NumberWriting *writing, uint32_t x, uint32_t y)
{
    Copy copies[4];
    const unsigned count = copies_of(writing->map, writing->layer, x, y, copies);
    const Vec3 east =
        vec3_sub(place_beside(writing, x, y, 1, 0), place_beside(writing, x, y, -1, 0));
    const Vec3 north =
        vec3_sub(place_beside(writing, x, y, 0, 1), place_beside(writing, x, y, 0, -1));
    const uint32_t normal = sec_normal_of(vec3_unit(vec3_cross(east, north), (Vec3){0, 0, 1}));
    for (unsigned i = 0; i < count; i++) {
        const Copy *copy = &copies[i];
        SecFile *sec = map_sector(writing->map, copy->x, copy->y);
        const unsigned point = copy->row * SEC_SIDE + copy->column;
        if (!number_at(sec, writing->layer, 0, 0))
            continue;
        (writing->layer == MAP_LIQUID ? sec->surface : sec->land)[point].normal = normal;
        writing->changed[(size_t)copy->y * writing->map->mp.sectors_x + copy->x] = true;
    }
}

static bool near_change(const NumberWriting *writing, uint32_t x, uint32_t y)
{
    return differs(writing, x, y) || (x && differs(writing, x - 1, y)) ||
           (y && differs(writing, x, y - 1)) ||
           (x + 1 < writing->before->w && differs(writing, x + 1, y)) ||
           (y + 1 < writing->before->h && differs(writing, x, y + 1));
}

bool map_set_numbers(Map *map, MapLayer layer, const MapNumbers *before,
                     const MapNumbers *after, bool *changed, Report *report)
{
    const NumberWriting writing = {map, layer, before, after, changed, report};
    if (after->w != before->w || after->h != before->h)
        return report_error(report, "the picture has %u x %u pixels, the map needs %u x %u",
                            after->w, after->h, before->w, before->h);
    for (uint32_t y = 0; y < before->h; y++)
        for (uint32_t x = 0; x < before->w; x++)
            if (differs(&writing, x, y) && !set_number(&writing, x, y))
                return false;
    for (uint32_t y = 0; layers[layer].shared && y < before->h; y++)
        for (uint32_t x = 0; x < before->w; x++)
            if (near_change(&writing, x, y) && vertex_at(&writing, x, y))
                set_normal(&writing, x, y);
    return true;
}
