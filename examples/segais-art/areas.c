/* Areas: a tile for each combination of neighbours that belong to the area, and the rules by
 * which `oisin maps paint` and the editor choose between them. */
#include "art.h"

#include "tirnanog/convert/autotiles.h"

void area_files(Art *art, const char *name, unsigned frames, const char *const til[2],
                AreaDraw *draw)
{
    uint16_t shapes[AUTOTILE_SHAPES];
    Art plain = *art;
    plain.names = NULL;
    plain.wanted = NULL;
    autotile_shapes(shapes);
    for (size_t i = 0; i < AUTOTILE_SHAPES; i++) {
        const Image image = image_new(CELL_SIDE * frames, CELL_SIDE, art->arena);
        for (unsigned frame = 0; frame < frames; frame++) {
            const Image part = frame_of(&image, frames, frame);
            draw(&part, name, shapes[i], (int)frame);
        }
        const Text number = arena_format(art->arena, "%02zu", i);
        ArtSprite sprite = {.name = arena_format(art->arena, "%s_%s", name, number.at),
                            .w = art_cell(art),
                            .h = art_cell(art)};
        sprite.block = sheet_add(art, text_of(name), number, frames > 1 ? 'l' : 'o', frames,
                                 &image, &sprite.sheet);
        *ARENA_PUSH(art->arena, art->sprites, art->sprite_count) = sprite;
        const Text rule = autotile_rule(shapes[i], text_of(name), art->arena);
        art_file(&plain, arena_format(art->arena, "tiles/%s.til", sprite.name.at).at,
                 bytes_of_text(arena_format(art->arena, "TirNanoG TileRule\n%s%.*s\n",
                                            til[i == 0], (int)rule.size, rule.at)));
    }
}
