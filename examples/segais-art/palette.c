/* The palette: ramps of colours that shade into each other. */
#include "art.h"

#include "base/image/palette.h"

enum { RAMP_LONGEST = 6 };

static const struct {
    const char *name;
    uint32_t colours[RAMP_LONGEST]; /* 0xRRGGBB from dark to light; 0 ends the list */
} ramps[RAMP_COUNT] = {
    [INK] = {"ink", {0x17131F, 0x2A2233}},
    [GRASS] = {"grass", {0x22402F, 0x2F5A35, 0x43753A, 0x5F9443, 0x86B551, 0xB4D46C}},
    [LEAF] = {"leaf", {0x16302C, 0x1F4A38, 0x2D6A41, 0x4A8D4A, 0x7DB35A}},
    [PINE] = {"pine", {0x12272E, 0x1A3F42, 0x276052, 0x41825F}},
    [EARTH] = {"earth", {0x33231F, 0x553827, 0x7C5535, 0xA37A4A, 0xC6A06A, 0xE3CB98}},
    [WOOD] = {"wood", {0x2C1C1C, 0x4B2D23, 0x6F4630, 0x96673F, 0xBD9058}},
    [STONE] = {"stone", {0x25242F, 0x3D3D4D, 0x5B5E6F, 0x80858F, 0xA9AEB0, 0xD6D8D0}},
    [SLATE] = {"slate", {0x232C44, 0x35456A, 0x4F688E, 0x7895B3}},
    [WATER] = {"water", {0x13284C, 0x1C4675, 0x2B6F9F, 0x4A9FC2, 0x8BD0DA, 0xD9F2EE}},
    [THATCH] = {"thatch", {0x5A3B22, 0x87612B, 0xB58B3D, 0xDCB85E, 0xF3E095}},
    [SKIN] = {"skin", {0x693A34, 0x9E5F48, 0xCC8A64, 0xEBB48B, 0xFCDCB8}},
    [RED] = {"red", {0x4C1528, 0x84213A, 0xBD3B42, 0xE5745B}},
    [VIOLET] = {"violet", {0x38204F, 0x603680, 0x9359AA, 0xC795CF}},
    [GOLD] = {"gold", {0x9A4A1F, 0xDF8227, 0xF8BD42, 0xFFF0A3}},
    [LINEN] = {"linen", {0x857B78, 0xB5A99B, 0xDDD2BD, 0xF7F1DE}},
    [GINGER] = {"ginger", {0x693A34, 0x9A4A1F, 0xDF8227, 0xF8BD42}},
    [RAVEN] = {"raven", {0x17131F, 0x2A2233, 0x3D3D4D, 0x5B5E6F}},
};

int ramp_max(Ramp ramp)
{
    int max = 0;
    while (max + 1 < RAMP_LONGEST && ramps[ramp].colours[max + 1])
        max++;
    return max;
}

Pixel ink(Ramp ramp, int shade)
{
    const int max = ramp_max(ramp);
    const uint32_t c = ramps[ramp].colours[shade < 0 ? 0 : shade > max ? max : shade];
    return PIXEL(c >> 16 & 255, c >> 8 & 255, c & 255, 255);
}

void palette_files(Art *art)
{
    Palette *palette = arena_alloc(art->arena, 1, sizeof *palette);
    palette->name = TEXT("Segais");
    palette->columns = RAMP_LONGEST;
    for (int ramp = 0; ramp < RAMP_COUNT; ramp++)
        for (int shade = 0; shade <= ramp_max((Ramp)ramp); shade++) {
            const Pixel pixel = ink((Ramp)ramp, shade);
            size_t at = 0;
            while (at < palette->count && palette->colours[at] != pixel)
                at++;
            if (at < palette->count) /* ramps share some colours */
                continue;
            palette->colours[palette->count] = pixel;
            palette->names[palette->count++] =
                arena_format(art->arena, "%s %d", ramps[ramp].name, shade);
        }
    art_file(art, "../.common/segais.gpl", bytes_of_text(palette_write(palette, art->arena)));
}
