#include "base/hash.h"
#include "engine/parts.h"

enum { ALERT_HSEC = 300 };

/* SplitMix64 (Steele, Lea, Flood 2014): its state is one number. */
uint32_t world_random(World *world, uint32_t below)
{
    uint64_t z = world->random += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * (below ? below : 1) >> 32);
}

static void add_effect(Turn turn, Effect effect)
{
    const EffectKind kind = effect.kind;
    if (!turn.world->mirror && turn.player->effect_count < EFFECTS_MAX &&
        (effect.name ||
         (kind != EFFECT_MUSIC_ONCE && kind != EFFECT_SOUND && kind != EFFECT_SPEECH)))
        turn.player->effects[turn.player->effect_count++] = effect;
}

void world_effect(Turn turn, EffectKind kind, uint32_t name, int32_t pan)
{
    add_effect(turn, (Effect){kind, name, pan, LOUDNESS_FULL});
}

void world_sound(Turn turn, uint32_t name, int32_t pan, uint32_t loudness)
{
    add_effect(turn, (Effect){EFFECT_SOUND, name, pan, loudness});
}

/* During a cutscene with its own music, the change is deferred to its end. */
void world_music(Turn turn, uint32_t name)
{
    if (turn.player->music == name)
        return;
    turn.player->music = name;
    const ScreenState *screen =
        turn.player->screen.screen == SCREEN_CUTSCENE  ? &turn.player->screen
        : turn.player->under.screen == SCREEN_CUTSCENE ? &turn.player->under
                                                       : NULL;
    const TngCutscene *cutscene =
        screen ? content_record(turn.world->content, SECTION_CUTSCENES, screen->record) : NULL;
    if (!cutscene || (!cutscene->music && !cutscene->loop_music))
        world_effect(turn, EFFECT_MUSIC, name, 0);
}

void world_alert(Turn turn, uint32_t alert)
{
    World *world = turn.world;
    if (alert >= world->content->alerts->alert_count || turn.player->alert_count >= ALERTS_MAX)
        return;
    turn.player->alerts[turn.player->alert_count++] = (AlertState){alert, world->tick};
    world_effect(turn, EFFECT_SOUND, world->content->alerts->alerts[alert].sound, 0);
}

static void alerts_tick(Turn turn)
{
    World *world = turn.world;
    const TngAlerts *alerts = world->content->alerts;
    if (!turn.player->alert_count)
        return;
    const uint32_t ticks = world_hsec(world, alerts->duration ? alerts->duration : ALERT_HSEC);
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

void world_place_player(Turn turn, uint32_t map, Cell cell, int direction)
{
    World *world = turn.world;
    MapState *state = map_of(world, map);
    Actor *player = turn_actor(turn);
    const Grid *grid = &world->content->grid;
    if (!state || !grid_inside(grid, cell))
        return;
    const bool elsewhere = player->map != map;
    const Spot centre = grid_centre(grid, cell);
    player->map = map;
    player->at = (Spot){centre.x * SUB, centre.y * SUB};
    player->direction = (uint32_t)direction & 7;
    player->going = player->leap_until = player->way_count = 0;
    player->height = 0;
    turn.player->path_count = turn.player->seeking = 0;
    turn.player->errand.map = turn.player->beyond.map = NONE;
    turn.player->touched = 0;
    turn.player->entered = (Location){map, cell};
    places_refresh(world);
    Location own;
    const uint32_t here = entity_at(world, (Location){map, cell}, &own);
    if (here != ENTITY_NONE) /* the door of arrival is not touched */
        player_touches(turn, here, own);
    if (!elsewhere)
        return;
    maps_load_around(world, map); /* they can be seen */
    turn.player->arrived = world->tick;
    world_effect(turn, EFFECT_AUTOSAVE, 0, 0);
    if (state->record->music)
        world_music(turn, state->record->music);
}

static void clear_world(Turn turn)
{
    World *world = turn.world;
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i])
            world->maps[i]->record = NULL;
    for (uint32_t i = 0; i < world->actor_count; i++)
        world->actors[i]->used = 0;
    tasks_clear(turn);
    world->overlay_count = world->shot_count = world->loot_count = 0;
    if (world->quest_count)
        memset(world->winners, 0, world->quest_count * sizeof *world->winners);
    player_clear(turn);
    attributes_default(world, ENTITY_NONE);
}

static void open_menu(Turn turn)
{
    World *world = turn.world;
    const bool menu = world->content->menu->enabled;
    turn.player->screen = (ScreenState){.screen = SCREEN_MENU, .since = world->tick};
    screen_fill(turn);
    world_music(turn, menu ? world->content->menu->look.music : 0);
    if (menu && world->content->menu->look.movie)
        world_effect(turn, EFFECT_MOVIE_LOOP, world->content->menu->look.movie, 0);
}

