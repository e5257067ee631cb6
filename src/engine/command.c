/* What script commands do to the world: a function for each, and a table. */
#include "engine/parts.h"

typedef struct Call {
    World *world;
    Task *task;
    const int32_t *arguments;
    unsigned number;
} Call;

typedef MachineCommand CommandFunction(const Call *call);

static Location place_of(const Call *call)
{
    const uint32_t map =
        content_find(call->world->content, SECTION_MAPS, (uint32_t)call->arguments[0]);
    const uint32_t at = (uint32_t)call->arguments[1];
    return (Location){map, {(int32_t)(at & 0xFFFF), (int32_t)(at >> 16)}};
}

/* Who is meant by commands about actors: the selected one, else the player. */
static Actor *actor_meant(const Call *call)
{
    World *world = call->world;
    const uint32_t index = call->task->actor;
    if (index != NONE && index < world->actor_count && world->actors[index]->used)
        return world->actors[index];
    return world_player(world);
}

/* The object the handler is about; of an NPC's handler, where the NPC is. */
static Location current_place(const Call *call)
{
    World *world = call->world;
    const uint32_t self = call->task->run.self;
    if (self > ENTITY_PLAYER && self <= world->actor_count) {
        const Actor *actor = world->actors[self - 1];
        return (Location){actor->map, actor_cell(world, actor)};
    }
    if (call->task->place.map != NONE)
        return call->task->place;
    const Actor *player = world_player(world);
    return (Location){player->map, actor_cell(world, player)};
}

static void put_object(World *world, Location place, uint32_t sprite)
{
    MapState *map = map_of(world, place.map);
    if (map)
        map_put(world, map, place.cell, (uint16_t)sprite);
}

static MachineCommand wait_for_screen(const Call *call, uint32_t screen, unsigned section)
{
    Task *task = call->task;
    task->record =
        section ? content_find(call->world->content, section, (uint32_t)call->arguments[0])
                : task->record;
    if (task->record == NONE ||
        (section && !content_record(call->world->content, section, task->record)))
        return COMMAND_CONTINUE;
    task->screen = screen;
    task->wait = WAIT_FREE;
    return COMMAND_WAIT;
}

static MachineCommand do_exit(const Call *call)
{
    World *world = call->world;
    world->started = false;
    tasks_clear(world);
    world->under = (ScreenState){0};
    world->screen = (ScreenState){.screen = SCREEN_MENU, .since = world->tick};
    world_music(world, world->content->menu->enabled ? world->content->menu->look.music : 0);
    return COMMAND_FINISH;
}

static MachineCommand do_delay(const Call *call)
{
    if (call->arguments[0] <= 0)
        return COMMAND_CONTINUE;
    call->task->wait = WAIT_TICK;
    call->task->until =
        call->world->tick + world_hsec(call->world, (uint32_t)call->arguments[0]);
    return COMMAND_WAIT;
}

