/* Collision masks of what only stands in the way: objects/NAME.obj. */
#include "art.h"

#include "base/stream.h"

#include <stdio.h>
#include <string.h>

/* Rows from above: `#` blocks, `~` can be swum in, `/` climbed, `^` leapt over; one walks
 * over `=` and below `_`; `.` is free. */
static const struct {
    const char *name;
    const char *rows[5];
} masks[] = {
    {"oak", {"...", "...", "...", ".#."}},
    {"oak_small", {"...", "...", "...", ".#."}},
    {"hazel", {"...", "...", "...", ".#."}},
    {"pine", {"...", "...", "...", ".#."}},
    {"birch", {"...", "...", "...", ".#."}},
    {"menhir", {".", "#"}},
    {"brook", {"^"}},
    {"crag_face", {"#"}},
    {"crag_holds", {"/"}},
    {"deck", {"="}},
    {"rail_over", {"~"}},
    {"wattle", {"#"}},
    {"wattle_we", {"#"}},
    {"wattle_ea", {"#"}},
    {"arch", {"...", "...", "#_#"}},
    {"nest_empty", {"#"}},
    {"bush", {"#"}},
    {"stump", {"#"}},
    {"rock_0", {"#"}},
    {"rock_1", {"#"}},
    {"fence", {"#"}},
    {"fence_side", {"#"}},
    {"railing", {"#"}},
    {"lamp", {".", "#"}},
    {"barrel", {"#"}},
    {"crate", {"#"}},
    {"hay", {"#"}},
    {"cabbage", {"."}},
    {"ripple_0", {"~"}},
    {"ripple_1", {"~"}},
    {"ripple_2", {"~"}},
    {"ripple_3", {"~"}},
    {"lily", {"~"}},
    {"torch", {".", "#"}},
    {"crystal_blue", {".", "#"}},
    {"crystal_violet", {".", "#"}},
    {"stalagmite_0", {".", "#"}},
    {"stalagmite_1", {".", "#"}},
    {"rockface_00", {"#"}},
    {"rockface_01", {"#"}},
    {"rockface_10", {"#"}},
    {"rockface_11", {"#"}},
};

static void mask_file(Art *art, const char *name, const char *const *rows)
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
    art_file(art, arena_format(art->arena, "objects/%s.obj", name).at, writer_bytes(&text));
}

void masks_files(Art *art)
{
    static const char *const block[] = {"#", NULL};
    char name[24];
    for (size_t i = 0; i < COUNT_OF(masks); i++)
        mask_file(art, masks[i].name, masks[i].rows);
    for (int ends = 0; ends < 16; ends++) {
        snprintf(name, sizeof name, "rocktop_%d", ends);
        mask_file(art, name, block);
    }
}
