/* What the template "dungeon" has besides the cave: gates, levers, spikes, stairs, a key. */
#include "art.h"

enum { CELL = 32 };

static Image piece(Art *art, uint32_t h) { return image_new(CELL, h, art->arena); }

static void done(Art *art, const char *name, const Image *image, bool stands)
{
    outline(image, ink(INK, 0));
    if (stands)
        shadow(image, 17, (int)image->h - 4, 12, 2);
    art_sprite(art, "tiles", name, "so", 'o', 1, image);
}

static void gates(Art *art)
{
    for (int open = 0; open < 2; open++) {
        const Image image = piece(art, 48);
        column(&image, 0, 8, 5, 38, STONE, 1, 4);
        column(&image, 27, 8, 5, 38, STONE, 0, 3);
        fill(&image, 0, 4, 32, 5, ink(STONE, 4));
        fill(&image, 0, 8, 32, 2, ink(STONE, 1));
        for (int i = 0; i < 4; i++) {
            column(&image, 6 + i * 6, 10, 3, open ? 6 : 36, SLATE, 0, 3);
            if (!open)
                fill(&image, 5, 18 + i % 2 * 16, 22, 2, ink(SLATE, 1));
        }
        if (!open) {
            ball(&image, 16, 27, 5, 5, GOLD, 0, 3);
            fill(&image, 15, 26, 3, 4, ink(INK, 0));
        }
        art_sprite(art, "tiles", open ? "gate_open" : "gate", "so", 'o', 1, &image);
    }
}

static void levers(Art *art)
{
    for (int down = 0; down < 2; down++) {
        const Image image = piece(art, 32);
        column(&image, 7, 20, 18, 8, STONE, 1, 5);
        fill(&image, 9, 19, 14, 2, ink(INK, 0));
        for (int i = 0; i < 3; i++)
            line(&image, 15 + i, 20, (down ? 24 : 6) + i, 8, ink(WOOD, 4 - i));
        ball(&image, down ? 25 : 7, 8, 3, 3, RED, 1, 3);
        done(art, down ? "lever_down" : "lever", &image, true);
    }
}

static void spikes(Art *art)
{
    for (int down = 0; down < 2; down++) {
        const Image image = piece(art, 32);
        for (int i = 0; i < 9; i++) {
            const int x = 6 + i % 3 * 10, y = 11 + i / 3 * 9;
            ellipse(&image, x, y, 3, 2, ink(INK, 0));
            for (int j = 0; j < 9 && !down; j++)
                fill(&image, x - (8 - j < 3 ? 1 : 0) - (j < 3), y - j, 1 + (j < 6) + (j < 3), 1,
                     ink(STONE, j > 5 ? 5 : 3));
        }
        art_sprite(art, "tiles", down ? "spikes_down" : "spikes", "so", 'o', 1, &image);
    }
}

static void stairs(Art *art)
{
    const Image down = piece(art, 32), up = piece(art, 32);
    fill(&down, 1, 1, 30, 30, ink(INK, 0));
    for (int i = 0; i < 5; i++) {
        const int y = 3 + i * 6;
        fill(&down, 3 + i, y, 26 - 2 * i, 4, ink(STONE, 5 - i));
        fill(&down, 3 + i, y + 3, 26 - 2 * i, 1, ink(STONE, i < 4 ? 3 - i : 0));
        fill(&up, 2, 30 - (i + 1) * 6, 28, 6, ink(STONE, 1 + (i + 1) / 2));
        fill(&up, 2, 30 - (i + 1) * 6, 28, 2, ink(STONE, 3 + i / 2));
    }
    outline(&up, ink(INK, 0));
    art_sprite(art, "tiles", "stairs_down", "so", 'o', 1, &down);
    art_sprite(art, "tiles", "stairs_up", "so", 'o', 1, &up);
}

static void treasures(Art *art)
{
    const Image key = piece(art, 32), crown = piece(art, 32), bones = piece(art, 32),
                pillar = piece(art, 64), stone = piece(art, 48);
    ball(&key, 9, 13, 6, 6, GOLD, 0, 3);
    ellipse(&key, 9, 13, 2, 2, 0);
    fill(&key, 14, 12, 14, 3, ink(GOLD, 2));
    fill(&key, 14, 12, 14, 1, ink(GOLD, 3));
    fill(&key, 22, 15, 2, 4, ink(GOLD, 1));
    fill(&key, 26, 15, 2, 5, ink(GOLD, 1));
    done(art, "key", &key, true);
    const Spot points[] = {{5, 25}, {4, 10}, {10, 17}, {16, 6}, {22, 17}, {28, 10}, {27, 25}};
    facet(&crown, points, 7, GOLD, 1, 3);
    fill(&crown, 5, 22, 22, 3, ink(GOLD, 1));
    for (int i = 0; i < 3; i++)
        ball(&crown, 8 + i * 8, 23, 2, 2, i == 1 ? WATER : RED, 1, 3);
    done(art, "crown", &crown, true);
    ball(&bones, 11, 12, 6, 6, LINEN, 1, 3);
    fill(&bones, 8, 16, 7, 4, ink(LINEN, 2));
    fill(&bones, 8, 11, 3, 3, ink(INK, 0));
    fill(&bones, 12, 11, 3, 3, ink(INK, 0));
    for (int i = 0; i < 2; i++) {
        line(&bones, 14, 26 - i, 27, 20 - i, ink(LINEN, 3 - i));
        line(&bones, 15, 20 - i, 27, 27 - i, ink(LINEN, 3 - i));
    }
    done(art, "bones", &bones, false);
    column(&pillar, 7, 8, 18, 50, STONE, 1, 5);
    fill(&pillar, 4, 3, 24, 6, ink(STONE, 4));
    fill(&pillar, 4, 8, 24, 1, ink(STONE, 1));
    fill(&pillar, 4, 54, 24, 7, ink(STONE, 3));
    fill(&pillar, 4, 54, 24, 1, ink(STONE, 5));
    for (int y = 18; y < 54; y += 12)
        fill(&pillar, 7, y, 18, 1, ink(STONE, 1));
    done(art, "pillar", &pillar, true);
    column(&stone, 6, 16, 20, 28, STONE, 1, 5);
    fill(&stone, 3, 12, 26, 6, ink(STONE, 4));
    fill(&stone, 3, 17, 26, 1, ink(STONE, 1));
    fill(&stone, 3, 40, 26, 5, ink(STONE, 2));
    for (int a = 0; a < 560; a += 6)
        put(&stone, 16 + wave(a) * (a / 80) / 256, 29 + wave(a + 64) * (a / 80) / 256,
            ink(STONE, 1));
    done(art, "altar", &stone, true);
}

/* The same light all day; that of torches and of the player is added. */
static void constant_light(Art *art)
{
    const Image dark = image_new(1, 1, art->arena), evening = image_new(1, 1, art->arena);
    put(&dark, 0, 0, PIXEL(0x4A, 0x4C, 0x78, 255));
    put(&evening, 0, 0, PIXEL(0xF4, 0xCC, 0xA8, 255));
    art_sprite(art, "ui", "dark", "so", 'o', 1, &dark);
    art_sprite(art, "ui", "evening", "so", 'o', 1, &evening);
}

void crypt_files(Art *art)
{
    gates(art);
    levers(art);
    spikes(art);
    stairs(art);
    treasures(art);
    constant_light(art);
}
