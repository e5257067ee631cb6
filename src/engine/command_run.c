/* The effects of script commands on the world: a function for each, and a table. */
#include "engine/command_run.h"
#include "engine/screens/screens.h"

/* One call of a command; `arguments` has as many values as script_commands.def lists. */
typedef struct Call {
    PlayerContext ctx;
    Task *task;
    const int32_t *arguments;
    unsigned number;
} Call;

typedef MachineCommand CommandFunction(const Call *call);

/* The map's name, and a cell as x | y << 16. The map is NONE if the game does not have it. */
static Location location_of(const Call *call)
{
    const uint32_t map =
        content_find(call->ctx.world->content, SECTION_MAPS, (uint32_t)call->arguments[0]);
    const uint32_t at = (uint32_t)call->arguments[1];
    return (Location){map, {(int32_t)(at & 0xFFFF), (int32_t)(at >> 16)}};
}

/* The target of commands about actors: the selected one; the player if none was selected;
 * NULL if the selected one no longer exists. */
static Actor *actor_meant(const Call *call)
{
    World *world = call->ctx.world;
    const uint32_t index = call->task->actor;
    if (index == NONE)
        return context_actor(call->ctx);
    return index < world->actor_count && world->actors[index]->used ? world->actors[index]
                                                                    : NULL;
}

/* Commands for NPCs only apply to the handler's opponent if no actor was selected, as in a
 * default action of the player. NULL if there is none. */
static Actor *npc_meant(const Call *call, uint32_t *index)
{
    World *world = call->ctx.world;
    const uint32_t opponent = call->task->run->opponent;
    *index = call->task->actor;
    if (*index == NONE && entity_is_npc(world, opponent))
        *index = opponent - 1;
    return *index < world->actor_count && entity_is_npc(world, *index + 1)
               ? world->actors[*index]
               : NULL;
}

/* The location of the handler's object; for an NPC's handler, of the NPC. */
static Location current_location(const Call *call)
{
    World *world = call->ctx.world;
    const uint32_t self = call->task->run->self;
    if (entity_is_npc(world, self)) {
        const Actor *actor = world->actors[self - 1];
        return (Location){actor->map, actor_cell(world, actor)};
    }
    if (call->task->place.map != NONE)
        return call->task->place;
    const Actor *player = context_actor(call->ctx);
    return (Location){player->map, actor_cell(world, player)};
}

static void put_object(World *world, Location location, uint32_t sprite)
{
    MapState *map = map_of(world, location.map);
    if (map)
        map_put(world, map, location.cell, (uint16_t)sprite);
}

/* The cell itself if it is free, otherwise the first free neighbour that is open, without
 * objects and actors; the cell itself if there is none. */
static Cell cell_near(World *world, Location location, bool taken)
{
    MapState *map = map_of(world, location.map);
    for (unsigned i = 0; taken && map && i < DIRECTIONS; i++) {
        const Cell cell = grid_step(&world->content->grid, location.cell, (Direction)i);
        if (map_open(world, map, cell, 0) &&
            map_cell(world, map, LAYER_OBJECTS, cell) == TNG_NO_SPRITE &&
            actor_in(world, location.map, cell, NONE) == NONE)
            return cell;
    }
    return location.cell;
}

/* The screen opens in a later step (WAIT_FREE), since another one may be open now. A command
 * with a missing or damaged record is skipped: a script must not wait forever. */
static MachineCommand wait_for_screen(const Call *call, uint32_t screen, unsigned section)
{
    Task *task = call->task;
    task->record =
        section ? content_find(call->ctx.world->content, section, (uint32_t)call->arguments[0])
                : task->record;
    if (task->record == NONE ||
        (section && !content_record(call->ctx.world->content, section, task->record)))
        return COMMAND_CONTINUE;
    task->screen = screen;
    task->wait = WAIT_FREE;
    return COMMAND_WAIT;
}

/* The player's tasks have ended with the game. */
static MachineCommand do_exit(const Call *call)
{
    world_return_to_menu(call->ctx);
    return COMMAND_FINISH;
}

/* The unit is 1/100 s. */
static MachineCommand do_delay(const Call *call)
{
    if (call->arguments[0] <= 0)
        return COMMAND_CONTINUE;
    call->task->wait = WAIT_TICK;
    call->task->until =
        call->ctx.world->tick + world_ticks_of(call->ctx.world, (uint32_t)call->arguments[0]);
    return COMMAND_WAIT;
}

