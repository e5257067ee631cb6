/* Rooms: walls that are areas, floors, and furniture. */
#include "art.h"

#include <string.h>

enum { CELL = 32, NW = 1, N = 2, NE = 4, W = 8, E = 32, SW = 64, S = 128, SE = 256 };

/* Pixels to the nearest side or corner beyond which the area ends; 99: far. A corner counts
 * only between two sides that go on. */
static int depth(int neighbours, int x, int y)
{
    const int right = CELL - 1 - x, below = CELL - 1 - y;
    const struct {
        int bit, sides, far;
    } ends[] = {{N, 0, y},
                {S, 0, below},
                {W, 0, x},
                {E, 0, right},
                {NW, N | W, x > y ? x : y},
                {NE, N | E, right > y ? right : y},
                {SW, S | W, x > below ? x : below},
                {SE, S | E, right > below ? right : below}};
    int least = 99;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (!(neighbours & ends[i].bit) && (neighbours & ends[i].sides) == ends[i].sides &&
            ends[i].far < least)
            least = ends[i].far;
    return least;
}

/* ---- walls: dark above, a face where the room begins below ---- */

enum { FACE = 9 }; /* where it begins */

static Pixel timber_face(int x, int y)
{
    if (y < FACE + 4)
        return ink(WOOD, y == FACE ? 4 : y == FACE + 3 ? 0 : 2);
    if (y > CELL - 5)
        return ink(WOOD, y == CELL - 4 ? 3 : y == CELL - 1 ? 0 : 1);
    const int n = noise(2801, x, y, 8, CELL);
    return ink(LINEN, (y < FACE + 7 ? 1 : 2) - (n + bayer(x, y) * 2 > 190));
}

static Pixel stone_face(int x, int y)
{
    const int row = (y - FACE) / 8, in_row = (y - FACE) % 8,
              joint = (x + row * 7 + (int)(hash_of(2802, row, 0) % 3)) % 16;
    if (in_row == 7 || joint == 0)
        return ink(STONE, 0);
    const int tone = (int)(hash_of(2803, (x + row * 7) / 16, row) % 3);
    return ink(STONE, 2 + (tone == 0) + (in_row == 0) - (joint == 15) - (y > CELL - 6));
}

void wall_area(const Image *image, const char *name, int neighbours, int frame)
{
    const bool timber = !strcmp(name, "wall");
    const bool faces = !(neighbours & S);
    (void)frame;
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++) {
            Pixel pixel;
            if (faces && y >= FACE) {
                pixel = timber ? timber_face(x, y) : stone_face(x, y);
                if ((!(neighbours & W) && x < 2) || (!(neighbours & E) && x > CELL - 3))
                    pixel = timber ? ink(WOOD, x == 0 || x == CELL - 1 ? 0 : 2) : ink(STONE, 1);
            } else {
                const int away = faces ? (FACE - 1 - y < depth(neighbours | S, x, y)
                                              ? FACE - 1 - y
                                              : depth(neighbours | S, x, y))
                                       : depth(neighbours, x, y);
                const Ramp ramp = timber ? WOOD : STONE;
                pixel = away == 0   ? ink(INK, 0)
                        : away < 3  ? ink(ramp, timber ? 3 : 4)
                        : away == 3 ? ink(ramp, 1)
                        : away < 6  ? ink(ramp, 0)
                                    : ink(INK, 0);
            }
            put(image, x, y, pixel);
        }
}

/* ---- rugs ---- */

void rug_area(const Image *image, const char *name, int neighbours, int frame)
{
    (void)name;
    (void)frame;
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++) {
            const int away = depth(neighbours, x, y);
            if (away < 3)
                continue;
            const int dx = (x & 15) - 8, dy = (y & 15) - 8;
            const int far = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
            put(image, x, y,
                away == 3                 ? ink(INK, 0)
                : away < 6                ? ink(RED, 1)
                : away < 8                ? ink(GOLD, 2)
                : away == 8               ? ink(RED, 0)
                : far < 2                 ? ink(GOLD, 2)
                : far == 5                ? ink(RED, 1)
                : hash_of(2804, x, y) % 5 ? ink(RED, 2)
                                          : ink(RED, 1));
        }
}

