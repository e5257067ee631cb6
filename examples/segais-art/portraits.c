/* Faces of 96x96 pixels for dialogs. */
#include "art.h"

enum { SIZE = 96, EYE = 47 };
enum { SHORT, LONG, BUN, BALD, HOODED };

typedef struct Portrait {
    const char *name;
    Ramp skin, hair, cloth, trim, back;
    int style, beard; /* `beard`: its length, 0 for none */
    bool woman, old, smile;
    Ramp iris;
} Portrait;

static void background(const Image *image, Ramp ramp)
{
    const int max = ramp_max(ramp);
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            const int dx = x - 34, dy = y - 30, far = isqrt(dx * dx + dy * dy);
            put(image, x, y,
                ink(ramp, (max * 16 - far * max * 16 / 90 + bayer(x, y) - 8) / 16));
        }
}

static void strands(const Image *image, Ramp ramp, uint32_t seed, int top, int bottom)
{
    const int max = ramp_max(ramp);
    for (int i = 0; i < 130; i++) {
        const int x = 14 + (int)(hash_of(seed, i, 0) % 68),
                  y = top + (int)(hash_of(seed, i, 1) % (unsigned)(bottom - top));
        for (int j = 0; j < 7; j++) {
            bool own = false;
            for (int shade = 0; shade <= max; shade++)
                own |= get(image, x, y + j) == ink(ramp, shade);
            if (own)
                put(image, x + (x > 48 ? j / 4 : -(j / 4)), y + j,
                    ink(ramp, i % 3 ? (x < 44 ? max : max - 1) : 0));
        }
    }
}

static void hair_behind(const Image *image, const Portrait *p)
{
    const int max = ramp_max(p->hair);
    if (p->style == LONG) {
        ball(image, 48, 40, 29, 32, p->hair, 0, max - 1);
        const Spot fall[] = {{20, 40}, {76, 40}, {80, 86}, {66, 92}, {30, 92}, {16, 86}};
        facet(image, fall, 6, p->hair, 0, max - 1);
        strands(image, p->hair, 1001, 36, 88);
    } else if (p->style == BUN) {
        ball(image, 48, 11, 13, 10, p->hair, 0, max);
        ball(image, 48, 36, 28, 28, p->hair, 0, max - 1);
    } else if (p->style == HOODED) {
        ball(image, 48, 46, 37, 43, p->cloth, 0, ramp_max(p->cloth));
        ball(image, 48, 50, 27, 32, INK, 0, 1);
    } else if (p->style == SHORT) {
        ball(image, 48, 36, 28, 27, p->hair, 0, max - 1);
    }
}

static void shoulders(const Image *image, const Portrait *p)
{
    const int max = ramp_max(p->cloth);
    column(image, 39, 64, 18, 20, p->skin, 0, ramp_max(p->skin) - 2);
    const Spot body[] = {{34, 78}, {62, 78}, {82, 84}, {92, 100}, {4, 100}, {14, 84}};
    facet(image, body, 6, p->cloth, 0, max);
    for (int i = 0; i < 4; i++)
        line(image, 18 + i * 18, 86 + i % 2 * 2, 14 + i * 20, 96, ink(p->cloth, i > 1 ? 0 : 1));
    const Spot left[] = {{34, 76}, {41, 77}, {49, 90}, {45, 93}},
               right[] = {{62, 76}, {56, 77}, {47, 90}, {51, 93}};
    facet(image, left, 4, p->trim, 1, ramp_max(p->trim));
    facet(image, right, 4, p->trim, 0, ramp_max(p->trim) - 1);
    ball(image, 48, 91, 4, 4, GOLD, 0, 3); /* a brooch */
    ellipse(image, 48, 91, 1, 1, ink(RED, 2));
}

static void eye(const Image *image, const Portrait *p, int x)
{
    const Pixel lid = ink(INK, 0);
    ellipse(image, x, EYE, 5, 3, ink(LINEN, 3));
    ellipse(image, x + 1, EYE, 3, 3, ink(p->iris, 1));
    ellipse(image, x + 1, EYE + 1, 2, 1, ink(p->iris, 3));
    ellipse(image, x + 1, EYE, 1, 1, lid);
    put(image, x - 1, EYE - 2, ink(LINEN, 3));
    put(image, x, EYE - 2, ink(LINEN, 3));
    line(image, x - 5, EYE - 2, x - 3, EYE - 4, lid);
    line(image, x - 3, EYE - 4, x + 3, EYE - 4, lid);
    line(image, x + 3, EYE - 4, x + 5, EYE - 1, lid);
    if (p->woman)
        line(image, x + (x > 48 ? 5 : -6), EYE - 3, x + (x > 48 ? 6 : -5), EYE - 2, lid);
    line(image, x - 4, EYE + 4, x + 3, EYE + 4, ink(p->skin, 1));
    for (int i = 0; i < 3 - p->woman; i++) /* brows */
        line(image, x - 6, EYE - 8 + i + (x < 48 ? 0 : -1), x + 5,
             EYE - 8 + i + (x < 48 ? -1 : 0),
             ink(p->style == BALD || p->style == HOODED ? RAVEN : p->hair, i));
}

