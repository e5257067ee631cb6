/* The parts of STATE packets. Each number is validated, since the server is not trusted. */
#include "server/protocol/mirror_internal.h"
#include "server/protocol/sent.h"

bool sent_refuse(Report *report, const char *what, uint32_t number)
{
    return report_error(report, "the server sent an invalid \"%s\": %u", what, number);
}

static const Grid *grid_of_mirror(const Mirror *mirror)
{
    return &mirror->world->content->grid;
}

/* Applies a list of a record: returns false from the function if a value is invalid. */
#define TAKE_LIST(Type, to, counter, from, received)                                           \
    do {                                                                                       \
        if ((received) > COUNT_OF(to))                                                         \
            return mirror_refuse(report, "a list of " #Type, received);                        \
        (counter) = (received);                                                                \
        for (uint32_t i_ = 0; i_ < (received); i_++)                                           \
            if (!sent_take_##Type(&(to)[i_], &(from)[i_], grid_of_mirror(mirror), report))     \
                return false;                                                                  \
    } while (0)

/* ---- other actors ---- */

/* Actors are allocated once and never freed: their index is that of the server. */
static Actor *actor_at(Mirror *mirror, uint32_t index)
{
    World *world = mirror->world;
    for (; world->actor_count <= index; world->actor_count++)
        if (!world->actors[world->actor_count])
            world->actors[world->actor_count] = ARENA_ALLOC(mirror->arena, Actor, 1);
    return world->actors[index];
}

/* Actors that become visible again often have the same kind: the memory is used again. */
static void reserve_values(Mirror *mirror, Actor *actor, uint32_t count)
{
    if (actor->values && count <= actor->value_capacity) {
        actor->value_count = count;
        return;
    }
    int32_t *values = ARENA_ALLOC(mirror->arena, int32_t, count + 1u);
    if (actor->values)
        memcpy(values, actor->values, actor->value_count * sizeof *values);
    actor->values = values;
    actor->value_count = actor->value_capacity = count;
    mirror->world->actor_changes++;
}

/* The index of another player; the first one is the client's. */
static Player *player_at(Mirror *mirror, Actor *actor, uint32_t index)
{
    World *world = mirror->world;
    uint32_t player_index = actor->player ? actor->player - 1 : 1;
    if (!actor->player)
        while (player_index < world->player_count && world->players[player_index]->used)
            player_index++;
    Player *player = world_mirror_player(world, player_index);
    player->used = true;
    player->actor = index;
    actor->player = player_index + 1;
    return player;
}

/* The client's own player keeps its entry in `players`. */
static void remove_actor(Mirror *mirror, uint32_t index)
{
    World *world = mirror->world;
    Actor *actor = world->actors[index];
    if (actor->player && index != mirror->self)
        world->players[actor->player - 1]->used = false;
    actor->used = 0;
    actor->player = 0;
    world->actor_changes++;
}

/* The counts must be those of the game; otherwise the arrays of the player would overflow. */
static bool take_person(Mirror *mirror, const StateLook *look, Player *player, Report *report)
{
    const World *world = mirror->world;
    if (look->choice_count != world->choice_count ||
        (look->worn_count && look->worn_count != TNG_EQUIP_SLOTS))
        return mirror_refuse(report, "options of", look->player);
    player->id = look->player;
    const Text name = arena_text(mirror->scratch, (Text){look->name, look->name_size});
    world_mirror_name(player, name.at);
    for (uint32_t i = 0; i < world->choice_count; i++) {
        player->choices[i] = look->choices[i].choice;
        player->palettes[i] = look->choices[i].palette;
    }
    memset(player->equipped, 0xFF, sizeof player->equipped); /* TNG_NO_SPRITE */
    if (look->worn_count)
        memcpy(player->equipped, look->worn, sizeof player->equipped);
    return true;
}

/* An index that now means another actor is cleared first. The client's own actor keeps its
 * position and values. */
static bool mirror_take_look(Mirror *mirror, const StateLook *look, Report *report)
{
    World *world = mirror->world;
    const uint32_t index = look->actor;
    const bool person = look->npc == NONE;
    if (!index || index >= ACTORS_MAX)
        return mirror_refuse(report, "actor", index);
    if (!person && !content_record(world->content, SECTION_NPCS, look->npc))
        return mirror_refuse(report, "NPC", look->npc);
    Actor *actor = actor_at(mirror, index);
    if (index == mirror->self && !person)
        return mirror_refuse(report, "the player as NPC", look->npc);
    if (!actor->used || actor->npc != look->npc) {
        if (actor->used && index != mirror->self)
            remove_actor(mirror, index);
        if (index != mirror->self) {
            *actor = (Actor){.values = actor->values, .value_capacity = actor->value_capacity};
            actor->map = NONE;
        }
        actor->used = 1;
        world->actor_changes++;
    }
    if (!sent_take_Actor(actor, look, grid_of_mirror(mirror), report))
        return false;
    if (actor->born_sprite >> 16 > 3)
        actor->born_sprite = TNG_NO_SPRITE;
    const TngNpc *npc = person ? NULL : content_record(world->content, SECTION_NPCS, look->npc);
    reserve_values(mirror, actor,
                   world->content->attributes->attribute_count + (npc ? npc->item_count : 0u));
    if (!person)
        return true;
    Player *player =
        index == mirror->self ? world->players[0] : player_at(mirror, actor, index);
    return take_person(mirror, look, player, report);
}

/* ---- ticks ---- */

static bool mirror_take_tick(Mirror *mirror, const StateTick *tick, Report *report)
{
    (void)report;
    mirror->tick = *tick;
    return true;
}

/* Differences to the last TICK, for the usual case that little has changed. */
static bool mirror_take_next(Mirror *mirror, const StateNext *next, Report *report)
{
    StateTick *tick = &mirror->tick;
    const uint32_t ticks = next->flags >> STATE_TICKS_AT;
    (void)report;
    tick->tick += ticks;
    tick->sequence += next->inputs;
    tick->age = next->flags & STATE_MORE ? next->age : (u16)(tick->age + ticks);
    tick->flags = next->flags & (DELTA_SERVER_CONTROLLED | DELTA_SNAPSHOT);
    return true;
}

/* ---- values and objects ---- */

/* LOOK comes before, and has reserved exactly this number. */
static bool mirror_take_values(Mirror *mirror, const StateValues *values, Report *report)
{
    World *world = mirror->world;
    if (values->actor >= world->actor_count || !world->actors[values->actor]->used)
        return mirror_refuse(report, "actor", values->actor);
    Actor *actor = world->actors[values->actor];
    if (values->count != actor->value_count)
        return mirror_refuse(report, "attributes of actor", values->actor);
    memcpy(actor->values, values->values, values->count * sizeof *values->values);
    return true;
}

static bool mirror_take_gone(Mirror *mirror, const StateGone *gone, Report *report)
{
    if (gone->actor >= mirror->world->actor_count || gone->actor == mirror->self)
        return mirror_refuse(report, "actor", gone->actor);
    remove_actor(mirror, gone->actor);
    return true;
}

/* `originals` has the objects of the game's file: RESET goes back to these, so that the server
 * only sends differences. */
static bool mirror_take_cells(Mirror *mirror, const StateCells *cells, Report *report)
{
    World *world = mirror->world;
    const size_t count = (size_t)world->content->grid.side * (size_t)world->content->grid.side;
    MapState *map = world_mirror_map(world, cells->map);
    if (!map)
        return mirror_refuse(report, "map", cells->map);
    uint16_t *objects = map->cells + LAYER_OBJECTS * count;
    uint16_t **original = &mirror->originals[cells->map];
    if (!*original) {
        *original = ARENA_ALLOC(mirror->arena, uint16_t, count);
        memcpy(*original, objects, count * sizeof **original);
    }
    if (cells->flags & DELTA_RESET)
        world_mirror_objects(world, map, *original);
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->cells[i].cell >= count)
            return mirror_refuse(report, "cell", cells->cells[i].cell);
        world_mirror_object(world, map, cells->cells[i].cell, cells->cells[i].sprite);
    }
    return true;
}

