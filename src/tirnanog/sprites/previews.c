/* Parts, in order: the sprite of an NPC or a spawner; drawing. `preview_size` does not draw,
 * because `unpack` needs the sizes for the tilesets of each map. */
#include "tirnanog/sprites/previews.h"

#include "base/text.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png_write.h"
#include "tirnanog/sheets/project_names.h"

/* Larger games than anyone draws; then the rest gets marks. */
enum { PREVIEW_PIXELS_MAX = 1 << 27 };

enum { CATEGORY_NPC = 21, TILE_MIN = 8, CORNER = 3 };

static const struct {
    unsigned section;
    const char *ending;
    Pixel colour; /* of the mark, and of a spawner's corners */
} kinds[PREVIEW_KINDS] = {{SECTION_NPCS, "npc", PIXEL(91, 110, 225, 255)},
                          {SECTION_SPAWNERS, "swr", PIXEL(223, 113, 38, 255)}};

Text preview_path(PreviewKind kind, Text name, Arena *arena)
{
    return arena_format(arena, "npcs/%.*s_%s.png", (int)name.size, name.at, kinds[kind].ending);
}

/* ---- which sprite ---- */

static const TngNpc *npc_of(const TngFile *game, PreviewKind kind, size_t index, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const TngSection *npcs = tng_section(game, SECTION_NPCS);
    if (kind == PREVIEW_SPAWNER) {
        const TngSection *spawners = tng_section(game, SECTION_SPAWNERS);
        const TngSpawner *spawner = tng_asset(game, spawners, index, arena, &silent);
        if (!spawner || !spawner->kind_count || spawner->kinds[0].npc.category != CATEGORY_NPC)
            return NULL;
        index = spawner->kinds[0].npc.index;
    }
    if (!npcs || index >= npcs->count)
        return NULL;
    return tng_asset(game, npcs, index, arena, &silent);
}

/* NULL if it has no sprite. */
static const TngAnimation *animation_of(const TngFile *game, PreviewKind kind, size_t index,
                                        Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const TngNpc *npc = npc_of(game, kind, index, arena);
    if (!npc || !npc->sprite_count || npc->sprites[0].category >= CATEGORY_BACKS)
        return NULL;
    const TngSection *section = tng_section(game, SECTION_UI + npc->sprites[0].category);
    if (!section || npc->sprites[0].index >= section->count)
        return NULL;
    const TngSprite *sprite = tng_asset(game, section, npc->sprites[0].index, arena, &silent);
    if (!sprite || !sprite->directions_count)
        return NULL;
    const TngAnimation *animation = &sprite->directions[0];
    for (size_t i = 0; i < sprite->directions_count; i++)
        if (!(sprite->directions[i].type & 63)) /* south */
            animation = &sprite->directions[i];
    const bool drawable = animation->w && animation->h && animation->frame_count &&
                          animation->w <= TNG_SPRITE_MAX && animation->h <= TNG_SPRITE_MAX;
    return drawable ? animation : NULL;
}

static uint32_t at_least(uint32_t value) { return value < TILE_MIN ? TILE_MIN : value; }

void preview_size(const TngFile *game, PreviewKind kind, size_t index, uint32_t *w, uint32_t *h,
                  Arena *arena)
{
    const TngAnimation *animation = animation_of(game, kind, index, arena);
    *w = animation ? animation->w : at_least(tng_tile_width(&game->header));
    *h = animation ? animation->h : at_least(tng_tile_height(&game->header));
}

/* ---- drawing ---- */

static void fill(const Image *image, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                 Pixel colour)
{
    for (uint32_t row = y; row < y + h && row < image->h; row++)
        for (uint32_t column = x; column < x + w && column < image->w; column++)
            *image_at(image, column, row) = colour;
}

/* An angle in each corner. */
static void draw_corners(const Image *image, Pixel colour)
{
    const uint32_t w = image->w, h = image->h;
    const uint32_t length = (w < h ? w : h) / 4 + 1, wide = CORNER < length ? CORNER : length;
    if (w < TILE_MIN || h < TILE_MIN)
        return;
    for (int right = 0; right < 2; right++)
        for (int bottom = 0; bottom < 2; bottom++) {
            fill(image, right ? w - length : 0, bottom ? h - wide : 0, length, wide, colour);
            fill(image, right ? w - wide : 0, bottom ? h - length : 0, wide, length, colour);
        }
}

static Image draw(TngAtlases *atlases, PreviewKind kind, size_t index, uint64_t *left,
                  Arena *arena)
{
    const TngAnimation *animation = animation_of(atlases->game, kind, index, arena);
    Report silent = report_to(NULL, NULL);
    uint32_t w, h;
    preview_size(atlases->game, kind, index, &w, &h, arena);
    bool drawn = animation && (uint64_t)w * h <= *left;
    if (!drawn && animation)
        w = h = TILE_MIN;
    const Image image = image_new(w, h, arena);
    if (drawn) {
        *left -= (uint64_t)w * h;
        const TngFrame *frame = &animation->frames[0];
        const Image *atlas =
            frame->w && frame->h ? tng_atlas(atlases, frame->atlas & 0xFFF, &silent) : NULL;
        drawn = atlas && tng_frame_draw(frame, animation, atlas, &image, 0, 0);
    }
    if (!drawn)
        fill(&image, w / 4, h / 4, w - w / 2, h - h / 2, kinds[kind].colour);
    if (!drawn || kind == PREVIEW_SPAWNER)
        draw_corners(&image, kinds[kind].colour);
    return image;
}

void project_previews(const TngFile *game, const Text *const names[PREVIEW_KINDS],
                      ProjectFiles *out, Arena *arena)
{
    uint64_t left = PREVIEW_PIXELS_MAX;
    Arena *own = arena_new(), *scratch = arena_new();
    TngAtlases atlases = tng_atlases(game, own);
    for (PreviewKind kind = 0; kind < PREVIEW_KINDS; kind++) {
        const TngSection *section = tng_section(game, kinds[kind].section);
        for (size_t i = 0; section && i < section->count; i++) {
            const TngAsset *asset = section->entries[i].descriptor;
            const Text name = names ? names[kind][i] : tng_string(game, asset->name);
            if (!names_ok(name))
                continue;
            const Image image = draw(&atlases, kind, i, &left, scratch);
            *ARENA_PUSH(arena, out->items, out->count) =
                (ProjectFile){preview_path(kind, name, arena),
                              arena_copy(arena, png_write(&image, NULL, scratch))};
            arena_reset(scratch);
        }
    }
    arena_free(scratch);
    arena_free(own);
}
