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

static void add_effect(World *world, Effect effect)
{
    const EffectKind kind = effect.kind;
    if (!world->mirror && world->me->effect_count < EFFECTS_MAX &&
        (effect.name ||
         (kind != EFFECT_MUSIC_ONCE && kind != EFFECT_SOUND && kind != EFFECT_SPEECH)))
        world->me->effects[world->me->effect_count++] = effect;
}

void world_effect(World *world, EffectKind kind, uint32_t name, int32_t pan)
{
    add_effect(world, (Effect){kind, name, pan, LOUDNESS_FULL});
}

void world_sound(World *world, uint32_t name, int32_t pan, uint32_t loudness)
{
    add_effect(world, (Effect){EFFECT_SOUND, name, pan, loudness});
}

/* During a cutscene with its own music, the change is deferred to its end. */
void world_music(World *world, uint32_t name)
{
    if (world->me->music == name)
        return;
    world->me->music = name;
    const ScreenState *screen = world->me->screen.screen == SCREEN_CUTSCENE ? &world->me->screen
                                : world->me->under.screen == SCREEN_CUTSCENE ? &world->me->under
                                                                             : NULL;
    const TngCutscene *cutscene =
        screen ? content_record(world->content, SECTION_CUTSCENES, screen->record) : NULL;
    if (!cutscene || (!cutscene->music && !cutscene->loop_music))
        world_effect(world, EFFECT_MUSIC, name, 0);
}

void world_alert(World *world, uint32_t alert)
{
    if (alert >= world->content->alerts->alert_count || world->me->alert_count >= ALERTS_MAX)
        return;
    world->me->alerts[world->me->alert_count++] = (AlertState){alert, world->tick};
    world_effect(world, EFFECT_SOUND, world->content->alerts->alerts[alert].sound, 0);
}

static void alerts_tick(World *world)
{
    const TngAlerts *alerts = world->content->alerts;
    if (!world->me->alert_count)
        return;
    const uint32_t ticks = world_hsec(world, alerts->duration ? alerts->duration : ALERT_HSEC);
    if (world->tick - world->me->alerts[0].since < ticks)
        return;
    world->me->alert_count--;
    memmove(world->me->alerts, world->me->alerts + 1,
            world->me->alert_count * sizeof *world->me->alerts);
    world->me->alerts[0].since = world->tick;
}

static void overlays_tick(World *world)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < world->overlay_count; i++)
        if (world->overlays[i].until > world->tick)
            world->overlays[left++] = world->overlays[i];
    world->overlay_count = left;
}

void world_place_player(World *world, uint32_t map, Cell cell, int direction)
{
    MapState *state = map_of(world, map);
    Actor *player = world_player(world);
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
    world->me->path_count = world->me->seeking = 0;
    world->me->errand.map = world->me->beyond.map = NONE;
    world->me->touched = 0;
    world->me->entered = (Location){map, cell};
    places_refresh(world);
    Location own;
    const uint32_t here = entity_at(world, (Location){map, cell}, &own);
    if (here != ENTITY_NONE) /* the door of arrival is not touched */
        player_touches(world, here, own);
    if (!elsewhere)
        return;
    maps_load_around(world, map); /* they can be seen */
    world->me->arrived = world->tick;
    world_effect(world, EFFECT_AUTOSAVE, 0, 0);
    if (state->record->music)
        world_music(world, state->record->music);
}

static void clear_world(World *world)
{
    for (uint32_t i = 0; i < world->map_count; i++)
        if (world->maps[i])
            world->maps[i]->record = NULL;
    for (uint32_t i = 0; i < world->actor_count; i++)
        world->actors[i]->used = 0;
    tasks_clear(world);
    world->overlay_count = world->shot_count = world->loot_count = 0;
    if (world->quest_count)
        memset(world->winners, 0, world->quest_count * sizeof *world->winners);
    player_clear(world, world->me);
    attributes_default(world, ENTITY_NONE);
}

static void open_menu(World *world)
{
    const bool menu = world->content->menu->enabled;
    world->me->screen = (ScreenState){.screen = SCREEN_MENU, .since = world->tick};
    screen_fill(world);
    world_music(world, menu ? world->content->menu->look.music : 0);
    if (menu && world->content->menu->look.movie)
        world_effect(world, EFFECT_MOVIE_LOOP, world->content->menu->look.movie, 0);
}