void world_leave(Turn turn)
{
    if (turn.world->shared) { /* the server handles leaving */
        world_effect(turn, EFFECT_EXIT, 0, 0);
        return;
    }
    turn.player->started = false;
    turn.player->beginning = 0;
    turn.player->scene.map = NONE;
    turn.player->under = turn.player->outer = turn.player->paused = (ScreenState){0};
    turn.world->overlay_count = turn.player->alert_count = 0;
    open_menu(turn);
}

/* Places the player on the first readable map, if the start-up handler has not. */
static void run_startup(Turn turn)
{
    World *world = turn.world;
    const TngSection *startup = tng_section(world->content->game, SECTION_STARTUP);
    for (uint32_t i = 0; startup && i < startup->count; i++)
        if (!((const TngTimedAsset *)startup->entries[i].descriptor)->interval)
            task_start(turn, &(TaskStart){.ref = {SECTION_STARTUP, i, 0},
                                          .self = turn_entity(turn),
                                          .place = {NONE, {0, 0}}});
    if (!turn.player->started) /* the handler has left the game */
        return;
    const int32_t middle = world->content->grid.side / 2;
    for (uint32_t i = 0; i < world->map_count && turn_actor(turn)->map == NONE; i++)
        world_place_player(turn, i, (Cell){middle, middle}, SOUTH);
}

void world_start_game(Turn turn)
{
    World *world = turn.world;
    turn.player->screen = turn.player->under = turn.player->outer = (ScreenState){0};
    turn.player->started = true;
    if (!world->shared)
        world->play_started = world->tick;
    world_effect(turn, EFFECT_MOVIE, 0, 0); /* that of the menu */
    run_startup(turn);
}

void world_new_game(Turn turn)
{
    World *world = turn.world;
    if (!world->shared)
        clear_world(turn);
    player_make(turn);
    if (!create_wanted(world)) {
        world_start_game(turn);
        return;
    }
    turn.player->screen = (ScreenState){.screen = SCREEN_CREATE, .since = world->tick};
    screen_fill(turn);
}

enum { INTRO_NOTHING, INTRO_MENU, INTRO_GAME };

void world_after_intro(Turn turn)
{
    const uint32_t next = turn.player->beginning;
    turn.player->beginning = INTRO_NOTHING;
    if (next == INTRO_MENU)
        open_menu(turn);
    else
        world_start_game(turn);
}

World *world_new(const TngFile *game, const WorldOptions *options, Arena *arena, Report *report)
{
    Content *content = content_new(game, options->language, arena, report);
    const size_t maps = content_count(content, SECTION_MAPS);
    if (!maps) {
        report_error(report, "the game has no map to play on");
        return NULL;
    }
    World *world = ARENA_TAKE(arena, World, 1);
    world->content = content;
    world->arena = arena;
    world->random = hash_mix(0x6F6973696E, options->seed);
    world->observer = options->observer;
    world->map_count = (uint32_t)maps;
    world->maps = ARENA_TAKE(arena, MapState *, maps);
    world->shown = ARENA_TAKE(arena, uint8_t, maps);
    world->globals = ARENA_TAKE(arena, int32_t, content->attributes->attribute_count + 1u);
    world->quest_count = (uint32_t)content_count(content, SECTION_QUESTS);
    world->winners = ARENA_TAKE(arena, uint32_t, world->quest_count + 1);
    world->choice_count = (uint32_t)content_count(content, SECTION_OPTIONS);
    world->shared = options->shared;
    world->mirror = options->mirror;
    world->elsewhere = options->elsewhere;
    world->actors[0] = ARENA_TAKE(arena, Actor, 1);
    world->actor_count = 1;
    Player *player = player_new(world, 0);
    const Turn turn = own_turn(world);
    clear_world(turn);
    world->budget = TICK_BUDGET; /* for handlers before the first tick */
    player_make(turn);
    if (world->shared) { /* place 0 is nobody */
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
        turn.player->screen.screen != SCREEN_CRAFT) {
        shots_tick(world);
        actors_tick(world);
        spawners_tick(world);
        events_tick(world);
    }
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
    places_refresh(world);
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
    places_refresh(world);
    /* Players in character creation are included. */
    for (uint32_t i = 1; i < world->player_count; i++) {
        const Turn turn = turn_at(world, i);
        if (!turn.player->used)
            continue;
        if (!turn.player->fresh)
            turn.player->effect_count = 0;
        turn.player->fresh = false;
        take_input(turn, inputs[i] ? inputs[i] : &nothing);
        lead(turn);
    }
    tasks_tick(world);
    shots_tick(world);
    actors_tick(world);
    spawners_tick(world);
    events_tick(world);
    for (uint32_t i = 1; i < world->player_count; i++) {
        const Turn turn = turn_at(world, i);
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

uint32_t world_view(Turn turn, Spot *middle)
{
    const Actor *player = turn_actor(turn);
    if (turn.player->scene.map != NONE) {
        *middle = grid_centre(&turn.world->content->grid, turn.player->scene.cell);
        return turn.player->scene.map;
    }
    *middle = (Spot){player->at.x / SUB, player->at.y / SUB};
    return player->map;
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
