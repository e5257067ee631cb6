/* People: which pictures they are made of, and where those stand. */
#include "render/parts.h"

static uint32_t column_of(const Actor *actor, uint32_t tick)
{
    if (actor->action && tick < actor->action_until)
        return actor->action;
    if (actor->transport == 1)
        return ROW_SWIM;
    if (actor->transport == 2)
        return ROW_FLY;
    return actor->moving ? ROW_WALK : ROW_IDLE;
}

static uint32_t age_of(const Actor *actor, uint32_t tick)
{
    if (actor->action && tick < actor->action_until)
        return tick - actor->action_since;
    return actor->moving ? actor->moving : tick;
}

/* The row's picture in a column; what a column lacks is taken from idle. */
static const Picture *row_picture(Renderer *renderer, const SpriteRef *row, size_t count,
                                  uint32_t column, uint32_t direction, uint32_t age)
{
    const Picture *picture = NULL;
    if (column < count)
        picture = picture_at(&renderer->pictures, row[column].category, row[column].index,
                             direction, age);
    if (!picture && count && column != ROW_IDLE)
        picture =
            picture_at(&renderer->pictures, row[0].category, row[0].index, direction, age);
    return picture;
}

static void stand_picture(Renderer *renderer, const Actor *actor, const Picture *picture,
                          uint32_t order)
{
    if (!picture)
        return;
    const Grid *grid = &renderer->content->grid;
    const Spot at = {actor->at.x >> 8, actor->at.y >> 8};
    const Spot box = grid_box(grid, grid_cell_at(grid, at));
    int32_t within = at.y - box.y + 64; /* among those of one row of cells */
    within = within < 1 ? 1 : within > 255 ? 255 : within;
    stander_add(renderer, (Stander){.key = ((int64_t)actor->altitude << 40) +
                                           (((int64_t)box.y + grid->tile_h) << 16) +
                                           (within << 8) + order,
                                    .picture = picture,
                                    .x = at.x - picture->w / 2,
                                    .y = at.y + grid->tile_h / 2 - picture->h -
                                         renderer->content->game->header.delta_y});
}

/* Layers that worn things add, those behind or above the body. */
static uint32_t worn(Renderer *renderer, const World *world, const Actor *actor, bool above,
                     uint32_t order, uint32_t column, uint32_t age)
{
    uint16_t seen = TNG_NO_SPRITE;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const uint16_t sprite = world->equipped[i];
        const TngObject *object = sprite == TNG_NO_SPRITE || sprite == seen
                                      ? NULL
                                      : content_object(renderer->content, sprite, NULL);
        if (!object || !object->layer_count)
            continue;
        seen = sprite;
        const ObjectLayers *layers = &object->layers[0];
        for (size_t k = 0; k < object->layer_count; k++)
            if (object->layers[k].option == TNG_NO_TEXT)
                layers = &object->layers[k];
        stand_picture(renderer, actor,
                      row_picture(renderer, above ? layers->above : layers->behind, 20, column,
                                  actor->direction, age),
                      order++);
    }
    return order;
}

/* A figure for who has no pictures at all. */
static const Picture *nobody(Renderer *renderer)
{
    void **known = numbers_put(&renderer->fonts, UINT64_MAX);
    if (!*known) {
        Picture *picture = ARENA_TAKE(renderer->arena, Picture, 1);
        *picture = (Picture){.image = image_new(16, 24, renderer->arena),
                             .w = 16,
                             .h = 24,
                             .opacity = PICTURE_MIXED};
        fill(&picture->image, (Rect){4, 0, 8, 8}, PIXEL(32, 24, 40, 255));
        fill(&picture->image, (Rect){5, 1, 6, 6}, PIXEL(232, 184, 144, 255));
        fill(&picture->image, (Rect){2, 8, 12, 10}, PIXEL(32, 24, 40, 255));
        fill(&picture->image, (Rect){3, 9, 10, 8}, PIXEL(72, 112, 192, 255));
        fill(&picture->image, (Rect){4, 18, 8, 6}, PIXEL(32, 24, 40, 255));
        *known = picture;
    }
    return *known;
}

static void draw_player(Renderer *renderer, const World *world)
{
    const Actor *player = world->actors[0];
    const uint32_t column = column_of(player, world->tick), age = age_of(player, world->tick);
    uint32_t order = worn(renderer, world, player, false, 0, column, age);
    const uint32_t body = order;
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *options = content_record(renderer->content, SECTION_OPTIONS, i);
        if (!options || world->choices[i] >= options->option_count)
            continue;
        const CharacterOption *option = &options->options[world->choices[i]];
        const Picture *picture = row_picture(renderer, option->sprites, option->sprite_count,
                                             column, player->direction, age);
        if (picture)
            stand_picture(renderer, player, picture, order++);
    }
    if (order == body)
        stand_picture(renderer, player, nobody(renderer), order++);
    worn(renderer, world, player, true, order, column, age);
}

static void draw_npc(Renderer *renderer, const World *world, const Actor *actor)
{
    const TngNpc *npc = content_record(renderer->content, SECTION_NPCS, actor->npc);
    if (world->tick < actor->born_until) {
        stand_picture(renderer, actor,
                      picture_at(&renderer->pictures, actor->born_sprite >> 16,
                                 actor->born_sprite & 0xFFFF, 0, world->tick - actor->born),
                      0);
        return;
    }
    const Picture *picture = npc ? row_picture(renderer, npc->sprites, npc->sprite_count,
                                               column_of(actor, world->tick), actor->direction,
                                               age_of(actor, world->tick))
                                 : NULL;
    stand_picture(renderer, actor, picture ? picture : nobody(renderer), 0);
}

void actors_draw(Renderer *renderer, const World *world, uint32_t map)
{
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->map != map)
            continue;
        if (i)
            draw_npc(renderer, world, actor);
        else if (world->scene.map == NONE) /* scenes have no actors of their own */
            draw_player(renderer, world);
    }
}

/* The last portrait that the player's options have. */
SpriteRef actor_portrait(Renderer *renderer, const World *world)
{
    SpriteRef found = {3, TNG_NO_SPRITE};
    for (uint32_t i = 0; i < world->choice_count; i++) {
        const TngOptions *options = content_record(renderer->content, SECTION_OPTIONS, i);
        if (!options || world->choices[i] >= options->option_count)
            continue;
        const CharacterOption *option = &options->options[world->choices[i]];
        if (option->sprite_count > ROW_PORTRAIT &&
            option->sprites[ROW_PORTRAIT].index != TNG_NO_SPRITE)
            found = option->sprites[ROW_PORTRAIT];
    }
    return found;
}
