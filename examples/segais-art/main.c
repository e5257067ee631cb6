/* art FOLDER: writes every generated file of the example game there. */
#include "art.h"

#include <stdio.h>

int main(int count, char **arguments)
{
    static void (*const subjects[])(Art * art) = {
        palette_files, terrain_files,   trees_files,     buildings_files, props_files,
        wilds_files,   riding_files,    cavern_files,    items_files,     people_files,
        beasts_files,  portraits_files, interface_files, hud_files,       scenery_files,
        cast_files,    masks_files,     font_files,      music_files,     sounds_files,
        movie_files,   maps_files,      companion_files,
    };
    if (count != 2) {
        fprintf(stderr, "usage: art FOLDER\n");
        return 2;
    }
    Art art = {.folder = arguments[1], .arena = arena_new()};
    for (size_t i = 0; i < COUNT_OF(subjects); i++)
        subjects[i](&art);
    arena_free(art.arena);
    return 0;
}