/* ---- the player ---- */

/* A scene outside the map is ignored instead of rejected: it only moves the camera. */
static bool mirror_take_self(Mirror *mirror, const StateSelf *self, Report *report)
{
    World *world = mirror->world;
    Player *me = world->players[0];
    if (self->scene != NONE && !world_mirror_map(world, self->scene))
        return mirror_refuse(report, "map", self->scene);
    if (!sent_take_Player(me, self, grid_of_mirror(mirror), report) ||
        !sent_take_World(world, self, grid_of_mirror(mirror), report))
        return false;
    if (!grid_inside(&world->content->grid, me->scene.cell))
        me->scene.map = NONE;
    return true;
}

static bool mirror_take_bag(Mirror *mirror, const StateBag *bag, Report *report)
{
    Player *me = mirror->world->players[0];
    TAKE_LIST(Item, me->items, me->item_count, bag->items, bag->count);
    return true;
}

static bool mirror_take_gear(Mirror *mirror, const StateGear *gear, Report *report)
{
    (void)report;
    memcpy(mirror->world->players[0]->equipped, gear->equipped, sizeof gear->equipped);
    memcpy(mirror->world->players[0]->belt, gear->belt, sizeof gear->belt);
    return true;
}

/* Unknown states become 0 (not begun). */
static bool mirror_take_quests(Mirror *mirror, const StateQuests *quests, Report *report)
{
    World *world = mirror->world;
    if (quests->count != world->quest_count)
        return mirror_refuse(report, "quest", quests->count);
    for (uint32_t i = 0; i < quests->count; i++)
        world->players[0]->quests[i] =
            quests->quests[i] <= QUEST_FAILED ? quests->quests[i] : 0;
    return true;
}

