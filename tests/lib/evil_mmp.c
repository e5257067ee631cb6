#include "evil_mmp.h"

Image slope(Kit *kit, uint32_t w, uint32_t h, bool alpha)
{
    const Image image = image_new(w, h, kit->arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++)
            *image_at(&image, x, y) =
                alpha && x < w / 2 && y < h / 2
                    ? 0
                    : PIXEL(40 + 160 * x / w, 220 - 200 * y / h, 90 + (x + y) % 3 * 4, 255);
    return image;
}

Bytes small_mmp(Kit *kit, MmpKind kind)
{
    Image levels[5];
    Bytes file = {0};
    for (uint32_t i = 0; i < 5; i++)
        levels[i] = slope(kit, 16 >> i, i < 4 ? 8 >> i : 1, true);
    assert_true(mmp_of_pictures(kind, levels, kind == MMP_PNT3 ? 1 : 5, MMP_ROWS_USUAL, &file,
                                kit->arena, &kit->report));
    return file;
}