/* ---- floors ---- */

static void floors(Art *art)
{
    const Image cracked = image_new(CELL, CELL, art->arena);
    const Image boards = image_new(CELL, CELL, art->arena),
                flags = image_new(CELL, CELL, art->arena),
                tiles = image_new(CELL, CELL, art->arena);
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++) {
            const int board = y / 8, end = (x + board * 13) % CELL;
            int shade = 3 - (hash_of(2811, x / 6 + board * 7, y) % 9 == 0);
            if (y % 8 == 7)
                shade = 1;
            else if (end == 0)
                shade = 1;
            else if (y % 8 == 0)
                shade = 4;
            put(&boards, x, y, ink(WOOD, shade));
            const int row = y / 16, at = (x + row * 8) % 16, in = y % 16;
            put(&flags, x, y,
                ink(STONE, at == 0 || in == 0              ? 1
                           : at == 1 || in == 1            ? 4
                           : hash_of(2812, x, y) % 17 == 0 ? 2
                                                           : 3));
            const bool light = (x / 16 + y / 16) % 2;
            put(&tiles, x, y,
                x % 16 == 15 || y % 16 == 15 ? ink(SLATE, 0)
                                             : ink(light ? LINEN : SLATE, light ? 2 : 2));
        }
    image_copy(&cracked, 0, 0, &flags);
    for (int i = 0, x = 5, y = 3; i < 26; i++) {
        put(&cracked, x, y, ink(STONE, 0));
        put(&cracked, x + 1, y, ink(STONE, 4));
        x += (int)(hash_of(2813, i, 0) % 3) - (i > 14);
        y += 1;
    }
    art_sprite(art, "tiles", "flagstones_cracked", "so", 'o', 1, &cracked);
    art_sprite(art, "tiles", "boards", "so", 'o', 1, &boards);
    art_sprite(art, "tiles", "flagstones", "so", 'o', 1, &flags);
    art_sprite(art, "tiles", "tiled_floor", "so", 'o', 1, &tiles);
}

/* ---- furniture ---- */

static void done(Art *art, const char *name, const Image *image, int cx, int cy, int rx, int ry)
{
    outline(image, ink(INK, 0));
    if (rx)
        shadow(image, cx, cy, rx, ry);
    art_sprite(art, "tiles", name, "so", 'o', 1, image);
}

static void board(const Image *image, int x, int y, int w, int h)
{
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            put(image, x + i, y + j,
                ink(WOOD, j == 0                             ? 4
                          : j == h - 1                       ? 1
                          : j % 6 == 5                       ? 2
                          : hash_of(2821, i / 5, j) % 7 == 0 ? 2
                                                             : 3));
}

static void beds(Art *art)
{
    const Image bed = image_new(32, 64, art->arena);
    board(&bed, 3, 6, 26, 14); /* its head */
    fill(&bed, 4, 18, 24, 40, ink(LINEN, 2));
    ball(&bed, 16, 24, 9, 5, LINEN, 1, 3);
    for (int y = 31; y < 58; y++)
        for (int x = 4; x < 28; x++)
            put(&bed, x, y, ink(WATER, y < 35 ? 4 : x < 7 ? 3 : x > 24 ? 1 : 2));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            put(&bed, 9 + i * 7, 39 + j * 5, ink(WATER, 4));
    board(&bed, 3, 55, 26, 7);
    done(art, "bed", &bed, 17, 62, 14, 1);
}

