#include "base/hash.h"
#include "engine/command.h"
#include "engine/screens/screens.h"
#include "engine/world.h"

enum { ALERT_HSEC = 300 };

static void alerts_tick(Turn turn)
{
    World *world = turn.world;
    const TngAlerts *alerts = world->content->alerts;
    if (!turn.player->alert_count)
        return;
    const uint32_t ticks =
        world_ticks_of(world, alerts->duration ? alerts->duration : ALERT_HSEC);
    if (world->tick - turn.player->alerts[0].since < ticks)
        return;
    turn.player->alert_count--;
    memmove(turn.player->alerts, turn.player->alerts + 1,
            turn.player->alert_count * sizeof *turn.player->alerts);
    turn.player->alerts[0].since = world->tick;
}

static void overlays_tick(World *world)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->overlay_count; i++)
        if (world->overlays[i].until > world->tick)
            world->overlays[left++] = world->overlays[i];
    world->overlay_count = left;
}

static const WorldHooks hooks = {command_run, screen_open};

World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena, Report *report)
{
    Content *content = content_new(game, options->language, arena, report);
    const size_t maps = content_count(content, SECTION_MAPS);
    if (!maps) {
        report_error(report, "the game has no map to play on");
        return NULL;
    }
    World *world = ARENA_ALLOC(arena, World, 1);
    world->content = content;
    world->arena = arena;
    world->random = hash_mix(0x6F6973696E, options->seed);
    world->observer = options->observer;
    world->hooks = &hooks;
    world->map_count = (uint32_t)maps;
    world->maps = ARENA_ALLOC(arena, MapState *, maps);
    world->shown = ARENA_ALLOC(arena, uint8_t, maps);
    world->globals = ARENA_ALLOC(arena, int32_t, content->attributes->attribute_count + 1u);
    world->quest_count = (uint32_t)content_count(content, SECTION_QUESTS);
    world->winners = ARENA_ALLOC(arena, uint32_t, world->quest_count + 1);
    world->choice_count = (uint32_t)content_count(content, SECTION_OPTIONS);
    world->shared = options->shared;
    world->mirror = options->mirror;
    world->elsewhere = options->elsewhere;
    world->actors[0] = ARENA_ALLOC(arena, Actor, 1);
    world->actor_count = 1;
    Player *player = player_new(world, 0);
    const Turn turn = own_turn(world);
    world_clear(turn);
    world->budget = TICK_BUDGET; /* for handlers before the first tick */
    player_make(turn);
    if (world->shared) { /* player 0 is unused */
        world->actors[0]->used = 0;
        return world;
    }
    player->used = true;
    player->id = 1;
    if (world->mirror)
        return world;
    return options->wait || world_begin(world, options->skip_menu) ? world : NULL;
}

bool world_begin(World *world, bool skip_menu)
{
    const Turn turn = own_turn(world);
    Content *content = world->content;
    const uint32_t intro = content_find(content, SECTION_CUTSCENES, content->menu->intro);
    turn.player->beginning = content->menu->enabled && !skip_menu ? INTRO_MENU : INTRO_GAME;
    if (intro == NONE || !screen_open(turn, SCREEN_CUTSCENE, intro, NULL))
        world_after_intro(turn);
    if (turn.player->started && turn_actor(turn)->map == NONE)
        return report_error(content->report, "no map of the game can be read");
    return true;
}

/* Starts the cutscene before the menu, or the game. */
static void intro_tick(Turn turn)
{
    tasks_tick(turn.world);
    if (turn.player->screen.screen == SCREEN_CUTSCENE || turn.player->screen.until)
        screen_tick(turn);
}

/* Players with an open screen stand still, unless a script moves them. */
static void lead(Turn turn)
{
    if (turn.player->screen.screen == SCREEN_GAME)
        return;
    turn_actor(turn)->moving = 0;
    actor_follow(turn, turn.player->actor);
}

/* What moves by itself, in the order of a tick. */
static void simulate(World *world)
{
    shots_tick(world);
    actors_tick(world);
    spawners_tick(world);
    events_tick(world);
}

