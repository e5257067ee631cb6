/* The ground: textures that repeat over several cells, and edges between them.
 *
 * A terrain's edge tiles are numbered by their corners that belong to it:
 * 1 upper left, 2 upper right, 4 lower left, 8 lower right; 15 is all of it. */
#include "art.h"

#include <stdio.h>

enum { CELL = 32, LARGE = 128 };

/* Pixels after which textures repeat: those of edge tiles after two cells, those of areas
 * (areas.c) in each. */
static int repeat = 2 * CELL;

typedef Pixel Texture(int x, int y, int frame);

static Pixel grass_texture(int x, int y, int frame)
{
    (void)frame;
    const int soft = (noise(11, x, y, 32, LARGE) * 3 + noise(12, x, y, 8, LARGE)) / 4;
    return ink(GRASS, soft + bayer(x, y) * 3 > 168 ? 3 : soft + bayer(x, y) * 2 < 92 ? 2 : 3);
}

/* Blades in small bunches; light ones grow where it is light. */
static void grass_blades(const Image *image)
{
    for (int i = 0; i < 330; i++) {
        const int x = (int)(hash_of(21, i, 0) % LARGE), y = (int)(hash_of(22, i, 0) % LARGE);
        const int kind = (int)(hash_of(23, i, 0) % 5);
        const int shade = kind < 2 ? 2 : 4;
        static const Spot bunch[5][5] = {{{0, 0}, {1, -1}, {2, 0}, {0, 0}, {2, -1}},
                                         {{0, 0}, {0, -1}, {2, 0}, {2, -1}, {1, 0}},
                                         {{0, 0}, {0, -1}, {1, 0}, {2, -1}, {2, -2}},
                                         {{0, -1}, {1, 0}, {2, -1}, {2, -2}, {0, -2}},
                                         {{0, 0}, {0, -1}, {0, -2}, {2, 0}, {2, -1}}};
        for (int j = 0; j < 5; j++)
            put(image, (x + bunch[kind][j].x) % LARGE, (y + bunch[kind][j].y + LARGE) % LARGE,
                ink(GRASS, shade));
        if (kind == 4)
            put(image, x, (y + LARGE - 2) % LARGE, ink(GRASS, 5));
    }
}

static Pixel path_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(31, x, y, 16, repeat) * 2 + noise(32, x, y, 4, repeat)) / 3;
    const uint32_t grain = hash_of(33, x & (repeat - 1), y & (repeat - 1)) % 97;
    if (grain == 0)
        return ink(EARTH, 2);
    if (grain == 1)
        return ink(EARTH, 5);
    return ink(EARTH, n + bayer(x, y) * 4 > 140 ? 4 : 3);
}

static Pixel soil_texture(int x, int y, int frame)
{
    (void)frame;
    const int furrow = (y + (noise(35, x, y, 8, 32) > 150)) & 7;
    return ink(EARTH, furrow < 2 ? 1 : furrow < 5 ? 2 : (bayer(x, y) < 6 ? 3 : 2));
}

/* Cobbles: each stone is the nearest of jittered points. */
static Pixel cobble_texture(int x, int y, int frame)
{
    (void)frame;
    int best = 1 << 20, second = 1 << 20, stone = 0, bx = 0, by = 0;
    const int side = 8, cells = repeat / side;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            const int cx = (x & (repeat - 1)) / side + i, cy = (y & (repeat - 1)) / side + j;
            const uint32_t h = hash_of(41, (cx + cells) % cells, (cy + cells) % cells);
            const int px = cx * side + 1 + (int)(h % 6), py = cy * side + 1 + (int)(h / 8 % 6);
            const int dx = (x & (repeat - 1)) - px, dy = (y & (repeat - 1)) - py,
                      d = dx * dx + dy * dy;
            if (d < best) {
                second = best;
                best = d;
                stone = (int)(h >> 16);
                bx = dx, by = dy;
            } else if (d < second) {
                second = d;
            }
        }
    const int gap = isqrt(second * 64) - isqrt(best * 64);
    if (gap < 9)
        return ink(STONE, 1 + (gap > 4));
    const int base = 3 + (stone % 5 == 0) - (stone % 7 == 0);
    return ink(STONE, base + (bx + by < -3) - (bx + by > 4));
}

