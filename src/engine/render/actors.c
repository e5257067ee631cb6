/* Actors: the sprites of their layers, and their positions. */
#include "engine/render/render_internal.h"

/* The data of a figure in this frame. */
typedef struct Pose {
    const Actor *actor;
    size_t slot; /* of its visible map */
    uint32_t column, age;
    uint32_t order; /* of its next layer */
    int64_t row;    /* depth key of all layers; known from the first one on */
    unsigned flash; /* as in DepthSprite */
    Spot push;      /* by a hit */
} Pose;

/* White for a moment when it is hurt. */
static unsigned flash_of(const Renderer *renderer, const Actor *actor, uint32_t tick)
{
    enum { TICKS = 6, MOST = 200 };
    const uint32_t age = tick - actor->hurt_since;
    const bool still = renderer->options.reduced_motion;
    return actor->hurt && age < TICKS && !still ? MOST * (TICKS - age) / TICKS : 0;
}

static Pose pose_of(const Renderer *renderer, const World *world, const Actor *actor,
                    size_t slot)
{
    const uint32_t tick = world->tick;
    Pose pose = {.actor = actor,
                 .slot = slot,
                 .flash = flash_of(renderer, actor, tick),
                 .push = impact_push(renderer, world, actor)};
    const bool acts = actor->action && tick < actor->action_until;
    pose.column = acts ? actor->action : actor->gait;
    pose.age = acts ? tick - actor->action_since : actor->moving ? actor->moving : tick;
    return pose;
}

/* The column that replaces a missing one. */
static uint32_t column_instead(uint32_t column)
{
    switch (column) {
    case ROW_CLIMB:
    case ROW_JUMP:
    case ROW_RUN:
    case ROW_SWIM:
    case ROW_FLY:
        return ROW_WALK;
    case ROW_DIE:
        return ROW_HURT;
    }
    return ROW_IDLE;
}

/* `found` is set to that of the picture. */
static const SpriteFrame *row_picture_at(Renderer *renderer, const SpriteRef *row, size_t count,
                                         ActorPose pose, uint32_t *found)
{
    for (uint32_t column = pose.column;; column = column_instead(column)) {
        const SpriteFrame *picture =
            column < count ? picture_at(&renderer->pictures, row[column].category,
                                        row[column].index, pose.direction, pose.age)
                           : NULL;
        *found = column;
        if (picture || column == ROW_IDLE)
            return picture;
    }
}

static ActorPose actor_pose(const Pose *pose)
{
    return (ActorPose){pose->column, pose->actor->direction, pose->age};
}

static const SpriteFrame *row_picture(Renderer *renderer, const SpriteRef *row, size_t count,
                                      const Pose *pose)
{
    uint32_t column;
    return row_picture_at(renderer, row, count, actor_pose(pose), &column);
}

static const CharacterOption *option_of(Renderer *renderer, OptionChoice choice,
                                        const TngOptions **options)
{
    *options = content_record(renderer->content, SECTION_OPTIONS, choice.group);
    return *options && choice.option < (*options)->option_count
               ? &(*options)->options[choice.option]
               : NULL;
}

const SpriteFrame *choice_picture(Renderer *renderer, OptionChoice choice, ActorPose pose)
{
    const TngOptions *options;
    const CharacterOption *option = option_of(renderer, choice, &options);
    uint32_t column;
    if (!option)
        return NULL;
    const SpriteFrame *picture =
        row_picture_at(renderer, option->sprites, option->sprite_count, pose, &column);
    return picture_recoloured(renderer, picture, options->palettes, choice.palette);
}

const TngAnimation *choice_animation(Renderer *renderer, OptionChoice choice, ActorPose pose)
{
    const TngOptions *options;
    const CharacterOption *option = option_of(renderer, choice, &options);
    uint32_t column;
    if (!option ||
        !row_picture_at(renderer, option->sprites, option->sprite_count, pose, &column))
        return NULL;
    const SpriteRef sprite = option->sprites[column];
    return sprite_direction(content_sprite(renderer->content, sprite.category, sprite.index),
                            pose.direction);
}

static void stand_picture(Renderer *renderer, Pose *pose, const SpriteFrame *picture)
{
    if (!picture)
        return;
    const Grid *grid = &renderer->content->grid;
    const Actor *actor = pose->actor;
    const Spot shift = renderer->shown[pose->slot].shift;
    const Spot at = {actor->at.x >> 8, actor->at.y >> 8};
    const Spot to = {shift.x + pose->push.x, shift.y + pose->push.y};
    const Spot box = grid_box(grid, grid_cell_at(grid, at));
    int32_t within = at.y - box.y + 64; /* order within one row of cells */
    within = within < 1 ? 1 : within > 255 ? 255 : within;
    DepthSprite depth_sprite = {.picture = picture,
                                .flash = pose->flash,
                                .x = at.x + to.x - picture->w / 2,
                                .y = at.y + to.y + grid->tile_h / 2 - picture->h -
                                     actor->height - renderer->content->game->header.delta_y};
    if (!pose->order) {
        pose->row = (int64_t)box.y + shift.y + grid->tile_h;
        if (actor->lift > 0)
            pose->row = objects_top(renderer, pose->slot, at, pose->row);
        else if (actor->lift < 0)
            pose->row = objects_bottom(renderer, pose->slot, &depth_sprite, pose->row);
    }
    depth_sprite.key = (int64_t)actor->altitude * ((int64_t)1 << 40) + pose->row * ROW_STEPS +
                       (within << 8) + pose->order++;
    depth_sprite_add(renderer, depth_sprite);
}

