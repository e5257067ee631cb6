#include "lay_kit.h"

Image sheet_random(bool clear)
{
    const Image sheet = image_new(32 * CELLS, 32 * CELLS, arena);
    for (size_t i = 0; i < (size_t)sheet.w * sheet.h; i++) {
        const uint32_t kind = next_random(clear ? 4 : 2);
        const uint32_t alpha = kind == 0 ? next_random(256) : kind == 1 ? 255 : 0;
        sheet.pixels[i] = PIXEL(next_random(256), next_random(256), next_random(256), alpha);
    }
    return sheet;
}

uint32_t info_of(LayType type, uint32_t face, uint32_t frame)
{
    return (uint32_t)type << 24 | (type == LAY_SUB       ? face
                                   : type == LAY_OVERLAY ? 0x100000 | frame
                                                         : face << 8 | frame);
}

Lay lay_empty(void)
{
    return (Lay){.file = {.sprites = ARENA_ALLOC(arena, LaySprite, 64),
                          .chunks = ARENA_ALLOC(arena, LayChunk, 1024)}};
}

void chunk_add(Lay *lay, float dst_x, float dst_y, float src_x, float src_y)
{
    lay->file.chunks[lay->file.chunk_count++] = (LayChunk){dst_x, dst_y, src_x, src_y};
}

void entry_add(Lay *lay, uint32_t info, uint32_t count, float pitch)
{
    lay->file.sprites[lay->file.sprite_count++] =
        (LaySprite){info, lay->file.chunk_count, count};
    for (uint32_t i = 0; i < count; i++)
        chunk_add(lay, pitch * ((float)next_random(9) - 4),
                  pitch * ((float)next_random(13) - 6), 1 + 32 * (float)next_random(CELLS),
                  1 + 32 * (float)next_random(CELLS));
}

Lay lay_random(float pitch)
{
    Lay lay = lay_empty();
    const uint32_t faces = next_random(4);
    if (next_random(4))
        entry_add(&lay, info_of(LAY_BASE, 0, 1), 5 + next_random(30), pitch);
    for (uint32_t face = 1; face <= faces; face++) {
        const uint32_t kinds = next_random(8);
        for (uint32_t i = 0; i < 3 && kinds & 1; i++)
            entry_add(&lay, info_of(LAY_MOUTH, face, i), next_random(4), pitch);
        if (next_random(4) || !kinds)
            entry_add(&lay, info_of(LAY_SUB, face, 0), next_random(12), pitch);
        for (uint32_t i = 0; i < 9 && kinds & 2; i++)
            if (next_random(3))
                entry_add(&lay, info_of(LAY_BOTH, face, i), next_random(4), pitch);
        for (uint32_t i = 0; i < 2 && kinds & 4; i++)
            entry_add(&lay, info_of(LAY_EYES, face, i), next_random(4), pitch);
    }
    for (uint32_t i = next_random(3); i; i--)
        entry_add(&lay, info_of(LAY_OVERLAY, 0, i), 1 + next_random(9), pitch);
    if (!lay.file.chunk_count)
        entry_add(&lay, info_of(LAY_BASE, 0, 1), 3, pitch);
    return lay;
}

Lay two_chunks(float dx, float dy)
{
    Lay lay = lay_empty();
    lay.file.sprites[lay.file.sprite_count++] = (LaySprite){info_of(LAY_BASE, 0, 1), 0, 2};
    chunk_add(&lay, -60, -90, 1, 1);
    chunk_add(&lay, -60 + dx, -90 + dy, 33, 33);
    return lay;
}