static Pixel moss_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(51, x, y, 16, repeat) * 2 + noise(52, x, y, 4, repeat)) / 3;
    const uint32_t grain = hash_of(53, x & (repeat - 1), y & (repeat - 1)) % 60;
    if (grain < 2)
        return ink(grain ? EARTH : WOOD, 2);
    return n + bayer(x, y) * 3 > 160 ? ink(GRASS, 2) : n < 90 ? ink(LEAF, 1) : ink(GRASS, 1);
}

static Pixel water_texture(int x, int y, int frame)
{
    const int a = noise(61, x + frame * repeat / 4, y * 2, 16, repeat);
    const int b = noise(62, x - frame * repeat / 4, y * 2 + 5, 8, repeat);
    const int crest = a + b;
    if (crest > 352)
        return ink(WATER, crest > 384 ? 4 : 3);
    return ink(WATER, crest + bayer(x, y) * 2 < 172 ? 1 : 2);
}

static Pixel sand_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(81, x, y, 16, repeat) * 2 + noise(82, x, y * 3, 8, repeat)) / 3;
    const uint32_t grain = hash_of(83, x & (repeat - 1), y & (repeat - 1)) % 110;
    if (grain < 2)
        return grain ? ink(LINEN, 3) : ink(EARTH, 3);
    return n + bayer(x, y) * 3 > 168 ? ink(THATCH, 4) : n < 92 ? ink(EARTH, 4) : ink(EARTH, 5);
}

/* Old heather between grass: dark, with a violet bloom. */
static Pixel heath_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(85, x, y, 16, repeat) * 2 + noise(86, x, y, 8, repeat)) / 3;
    const uint32_t grain = hash_of(87, x & (repeat - 1), y & (repeat - 1)) % 12;
    if (grain < 2 && n > 96)
        return ink(VIOLET, grain ? 2 : 1);
    if (grain == 2 && n < 120)
        return ink(PINE, 2);
    return n + bayer(x, y) * 3 > 172 ? ink(GRASS, 2) : n < 80 ? ink(PINE, 1) : ink(GRASS, 1);
}

static Pixel crag_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(91, x, y, 16, repeat) * 2 + noise(92, x, y, 4, repeat)) / 3;
    const uint32_t grain = hash_of(93, x & (repeat - 1), y & (repeat - 1)) % 70;
    if (grain < 2)
        return grain ? ink(GRASS, 3) : ink(STONE, 2);
    return ink(STONE, n + bayer(x, y) * 3 > 172 ? 5 : n < 90 ? 3 : 4);
}

static Pixel floor_texture(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(71, x, y, 32, LARGE) * 2 + noise(72, x, y, 8, LARGE)) / 3;
    const int crack = noise(73, x, y, 16, LARGE);
    if (crack > 124 && crack < 129)
        return ink(STONE, 0);
    const uint32_t grain = hash_of(74, x & 127, y & 127) % 90;
    if (grain < 2)
        return ink(STONE, grain ? 3 : 1);
    return n + bayer(x, y) * 3 > 165      ? ink(STONE, 2)
           : n + bayer(x + 2, y) * 3 < 92 ? ink(STONE, 0)
                                          : ink(STONE, 1);
}

/* ---- edges ---- */

typedef struct Terrain {
    const char *name;
    Texture *texture;
    unsigned frames;
    int rough;            /* how ragged the edge is */
    Ramp rim;             /* the inner seam */
    int rim_shade, width; /* its width in 1/256 of a cell */
    int bank;             /* pixels of earth under upper edges */
    bool grows;           /* grass hangs over the edge */
} Terrain;

static int edge_value(int corners, int x, int y, int rough)
{
    const int fx = x * 8 + 4, fy = (y < 0 ? 0 : y) * 8 + 4;
    const int v[4] = {corners & 1 ? 256 : 0, corners & 2 ? 256 : 0, corners & 4 ? 256 : 0,
                      corners & 8 ? 256 : 0};
    const int top = v[0] * (256 - fx) + v[1] * fx, bottom = v[2] * (256 - fx) + v[3] * fx;
    const int value = (top / 256 * (256 - fy) + bottom / 256 * fy) / 256;
    if (corners == 15)
        return 256;
    return value + (noise(81, x, y, 8, CELL) - 128) * rough / 128 +
           (noise(82, x, y, 4, CELL) - 128) * rough / 256;
}

/* How far inside a pixel is: 128 is the edge, a pixel is 8. */
typedef int Inside(int form, int x, int y, int rough);