/* The layers of an object for a player with a certain option, if there are such; otherwise
 * the default ones. */
static const ObjectLayers *layers_of(Renderer *renderer, const World *world,
                                     const Player *player, const TngObject *object)
{
    const ObjectLayers *usual = &object->layers[0];
    for (size_t k = 0; k < object->layer_count; k++) {
        const ObjectLayers *layers = &object->layers[k];
        if (layers->option == TNG_NO_TEXT)
            usual = layers;
        for (uint32_t i = 0; i < world->choice_count; i++) {
            const TngOptions *options = content_record(renderer->content, SECTION_OPTIONS, i);
            if (options && player->choices[i] < options->option_count &&
                options->options[player->choices[i]].name == layers->option)
                return layers;
        }
    }
    return usual;
}

size_t worn_layers(Renderer *renderer, const World *world, const Player *player,
                   const ObjectLayers **out)
{
    const TngObject *objects[TNG_EQUIP_SLOTS];
    size_t count = 0;
    uint16_t seen = TNG_NO_SPRITE;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++) {
        const uint16_t sprite = player->equipped[i];
        const TngObject *object = sprite == TNG_NO_SPRITE || sprite == seen
                                      ? NULL
                                      : content_object(renderer->content, sprite, NULL);
        if (!object || !object->layer_count)
            continue;
        seen = sprite;
        size_t at = count++;
        for (; at > 0 && objects[at - 1]->order > object->order; at--)
            objects[at] = objects[at - 1];
        objects[at] = object;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = layers_of(renderer, world, player, objects[i]);
    return count;
}

/* Equipped objects behind or above the body. */
static void worn(Renderer *renderer, const World *world, const Player *player, Pose *pose,
                 bool above)
{
    const ObjectLayers *layers[TNG_EQUIP_SLOTS];
    const size_t count = worn_layers(renderer, world, player, layers);
    for (size_t i = 0; i < count; i++)
        stand_picture(renderer, pose,
                      row_picture(renderer, above ? layers[i]->above : layers[i]->behind,
                                  ROW_PORTRAIT, pose));
}

/* Replaces an actor without sprites. */
static const SpriteFrame *placeholder(Renderer *renderer)
{
    void **known = number_map_put(&renderer->fonts, UINT64_MAX);
    if (!*known) {
        SpriteFrame *picture = ARENA_ALLOC(renderer->arena, SpriteFrame, 1);
        *picture = (SpriteFrame){.image = image_new(16, 24, renderer->arena),
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

static void add_player(Renderer *renderer, const World *world, const Player *player,
                       size_t slot)
{
    Pose pose = pose_of(renderer, world, world->actors[player->actor], slot);
    worn(renderer, world, player, &pose, false);
    const uint32_t body = pose.order;
    for (uint32_t layer = 0; layer < world->choice_count; layer++) {
        const uint32_t i = content_options_layer(renderer->content, layer);
        const OptionChoice choice = {i, player->choices[i], player->palettes[i]};
        stand_picture(renderer, &pose, choice_picture(renderer, choice, actor_pose(&pose)));
    }
    if (pose.order == body)
        stand_picture(renderer, &pose, placeholder(renderer));
    worn(renderer, world, player, &pose, true);
}

static void add_npc(Renderer *renderer, const World *world, const Actor *actor, size_t slot)
{
    const TngNpc *npc = content_record(renderer->content, SECTION_NPCS, actor->npc);
    Pose pose = pose_of(renderer, world, actor, slot);
    if (world->tick < actor->born_until) {
        stand_picture(renderer, &pose,
                      picture_at(&renderer->pictures, actor->born_sprite >> 16,
                                 actor->born_sprite & 0xFFFF, 0, world->tick - actor->born));
        return;
    }
    const SpriteFrame *picture =
        npc ? row_picture(renderer, npc->sprites, npc->sprite_count, &pose) : NULL;
    stand_picture(renderer, &pose, picture ? picture : placeholder(renderer));
}

void actors_add(Renderer *renderer, PlayerContext ctx)
{
    const World *world = ctx.world;
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        const size_t slot = actor->used ? shown_slot(renderer, actor->map) : SHOWN_MAX;
        if (slot == SHOWN_MAX)
            continue;
        if (!actor->player)
            add_npc(renderer, world, actor, slot);
        else if (ctx.player->scene.map == NONE) /* scenes do not show the player */
            add_player(renderer, world, world->players[actor->player - 1], slot);
    }
}
