/* art FOLDER [TEMPLATES]: writes every generated file of the example game there, and those of
 * the templates below the other folder. */
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
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: art FOLDER [TEMPLATES]\n");
        return 2;
    }
    Art art = {.folder = arguments[1], .arena = arena_new()};
    for (size_t i = 0; i < COUNT_OF(subjects); i++)
        subjects[i](&art);
    if (count > 2)
        templates_write(arguments[2], art.arena);
    arena_free(art.arena);
    return 0;
}