static void play_tick(Turn turn)
{
    World *world = turn.world;
    lead(turn);
    tasks_tick(world);
    if (!turn.player->started) {
        tasks_clear(turn);
        return;
    }
    if (turn.player->screen.screen != SCREEN_MARKET &&
        turn.player->screen.screen != SCREEN_CRAFT)
        simulate(world);
    screen_tick(turn);
    alerts_tick(turn);
    overlays_tick(world);
}

static void take_input(Turn turn, const WorldInput *input)
{
    turn.player->offers = input->offers;
    if (turn.player->screen.screen != SCREEN_GAME) {
        screen_input(turn, input);
    } else {
        player_tick(turn, input);
        screens_open(turn, input);
    }
}

void world_tick(World *world, const WorldInput *input)
{
    const Turn turn = own_turn(world);
    Player *player = turn.player;
    if (world->tick) /* the effects of the start are still there */
        player->effect_count = 0;
    const bool paused = player->screen.screen == SCREEN_PAUSE;
    world->tick += !paused; /* time is stopped */
    world->work = world->expressions = 0;
    actor_index_refresh(world);
    take_input(turn, input);
    if (input->text && player->started && player->screen.screen == SCREEN_GAME)
        chat_add(turn, player->name, input->text);
    if (!player->started && !player->beginning)
        tasks_clear(turn); /* a script may have left the game while others ran */
    if (paused || player->screen.screen == SCREEN_PAUSE)
        return;
    if (player->started)
        play_tick(turn);
    else if (player->beginning)
        intro_tick(turn);
}

void world_tick_all(World *world, const WorldInput *const *inputs)
{
    static const WorldInput nothing = {0};
    world->tick++;
    world->work = world->expressions = 0;
    world->budget = TICK_BUDGET;
    actor_index_refresh(world);
    /* Players in character creation are included. */
    for (uint32_t i = 1; i < world->player_count; i++) {
        const Turn turn = player_turn(world, i);
        if (!turn.player->used)
            continue;
        if (!turn.player->fresh)
            turn.player->effect_count = 0;
        turn.player->fresh = false;
        take_input(turn, inputs[i] ? inputs[i] : &nothing);
        lead(turn);
    }
    tasks_tick(world);
    simulate(world);
    for (uint32_t i = 1; i < world->player_count; i++) {
        const Turn turn = player_turn(world, i);
        if (!turn.player->used)
            continue;
        screen_tick(turn);
        alerts_tick(turn);
    }
    overlays_tick(world);
}

const Effect *world_effects(Turn turn, size_t *count)
{
    *count = turn.player->effect_count;
    return turn.player->effects;
}

uint32_t world_entity(Turn turn, Spot spot)
{
    Location own;
    const Cell cell = grid_cell_at(&turn.world->content->grid, spot);
    return entity_at(turn.world, (Location){turn_actor(turn)->map, cell}, &own);
}

int32_t world_attribute(Turn turn, uint32_t entity, uint32_t name)
{
    World *world = turn.world;
    const uint64_t random = world->random; /* the expression may use random numbers */
    const uint32_t expressions = world->expressions;
    const int32_t value = attribute_get(turn, entity, name);
    world->random = random;
    world->expressions = expressions;
    return value;
}

uint32_t world_daytime(Turn turn)
{
    const World *world = turn.world;
    Spot middle;
    const uint32_t index = world_view(turn, &middle);
    const MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (!map || !map->record || !map->record->day_length)
        return 0;
    const uint64_t day = (uint64_t)map->record->day_length * 60 * world->content->rate;
    if (turn.player->scene.map !=
        NONE) { /* rounded up, so that an hour starts at its minute 0 */
        enum { DAY_MINUTES = 24 * 60 };
        const int32_t minutes = turn.player->scene_minutes > 0 ? turn.player->scene_minutes : 0;
        return ((uint32_t)minutes % DAY_MINUTES * 65536 + DAY_MINUTES - 1) / DAY_MINUTES;
    }
    return (uint32_t)((world->tick - world->play_started) % day * 65536 / day);
}

bool world_screen_holds(Turn turn, const ScreenState *screen)
{
    return screen_holds(turn, screen);
}