static Pixel edge_pixel(const Terrain *terrain, Inside *inside, int form, int x, int y,
                        unsigned frame)
{
    const int value = inside(form, x, y, terrain->rough);
    const int above = inside(form, x, y - terrain->bank, terrain->rough);
    if (value <= 128) {
        if (value > 108 && terrain->grows)
            return ink(GRASS, value > 118 ? 1 : 2);
        return 0;
    }
    if (terrain->bank && above <= 128)
        return ink(EARTH, inside(form, x, y - 2, terrain->rough) <= 128 ? 2 : 1);
    if (value < 128 + terrain->width)
        return ink(terrain->rim, terrain->rim_shade + (bayer(x, y) < 5 ? -1 : 0));
    if (terrain->bank && value < 128 + terrain->width * 3)
        return ink(WATER, 3 - (bayer(x, y + (int)frame) < 6));
    return terrain->texture(x, y, (int)frame);
}

static void edges(Art *art, const Terrain *terrain)
{
    for (int tile = 1; tile < 19; tile++) { /* the full tile in four parts of its texture */
        char name[32];
        const int corners = tile < 15 ? tile : 15, part = tile < 15 ? 0 : tile - 15;
        const Image image = image_new(CELL * terrain->frames, CELL, art->arena);
        for (int x = 0; x < (int)image.w; x++)
            for (int y = 0; y < CELL; y++)
                put(&image, x, y,
                    part ? terrain->texture(x % CELL + part % 2 * CELL, y + part / 2 * CELL,
                                            x / CELL)
                         : edge_pixel(terrain, edge_value, corners, x % CELL, y,
                                      (unsigned)(x / CELL)));
        snprintf(name, sizeof name, part ? "%s_%d_%d" : "%s_%d", terrain->name, corners, part);
        art_sprite(art, "tiles", name, "so", terrain->frames > 1 ? 'l' : 'o', terrain->frames,
                   &image);
    }
}

static const Terrain terrains[] = {
    {"path", path_texture, 1, 34, EARTH, 2, 26, 0, true},
    {"soil", soil_texture, 1, 16, EARTH, 1, 30, 0, true},
    {"cobble", cobble_texture, 1, 20, STONE, 2, 16, 0, true},
    {"moss", moss_texture, 1, 64, GRASS, 2, 30, 0, false},
    {"water", water_texture, 4, 26, WATER, 5, 14, 5, true},
    {"sand", sand_texture, 1, 40, EARTH, 5, 10, 0, true},
    {"heath", heath_texture, 1, 64, GRASS, 2, 24, 0, false},
    {"crag", crag_texture, 1, 22, STONE, 2, 18, 0, true},
    {"lake", water_texture, 4, 22, WATER, 5, 16, 0, false},
};

/* ---- areas ---- */

/* The border of an area lies some pixels inside its outer cells. */
static int area_value(int neighbours, int x, int y, int rough)
{
    enum { NW = 1, N = 2, NE = 4, W = 8, E = 32, SW = 64, S = 128, SE = 256, HALF = CELL / 2 };
    y = y < 0 ? 0 : y;
    const int top = y < HALF, left = x < HALF;
    const int across = left ? W : E, along = top ? N : S;
    const int corner = top ? (left ? NW : NE) : (left ? SW : SE);
    const int u = (left ? HALF - x : x - HALF + 1) * 16,
              v = (top ? HALF - y : y - HALF + 1) * 16;
    const int side = neighbours & across ? 256 : 0, end = neighbours & along ? 256 : 0,
              both = neighbours & corner ? 256 : 0;
    const int near = 256 * (256 - u) + side * u, far = end * (256 - u) + both * u;
    const int value = (near / 256 * (256 - v) + far / 256 * v) / 256;
    return 128 + (value - 90) / 2 + (noise(83, x, y, 8, CELL) - 128) * rough / 256 +
           (noise(84, x, y, 4, CELL) - 128) * rough / 512;
}

static Pixel turf_texture(int x, int y, int frame)
{
    (void)frame;
    const int soft = (noise(11, x, y, 16, repeat) + noise(12, x, y, 8, repeat)) / 2;
    if (hash_of(27, x & (repeat - 1), y & (repeat - 1)) % 41 == 0)
        return ink(GRASS, 4);
    return ink(GRASS, soft + bayer(x, y) * 3 < 84 ? 2 : 3);
}