void world_leave(World *world)
{
    if (world->shared) { /* the server handles leaving */
        world_effect(world, EFFECT_EXIT, 0, 0);
        return;
    }
    world->me->started = false;
    world->me->beginning = 0;
    world->me->scene.map = NONE;
    world->me->under = world->me->outer = world->me->paused = (ScreenState){0};
    world->overlay_count = world->me->alert_count = 0;
    open_menu(world);
}

/* Places the player on the first readable map, if the start-up handler has not. */
static void run_startup(World *world)
{
    const TngSection *startup = tng_section(world->content->game, SECTION_STARTUP);
    for (uint32_t i = 0; startup && i < startup->count; i++)
        if (!((const TngTimedAsset *)startup->entries[i].descriptor)->interval)
            task_start(world, &(TaskStart){.ref = {SECTION_STARTUP, i, 0},
                                           .self = world_self(world),
                                           .place = {NONE, {0, 0}}});
    if (!world->me->started) /* the handler has left the game */
        return;
    const int32_t middle = world->content->grid.side / 2;
    for (uint32_t i = 0; i < world->map_count && world_player(world)->map == NONE; i++)
        world_place_player(world, i, (Cell){middle, middle}, SOUTH);
}

void world_start_game(World *world)
{
    world->me->screen = world->me->under = world->me->outer = (ScreenState){0};
    world->me->started = true;
    if (!world->shared)
        world->play_started = world->tick;
    world_effect(world, EFFECT_MOVIE, 0, 0); /* that of the menu */
    run_startup(world);
}

void world_new_game(World *world)
{
    if (!world->shared)
        clear_world(world);
    player_make(world);
    if (!create_wanted(world)) {
        world_start_game(world);
        return;
    }
    world->me->screen = (ScreenState){.screen = SCREEN_CREATE, .since = world->tick};
    screen_fill(world);
}

enum { INTRO_NOTHING, INTRO_MENU, INTRO_GAME };

void world_after_intro(World *world)
{
    const uint32_t next = world->me->beginning;
    world->me->beginning = INTRO_NOTHING;
    if (next == INTRO_MENU)
        open_menu(world);
    else
        world_start_game(world);
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
    world->me = player_new(world, 0);
    clear_world(world);
    world->budget = TICK_BUDGET; /* for handlers before the first tick */
    player_make(world);
    if (world->shared) { /* the current player while there is none */
        world->actors[0]->used = 0;
        return world;
    }
    world->me->used = true;
    world->me->id = 1;
    if (world->mirror)
        return world;
    return options->wait || world_begin(world, options->skip_menu) ? world : NULL;
}

bool world_begin(World *world, bool skip_menu)
{
    const Content *content = world->content;
    const uint32_t intro =
        content_find(world->content, SECTION_CUTSCENES, content->menu->intro);
    world->me->beginning = content->menu->enabled && !skip_menu ? INTRO_MENU : INTRO_GAME;
    if (intro == NONE || !screen_open(world, SCREEN_CUTSCENE, intro, NULL))
        world_after_intro(world);
    if (world->me->started && world_player(world)->map == NONE)
        return report_error(content->report, "no map of the game can be read");
    return true;
}

/* Starts the cutscene before the menu, or the game. */
static void intro_tick(World *world)
{
    tasks_tick(world);
    if (world->me->screen.screen == SCREEN_CUTSCENE || world->me->screen.until)
        screen_tick(world);
}

/* Players with an open screen stand still, unless a script moves them. */
static void lead(World *world)
{
    if (world->me->screen.screen == SCREEN_GAME)
        return;
    world_player(world)->moving = 0;
    actor_follow(world, world->me->actor);
}

static void play_tick(World *world)
{
    lead(world);
    tasks_tick(world);
    if (!world->me->started) {
        tasks_clear(world);
        return;
    }
    if (world->me->screen.screen != SCREEN_MARKET && world->me->screen.screen != SCREEN_CRAFT) {
        shots_tick(world);
        actors_tick(world);
        spawners_tick(world);
        events_tick(world);
    }
    screen_tick(world);
    alerts_tick(world);
    overlays_tick(world);
}

