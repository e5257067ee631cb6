#include "mages_samples.h"

Lay small_lay(Kit *kit, LayFlavour flavour)
{
    static const struct {
        u32 info, chunks;
        float x, y;
    } parts[] = {{0x00000001, 2, -60, -90}, {0x20000001, 1, -30, -30}, {0x40000100, 1, 0, 0},
                 {0x40000101, 1, 0, 0},     {0x40000102, 1, 0, 0},     {0x30000100, 1, 0, -30},
                 {0x20000002, 1, -30, -30}, {0x60000204, 1, 0, 0},     {0x50100001, 1, 30, 60}};
    Lay lay = {.flavour = flavour};
    lay.file.sprite_count = COUNT_OF(parts);
    lay.file.sprites = ARENA_ALLOC(kit->arena, LaySprite, COUNT_OF(parts));
    lay.file.chunks = ARENA_ALLOC(kit->arena, LayChunk, COUNT_OF(parts) + 1);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        lay.file.sprites[i] = (LaySprite){parts[i].info, lay.file.chunk_count, parts[i].chunks};
        for (size_t c = 0; c < parts[i].chunks; c++) {
            const size_t cell = lay.file.chunk_count++;
            const float x = (float)(cell % 4 * 32 + 1), y = (float)(cell / 4 * 32 + 1);
            lay.file.chunks[cell] =
                (LayChunk){parts[i].x + 30 * (float)c, parts[i].y,
                           flavour == LAY_C ? x / 2048 : x, flavour == LAY_C ? y / 1024 : y};
        }
    }
    return lay;
}

Mvl small_mvl(Kit *kit)
{
    enum { SIDE = 16, CORNERS = 4, INDICES = 6 };
    static const u16 square[INDICES] = {0, 1, 2, 0, 2, 3};
    static const struct {
        const char *name;
        float x, y;
    } parts[] = {{"ana_01", -8, -16},  {"ana_02", -8, -16},   {"ana_01_L1", -8, 0},
                 {"ana_01_L2", -8, 0}, {"ana_01_E1", -8, -8}, {"ana_01_E2", -8, -8}};
    Mvl mvl = {.head = {.first = 1,
                        .state_count = COUNT_OF(parts),
                        .vertex_count = CORNERS * COUNT_OF(parts)}};
    mvl.head.states = ARENA_ALLOC(kit->arena, MvlState, COUNT_OF(parts));
    mvl.indices = ARENA_ALLOC(kit->arena, u16 *, COUNT_OF(parts));
    mvl.vertices = ARENA_ALLOC(kit->arena, MvlVertex, mvl.head.vertex_count);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        mvl.head.states[i].index_count = INDICES;
        strcpy(mvl.head.states[i].name, parts[i].name);
        mvl.indices[i] = ARENA_ALLOC(kit->arena, u16, INDICES);
        for (int k = 0; k < INDICES; k++)
            mvl.indices[i][k] = (u16)(CORNERS * i + square[k]);
        for (int k = 0; k < CORNERS; k++) {
            const float right = k == 1 || k == 2 ? SIDE : 0, down = k > 1 ? SIDE : 0;
            mvl.vertices[CORNERS * i + (size_t)k] = (MvlVertex){
                parts[i].x + right, parts[i].y + down, 0, ((float)(i % 4 * SIDE) + right) / 64,
                ((float)(i / 4 * SIDE) + down) / 64};
        }
    }
    return mvl;
}

Mpk small_mpk(Kit *kit)
{
    static const char *const names[] = {"CRS_ALA.png", "CRS_ALA_.lay", "empty.bin",
                                        "sub\\deep\\words.txt"};
    Mpk mpk = {.major = 2, .alignment = MPK_ALIGNMENT, .count = COUNT_OF(names)};
    mpk.entries = ARENA_ALLOC(kit->arena, MpkEntry, mpk.count);
    uint8_t *noise = arena_alloc(kit->arena, 3000, 1);
    for (size_t i = 0; i < 3000; i++)
        noise[i] = (uint8_t)next_random(256);
    const Lay lay = small_lay(kit, LAY_A);
    const Bytes contents[] = {{noise, 3000},
                              lay_write(&lay, kit->arena),
                              {noise, 0},
                              bytes_of_text(TEXT("some words some words some words"))};
    for (size_t i = 0; i < mpk.count; i++) {
        mpk.entries[i] = (MpkEntry){.name = text_of(names[i]),
                                    .id = (uint32_t)i + 10,
                                    .compressed = i & 1,
                                    .offset = i};
        mpk_store(&mpk.entries[i], contents[i], (Bytes){0}, kit->arena);
    }
    return mpk;
}