static void tables(Art *art)
{
    const Image table = image_new(64, 48, art->arena), stool = image_new(32, 32, art->arena),
                counter = image_new(32, 48, art->arena);
    column(&table, 6, 30, 5, 15, WOOD, 0, 3);
    column(&table, 53, 30, 5, 15, WOOD, 0, 3);
    board(&table, 2, 14, 60, 18);
    fill(&table, 2, 32, 60, 4, ink(WOOD, 1));
    ball(&table, 16, 22, 6, 3, EARTH, 3, 5); /* a loaf */
    ball(&table, 44, 22, 6, 4, STONE, 2, 5); /* a bowl */
    ellipse(&table, 44, 20, 4, 1, ink(EARTH, 2));
    column(&table, 29, 13, 6, 9, GOLD, 0, 2);
    done(art, "table", &table, 33, 45, 27, 2);
    column(&stool, 8, 19, 3, 9, WOOD, 0, 3);
    column(&stool, 21, 19, 3, 9, WOOD, 0, 3);
    ball(&stool, 16, 17, 10, 5, WOOD, 1, 4);
    ellipse(&stool, 16, 15, 8, 3, ink(WOOD, 4));
    done(art, "stool", &stool, 17, 28, 9, 2);
    board(&counter, 0, 14, 32, 12);
    for (int y = 26; y < 46; y++)
        for (int x = 0; x < 32; x++)
            put(&counter, x, y, ink(WOOD, x % 8 == 7 ? 0 : y > 42 ? 1 : 2 + (x % 8 == 0)));
    fill(&counter, 0, 13, 32, 1, ink(INK, 0));
    fill(&counter, 0, 46, 32, 1, ink(INK, 0));
    art_sprite(art, "tiles", "counter", "so", 'o', 1, &counter);
}

static void shelves(Art *art)
{
    static const Ramp backs[] = {RED, WATER, PINE, GOLD, VIOLET, EARTH};
    for (int kind = 0; kind < 2; kind++) {
        const Image image = image_new(64, 64, art->arena);
        fill(&image, 2, 4, 60, 56, ink(WOOD, 1));
        fill(&image, 5, 8, 54, 49, ink(WOOD, 0));
        board(&image, 1, 2, 62, 6);
        for (int row = 0; row < 3; row++) {
            const int y = 21 + row * 16;
            board(&image, 4, y, 56, 4);
            for (int i = 0, x = 7; x < 54; i++) {
                const uint32_t h = hash_of(2831 + (uint32_t)kind, i, row);
                if (kind == 0) { /* books */
                    const int w = 4 + (int)(h % 3), tall = 8 + (int)(h / 8 % 4);
                    column(&image, x, y - tall, w, tall, backs[h / 64 % COUNT_OF(backs)], 0, 3);
                    fill(&image, x, y - tall + 2, w, 1, ink(GOLD, 2));
                    x += w + (h / 1024 % 5 == 0 ? 4 : 0);
                } else { /* jars and bowls */
                    ball(&image, x + 4, y - 5, 4, 4, h % 3 ? EARTH : STONE, 1, 5);
                    fill(&image, x + 2, y - 10, 5, 2, ink(LINEN, 2));
                    x += 10 + (int)(h % 3);
                }
            }
        }
        board(&image, 1, 56, 62, 5);
        done(art, kind ? "shelf_jars" : "shelf_books", &image, 33, 61, 30, 1);
    }
}

static void hearth(Art *art)
{
    const Image image = image_new(64 * 4, 80, art->arena);
    for (unsigned frame = 0; frame < 4; frame++) {
        const Image part = frame_of(&image, 4, frame);
        for (int y = 4; y < 76; y++)
            for (int x = 4; x < 60; x++)
                put(&part, x, y, stone_face(x, y + 30));
        board(&part, 1, 24, 62, 6);
        ellipse(&part, 32, 48, 19, 17, ink(INK, 0));
        fill(&part, 13, 48, 39, 26, ink(INK, 0));
        for (int i = 0; i < 3; i++)
            column(&part, 18 + i * 9, 66, 11, 6, WOOD, 0, 2);
        for (int i = 0; i < 3; i++) {
            const int size = 13 - i * 4, lean = (int)(frame + (unsigned)i) % 3 - 1;
            const Spot flame[] = {{32 - size, 68},
                                  {32 - size / 2 + lean, 58 - i * 2},
                                  {32 + lean * 2, 40 + i * 7 + (int)(frame & 1) * 2},
                                  {32 + size / 2 - lean, 56 - i},
                                  {32 + size, 68}};
            facet(&part, flame, 5, i == 0 ? RED : GOLD, i == 0 ? 2 : i, 3);
        }
        fill(&part, 8, 72, 48, 4, ink(STONE, 4));
        fill(&part, 8, 75, 48, 1, ink(STONE, 1));
        outline(&part, ink(INK, 0));
    }
    art_sprite(art, "tiles", "hearth", "so", 'l', 4, &image);
}

