/* The parts of STATE packets. Each number is validated, since the server is not trusted. */
#include "net/protocol/mirror_parts.h"
#include "net/protocol/sent.h"

bool mirror_refuse(Report *report, const char *what, uint32_t number)
{
    return report_error(report, "the server sent %s %u, which the game does not have", what,
                        number);
}

bool sent_refuse(Report *report, const char *what, uint32_t number)
{
    return report_error(report, "the server sent an invalid \"%s\": %u", what, number);
}

static const Grid *grid_of_mirror(const Mirror *mirror)
{
    return &mirror->world->content->grid;
}

/* ---- other actors ---- */

static Actor *actor_at(Mirror *mirror, uint32_t index)
{
    World *world = mirror->world;
    for (; world->actor_count <= index; world->actor_count++)
        if (!world->actors[world->actor_count])
            world->actors[world->actor_count] = ARENA_TAKE(mirror->arena, Actor, 1);
    return world->actors[index];
}

static void make_room(Mirror *mirror, Actor *actor, uint32_t count)
{
    if (actor->values && count <= actor->value_room) {
        actor->value_count = count;
        return;
    }
    int32_t *values = ARENA_TAKE(mirror->arena, int32_t, count + 1u);
    if (actor->values)
        memcpy(values, actor->values, actor->value_count * sizeof *values);
    actor->values = values;
    actor->value_count = actor->value_room = count;
    mirror->world->actor_changes++;
}

/* The place of another player; the first one is the client's. */
static Player *player_at(Mirror *mirror, Actor *actor, uint32_t index)
{
    World *world = mirror->world;
    uint32_t place = actor->player ? actor->player - 1 : 1;
    if (!actor->player)
        while (place < world->player_count && world->players[place]->used)
            place++;
    Player *player = world_mirror_player(world, place);
    player->used = true;
    player->actor = index;
    actor->player = place + 1;
    return player;
}

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

static bool take_look(Mirror *mirror, const StateLook *look, Report *report)
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
            *actor = (Actor){.values = actor->values, .value_room = actor->value_room};
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
    make_room(mirror, actor,
              world->content->attributes->attribute_count + (npc ? npc->item_count : 0u));
    if (!person)
        return true;
    Player *player = index == mirror->self ? world->me : player_at(mirror, actor, index);
    return take_person(mirror, look, player, report);
}

static void take_next(Mirror *mirror, const StateNext *next)
{
    StateTick *tick = &mirror->tick;
    const uint32_t ticks = next->flags >> STATE_TICKS_AT;
    tick->tick += ticks;
    tick->sequence += next->inputs;
    tick->age = next->flags & STATE_MORE ? next->age : (u16)(tick->age + ticks);
    tick->flags = next->flags & (STATE_LED | STATE_PICTURE);
}
static bool take_values(Mirror *mirror, const StateValues *values, Report *report)
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

static bool take_gone(Mirror *mirror, const StateGone *gone, Report *report)
{
    if (gone->actor >= mirror->world->actor_count || gone->actor == mirror->self)
        return mirror_refuse(report, "actor", gone->actor);
    remove_actor(mirror, gone->actor);
    return true;
}

/* ---- objects ---- */

static bool take_cells(Mirror *mirror, const StateCells *cells, Report *report)
{
    World *world = mirror->world;
    const size_t count = (size_t)world->content->grid.side * (size_t)world->content->grid.side;
    MapState *map = world_mirror_map(world, cells->map);
    if (!map)
        return mirror_refuse(report, "map", cells->map);
    uint16_t *objects = map->cells + LAYER_OBJECTS * count;
    uint16_t **original = &mirror->originals[cells->map];
    if (!*original) {
        *original = ARENA_TAKE(mirror->arena, uint16_t, count);
        memcpy(*original, objects, count * sizeof **original);
    }
    if (cells->flags & STATE_ANEW)
        world_mirror_objects(world, map, *original);
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->cells[i].cell >= count)
            return mirror_refuse(report, "cell", cells->cells[i].cell);
        world_mirror_object(world, map, cells->cells[i].cell, cells->cells[i].sprite);
    }
    return true;
}