static void face(const Image *image, const Portrait *p)
{
    const int max = ramp_max(p->skin);
    for (int side = 0; side < 2; side++) {
        ball(image, side ? 73 : 23, 50, 4, 7, p->skin, 1, max - side);
        ellipse(image, side ? 73 : 23, 51, 1, 3, ink(p->skin, 1));
    }
    ball(image, 48, 45, 25, 28, p->skin, 1, max);
    const Spot jaw[] = {{25, 50}, {71, 50}, {66, 66}, {55, 76}, {41, 76}, {30, 66}};
    facet(image, jaw, 6, p->skin, 1, max);
    ball(image, 43, 44, 17, 19, p->skin, max - 2, max);
    for (int i = 0; i < 60; i++) { /* red cheeks, dithered */
        const int x = 27 + (int)(hash_of(1011, i, 0) % 10),
                  y = 54 + (int)(hash_of(1012, i, 0) % 7);
        if ((x + y) % 2) {
            put(image, x, y, ink(RED, 3));
            put(image, 96 - x, y, ink(RED, 3));
        }
    }
    eye(image, p, 37);
    eye(image, p, 58);
    line(image, 50, 46, 52, 57, ink(p->skin, max - 2)); /* nose */
    line(image, 51, 48, 53, 57, ink(p->skin, max - 1));
    ball(image, 48, 58, 4, 3, p->skin, max - 2, max);
    line(image, 45, 61, 51, 61, ink(p->skin, 1));
    put(image, 44, 60, ink(p->skin, 1));
    put(image, 52, 60, ink(p->skin, 1));
    const int curl = p->smile ? 2 : 0;
    for (int x = -7; x <= 7; x++) {
        const int y = 67 - x * x * curl / 49;
        put(image, 48 + x, y, ink(RED, 0));
        if (x > -6 && x < 6) {
            put(image, 48 + x, y - 1, ink(p->woman ? RED : p->skin, p->woman ? 2 : 1));
            put(image, 48 + x, y + 1, ink(p->woman ? RED : p->skin, p->woman ? 3 : 2));
        }
    }
    if (p->old)
        for (int i = 0; i < 3; i++) {
            line(image, 36 + i, 31 + i * 3, 60 - i, 31 + i * 3, ink(p->skin, max - 2));
            line(image, 28 - i, EYE + i * 2, 30, EYE + 1 + i, ink(p->skin, 1));
            line(image, 66, EYE + 1 + i, 68 + i, EYE + i * 2, ink(p->skin, 1));
        }
}

static void beard(const Image *image, const Portrait *p)
{
    const int max = ramp_max(p->hair);
    const Spot chin[] = {{24, 54},
                         {31, 63},
                         {40, 64},
                         {48, 62},
                         {56, 64},
                         {65, 63},
                         {72, 54},
                         {70, 72},
                         {60, 76 + p->beard},
                         {48, 80 + p->beard},
                         {36, 76 + p->beard},
                         {26, 72}};
    facet(image, chin, 12, p->hair, 0, max);
    strands(image, p->hair, 1021, 60, 94);
    line(image, 42, 68, 54, 68, ink(RED, 0));
    line(image, 43, 69, 53, 69, ink(RED, 2));
    for (int side = -1; side <= 1; side += 2) { /* moustache */
        const Spot lip[] = {
            {48, 62}, {48 + side * 11, 65}, {48 + side * 15, 71}, {48 + side * 4, 67}};
        facet(image, lip, 4, p->hair, 1, max);
    }
}