static void small_things(Art *art)
{
    const Image window = image_new(32, 32, art->arena), mat = image_new(32, 32, art->arena),
                pot = image_new(32, 32, art->arena), candle = image_new(32 * 4, 32, art->arena);
    fill(&window, 7, 11, 18, 16, ink(WOOD, 1));
    fill(&window, 8, 12, 16, 14, ink(WATER, 4));
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 14; j++)
            if (i + j < 12)
                put(&window, 8 + i, 12 + j, ink(WATER, 5));
    fill(&window, 15, 12, 2, 14, ink(WOOD, 3));
    fill(&window, 8, 18, 16, 2, ink(WOOD, 3));
    fill(&window, 5, 26, 22, 2, ink(WOOD, 4));
    done(art, "window", &window, 0, 0, 0, 0);
    for (int y = 6; y < 28; y++)
        for (int x = 3; x < 29; x++)
            put(&mat, x, y,
                ink(THATCH, y == 6 || y == 27 || x == 3 || x == 28 ? 0
                            : (x / 2 + y / 2) % 2                  ? 2
                                                                   : 3));
    for (int i = 0; i < 5; i++) /* an arrow: the way out */
        for (int j = -i; j <= i; j++)
            put(&mat, 16 + j, 22 - i, ink(WOOD, 1));
    fill(&mat, 14, 11, 5, 7, ink(WOOD, 1));
    art_sprite(art, "tiles", "mat", "so", 'o', 1, &mat);
    const Spot clay[] = {{9, 18}, {23, 18}, {20, 28}, {12, 28}};
    for (int i = 0; i < 5; i++) {
        ball(&pot, 9 + i * 4, 13 - i % 2 * 4, 4, 5, LEAF, 1, 4);
        fill(&pot, 8 + i * 4, 9 - i % 2 * 3, 3, 3, ink(i % 2 ? GOLD : RED, 3));
    }
    facet(&pot, clay, 4, EARTH, 2, 5);
    fill(&pot, 8, 17, 17, 3, ink(EARTH, 4));
    done(art, "flower_pot", &pot, 17, 28, 8, 2);
    for (unsigned frame = 0; frame < 4; frame++) {
        const Image part = frame_of(&candle, 4, frame);
        ball(&part, 16, 26, 8, 3, GOLD, 0, 3);
        column(&part, 13, 15, 7, 11, LINEN, 1, 3);
        ball(&part, 16 + (frame == 1) - (frame == 3), 10, 2, 4 + (int)(frame & 1), GOLD, 2, 3);
        outline(&part, ink(INK, 0));
    }
    art_sprite(art, "tiles", "candle", "so", 'l', 4, &candle);
}

/* A burst of light over somebody who is hit. */
static void burst(Art *art)
{
    enum { FRAMES = 4 };
    const Image image = image_new(CELL * FRAMES, CELL, art->arena);
    for (int frame = 0; frame < FRAMES; frame++)
        for (int ray = 0; ray < 8; ray++) {
            const int from = 2 + frame * 4,
                      to = frame == FRAMES - 1 ? 15 : from + 6 - ray % 2 * 2;
            for (int far = from; far < to; far++)
                for (int w = 0; w < 2; w++)
                    put(&image, frame * CELL + 16 + wave(ray * 32 + w * 3) * far / 256,
                        16 + wave(ray * 32 + 64 + w * 3) * far / 256,
                        ink(far - from < 2 ? LINEN : GOLD, 3));
        }
    art_sprite(art, "tiles", "burst", "so", 'o', FRAMES, &image);
}

void inside_files(Art *art)
{
    floors(art);
    beds(art);
    tables(art);
    shelves(art);
    hearth(art);
    small_things(art);
    burst(art);
}