/* ---- the player ---- */

static bool take_self(Mirror *mirror, const StateSelf *self, Report *report)
{
    World *world = mirror->world;
    Player *me = world->me;
    if (self->scene != NONE && !world_mirror_map(world, self->scene))
        return mirror_refuse(report, "map", self->scene);
    if (!sent_take_Player(me, self, grid_of_mirror(mirror), report) ||
        !sent_take_World(world, self, grid_of_mirror(mirror), report))
        return false;
    if (!grid_inside(&world->content->grid, me->scene.cell))
        me->scene.map = NONE;
    return true;
}

static bool take_bag(Mirror *mirror, const StateBag *bag, Report *report)
{
    Player *me = mirror->world->me;
    if (bag->count > ITEMS_MAX)
        return mirror_refuse(report, "thing", bag->count);
    me->item_count = bag->count;
    bool ok = true;
    for (uint32_t i = 0; ok && i < bag->count; i++)
        ok = sent_take_Item(&me->items[i], &bag->items[i], grid_of_mirror(mirror), report);
    return ok;
}

static bool take_gear(Mirror *mirror, const StateGear *gear, Report *report)
{
    (void)report;
    memcpy(mirror->world->me->equipped, gear->equipped, sizeof gear->equipped);
    memcpy(mirror->world->me->belt, gear->belt, sizeof gear->belt);
    return true;
}

static bool take_quests(Mirror *mirror, const StateQuests *quests, Report *report)
{
    World *world = mirror->world;
    if (quests->count != world->quest_count)
        return mirror_refuse(report, "quest", quests->count);
    for (uint32_t i = 0; i < quests->count; i++)
        world->me->quests[i] = quests->quests[i] <= QUEST_FAILED ? quests->quests[i] : 0;
    return true;
}

static bool take_making(Mirror *mirror, const StateMaking *making, Report *report)
{
    World *world = mirror->world;
    if (making->choice_count != world->choice_count ||
        making->point_count != world->content->attributes->attribute_count)
        return mirror_refuse(report, "group of options", making->choice_count);
    for (uint32_t i = 0; i < making->choice_count; i++) {
        world->me->choices[i] = making->choices[i].choice;
        world->me->palettes[i] = making->choices[i].palette;
        world->me->possible[i] = making->possible[i];
    }
    if (making->point_count)
        memcpy(world->me->points, making->points, making->point_count * sizeof *making->points);
    return true;
}

static bool take_globals(Mirror *mirror, const StateGlobals *globals, Report *report)
{
    World *world = mirror->world;
    if (globals->count != world->content->attributes->attribute_count)
        return mirror_refuse(report, "attribute", globals->count);
    if (globals->count)
        memcpy(world->globals, globals->values, globals->count * sizeof *globals->values);
    return true;
}