static void hair_before(const Image *image, const Portrait *p)
{
    const int max = ramp_max(p->hair);
    if (p->beard)
        beard(image, p);
    if (p->style == BALD)
        return;
    if (p->style == HOODED) {
        for (int a = 0; a < 256; a++)
            for (int far = 0; far < 9; far++) {
                const int x = 48 + wave(a) * (27 + far) / 256,
                          y = 50 + wave(a + 64) * (31 + far) / 256;
                if (y < 72)
                    put(image, x, y, ink(p->cloth, far < 2 ? 0 : far > 6 ? 3 : x < 48 ? 2 : 1));
            }
        return;
    }
    for (int x = 21; x < 76; x++) { /* a fringe in locks */
        const int dx = x - 48, top = 18 + dx * dx / 60,
                  lock = (int)(hash_of(1031, x / 5, p->style) % 7);
        const int low = 27 + lock + (x % 5 - 2) * (x % 5 - 2) / 2 + dx * dx / 50 +
                        (p->style == BUN ? -4 : 0);
        for (int y = top - 6; y < low; y++)
            put(image, x, y,
                ink(p->hair,
                    max - 1 - (x > 52) - (x > 66) - (low - y < 3) + (y < 22 && x < 48)));
    }
    ball(image, 46, 20, 24, 12, p->hair, 1, max);
    for (int side = 0; side < 2; side++) {
        const int x = side ? 70 : 20;
        column(image, x, 30, 6,
               p->style == LONG  ? 54
               : p->style == BUN ? 18
                                 : 22,
               p->hair, 0, max - side);
    }
    strands(image, p->hair, 1041, 10, 60);
    if (p->style == BUN) {
        fill(image, 38, 17, 20, 3, ink(RED, 2));
        fill(image, 38, 19, 20, 1, ink(RED, 0));
    }
}

static void frame(const Image *image)
{
    for (int i = 0; i < 3; i++) {
        const Pixel light = ink(GOLD, i == 1 ? 2 : 0), dark = ink(GOLD, i == 1 ? 1 : 0);
        line(image, i, i, SIZE - 1 - i, i, light);
        line(image, i, i, i, SIZE - 1 - i, light);
        line(image, SIZE - 1 - i, i, SIZE - 1 - i, SIZE - 1 - i, dark);
        line(image, i, SIZE - 1 - i, SIZE - 1 - i, SIZE - 1 - i, dark);
    }
}

/* Drawn over its background with an outline. */
static void person(Art *art, const Portrait *p)
{
    const Image image = image_new(SIZE, SIZE, art->arena),
                head = image_new(SIZE, SIZE, art->arena);
    background(&image, p->back);
    hair_behind(&head, p);
    shoulders(&head, p);
    const Image skull = image_new(SIZE, SIZE, art->arena);
    face(&skull, p);
    outline(&skull, ink(p->skin, 0));
    image_over(&head, 0, 0, &skull);
    hair_before(&head, p);
    outline(&head, ink(INK, 0));
    image_over(&image, 0, 0, &head);
    frame(&image);
    art_sprite(art, "portraits", p->name, "so", 'o', 1, &image);
}

static void salmon(Art *art)
{
    const Image image = image_new(SIZE, SIZE, art->arena),
                fish = image_new(SIZE, SIZE, art->arena);
    background(&image, WATER);
    for (int i = 0; i < 14; i++)
        ball(&image, 8 + (int)(hash_of(1051, i, 0) % 80), 6 + (int)(hash_of(1052, i, 0) % 84),
             1 + i % 3, 1 + i % 3, WATER, 3, 5);
    ball(&fish, 30, 58, 44, 32, STONE, 1, 5);
    const Spot snout[] = {{50, 34}, {78, 50}, {84, 57}, {76, 62}, {50, 78}};
    facet(&fish, snout, 5, STONE, 2, 5);
    for (int y = 60; y < 92; y++)
        for (int x = 0; x < 80; x++)
            if (get(&fish, x, y))
                put(&fish, x, y, ink(RED, y > 82 ? 1 : y > 72 - (bayer(x, y) > 7) * 4 ? 2 : 3));
    for (int y = 32; y < 62; y += 5)
        for (int x = 2; x < 34; x += 6) {
            const int sx = x + (y / 5 % 2) * 3;
            if (get(&fish, sx, y)) {
                line(&fish, sx, y, sx + 2, y + 2, ink(STONE, 1));
                line(&fish, sx + 2, y + 2, sx, y + 4, ink(STONE, 5));
            }
        }
    for (int i = 0; i < 16; i++)
        ball(&fish, 6 + (int)(hash_of(1061, i, 0) % 50), 32 + (int)(hash_of(1062, i, 0) % 18),
             1, 1, i % 3 ? SLATE : GOLD, 1, 3);
    for (int y = 36; y < 82; y++) /* the gill */
        fill(&fish, 42 - (y - 58) * (y - 58) / 60, y, 2, 1, ink(STONE, 0));
    ball(&fish, 60, 48, 7, 7, GOLD, 1, 3);
    ball(&fish, 61, 48, 4, 4, INK, 0, 0);
    fill(&fish, 58, 45, 3, 2, ink(LINEN, 3));
    line(&fish, 62, 64, 82, 58, ink(INK, 0));
    line(&fish, 62, 65, 80, 60, ink(STONE, 1));
    const Spot fin[] = {{14, 30}, {34, 8}, {44, 32}};
    facet(&fish, fin, 3, SLATE, 0, 3);
    for (int i = 0; i < 4; i++)
        line(&fish, 18 + i * 6, 29, 30 + i * 3, 12 + i * 5, ink(SLATE, 0));
    outline(&fish, ink(INK, 0));
    image_over(&image, 0, 0, &fish);
    frame(&image);
    art_sprite(art, "portraits", "salmon", "so", 'o', 1, &image);
}