static MachineCommand do_music(const Call *call)
{
    world_music(call->ctx, (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

/* Full volume within NEAR cells, silent beyond FAR. */
static uint32_t loudness_at(int32_t cells)
{
    enum { NEAR = 3, FAR = 16 };
    if (cells > FAR)
        return 0;
    return cells <= NEAR ? LOUDNESS_FULL
                         : (uint32_t)(LOUDNESS_FULL * (FAR + 1 - cells) / (FAR + 1 - NEAR));
}

/* Without a location (a handler of no object), the sound is heard in the middle. */
static MachineCommand do_sound(const Call *call)
{
    World *world = call->ctx.world;
    const PlayerContext ctx = call->ctx;
    const Grid *grid = &world->content->grid;
    const Location location = current_location(call);
    const Actor *player = context_actor(ctx);
    int32_t pan = 0;
    uint32_t loudness = LOUDNESS_FULL;
    if (location.map == player->map && location.map != NONE) { /* ten cells aside: full pan */
        const int64_t aside = grid_centre(grid, location.cell).x - player->at.x / SUB;
        pan = (int32_t)(aside * 10 / grid->tile_w);
        pan = pan < -100 ? -100 : pan > 100 ? 100 : pan;
        loudness = loudness_at(grid_distance(grid, actor_cell(world, player), location.cell));
    }
    world_sound(ctx, (uint32_t)call->arguments[0], pan, loudness);
    return COMMAND_CONTINUE;
}

static MachineCommand do_speak(const Call *call)
{
    world_effect(call->ctx, EFFECT_SPEECH, (uint32_t)call->arguments[0], 0);
    return COMMAND_CONTINUE;
}

static MachineCommand do_chooser(const Call *call)
{
    return wait_for_screen(call, SCREEN_CHOOSER, SECTION_CHOOSERS);
}

static MachineCommand do_cutscn(const Call *call)
{
    if (call->task->cutscene >= CUTSCENES_MAX) /* deeper nesting is ignored */
        return COMMAND_CONTINUE;
    return wait_for_screen(call, SCREEN_CUTSCENE, SECTION_CUTSCENES);
}

/* In a cutscene, the second argument is the time until the dialog closes, in 1/100 s. */
static MachineCommand do_dialog(const Call *call)
{
    call->task->duration = call->arguments[1];
    return wait_for_screen(call, SCREEN_DIALOG, SECTION_DIALOGS);
}

static MachineCommand do_location(const Call *call)
{
    const Location location = location_of(call);
    world_place_player(call->ctx, location.map, location.cell, call->arguments[2] & 7);
    return COMMAND_CONTINUE;
}

static MachineCommand do_quest(const Call *call)
{
    const uint32_t quest =
        content_find(call->ctx.world->content, SECTION_QUESTS, (uint32_t)call->arguments[1]);
    quest_set(call->ctx, quest, call->arguments[0]);
    return COMMAND_CONTINUE;
}

/* Without a duration: one second. */
static uint32_t ticks_of(const Call *call, int32_t centiseconds)
{
    return centiseconds > 0 ? world_ticks_of(call->ctx.world, (uint32_t)centiseconds)
                            : call->ctx.world->content->rate;
}

/* 1 to 9 is the animation of that action, 0 standing, -1 to -9 the other columns: walking,
 * ..., dying. */
static MachineCommand do_canim(const Call *call)
{
    const int32_t action = call->arguments[0];
    Actor *actor = actor_meant(call);
    if (!actor || action < -(ROW_ACTION - 1) || action > ROW_PORTRAIT - ROW_ACTION)
        return COMMAND_CONTINUE;
    const int32_t column = action > 0 ? ROW_ACTION - 1 + action : -action;
    actor_order(actor,
                (Order){ORDER_ACT, (uint32_t)column, ticks_of(call, call->arguments[1])});
    return COMMAND_CONTINUE;
}

/* More than OVERLAYS_MAX at once are dropped; they are only visible, never part of the
 * rules. */
static MachineCommand do_oanim(const Call *call)
{
    World *world = call->ctx.world;
    if (world->overlay_count < OVERLAYS_MAX)
        world->overlays[world->overlay_count++] =
            (Overlay){(uint32_t)call->arguments[0], world->tick,
                      world->tick + ticks_of(call, call->arguments[1]), current_location(call)};
    return COMMAND_CONTINUE;
}

/* The new NPC becomes the task's selected actor; later commands must not apply to another one
 * if there are too many actors. */
static MachineCommand do_npc(const Call *call)
{
    World *world = call->ctx.world;
    const Location location = location_of(call);
    const bool taken = actor_in(world, location.map, location.cell, NONE) != NONE;
    const uint32_t index = actor_new(world, (uint32_t)call->arguments[2], location.map,
                                     cell_near(world, location, taken));
    call->task->actor = index == NONE ? ACTOR_GONE : index;
    return COMMAND_CONTINUE;
}

/* The NPC of that kind nearest to the player on the same map, otherwise the first. */
static MachineCommand do_actor(const Call *call)
{
    World *world = call->ctx.world;
    const Actor *player = context_actor(call->ctx);
    const Cell here = actor_cell(world, player);
    uint32_t best = ACTOR_GONE;
    int32_t min = INT32_MAX;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->player || actor->npc != (uint32_t)call->arguments[0])
            continue;
        const int32_t far =
            actor->map == player->map
                ? grid_distance(&world->content->grid, here, actor_cell(world, actor))
                : INT32_MAX - 1;
        if (far < min) {
            min = far;
            best = i;
        }
    }
    call->task->actor = best;
    return COMMAND_CONTINUE;
}

static MachineCommand do_behave(const Call *call)
{
    uint32_t index;
    Actor *actor = npc_meant(call, &index);
    if (!actor || call->arguments[0] < 0 || call->arguments[0] > MOVE_FLEE)
        return COMMAND_CONTINUE;
    actor->movement = (uint32_t)call->arguments[0];
    if (!actor->order_count) /* otherwise the current step is finished first */
        actor->going = 0;
    return COMMAND_CONTINUE;
}

/* `record` gets the index of the merchant, not of a record of the game. */
static MachineCommand do_market(const Call *call)
{
    return npc_meant(call, &call->task->record) ? wait_for_screen(call, SCREEN_MARKET, 0)
                                                : COMMAND_CONTINUE;
}

static MachineCommand do_move(const Call *call)
{
    const uint32_t direction = call->number - COMMAND_south; /* in the sprites' order */
    const int32_t cells = call->arguments[0];
    Actor *actor = actor_meant(call);
    if (actor)
        actor_order(actor, cells > 0 ? (Order){ORDER_MOVE, direction, (uint32_t)cells}
                                     : (Order){ORDER_TURN, direction, 0});
    return COMMAND_CONTINUE;
}

/* In a default action, the object is the target. */
static MachineCommand do_remove(const Call *call)
{
    World *world = call->ctx.world;
    const uint32_t self = call->task->run->self, opponent = call->task->run->opponent;
    if (entity_is_npc(world, self))
        actor_remove(world, self - 1);
    else if (world_player_of(world, self) && entity_is_npc(world, opponent))
        actor_remove(world, opponent - 1);
    else if (call->task->place.map != NONE && self != ENTITY_NONE)
        put_object(world, call->task->place, TNG_NO_SPRITE);
    else if (self >= ENTITY_OBJECT) /* used from the inventory */
        inventory_take(call->ctx, self - ENTITY_OBJECT, 1);
    return COMMAND_CONTINUE;
}

/* At the current object's location; dropped objects do not replace others. */
static MachineCommand do_drop(const Call *call)
{
    World *world = call->ctx.world;
    Location location = current_location(call);
    const MapState *map = map_of(world, location.map);
    const bool is_object =
        call->task->place.map != NONE && call->task->run->self >= ENTITY_OBJECT;
    const bool taken = !is_object && map &&
                       map_cell(world, map, LAYER_OBJECTS, location.cell) != TNG_NO_SPRITE;
    location.cell = cell_near(world, location, taken);
    put_object(world, location, (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_replace(const Call *call)
{
    put_object(call->ctx.world, current_location(call), (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_delete(const Call *call)
{
    put_object(call->ctx.world, location_of(call), TNG_NO_SPRITE);
    return COMMAND_CONTINUE;
}

static MachineCommand do_add(const Call *call)
{
    put_object(call->ctx.world, location_of(call), (uint32_t)call->arguments[2]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_give(const Call *call)
{
    inventory_give(call->ctx, (uint32_t)call->arguments[0], call->arguments[1]);
    return COMMAND_CONTINUE;
}

/* INT32_MIN has no negative. */
static MachineCommand do_take(const Call *call)
{
    const int32_t amount = call->arguments[1];
    if (amount > 0)
        inventory_take(call->ctx, (uint32_t)call->arguments[0], amount);
    else if (amount > INT32_MIN) /* giving a negative amount takes */
        inventory_give(call->ctx, (uint32_t)call->arguments[0], -amount);
    return COMMAND_CONTINUE;
}

/* The CLICK handler of another object, as a subroutine: it is on the same place and in the same
 * cutscene, and the task waits for its end. An endless recursion ends with the free tasks. */
static MachineCommand do_event(const Call *call)
{
    World *world = call->ctx.world;
    const PlayerContext ctx = call->ctx;
    Task *task = call->task;
    uint32_t ordinal = 0;
    const uint32_t sprite = (uint32_t)call->arguments[0];
    const TngObject *object = content_object(world->content, sprite, &ordinal);
    for (uint32_t i = 0; object && i < object->event_count; i++) {
        if (object->events[i].type != TNG_EVENT_CLICK)
            continue;
        const uint32_t child =
            task_start(ctx, &(TaskStart){.ref = {SECTION_OBJECTS, ordinal, i},
                                         .self = ENTITY_OBJECT + sprite,
                                         .opponent = context_entity(ctx),
                                         .location = task->place,
                                         .parent = task,
                                         .cutscene = task->cutscene});
        const Task *called = task_find(world, child);
        if (!called)
            break;
        task->wait = WAIT_TASK;
        task->until = child;
        task->record = called->slot;
        return COMMAND_WAIT;
    }
    return COMMAND_CONTINUE;
}

static MachineCommand do_transport(const Call *call)
{
    transport_set(call->ctx, call->arguments[0]);
    return COMMAND_CONTINUE;
}

/* Only while a cutscene runs, whose end shows the player's map again. */
static MachineCommand do_scene(const Call *call)
{
    World *world = call->ctx.world;
    const PlayerContext ctx = call->ctx;
    const Location location = location_of(call);
    if (!call->task->cutscene || !map_of(world, location.map) ||
        !grid_inside(&world->content->grid, location.cell))
        return COMMAND_CONTINUE;
    ctx.player->scene = location;
    ctx.player->scene_minutes = call->arguments[2];
    return COMMAND_CONTINUE;
}

/* The task stores the index: pointers are not valid in a saved game. */
static MachineCommand do_waitnpc(const Call *call)
{
    World *world = call->ctx.world;
    const Actor *actor = actor_meant(call);
    if (!actor || !actor_busy(actor, world->tick))
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

/* The result is in local 0 (a), where the script's next expression reads it. */
static MachineCommand do_match(const Call *call)
{
    const Location location = location_of(call);
    const MapState *map = map_of(call->ctx.world, location.map);
    call->task->run->locals[0] = map && map_cell(call->ctx.world, map, LAYER_OBJECTS,
                                                 location.cell) == (uint32_t)call->arguments[2];
    return COMMAND_CONTINUE;
}

static MachineCommand do_alert(const Call *call)
{
    if (call->arguments[0] >= 0)
        world_alert(call->ctx, (uint32_t)call->arguments[0]);
    return COMMAND_CONTINUE;
}

static MachineCommand do_altitude(const Call *call)
{
    const int32_t wanted = call->arguments[0]; /* stored in a byte in saved games */
    Actor *actor = actor_meant(call);
    if (actor)
        actor->altitude = wanted < INT8_MIN ? INT8_MIN : wanted > INT8_MAX ? INT8_MAX : wanted;
    return COMMAND_CONTINUE;
}

/* All directions share one function. */
#define MOVE(direction)                                                                        \
    static MachineCommand do_##direction(const Call *call) { return do_move(call); }
MOVE(south)
MOVE(southwest)
MOVE(west)
MOVE(northwest)
MOVE(north)
MOVE(northeast)
MOVE(east)
MOVE(southeast)
#undef MOVE

/* Requires do_NAME for each row of script_commands.def. */
static CommandFunction *const functions[COMMAND_LAST + 1] = {
#define CMD(number, name, first, second, doc, more, wait, example) [number] = do_##name,
#include "tirnanog/script/script_commands.def"
};

/* Commands are instructions too, but may cost a thousand times as much. A handler that
 * exceeds the budget of a tick continues in the next one. */
enum { COMMAND_WORK = 500 };

static MachineCommand charge(World *world, Task *task, MachineCommand result)
{
    world->work += COMMAND_WORK + world->actor_count; /* many search the actors */
    if (result != COMMAND_CONTINUE || world->work <= WORK_MAX)
        return result;
    task->wait = WAIT_NOTHING;
    return COMMAND_WAIT;
}

/* Entry for the virtual machine. `used` is compared because a command can end its own task,
 * whose slot another one may use then. */
MachineCommand command_run(void *context, MachineRun *run, unsigned number,
                           const int32_t *arguments)
{
    const PlayerContext ctx = *(const PlayerContext *)context;
    World *world = ctx.world;
    Task *task = world->running; /* NULL in expressions, but they call no commands */
    if (number > COMMAND_LAST || !functions[number] || !task || task->run != run)
        return COMMAND_CONTINUE;
    const Call call = {ctx, task, arguments, number};
    if (world->observer && world->observer->command)
        world->observer->command(world->observer->context, ctx, task, number, arguments);
    const uint32_t used = task->used;
    const MachineCommand result = functions[number](&call);
    /* The command may have ended the task. */
    return task->used == used && ctx.player->started ? charge(world, task, result)
                                                     : COMMAND_FINISH;
}