/* References are checked when the packet is complete. */
static bool take_screen(Mirror *mirror, const StateScreen *part, Report *report)
{
    Player *me = mirror->world->me;
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

static bool take_fields(Mirror *mirror, const StateFields *fields, Report *report)
{
    Player *me = mirror->world->me;
    if (fields->field >= CRAFT_FIELDS)
        return mirror_refuse(report, "field", fields->field);
    me->field = fields->field;
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        me->fields[i] = (Ingredient){fields->quantities[i], fields->objects[i]};
    return true;
}

static bool take_alerts(Mirror *mirror, const StateAlerts *alerts, Report *report)
{
    World *world = mirror->world;
    if (alerts->count > ALERTS_MAX)
        return mirror_refuse(report, "alert", alerts->count);
    for (uint32_t i = 0; i < alerts->count; i++)
        if (alerts->alerts[i].alert >= world->content->alerts->alert_count)
            return mirror_refuse(report, "alert", alerts->alerts[i].alert);
    world->me->alert_count = alerts->count;
    bool ok = true;
    for (uint32_t i = 0; ok && i < alerts->count; i++)
        ok = sent_take_AlertState(&world->me->alerts[i], &alerts->alerts[i],
                                  grid_of_mirror(mirror), report);
    return ok;
}

/* ---- overlays and projectiles ---- */

static bool take_overlays(Mirror *mirror, const StateOverlays *overlays, Report *report)
{
    World *world = mirror->world;
    if (overlays->count > OVERLAYS_MAX)
        return mirror_refuse(report, "animation", overlays->count);
    world->overlay_count = overlays->count;
    for (uint32_t i = 0; i < overlays->count; i++) {
        const StateOverlay *from = &overlays->overlays[i];
        if (!sent_take_Overlay(&world->overlays[i], from, grid_of_mirror(mirror), report))
            return false;
        if (!grid_inside(&world->content->grid, world->overlays[i].place.cell))
            return mirror_refuse(report, "a place of animation", from->sprite);
    }
    return true;
}

static bool take_shots(Mirror *mirror, const StateShots *shots, Report *report)
{
    World *world = mirror->world;
    if (shots->count > SHOTS_MAX)
        return mirror_refuse(report, "shot", shots->count);
    world->shot_count = shots->count;
    for (uint32_t i = 0; i < shots->count; i++) {
        const StateShot *from = &shots->shots[i];
        if (from->sprite >> 16 > 3 || from->until <= from->since)
            return mirror_refuse(report, "shot", from->sprite);
        world->shots[i] = (Shot){0};
        if (!sent_take_Shot(&world->shots[i], from, grid_of_mirror(mirror), report))
            return false;
    }
    return true;
}

static bool take_effects(Mirror *mirror, const StateEffects *effects, Report *report)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        Effect effect;
        if (!sent_take_Effect(&effect, &effects->effects[i], grid_of_mirror(mirror), report))
            return false;
        if (mirror->effect_count < EFFECTS_MAX)
            mirror->effects[mirror->effect_count++] = effect;
    }
    return true;
}

bool mirror_take(Mirror *mirror, const StatePart *part, Report *report)
{
    switch (part->kind) {
    case STATE_TICK:
        mirror->tick = part->tick;
        return true;
    case STATE_LOOK:
        return take_look(mirror, &part->look, report);
    case STATE_MOVE:
        return mirror_take_move(mirror, &part->move, report);
    case STATE_NEXT:
        take_next(mirror, &part->next);
        return true;
    case STATE_STEPS:
        return mirror_take_steps(mirror, &part->steps, report);
    case STATE_ACT:
        return mirror_take_act(mirror, &part->act, report);
    case STATE_VALUES:
        return take_values(mirror, &part->values, report);
    case STATE_GONE:
        return take_gone(mirror, &part->gone, report);
    case STATE_CELLS:
        return take_cells(mirror, &part->cells, report);
    case STATE_SELF:
        return take_self(mirror, &part->self, report);
    case STATE_BAG:
        return take_bag(mirror, &part->bag, report);
    case STATE_GEAR:
        return take_gear(mirror, &part->gear, report);
    case STATE_QUESTS:
        return take_quests(mirror, &part->quests, report);
    case STATE_MAKING:
        return take_making(mirror, &part->making, report);
    case STATE_GLOBALS:
        return take_globals(mirror, &part->globals, report);
    case STATE_SCREEN:
        return take_screen(mirror, &part->screen, report);
    case STATE_FIELDS:
        return take_fields(mirror, &part->fields, report);
    case STATE_ALERTS:
        return take_alerts(mirror, &part->alerts, report);
    case STATE_OVERLAYS:
        return take_overlays(mirror, &part->overlays, report);
    case STATE_SHOTS:
        return take_shots(mirror, &part->shots, report);
    case STATE_EFFECTS:
        return take_effects(mirror, &part->effects, report);
    case STATE_KINDS:
        break;
    }
    return false;
}
