/* Creation of a world, the order of a tick, and the queries of world.h. A tick takes the
 * input, resumes the running handlers (tasks_tick), moves projectiles and actors and raises
 * events (simulate), and updates screens, alerts and overlays. world_tick does this for the
 * only player, and stops the simulation in a pause, a market or crafting; world_tick_all for
 * all players of a shared world, whose time never stops. */
#include "base/hash.h"
#include "engine/command_run.h"
#include "engine/screens/screens.h"
#include "engine/world.h"

enum { ALERT_HSEC = 300 };

/* One alert at a time; the time of the next one starts when it becomes the first. */
static void alerts_tick(PlayerContext ctx)
{
    World *world = ctx.world;
    const TngAlerts *alerts = world->content->alerts;
    if (!ctx.player->alert_count)
        return;
    const uint32_t ticks =
        world_ticks_of(world, alerts->duration ? alerts->duration : ALERT_HSEC);
    if (world->tick - ctx.player->alerts[0].since < ticks)
        return;
    ctx.player->alert_count--;
    memmove(ctx.player->alerts, ctx.player->alerts + 1,
            ctx.player->alert_count * sizeof *ctx.player->alerts);
    ctx.player->alerts[0].since = world->tick;
}

static void overlays_tick(World *world)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->overlay_count; i++)
        if (world->overlays[i].until > world->tick)
            world->overlays[left++] = world->overlays[i];
    world->overlay_count = left;
}

static const WorldHooks hooks = {.host = script_host,
                                 .command = command_run,
                                 .open_screen = screen_open,
                                 .map_loaded = actors_on_map};

void world_use_content(World *world) { world->content->outside = world->outside; }

/* `content` is shared by the worlds of a session, so that loading a saved game does not decode
 * it again. */
