/* Portraits: of NPCs, and of players with what they wear. */
#include "engine/render/render_internal.h"

static void add_layer(Renderer *renderer, Portrait *portrait, SpriteRef sprite, uint32_t age)
{
    const SpriteFrame *picture = picture_of(&renderer->pictures, sprite, age);
    if (picture && portrait->count < PORTRAIT_LAYERS_MAX)
        portrait->layers[portrait->count++] = picture;
}

/* The portraits of the options that were chosen, in their colours, as for the figure. */
static void add_chosen(Renderer *renderer, PlayerContext ctx, Portrait *portrait, uint32_t age)
{
    for (uint32_t layer = 0; layer < ctx.world->choice_count; layer++) {
        const uint32_t i = content_options_layer(renderer->content, layer);
        const TngOptions *options = content_record(renderer->content, SECTION_OPTIONS, i);
        if (!options || ctx.player->choices[i] >= options->option_count)
            continue;
        const CharacterOption *option = &options->options[ctx.player->choices[i]];
        const SpriteFrame *picture =
            option->sprite_count > ROW_PORTRAIT
                ? picture_of(&renderer->pictures, option->sprites[ROW_PORTRAIT], age)
                : NULL;
        picture =
            picture_recoloured(renderer, picture, options->palettes, ctx.player->palettes[i]);
        if (picture && portrait->count < PORTRAIT_LAYERS_MAX)
            portrait->layers[portrait->count++] = picture;
    }
}

/* The pictures of worn objects in the portrait's column: behind the face, or above it. */
static void add_worn(Renderer *renderer, PlayerContext ctx, Portrait *portrait, bool above,
                     uint32_t age)
{
    const ObjectLayers *worn[TNG_EQUIP_SLOTS];
    const size_t count = worn_layers(renderer, ctx.world, ctx.player, worn);
    for (size_t i = 0; i < count; i++)
        add_layer(renderer, portrait,
                  above ? worn[i]->above[ROW_PORTRAIT] : worn[i]->behind[ROW_PORTRAIT], age);
}

static void measure(Portrait *portrait)
{
    for (size_t i = 0; i < portrait->count; i++) {
        portrait->w =
            portrait->layers[i]->w > portrait->w ? portrait->layers[i]->w : portrait->w;
        portrait->h =
            portrait->layers[i]->h > portrait->h ? portrait->layers[i]->h : portrait->h;
    }
}

Portrait portrait_of_player(Renderer *renderer, PlayerContext ctx, uint32_t age)
{
    Portrait portrait = {0};
    add_worn(renderer, ctx, &portrait, false, age);
    const size_t behind = portrait.count;
    add_chosen(renderer, ctx, &portrait, age);
    if (portrait.count == behind) /* without a face */
        return (Portrait){0};
    add_worn(renderer, ctx, &portrait, true, age);
    measure(&portrait);
    return portrait;
}

Portrait portrait_of_sprite(Renderer *renderer, SpriteRef sprite, uint32_t age)
{
    Portrait portrait = {0};
    add_layer(renderer, &portrait, sprite, age);
    measure(&portrait);
    return portrait;
}

Portrait portrait_of_npc(Renderer *renderer, uint32_t npc, uint32_t age)
{
    const TngNpc *record = content_record(renderer->content, SECTION_NPCS, npc);
    const SpriteRef none = {3, TNG_NO_SPRITE};
    return portrait_of_sprite(
        renderer,
        record && record->sprite_count > ROW_PORTRAIT ? record->sprites[ROW_PORTRAIT] : none,
        age);
}

void portrait_draw(const Image *target, Rect area, const Portrait *portrait)
{
    if (portrait->count == 1) {
        theme_icon(target, area, portrait->layers[0]);
        return;
    }
    if (portrait->w <= area.w && portrait->h <= area.h) {
        for (size_t i = 0; i < portrait->count; i++)
            theme_icon(target, area, portrait->layers[i]);
        return;
    }
    /* All layers by the same factor, or they would no longer fit each other. */
    const Scale scale = scale_to_fit(portrait->w, portrait->h, area.w, area.h);
    for (size_t i = 0; i < portrait->count; i++) {
        const SpriteFrame *picture = portrait->layers[i];
        picture_draw_scaled(target, area.x + (area.w - scaled(picture->w, scale)) / 2,
                            area.y + (area.h - scaled(picture->h, scale)) / 2, picture, scale,
                            255);
    }
}