static const Portrait portraits[] = {
    {"hero", SKIN, WOOD, GRASS, EARTH, SLATE, BALD, 0, false, false, false, WATER},
    {"heroine", SKIN, GINGER, VIOLET, LINEN, PINE, BALD, 0, true, false, false, WATER},
    {"fintan", SKIN, STONE, LINEN, GOLD, PINE, LONG, 14, false, true, false, WATER},
    {"brid", SKIN, GINGER, RED, LINEN, WOOD, BUN, 0, true, false, true, GRASS},
    {"goban", EARTH, RAVEN, EARTH, WOOD, RED, SHORT, 5, false, false, false, EARTH},
    {"aoife", SKIN, THATCH, WATER, GOLD, GRASS, LONG, 0, true, false, true, WATER},
    {"muireann", SKIN, STONE, PINE, LINEN, VIOLET, BUN, 0, true, true, true, SLATE},
    {"cathal", EARTH, STONE, SLATE, WOOD, WATER, SHORT, 6, false, true, true, WATER},
    {"ruadan", SKIN, GINGER, RED, SLATE, THATCH, SHORT, 3, false, false, true, GRASS},
    {"liban", SKIN, RAVEN, WATER, LINEN, PINE, LONG, 0, true, false, true, WATER},
    {"cormac", EARTH, RAVEN, PINE, GOLD, VIOLET, HOODED, 0, false, false, true, EARTH},
};

/* Layers over the bare heads of the player: hair, and what is worn. */
static const Portrait layers[] = {
    {.name = "hair_short", .skin = SKIN, .hair = WOOD, .style = SHORT},
    {.name = "hair_long", .skin = SKIN, .hair = GINGER, .style = LONG},
    {.name = "hair_bun", .skin = SKIN, .hair = GINGER, .style = BUN},
    {.name = "hood_green", .skin = SKIN, .cloth = PINE, .style = HOODED},
};

/* Draws `from` outlined, without the pixels of `hidden`; outlines end at `skin`. */
static void add_outlined(Art *art, const Image *target, const Image *from, const Image *hidden,
                         const Image *skin)
{
    const Image lined = image_new(SIZE, SIZE, art->arena);
    image_over(&lined, 0, 0, from);
    outline(&lined, ink(INK, 0));
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            const bool line = !PIXEL_A(get(from, x, y));
            if (PIXEL_A(get(&lined, x, y)) && !(hidden && PIXEL_A(get(hidden, x, y))) &&
                !(line && PIXEL_A(get(skin, x, y))))
                put(target, x, y, get(&lined, x, y));
        }
}

/* Head and shoulders, which are the same for hero and heroine. */
static void bare(const Image *image)
{
    shoulders(image, &portraits[0]);
    face(image, &portraits[0]);
    outline(image, ink(INK, 0));
}

static void layer(Art *art, const Portrait *p)
{
    const Image image = image_new(SIZE, SIZE, art->arena),
                head = image_new(SIZE, SIZE, art->arena),
                behind = image_new(SIZE, SIZE, art->arena),
                before = image_new(SIZE, SIZE, art->arena);
    bare(&head);
    hair_behind(&behind, p);
    hair_before(&before, p);
    add_outlined(art, &image, &behind, &head, &head);
    add_outlined(art, &image, &before, NULL, &head);
    art_sprite(art, "portraits", p->name, "so", 'o', 1, &image);
}

/* The shoulders in leather. */
static void tunic(Art *art)
{
    static const Portrait leather = {.skin = SKIN, .cloth = EARTH, .trim = WOOD};
    const Image image = image_new(SIZE, SIZE, art->arena),
                body = image_new(SIZE, SIZE, art->arena),
                skull = image_new(SIZE, SIZE, art->arena);
    shoulders(&body, &leather);
    face(&skull, &portraits[0]);
    outline(&skull, ink(INK, 0));
    add_outlined(art, &image, &body, &skull, &skull);
    frame(&image);
    art_sprite(art, "portraits", "tunic_leather", "so", 'o', 1, &image);
}

void portraits_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(portraits); i++)
        person(art, &portraits[i]);
    for (size_t i = 0; i < COUNT_OF(layers); i++)
        layer(art, &layers[i]);
    tunic(art);
    salmon(art);
}