static MachineCommand do_music(const Call *call)
{
    world_music(call->world, (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_sound(const Call *call)
{
    World *world = call->world;
    const Grid *grid = &world->content->grid;
    const Location place = current_place(call);
    const Actor *player = world_player(world);
    int32_t pan = 0;
    if (place.map == player->map && place.map != NONE) { /* ten cells aside is all aside */
        const int64_t aside = grid_centre(grid, place.cell).x - player->at.x / SUB;
        pan = (int32_t)(aside * 10 / grid->tile_w);
        pan = pan < -100 ? -100 : pan > 100 ? 100 : pan;
    }
    world_effect(world, EFFECT_SOUND, (uint32_t)call->arguments[0], pan);
    return COMMAND_CONTINUE;
}

static MachineCommand do_speak(const Call *call)
{
    world_effect(call->world, EFFECT_SPEECH, (uint32_t)call->arguments[0], 0);
    return COMMAND_CONTINUE;
}

static MachineCommand do_chooser(const Call *call)
{
    return wait_for_screen(call, SCREEN_CHOOSER, SECTION_CHOOSERS);
}

static MachineCommand do_cutscn(const Call *call)
{
    return wait_for_screen(call, SCREEN_CUTSCENE, SECTION_CUTSCENES);
}

static MachineCommand do_dialog(const Call *call)
{
    call->task->duration = call->arguments[1];
    return wait_for_screen(call, SCREEN_DIALOG, SECTION_DIALOGS);
}

static MachineCommand do_location(const Call *call)
{
    const Location place = place_of(call);
    world_place_player(call->world, place.map, place.cell, call->arguments[2] & 7);
    return COMMAND_CONTINUE;
}

static MachineCommand do_quest(const Call *call)
{
    const uint32_t quest =
        content_find(call->world->content, SECTION_QUESTS, (uint32_t)call->arguments[1]);
    quest_set(call->world, quest, call->arguments[0]);
    return COMMAND_CONTINUE;
}

static uint32_t ticks_of(const Call *call, int32_t hsec)
{
    return hsec > 0 ? world_hsec(call->world, (uint32_t)hsec) : call->world->content->rate;
}

static MachineCommand do_canim(const Call *call)
{
    const uint32_t column = (uint32_t)call->arguments[0];
    if (column < ROW_PORTRAIT)
        actor_order(actor_meant(call),
                    (Order){ORDER_ACT, column, ticks_of(call, call->arguments[1])});
    return COMMAND_CONTINUE;
}

static MachineCommand do_oanim(const Call *call)
{
    World *world = call->world;
    if (world->overlay_count < OVERLAYS_MOST)
        world->overlays[world->overlay_count++] =
            (Overlay){(uint32_t)call->arguments[0], world->tick,
                      world->tick + ticks_of(call, call->arguments[1]), current_place(call)};
    return COMMAND_CONTINUE;
}

static MachineCommand do_npc(const Call *call)
{
    const Location place = place_of(call);
    const uint32_t index =
        actor_new(call->world, (uint32_t)call->arguments[2], place.map, place.cell);
    if (index != NONE)
        call->task->actor = index;
    return COMMAND_CONTINUE;
}

/* The NPC of that kind nearest to the player on the same map, else the first. */
static MachineCommand do_actor(const Call *call)
{
    World *world = call->world;
    const Actor *player = world_player(world);
    const Cell here = actor_cell(world, player);
    uint32_t best = NONE;
    int32_t least = INT32_MAX;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->npc != (uint32_t)call->arguments[0])
            continue;
        const int32_t far =
            actor->map == player->map
                ? grid_distance(&world->content->grid, here, actor_cell(world, actor))
                : INT32_MAX - 1;
        if (far < least) {
            least = far;
            best = i;
        }
    }
    call->task->actor = best;
    return COMMAND_CONTINUE;
}

static MachineCommand do_behave(const Call *call)
{
    Actor *actor = actor_meant(call);
    if (actor != world_player(call->world) && call->arguments[0] >= 0 &&
        call->arguments[0] <= 2) {
        actor->movement = (uint32_t)call->arguments[0];
        actor->going = 0;
    }
    return COMMAND_CONTINUE;
}

static MachineCommand do_market(const Call *call)
{
    const Actor *actor = actor_meant(call);
    if (actor == world_player(call->world))
        return COMMAND_CONTINUE;
    for (uint32_t i = 1; i < call->world->actor_count; i++)
        if (call->world->actors[i] == actor)
            call->task->record = i;
    return wait_for_screen(call, SCREEN_MARKET, 0);
}

static MachineCommand do_move(const Call *call)
{
    const uint32_t direction = call->number - COMMAND_south; /* in the sprites' order */
    const int32_t cells = call->arguments[0];
    actor_order(actor_meant(call), cells > 0 ? (Order){ORDER_MOVE, direction, (uint32_t)cells}
                                             : (Order){ORDER_TURN, direction, 0});
    return COMMAND_CONTINUE;
}

static MachineCommand do_remove(const Call *call)
{
    World *world = call->world;
    const uint32_t self = call->task->run.self;
    if (self > ENTITY_PLAYER && self <= world->actor_count)
        actor_remove(world, self - 1);
    else if (call->task->place.map != NONE)
        put_object(world, call->task->place, TNG_NO_SPRITE);
    else if (self >= ENTITY_OBJECT) /* used from the inventory */
        inventory_take(world, self - ENTITY_OBJECT, 1);
    return COMMAND_CONTINUE;
}

static MachineCommand do_drop(const Call *call)
{
    put_object(call->world, current_place(call), (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_delete(const Call *call)
{
    put_object(call->world, place_of(call), TNG_NO_SPRITE);
    return COMMAND_CONTINUE;
}

static MachineCommand do_add(const Call *call)
{
    put_object(call->world, place_of(call), (uint32_t)call->arguments[2]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_give(const Call *call)
{
    inventory_give(call->world, (uint32_t)call->arguments[0], call->arguments[1]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_take(const Call *call)
{
    if (call->arguments[1] > 0)
        inventory_take(call->world, (uint32_t)call->arguments[0], call->arguments[1]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_event(const Call *call)
{
    World *world = call->world;
    Task *task = call->task;
    uint32_t ordinal = 0;
    const uint32_t sprite = (uint32_t)call->arguments[0];
    const TngObject *object = content_object(world->content, sprite, &ordinal);
    for (uint32_t i = 0; object && i < object->event_count; i++) {
        if (object->events[i].type != EVENT_CLICK)
            continue;
        const uint32_t child =
            task_start(world, &(TaskStart){.ref = {SECTION_OBJECTS, ordinal, i},
                                           .self = ENTITY_OBJECT + sprite,
                                           .opponent = ENTITY_PLAYER,
                                           .place = task->place,
                                           .parent = task->used,
                                           .cutscene = task->cutscene,
                                           .locals = task->run.locals});
        if (!child)
            break;
        task->wait = WAIT_TASK;
        task->until = child;
        return COMMAND_WAIT;
    }
    return COMMAND_CONTINUE;
}

static MachineCommand do_transport(const Call *call)
{
    if (call->arguments[0] >= 0 && call->arguments[0] <= 4)
        world_player(call->world)->transport = (uint32_t)call->arguments[0];
    return COMMAND_CONTINUE;
}

static MachineCommand do_scene(const Call *call)
{
    World *world = call->world;
    world->scene = place_of(call);
    if (!map_of(world, world->scene.map))
        world->scene.map = NONE;
    world->scene_minutes = call->arguments[2];
    return COMMAND_CONTINUE;
}

static MachineCommand do_waitnpc(const Call *call)
{
    World *world = call->world;
    const Actor *actor = actor_meant(call);
    if (!actor_busy(actor, world->tick))
        return COMMAND_CONTINUE;
    call->task->wait = WAIT_ACTOR;
    for (uint32_t i = 0; i < world->actor_count; i++)
        if (world->actors[i] == actor)
            call->task->until = i;
    return COMMAND_WAIT;
}

static MachineCommand do_craft(const Call *call)
{
    return wait_for_screen(call, SCREEN_CRAFT, SECTION_CRAFTING);
}

static MachineCommand do_match(const Call *call)
{
    const Location place = place_of(call);
    const MapState *map = map_of(call->world, place.map);
    call->task->run.locals[0] = map && map_cell(call->world, map, LAYER_OBJECTS, place.cell) ==
                                           (uint32_t)call->arguments[2];
    return COMMAND_CONTINUE;
}

static MachineCommand do_alert(const Call *call)
{
    if (call->arguments[0] >= 0)
        world_alert(call->world, (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_altitude(const Call *call)
{
    const int32_t most = 1000;
    const int32_t wanted = call->arguments[0];
    actor_meant(call)->altitude = wanted < -most ? -most : wanted > most ? most : wanted;
    return COMMAND_CONTINUE;
}

static CommandFunction *const functions[COMMAND_LAST + 1] = {
    [COMMAND_exit] = do_exit,
    [COMMAND_delay] = do_delay,
    [COMMAND_music] = do_music,
    [COMMAND_sound] = do_sound,
    [COMMAND_speak] = do_speak,
    [COMMAND_chooser] = do_chooser,
    [COMMAND_cutscn] = do_cutscn,
    [COMMAND_dialog] = do_dialog,
    [COMMAND_location] = do_location,
    [COMMAND_quest] = do_quest,
    [COMMAND_canim] = do_canim,
    [COMMAND_oanim] = do_oanim,
    [COMMAND_npc] = do_npc,
    [COMMAND_actor] = do_actor,
    [COMMAND_behave] = do_behave,
    [COMMAND_market] = do_market,
    [COMMAND_south] = do_move,
    [COMMAND_southwest] = do_move,
    [COMMAND_west] = do_move,
    [COMMAND_northwest] = do_move,
    [COMMAND_north] = do_move,
    [COMMAND_northeast] = do_move,
    [COMMAND_east] = do_move,
    [COMMAND_southeast] = do_move,
    [COMMAND_remove] = do_remove,
    [COMMAND_drop] = do_drop,
    [COMMAND_delete] = do_delete,
    [COMMAND_add] = do_add,
    [COMMAND_replace] = do_drop,
    [COMMAND_give] = do_give,
    [COMMAND_take] = do_take,
    [COMMAND_event] = do_event,
    [COMMAND_transport] = do_transport,
    [COMMAND_scene] = do_scene,
    [COMMAND_waitnpc] = do_waitnpc,
    [COMMAND_craft] = do_craft,
    [COMMAND_match] = do_match,
    [COMMAND_alert] = do_alert,
    [COMMAND_altitude] = do_altitude,
};

MachineCommand command_run(void *context, MachineRun *run, unsigned number,
                           const int32_t *arguments)
{
    World *world = context;
    /* The run is part of its task; expressions have none, but they call no commands. */
    Task *task = (Task *)(void *)((char *)run - offsetof(Task, run));
    if (number > COMMAND_LAST || !functions[number] || task < world->tasks ||
        task >= world->tasks + TASKS_MOST)
        return COMMAND_CONTINUE;
    const Call call = {world, task, arguments, number};
    const MachineCommand result = functions[number](&call);
    return task->used ? result : COMMAND_FINISH; /* it may have ended itself */
}
