/* Houses: a front wall under a large roof, five cells wide. */
#include "art.h"

enum { W = 160, H = 160, WALL = 100, GROUND = 156, EAVES = 104 };

typedef struct House {
    const char *name;
    Ramp wall, roof, door;
    int wall_shade;
    bool timber, straw;
    const char *sign; /* an item's picture over the door, or NULL */
} House;

static void wall(const Image *image, const House *house)
{
    for (int y = WALL - 6; y < GROUND; y++)
        for (int x = 10; x < W - 10; x++) {
            const int n = noise(401, x, y, 8, 256);
            int shade = house->wall_shade - (x > W - 40) - (y < EAVES + 8);
            shade -= n + bayer(x, y) * 2 > 210;
            put(image, x, y, ink(house->wall, shade));
        }
    if (house->wall == STONE) /* courses of stones */
        for (int y = WALL; y < GROUND; y += 8)
            for (int x = 10; x < W - 10; x++) {
                const int row = y / 8,
                          joint = (x + row * 9 + (int)(hash_of(402, row, x / 18) % 5)) % 18;
                put(image, x, y, ink(STONE, 1));
                if (x + 1 < W - 10)
                    put(image, x, y + 1, ink(STONE, house->wall_shade + 1));
                if (joint == 0)
                    line(image, x, y, x, y + 7, ink(STONE, 1));
            }
    for (int x = 10; x < W - 10; x++) { /* a footing of field stones */
        const int top = GROUND - 7 + (int)(hash_of(403, x / 9, 0) % 3);
        for (int y = top; y < GROUND; y++)
            put(image, x, y,
                ink(STONE, x % 9 == 0 || y == top ? (y == top ? 4 : 1) : 3 - (y > GROUND - 3)));
    }
    if (!house->timber)
        return;
    static const int posts[] = {10, 54, 100, 145};
    for (int i = 0; i < 4; i++)
        column(image, posts[i], EAVES, 6, GROUND - EAVES, WOOD, 0, 3);
    fill(image, 10, EAVES + 22, W - 20, 4, ink(WOOD, 2));
    fill(image, 10, EAVES + 25, W - 20, 1, ink(WOOD, 0));
    for (int i = 0; i < 4; i++) {
        line(image, 17 + i, GROUND - 8, 52 + i, EAVES + 26, ink(WOOD, i == 3 ? 0 : 2));
        line(image, 140 + i, GROUND - 8, 107 + i, EAVES + 26, ink(WOOD, i == 3 ? 0 : 2));
    }
}

static void window_at(const Image *image, int x, int y)
{
    fill(image, x - 2, y - 2, 22, 22, ink(WOOD, 1));
    fill(image, x - 1, y - 1, 20, 20, ink(WOOD, 3));
    fill(image, x, y, 18, 18, ink(WOOD, 0));
    for (int j = 1; j < 17; j++)
        for (int i = 1; i < 17; i++)
            put(image, x + i, y + j,
                ink(GOLD, 1 + (i + j < 18) + (i + j < 9 && bayer(i, j) < 9)));
    fill(image, x + 8, y, 2, 18, ink(WOOD, 2));
    fill(image, x, y + 8, 18, 2, ink(WOOD, 2));
    fill(image, x - 4, y + 19, 26, 3, ink(WOOD, 3));
    fill(image, x - 4, y + 21, 26, 1, ink(WOOD, 1));
    for (int i = 0; i < 6; i++) { /* a box of flowers */
        put(image, x - 2 + i * 4, y + 17, ink(RED, 2 + i % 2));
        put(image, x - 1 + i * 4, y + 17, ink(RED, 3));
        put(image, x - 2 + i * 4, y + 18, ink(GRASS, 3));
        put(image, x - 1 + i * 4, y + 18, ink(GRASS, 2));
    }
}

static void door(const Image *image, const House *house)
{
    const int x = W / 2 - 13, y = GROUND - 40;
    fill(image, x - 4, y - 3, 34, 43, ink(WOOD, 1));
    fill(image, x - 3, y - 2, 32, 42, ink(WOOD, 3));
    fill(image, x - 1, y, 28, 40, ink(INK, 0));
    for (int i = 0; i < 26; i++)
        for (int j = 0; j < 39; j++)
            put(image, x + i, y + 1 + j,
                ink(house->door, i % 7 == 6 ? 0 : 2 - (i > 18) + (i % 7 == 0)));
    for (int i = 0; i < 2; i++) {
        fill(image, x, y + 7 + i * 20, 18, 3, ink(STONE, 1));
        fill(image, x, y + 7 + i * 20, 18, 1, ink(STONE, 3));
    }
    ball(image, x + 21, y + 21, 2, 2, GOLD, 0, 3);
    fill(image, x - 6, GROUND - 2, 38, 5, ink(STONE, 3));
    fill(image, x - 6, GROUND - 2, 38, 1, ink(STONE, 5));
    fill(image, x - 6, GROUND + 2, 38, 1, ink(STONE, 1));
}