static Pixel beach_texture(int x, int y, int frame)
{
    (void)frame;
    const uint32_t grain = hash_of(28, (x & (repeat - 1)) / 2, (y & (repeat - 1)) / 2) % 29;
    return grain == 0 ? ink(THATCH, 4) : grain == 1 ? ink(EARTH, 4) : ink(EARTH, 5);
}

/* Of templates alone. */
static const Terrain area_terrains[] = {
    {"turf", turf_texture, 1, 40, GRASS, 1, 14, 0, false},
    {"beach", beach_texture, 1, 46, LINEN, 3, 12, 0, false},
};

static const Terrain *terrain_of(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(area_terrains); i++)
        if (!strcmp(area_terrains[i].name, name))
            return &area_terrains[i];
    const Terrain *terrain = terrains;
    while (strcmp(terrain->name, name))
        terrain++;
    return terrain;
}

void terrain_area(const Image *image, const char *name, int neighbours, int frame)
{
    const Terrain *terrain = terrain_of(name);
    repeat = CELL;
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++)
            put(image, x, y,
                neighbours == AREA_INNER
                    ? terrain->texture(x, y, frame)
                    : edge_pixel(terrain, area_value, neighbours, x, y, (unsigned)frame));
    repeat = 2 * CELL;
}

/* Cells of open water, calm and with waves. */
void deep_files(Art *art)
{
    for (int kind = 0; kind < 3; kind++) {
        const Image image = image_new(CELL * 4, CELL, art->arena);
        fill(&image, 0, 0, CELL * 4, CELL, ink(WATER, 2));
        for (int frame = 0; frame < 4; frame++)
            for (int i = 0; i < kind; i++) {
                const int x = frame * CELL + 4 + i * 12 + (frame & 1) * 2, y = 8 + i * 14;
                const int wide = 8 + (frame == 1 || frame == 2) * 4;
                fill(&image, x, y, wide, 2, ink(WATER, 3));
                fill(&image, x + 2, y + 2, wide, 2, ink(WATER, 1));
            }
        art_sprite(art, "tiles", arena_format(art->arena, "deep_%d", kind).at, "so", 'l', 4,
                   &image);
    }
}

/* Four cells of grass that fit each other on all sides. */
void meadow_files(Art *art)
{
    for (int kind = 0; kind < 4; kind++) {
        const Image image = image_new(CELL, CELL, art->arena);
        for (int y = 0; y < CELL; y++)
            for (int x = 0; x < CELL; x++) {
                const int soft = (noise(11, x, y, 16, CELL) + noise(12, x, y, 8, CELL)) / 2;
                put(&image, x, y, ink(GRASS, soft + bayer(x, y) * 3 < 78 ? 2 : 3));
            }
        for (int i = 0; i < 5 + kind * 6; i++) { /* blades */
            const int x = 2 + (int)(hash_of(25, i, kind) % 27),
                      y = 3 + (int)(hash_of(26, i, kind) % 27), shade = i % 3 ? 2 : 4;
            put(&image, x, y, ink(GRASS, shade));
            put(&image, x + 2, y, ink(GRASS, shade));
            put(&image, x + (i & 1) * 2, y - 1, ink(GRASS, shade));
            put(&image, x + (i & 1) * 2, y - 2, ink(GRASS, shade == 4 ? 5 : 2));
        }
        art_sprite(art, "tiles", arena_format(art->arena, "meadow_%d", kind).at, "so", 'o', 1,
                   &image);
    }
}

static void textures(Art *art, const char *name, const Image *texture)
{
    for (uint32_t y = 0; y < texture->h / CELL; y++)
        for (uint32_t x = 0; x < texture->w / CELL; x++) {
            char tile[32];
            const Image part = image_part(texture, x * CELL, y * CELL, CELL, CELL);
            snprintf(tile, sizeof tile, "%s_%u%u", name, y, x);
            art_sprite(art, "tiles", tile, "so", 'o', 1, &part);
        }
}

/* ---- things that lie on the ground ---- */

static void flower(const Image *image, int x, int y, Ramp petals, int shade)
{
    static const Spot sides[4] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    line(image, x, y + 2, x, y + 4, ink(GRASS, 1));
    put(image, x + 1, y + 3, ink(GRASS, 1));
    for (int i = 0; i < 4; i++)
        put(image, x + sides[i].x, y + sides[i].y, ink(petals, shade - (i == 3)));
    put(image, x, y, ink(GOLD, petals == GOLD ? 1 : 2));
}

