/* Draws the templates of `oisin new`. */
#include "templates.h"

static const Template *const templates[] = {&village_template, &dungeon_template, &sea_template,
                                            &story_template};

void templates_write(const char *folder, Arena *arena)
{
    static void (*const subjects[])(Art * art) = {
        meadow_files,    deep_files,  terrain_files, trees_files,  buildings_files,
        props_files,     wilds_files, riding_files,  cavern_files, items_files,
        inside_files,    crypt_files, people_files,  beasts_files, portraits_files,
        interface_files, hud_files,   scenery_files, masks_files,  furniture_masks_files,
        font_files,      music_files, sounds_files,
    };
    for (size_t t = 0; t < COUNT_OF(templates); t++) {
        const Template *template = templates[t];
        Art art = {.folder = arena_format(arena, "%s/%s", folder, template->name).at,
                   .names = template->names,
                   .half = template->half,
                   .arena = arena};
        for (size_t i = 0; i < COUNT_OF(subjects); i++)
            subjects[i](&art);
        for (size_t i = 0; i < template->area_count; i++)
            area_files(&art, template->areas[i].name, template->areas[i].frames,
                       template->areas[i].til, template->areas[i].draw);
        cast_draw(&art, template->cast, template->cast_count);
        sheets_write(&art);
        collections_write(&art);
        template->maps(&art);
    }
}