/* Straw in bundles, or slates in rows. */
static Pixel roof_pixel(const House *house, int x, int y, int top)
{
    const int max = ramp_max(house->roof);
    if (house->straw) {
        const int row = (y - top) / 19, in_row = (y - top) % 19;
        const int strand = (int)(hash_of(411, x, row) % 5),
                  ragged = (int)(hash_of(412, x / 2, row) % 4);
        int shade = max - 1 - (strand == 0) + (strand == 4);
        if (in_row < 3 + ragged && row)
            shade -= 2;
        else if (in_row > 13)
            shade += 1;
        return ink(house->roof, shade - (x > W * 2 / 3) - (x > W - 26));
    }
    const int row = (y - top) / 8, in_row = (y - top) % 8;
    const int across = x + (row & 1) * 6, slate = across / 12;
    int shade = 1 + (hash_of(413, slate, row) % 3 != 0) + (hash_of(414, slate, row) % 7 == 0);
    shade += in_row == 0 ? 1 : 0;
    if (in_row == 7 || across % 12 == 11)
        shade = 0;
    return ink(house->roof, shade - (x > W * 3 / 4));
}

static void roof(const Image *image, const House *house)
{
    const int top = 18;
    for (int y = top; y < EAVES + 6; y++) {
        const int in = 4 + (EAVES - y > 0 ? (EAVES - y) * 20 / (EAVES - top) : 0);
        for (int x = in; x < W - in; x++) {
            const int fringe = house->straw ? (int)(hash_of(415, x / 2, 7) % 6) : 3;
            if (y > EAVES + fringe)
                continue;
            put(image, x, y,
                y > EAVES - 2 + fringe ? ink(house->roof, 0) : roof_pixel(house, x, y, top));
        }
    }
    for (int y = 0; y < 8; y++) /* the ridge */
        for (int x = 20; x < W - 20; x++) {
            const bool knot =
                house->straw ? (x + y) % 12 < 2 || (x - y + 120) % 12 < 2 : x % 14 == 0;
            const int shade = (knot ? 1 : ramp_max(house->roof) - (y > 5) - (y == 0));
            put(image, x, top - 4 + y, ink(house->roof, shade - (x > W * 3 / 4)));
        }
    for (int x = 12; x < W - 12; x++) /* its shadow on the wall */
        for (int y = EAVES; y < EAVES + 12; y++)
            if (get(image, x, y) && y > EAVES + 5 && bayer(x, y) < 16 - (y - EAVES - 6) * 3)
                put(image, x, y, ink(house->timber || house->wall == LINEN ? EARTH : STONE, 1));
}

static void chimney(const Image *image)
{
    column(image, 112, 2, 18, 34, STONE, 1, 4);
    for (int y = 6; y < 36; y += 6)
        for (int x = 112; x < 130; x++)
            if (hash_of(421, x / 6, y) % 4)
                put(image, x, y + (x / 6 % 2) * 3, ink(STONE, 1));
    fill(image, 110, 0, 22, 4, ink(STONE, 4));
    fill(image, 110, 3, 22, 1, ink(STONE, 1));
}

static void sign(const Image *image, const House *house)
{
    fill(image, 104, GROUND - 46, 26, 3, ink(WOOD, 2));
    line(image, 110, GROUND - 43, 110, GROUND - 40, ink(INK, 0));
    line(image, 126, GROUND - 43, 126, GROUND - 40, ink(INK, 0));
    fill(image, 105, GROUND - 40, 26, 22, ink(WOOD, 1));
    fill(image, 106, GROUND - 39, 24, 20, ink(WOOD, 3));
    fill(image, 107, GROUND - 38, 22, 18, ink(LINEN, 2));
    uint32_t pixels[32 * 32] = {0};
    const Image icon = {32, 32, 32, pixels};
    if (item_draw(&icon, house->sign)) /* half its size */
        for (int y = 0; y < 16; y++)
            for (int x = 0; x < 16; x++)
                if (get(&icon, x * 2, y * 2))
                    put(image, 110 + x, GROUND - 37 + y, get(&icon, x * 2, y * 2));
}

static void house(Art *art, const House *house)
{
    const Image image = image_new(W, H, art->arena);
    wall(&image, house);
    window_at(&image, 27, GROUND - 36);
    if (!house->sign)
        window_at(&image, 112, GROUND - 36);
    door(&image, house);
    roof(&image, house);
    chimney(&image);
    if (house->sign)
        sign(&image, house);
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 4, GROUND, W / 2 - 6, 4);
    art_sprite(art, "tiles", house->name, "so", 'o', 1, &image);
}

/* Smoke that stands on the roof layers over a chimney. */
static void smoke(Art *art)
{
    const Image image = image_new(32 * 6, 64, art->arena);
    for (int frame = 0; frame < 6; frame++)
        for (int puff = 0; puff < 4; puff++) {
            const int age = puff * 6 + frame, y = 58 - age * 2, size = 2 + age / 4;
            const int x = 32 * frame + 19 + wave(age * 12) * 3 / 256 + age / 5;
            for (int j = -size; j <= size; j++)
                for (int i = -size; i <= size; i++)
                    if (i * i + j * j <= size * size && x + i < 32 * frame + 32 &&
                        bayer(x + i, y + j) > age / 2 - 1)
                        put(&image, x + i, y + j,
                            (ink(STONE, i + j < 0 ? 5 : 4) & 0xFFFFFF) |
                                (uint32_t)(190 - age * 6) << 24);
        }
    art_sprite(art, "tiles", "smoke", "so", 'l', 6, &image);
}

static const House houses[] = {
    {"house_thatch", LINEN, THATCH, WOOD, 3, true, true, NULL},
    {"house_slate", STONE, SLATE, RED, 3, false, false, NULL},
    {"house_white", LINEN, THATCH, SLATE, 3, false, true, NULL},
    {"inn", LINEN, RED, WOOD, 2, true, false, "broth"},
    {"smithy", STONE, SLATE, WOOD, 3, false, false, "sword"},
};

void buildings_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(houses); i++)
        house(art, &houses[i]);
    smoke(art);
}