static void flowers(Art *art)
{
    static const struct {
        Ramp ramp;
        int shade;
    } kinds[4] = {{LINEN, 3}, {GOLD, 3}, {VIOLET, 3}, {RED, 3}};
    for (int kind = 0; kind < 4; kind++) {
        char name[16];
        const Image image = image_new(CELL, CELL, art->arena);
        for (int i = 0; i < 5; i++) {
            const uint32_t h = hash_of(91, kind, i);
            flower(&image, 3 + i % 2 * 13 + (int)(h % 12), 3 + i / 2 * 9 + (int)(h / 16 % 5),
                   kinds[kind].ramp, kinds[kind].shade);
        }
        snprintf(name, sizeof name, "flowers_%d", kind);
        art_sprite(art, "tiles", name, "so", 'o', 1, &image);
    }
}

static void tufts(Art *art)
{
    for (int kind = 0; kind < 3; kind++) {
        char name[16];
        const Image image = image_new(CELL, CELL, art->arena);
        for (int i = 0; i < 2 + kind; i++) {
            const uint32_t h = hash_of(95, kind, i);
            const int x = 5 + (int)(h % 22), y = 12 + (int)(h / 32 % 16);
            for (int blade = -3; blade <= 3; blade++)
                line(&image, x + blade, y, x + blade * 3 / 2, y - 4 - (blade & 1) * 3,
                     ink(GRASS, blade < 0   ? 4
                                : blade & 1 ? 2
                                            : 3));
            line(&image, x - 3, y + 1, x + 3, y + 1, ink(GRASS, 1));
        }
        snprintf(name, sizeof name, "tuft_%d", kind);
        art_sprite(art, "tiles", name, "so", 'o', 1, &image);
    }
    const Image image = image_new(CELL, CELL, art->arena);
    for (int i = 0; i < 5; i++) {
        const uint32_t h = hash_of(97, i, 0);
        ball(&image, 4 + (int)(h % 24), 6 + (int)(h / 32 % 20), 1 + (int)(h % 3), 1 + i % 2,
             STONE, 2, 5);
    }
    outline(&image, ink(GRASS, 1));
    art_sprite(art, "tiles", "pebbles", "so", 'o', 1, &image);
}

/* Glitter over deep water; it also carries the water's collision mask. */
static void ripples(Art *art)
{
    for (int kind = 0; kind < 4; kind++) {
        const Image image = image_new(CELL * 4, CELL, art->arena);
        for (int frame = 0; frame < 4; frame++)
            for (int i = 0; i < 1 + kind % 2; i++) {
                const uint32_t h = hash_of(99, i, kind);
                const int size = 1 + (frame + i + kind) % 4,
                          x = CELL * frame + 5 + (int)(h % 22);
                const int y = 4 + i * 14 + (int)(h / 64 % 12);
                if (size < 4)
                    line(&image, x - size, y, x + size, y, ink(WATER, size == 2 ? 5 : 4));
            }
        char name[16];
        snprintf(name, sizeof name, "ripple_%d", kind);
        art_sprite(art, "tiles", name, "so", 'l', 4, &image);
    }
    const Image lily = image_new(CELL, CELL, art->arena);
    for (int i = 0; i < 3; i++) {
        const int x = 8 + i * 8, y = 12 + i % 2 * 9;
        ball(&lily, x, y, 5 - i % 2, 3, LEAF, 2, 4);
        line(&lily, x, y, x + 4, y - 1, ink(WATER, 1));
        if (i == 1)
            flower(&lily, x, y - 2, VIOLET, 3);
    }
    art_sprite(art, "tiles", "lily", "so", 'o', 1, &lily);
}

void terrain_files(Art *art)
{
    const Image grass = image_new(LARGE, LARGE, art->arena);
    const Image floor = image_new(LARGE, LARGE, art->arena);
    for (int y = 0; y < LARGE; y++)
        for (int x = 0; x < LARGE; x++) {
            put(&grass, x, y, grass_texture(x, y, 0));
            put(&floor, x, y, floor_texture(x, y, 0));
        }
    grass_blades(&grass);
    textures(art, "grass", &grass);
    textures(art, "floor", &floor);
    for (size_t i = 0; i < COUNT_OF(terrains); i++)
        edges(art, &terrains[i]);
    flowers(art);
    tufts(art);
    ripples(art);
}