World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena, Report *report)
{
    Content *content = options->content ? options->content
                                        : content_new(game, options->language, arena, report);
    const size_t maps = content_count(content, SECTION_MAPS);
    if (!maps) {
        report_error(report, "the game has no map to play on");
        return NULL;
    }
    World *world = ARENA_ALLOC(arena, World, 1);
    world->content = content;
    world->arena = arena;
    world->outside = outside_scripts_new(arena);
    world_use_content(world);
    world->random = hash_mix(0x6F6973696E, options->seed);
    world->object_arrays = (NumberMap){.arena = arena};
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
    const PlayerContext ctx = local_context(world);
    world_clear(ctx);
    world->budget = TICK_BUDGET; /* for handlers before the first tick */
    player_make(ctx);
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

/* False only if the game cannot start; an introduction runs before the menu. */
bool world_begin(World *world, bool skip_menu)
{
    const PlayerContext ctx = local_context(world);
    Content *content = world->content;
    const uint32_t intro = content_find(content, SECTION_CUTSCENES, content->menu->intro);
    ctx.player->beginning = content->menu->enabled && !skip_menu ? INTRO_MENU : INTRO_GAME;
    if (intro == NONE || !screen_open(ctx, SCREEN_CUTSCENE, intro, NULL))
        world_after_intro(ctx);
    if (ctx.player->started && context_actor(ctx)->map == NONE)
        return report_error(content->report, "no map of the game can be read");
    return true;
}

/* Starts the cutscene before the menu, or the game. */
static void intro_tick(PlayerContext ctx)
{
    tasks_tick(ctx.world);
    if (ctx.player->screen.screen == SCREEN_CUTSCENE || ctx.player->screen.until)
        screen_tick(ctx);
}

/* Players with an open screen stand still, unless a script moves them. */
static void lead(PlayerContext ctx)
{
    if (ctx.player->screen.screen == SCREEN_GAME)
        return;
    context_actor(ctx)->moving = 0;
    actor_follow(ctx, ctx.player->actor);
}

/* What moves by itself, in the order of a tick. */
static void simulate(World *world)
{
    shots_tick(world);
    actors_tick(world);
    spawners_tick(world);
    events_tick(world);
}

/* The order is part of the rules: replays and saved games depend on it. */
static void play_tick(PlayerContext ctx)
{
    World *world = ctx.world;
    lead(ctx);
    tasks_tick(world);
    if (!ctx.player->started) {
        tasks_clear(ctx);
        return;
    }
    if (ctx.player->screen.screen != SCREEN_MARKET && ctx.player->screen.screen != SCREEN_CRAFT)
        simulate(world);
    screen_tick(ctx);
    alerts_tick(ctx);
    overlays_tick(world);
}

/* A player on a map of another server stands still until the hand-over. */
static void take_input(PlayerContext ctx, const WorldInput *input)
{
    ctx.player->offers = input->offers;
    if (ctx.player->screen.screen != SCREEN_GAME) {
        screen_input(ctx, input);
    } else if (map_is_elsewhere(ctx.world, context_actor(ctx)->map)) {
        context_actor(ctx)->moving = 0;
    } else {
        player_tick(ctx, input);
        screens_open(ctx, input);
    }
}

/* Without randomness from outside: the same input yields the same world. */
void world_tick(World *world, const WorldInput *input)
{
    const PlayerContext ctx = local_context(world);
    Player *player = ctx.player;
    if (world->tick) /* the effects of the start are still there */
        player->effect_count = 0;
    const bool paused = player->screen.screen == SCREEN_PAUSE;
    world->tick += !paused; /* time is stopped */
    tasks_begin_tick(world);
    actor_index_refresh(world);
    take_input(ctx, input);
    if (input->text && player->started && player->screen.screen == SCREEN_GAME)
        chat_add(ctx, player->name, input->text);
    if (!player->started && !player->beginning)
        tasks_clear(ctx); /* a script may have left the game while others ran */
    if (paused || player->screen.screen == SCREEN_PAUSE)
        return;
    if (player->started)
        play_tick(ctx);
    else if (player->beginning)
        intro_tick(ctx);
}

/* Input of all players comes first; then everything else moves once. */
void world_tick_all(World *world, const WorldInput *const *inputs)
{
    static const WorldInput nothing = {0};
    world->tick++;
    tasks_begin_tick(world);
    actor_index_refresh(world);
    /* Players in character creation are included. */
    for (uint32_t i = 1; i < world->player_count; i++) {
        const PlayerContext ctx = player_context(world, i);
        if (!ctx.player->used)
            continue;
        if (!ctx.player->fresh)
            ctx.player->effect_count = 0;
        ctx.player->fresh = false;
        take_input(ctx, inputs[i] ? inputs[i] : &nothing);
        lead(ctx);
    }
    tasks_tick(world);
    simulate(world);
    for (uint32_t i = 1; i < world->player_count; i++) {
        const PlayerContext ctx = player_context(world, i);
        if (!ctx.player->used)
            continue;
        screen_tick(ctx);
        alerts_tick(ctx);
    }
    overlays_tick(world);
}

const Effect *world_effects(PlayerContext ctx, size_t *count)
{
    *count = ctx.player->effect_count;
    return ctx.player->effects;
}

void world_repeat_sounds(PlayerContext ctx)
{
    ctx.player->effect_count = 0;
    screen_sounds(ctx);
}

uint32_t world_entity(PlayerContext ctx, Spot spot)
{
    Location own;
    const Cell cell = grid_cell_at(&ctx.world->content->grid, spot);
    return entity_at(ctx.world, (Location){context_actor(ctx)->map, cell}, &own);
}

/* Queries from outside must not change the world's random numbers. */
int32_t world_attribute(PlayerContext ctx, uint32_t entity, uint32_t name)
{
    World *world = ctx.world;
    const uint64_t random = world->random; /* the expression may use random numbers */
    const uint32_t expressions = world->expressions;
    const int32_t value = attribute_get(ctx, entity, name);
    world->random = random;
    world->expressions = expressions;
    return value;
}

/* 0 to 65535; 0 on maps without a day. */
uint32_t world_daytime(PlayerContext ctx)
{
    const World *world = ctx.world;
    Spot middle;
    const uint32_t index = world_view(ctx, &middle);
    const MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (!map || !map->record || !map->record->day_length)
        return 0;
    const uint64_t day = (uint64_t)map->record->day_length * 60 * world->content->rate;
    if (ctx.player->scene.map !=
        NONE) { /* rounded up, so that an hour starts at its minute 0 */
        enum { DAY_MINUTES = 24 * 60 };
        const int32_t minutes = ctx.player->scene_minutes > 0 ? ctx.player->scene_minutes : 0;
        return ((uint32_t)minutes % DAY_MINUTES * 65536 + DAY_MINUTES - 1) / DAY_MINUTES;
    }
    return (uint32_t)((world->tick - world->play_started) % day * 65536 / day);
}

bool world_screen_is_valid(PlayerContext ctx, const ScreenState *screen)
{
    return screen_is_valid(ctx, screen);
}

bool world_cell_is_open(World *world, uint32_t map, Cell cell)
{
    MapState *state = map_of(world, map);
    enum { FIFTH_WAY = 4 }; /* after walk, swim, fly and drive */
    bool open = !state || state->damaged;
    for (uint32_t transport = 0; transport <= FIFTH_WAY && !open; transport++)
        open = map_open(world, state, cell, transport);
    return open;
}