static void take_input(World *world, const WorldInput *input)
{
    world->me->offers = input->offers;
    if (world->me->screen.screen != SCREEN_GAME) {
        screen_input(world, input);
    } else {
        player_tick(world, input);
        screens_open(world, input);
    }
}

void world_tick(World *world, const WorldInput *input)
{
    if (world->tick) /* the effects of the start are still there */
        world->me->effect_count = 0;
    const bool paused = world->me->screen.screen == SCREEN_PAUSE;
    world->tick += !paused; /* time is stopped */
    world->work = world->expressions = 0;
    places_refresh(world);
    take_input(world, input);
    if (input->text && world->me->started && world->me->screen.screen == SCREEN_GAME)
        chat_add(world, world->me->name, input->text);
    if (!world->me->started && !world->me->beginning)
        tasks_clear(world); /* a script may have left the game while others ran */
    if (paused || world->me->screen.screen == SCREEN_PAUSE)
        return;
    if (world->me->started)
        play_tick(world);
    else if (world->me->beginning)
        intro_tick(world);
}

/* Players in character creation are included. */
static bool turn_of(World *world, uint32_t place)
{
    return world->players[place]->used && world_turn(world, place);
}

void world_tick_all(World *world, const WorldInput *const *inputs)
{
    static const WorldInput nothing = {0};
    Player *const none = world->players[0];
    world->tick++;
    world->work = world->expressions = 0;
    world->budget = TICK_BUDGET;
    places_refresh(world);
    for (uint32_t i = 1; i < world->player_count; i++)
        if (turn_of(world, i)) {
            if (!world->me->fresh)
                world->me->effect_count = 0;
            world->me->fresh = false;
            take_input(world, inputs[i] ? inputs[i] : &nothing);
            lead(world);
        }
    world->me = none;
    tasks_tick(world);
    shots_tick(world);
    actors_tick(world);
    spawners_tick(world);
    events_tick(world);
    for (uint32_t i = 1; i < world->player_count; i++)
        if (turn_of(world, i)) {
            screen_tick(world);
            alerts_tick(world);
        }
    overlays_tick(world);
    world->me = none;
}

const Effect *world_effects(const World *world, size_t *count)
{
    *count = world->me->effect_count;
    return world->me->effects;
}

uint32_t world_view(const World *world, Spot *middle)
{
    const Actor *player = world_player(world);
    if (world->me->scene.map != NONE) {
        *middle = grid_centre(&world->content->grid, world->me->scene.cell);
        return world->me->scene.map;
    }
    *middle = (Spot){player->at.x / SUB, player->at.y / SUB};
    return player->map;
}

uint32_t world_entity(World *world, Spot spot)
{
    Location own;
    const Cell cell = grid_cell_at(&world->content->grid, spot);
    return entity_at(world, (Location){world_player(world)->map, cell}, &own);
}

int32_t world_attribute(World *world, uint32_t entity, uint32_t name)
{
    const uint64_t random = world->random; /* the expression may use random numbers */
    const uint32_t expressions = world->expressions;
    const int32_t value = attribute_get(world, entity, name);
    world->random = random;
    world->expressions = expressions;
    return value;
}

uint32_t world_daytime(const World *world)
{
    Spot middle;
    const uint32_t index = world_view(world, &middle);
    const MapState *map = index < world->map_count ? world->maps[index] : NULL;
    if (!map || !map->record || !map->record->day_length)
        return 0;
    const uint64_t day = (uint64_t)map->record->day_length * 60 * world->content->rate;
    if (world->me->scene.map != NONE) { /* rounded up, so that an hour starts at its minute 0 */
        enum { DAY_MINUTES = 24 * 60 };
        const int32_t minutes = world->me->scene_minutes > 0 ? world->me->scene_minutes : 0;
        return ((uint32_t)minutes % DAY_MINUTES * 65536 + DAY_MINUTES - 1) / DAY_MINUTES;
    }
    return (uint32_t)((world->tick - world->play_started) % day * 65536 / day);
}
