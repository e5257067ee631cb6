/* What only stands in the way, or shines: collision masks, objects/NAME.obj. */
#include "art.h"

#include "base/stream.h"

#include <stdio.h>
#include <string.h>

/* Rows from above: `#` blocks, `~` can be swum in, `/` climbed, `^` leapt over; one walks
 * over `=` and below `_`; `.` is free. */
static const struct {
    const char *name;
    const char *rows[5];
    int light; /* cells that it lights at night */
} masks[] = {
    {"oak", {"...", "...", "...", ".#."}, 0},
    {"oak_small", {"...", "...", "...", ".#."}, 0},
    {"hazel", {"...", "...", "...", ".#."}, 0},
    {"pine", {"...", "...", "...", ".#."}, 0},
    {"birch", {"...", "...", "...", ".#."}, 0},
    {"menhir", {".", "#"}, 0},
    {"brook", {"^"}, 0},
    {"crag_face", {"#"}, 0},
    {"crag_holds", {"/"}, 0},
    {"deck", {"="}, 0},
    {"rail_over", {"~"}, 0},
    {"wattle", {"#"}, 0},
    {"wattle_we", {"#"}, 0},
    {"wattle_ea", {"#"}, 0},
    {"arch", {"...", "...", "#_#"}, 0},
    {"nest_empty", {"#"}, 0},
    {"bush", {"#"}, 0},
    {"stump", {"#"}, 0},
    {"rock_0", {"#"}, 0},
    {"rock_1", {"#"}, 0},
    {"fence", {"#"}, 0},
    {"fence_side", {"#"}, 0},
    {"railing", {"#"}, 0},
    {"lamp", {".", "#"}, 3},
    {"barrel", {"#"}, 0},
    {"crate", {"#"}, 0},
    {"hay", {"#"}, 0},
    {"cabbage", {"."}, 0},
    {"ripple_0", {"~"}, 0},
    {"ripple_1", {"~"}, 0},
    {"ripple_2", {"~"}, 0},
    {"ripple_3", {"~"}, 0},
    {"lily", {"~"}, 0},
    {"torch", {".", "#"}, 0},
    {"crystal_blue", {".", "#"}, 0},
    {"crystal_violet", {".", "#"}, 0},
    {"stalagmite_0", {".", "#"}, 0},
    {"stalagmite_1", {".", "#"}, 0},
    {"rockface_00", {"#"}, 0},
    {"rockface_01", {"#"}, 0},
    {"rockface_10", {"#"}, 0},
    {"rockface_11", {"#"}, 0},
};

/* Those of inside.c and crypt.c. */
static const struct {
    const char *name;
    const char *rows[5];
    int light;
} furniture[] = {
    {"shelf_books", {"##"}, 0},      {"shelf_jars", {"##"}, 0},
    {"hearth", {"##"}, 0},           {"flower_pot", {"#"}, 0},
    {"torch", {".", "#"}, 4}, /* darker places than in the example need it */
    {"crystal_blue", {".", "#"}, 2}, {"crystal_violet", {".", "#"}, 2},
    {"pillar", {".", "#"}, 0},       {"altar", {"#"}, 0},
};

static void mask_file(Art *art, const char *name, const char *const *rows, int light)
{
    static const char kinds[] = ".#~ /^=_"; /* in the order of their numbers */
    Writer text = writer_to(art->arena);
    size_t height = 1; /* each mask has a row */
    while (height < 5 && rows[height])
        height++;
    write_format(&text, "TirNanoG Object\n\n%zu %zu - - - 0 - 0 0 0\n", strlen(rows[0]),
                 height);
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; rows[y][x]; x++)
            write_format(&text, "%c%c", (char)('0' + (strchr(kinds, rows[y][x]) - kinds)),
                         rows[y][x + 1] ? ' ' : '\n');
    if (light)
        write_format(&text, "m 0 0 light %d\n", light);
    art_file(art, arena_format(art->arena, "objects/%s.obj", name).at, writer_bytes(&text));
}

void masks_files(Art *art)
{
    static const char *const block[] = {"#", NULL};
    char name[24];
    for (size_t i = 0; i < COUNT_OF(masks); i++)
        mask_file(art, masks[i].name, masks[i].rows, masks[i].light);
    for (int ends = 0; ends < 16; ends++) {
        snprintf(name, sizeof name, "rocktop_%d", ends);
        mask_file(art, name, block, 0);
    }
}

void furniture_masks_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(furniture); i++)
        mask_file(art, furniture[i].name, furniture[i].rows, furniture[i].light);
}