/* The state of character creation; both counts are those of the game. */
static bool mirror_take_making(Mirror *mirror, const StateMaking *making, Report *report)
{
    World *world = mirror->world;
    const PlayerContext ctx = local_context(world);
    if (making->choice_count != world->choice_count ||
        making->point_count != world->content->attributes->attribute_count)
        return mirror_refuse(report, "group of options", making->choice_count);
    for (uint32_t i = 0; i < making->choice_count; i++) {
        ctx.player->choices[i] = making->choices[i].choice;
        ctx.player->palettes[i] = making->choices[i].palette;
        ctx.player->possible[i] = making->possible[i];
    }
    if (making->point_count)
        memcpy(ctx.player->points, making->points,
               making->point_count * sizeof *making->points);
    return true;
}

static bool mirror_take_globals(Mirror *mirror, const StateGlobals *globals, Report *report)
{
    World *world = mirror->world;
    if (globals->count != world->content->attributes->attribute_count)
        return mirror_refuse(report, "attribute", globals->count);
    if (globals->count)
        memcpy(world->globals, globals->values, globals->count * sizeof *globals->values);
    return true;
}

/* References are checked when the packet is complete. */
static bool mirror_take_screen(Mirror *mirror, const StateScreen *part, Report *report)
{
    Player *me = mirror->world->players[0];
    ScreenState *const screens[] = {&me->screen, &me->under, &me->outer, &me->paused};
    if (part->place >= COUNT_OF(screens))
        return mirror_refuse(report, "screen", part->screen);
    mirror->is_hidden[part->place] = false;
    ScreenState *screen = screens[part->place];
    *screen = (ScreenState){0};
    if (!sent_take_ScreenState(screen, part, grid_of_mirror(mirror), report))
        return false;
    if (part->option_count)
        memcpy(screen->options, part->options, part->option_count * sizeof *part->options);
    return true;
}

static bool mirror_take_fields(Mirror *mirror, const StateFields *fields, Report *report)
{
    Player *me = mirror->world->players[0];
    if (fields->field >= CRAFT_FIELDS)
        return mirror_refuse(report, "field", fields->field);
    me->field = fields->field;
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        me->fields[i] = (Ingredient){fields->quantities[i], fields->objects[i]};
    return true;
}

static bool mirror_take_alerts(Mirror *mirror, const StateAlerts *alerts, Report *report)
{
    World *world = mirror->world;
    for (uint32_t i = 0; i < alerts->count; i++) {
        if (alerts->alerts[i].alert >= world->content->alerts->alert_count)
            return mirror_refuse(report, "alert", alerts->alerts[i].alert);
        if (alerts->alerts[i].quest > world->quest_count)
            return mirror_refuse(report, "quest", alerts->alerts[i].quest);
    }
    TAKE_LIST(AlertState, world->players[0]->alerts, world->players[0]->alert_count,
              alerts->alerts, alerts->count);
    return true;
}

/* ---- overlays and projectiles ---- */

static bool mirror_take_overlays(Mirror *mirror, const StateOverlays *overlays, Report *report)
{
    World *world = mirror->world;
    TAKE_LIST(Overlay, world->overlays, world->overlay_count, overlays->overlays,
              overlays->count);
    for (uint32_t i = 0; i < overlays->count; i++)
        if (!grid_inside(grid_of_mirror(mirror), world->overlays[i].place.cell))
            return mirror_refuse(report, "a place of animation", world->overlays[i].sprite);
    return true;
}

/* `until` is after `since`: positions are computed by dividing by the difference. */
static bool mirror_take_shots(Mirror *mirror, const StateShots *shots, Report *report)
{
    World *world = mirror->world;
    for (uint32_t i = 0; i < shots->count; i++)
        if (shots->shots[i].sprite >> 16 > 3 || shots->shots[i].until <= shots->shots[i].since)
            return mirror_refuse(report, "shot", shots->shots[i].sprite);
    TAKE_LIST(Shot, world->shots, world->shot_count, shots->shots, shots->count);
    return true;
}

/* Effects are collected until the tick; too many are dropped: they are only sounds
 * and messages. */
static bool mirror_take_effects(Mirror *mirror, const StateEffects *effects, Report *report)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        Effect effect = {0};
        if (!sent_take_Effect(&effect, &effects->effects[i], grid_of_mirror(mirror), report))
            return false;
        if (mirror->effect_count < EFFECTS_MAX)
            mirror->effects[mirror->effect_count++] = effect;
    }
    return true;
}

/* Unknown parts make the packet invalid, since their length is unknown, too. */
bool mirror_take(Mirror *mirror, const StatePart *part, Report *report)
{
    switch (part->kind) {
#define PART(NAME, Record, member, doc)                                                        \
    case STATE_##NAME:                                                                         \
        return mirror_take_##member(mirror, &part->member, report);
#include "server/protocol/state_parts.def"
    case STATE_KINDS:
        break;
    }
    return false;
}
