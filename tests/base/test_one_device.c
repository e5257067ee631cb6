/* The example game with one device only: keyboard, gamepad, mouse, or a touch screen. Each goes
 * from the title through character creation, a talk, buying and selling, making, a fight,
 * saving and loading, by events of SDL alone. Only the materials and the enemy are put there.
 */
#include "lib/app_kit.h"

#include "studio/scenario/scenario_internal.h"
#include "kit/jobs/files.h"
#include "player/menus/menus_internal.h"
#include "player/sdl/window_internal.h"

#undef main /* SDL's */

enum { WIDTH = 640, HEIGHT = 360, PATIENCE = 3000 /* ticks for a thing to happen */ };

typedef struct Play {
    Fixture *fixture;
    Window window;
    SDL_Joystick *stick;
    int index;
    const ScriptNames *names;
    Run run; /* for its queries */
} Play;

static Play play;

/* What a player can do, by one device. `row`: of the open screen or page. */
typedef struct Device {
    const char *name;
    void (*walk)(uint32_t direction); /* held for a tick; 0: none */
    void (*confirm)(void);
    void (*cancel)(void);
    void (*row)(uint32_t row);
    void (*more)(uint32_t row); /* the next value of the row */
    void (*attack)(void);
    void (*meet)(const Value *thing); /* goes there and clicks on it */
    void (*pause)(void);
} Device;

/* ---- ticks ---- */

static PlayerContext player(void) { return local_context(play.window.host.session->world); }
static const ScreenState *screen(void) { return &player().player->screen; }
static bool in_menu(void) { return app_waits(&play.window.host.app); }

static void tick(void)
{
    Window *window = &play.window;
    SDL_JoystickUpdate();
    for (SDL_Event event; SDL_PollEvent(&event);)
        window_handle(window, &event);
    host_tick(&window->host);
    session_draw(window->host.session);
    play.run.world = window->host.session->world;
}

static void ticks(uint32_t count)
{
    while (count--)
        tick();
}

static void send(SDL_Event event) { window_handle(&play.window, &event); }

/* ---- keyboard ---- */

static void key(SDL_Keycode code, bool down)
{
    send((SDL_Event){.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = {.sym = code}}});
}

static void key_press(SDL_Keycode code)
{
    key(code, true);
    tick();
    key(code, false);
    tick();
}

/* Presses of the arrow keys that a direction needs. */
static bool has_part(uint32_t direction, uint32_t part)
{
    static const uint8_t parts[DIRECTIONS] = {
        [NORTH] = 1,      [SOUTH] = 2,          [WEST] = 4,           [EAST] = 8,
        [NORTH_WEST] = 5, [NORTH_EAST] = 1 | 8, [SOUTH_WEST] = 2 | 4, [SOUTH_EAST] = 2 | 8};
    return direction && parts[direction - 1] & part;
}

static void key_walk(uint32_t direction)
{
    static const SDL_Keycode arrows[] = {SDLK_UP, SDLK_DOWN, SDLK_LEFT, SDLK_RIGHT};
    static bool held[4];
    for (uint32_t i = 0; i < 4; i++) {
        const bool down = has_part(direction, 1u << i);
        if (down != held[i])
            key(arrows[i], down);
        held[i] = down;
    }
    tick();
}

static void key_confirm(void) { key_press(SDLK_RETURN); }
static void key_cancel(void) { key_press(SDLK_ESCAPE); }
static void key_attack(void) { key_press(SDLK_f); }
static void key_pause(void) { key_press(SDLK_p); }

static uint32_t selected_row(void)
{
    return in_menu() ? top_page(play.window.host.app.menus)->selected : screen()->selected;
}

/* By presses of "down" until the row is selected. */
static void select_row(uint32_t row, void (*down)(void))
{
    for (uint32_t i = 0; i < 200 && selected_row() != row; i++)
        down();
    assert_int_equal(selected_row(), row);
}

static void key_down(void) { key_press(SDLK_DOWN); }

static void key_row(uint32_t row)
{
    select_row(row, key_down);
    key_confirm();
}

static void key_more(uint32_t row)
{
    select_row(row, key_down);
    key_press(SDLK_RIGHT);
}

/* ---- gamepad ---- */

static void button(SDL_GameControllerButton which, bool down)
{
    assert_int_equal(SDL_JoystickSetVirtualButton(play.stick, which, down), 0);
}

static void pad_press(SDL_GameControllerButton which)
{
    button(which, true);
    tick();
    button(which, false);
    tick();
}

static void pad_walk(uint32_t direction)
{
    for (uint32_t i = 0; i < 4; i++)
        button((SDL_GameControllerButton)((uint32_t)SDL_CONTROLLER_BUTTON_DPAD_UP + i),
               has_part(direction, 1u << i));
    tick();
}

static void pad_confirm(void) { pad_press(SDL_CONTROLLER_BUTTON_A); }
static void pad_cancel(void) { pad_press(SDL_CONTROLLER_BUTTON_B); }
static void pad_attack(void) { pad_press(SDL_CONTROLLER_BUTTON_X); }
static void pad_pause(void) { pad_press(SDL_CONTROLLER_BUTTON_START); }
static void pad_down(void) { pad_press(SDL_CONTROLLER_BUTTON_DPAD_DOWN); }

static void pad_row(uint32_t row)
{
    select_row(row, pad_down);
    pad_confirm();
}

static void pad_more(uint32_t row)
{
    select_row(row, pad_down);
    pad_press(SDL_CONTROLLER_BUTTON_DPAD_RIGHT);
}

/* ---- mouse and fingers: a pixel of the last frame ---- */

typedef void Point(int32_t x, int32_t y, bool down);

static void mouse_point(int32_t x, int32_t y, bool down)
{
    send((SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y}});
    send((SDL_Event){.button = {.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP,
                                .button = SDL_BUTTON_LEFT,
                                .x = x,
                                .y = y}});
}

static void finger_point(int32_t x, int32_t y, bool down)
{
    send((SDL_Event){.tfinger = {.type = down ? SDL_FINGERDOWN : SDL_FINGERUP,
                                 .fingerId = 5,
                                 .x = ((float)x + 0.5f) / WIDTH,
                                 .y = ((float)y + 0.5f) / HEIGHT}});
}

static void tap(Point *point, Spot at)
{
    point(at.x, at.y, true);
    tick();
    point(at.x, at.y, false);
    tick();
}

static const HitArea *area_at(Spot pixel)
{
    const Renderer *renderer = play.window.host.session->renderer;
    const Spot at = render_layer_spot(renderer, pixel.x, pixel.y);
    return hit_area_at(renderer, at.x, at.y);
}

/* A pixel in the midst of what can be hit of an area; false if no pixel of it is free. */
static bool find_area(HitAreaKind kind, uint32_t value, Spot *out)
{
    static Spot pixels[WIDTH * HEIGHT];
    const HitArea *found = NULL;
    size_t count = 0;
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const HitArea *area = area_at((Spot){x, y});
            if (!area || area->value != value || (found && area != found) ||
                (area->kind != kind && !(kind == HIT_OPTION && area->kind == HIT_SELECT)))
                continue;
            found = area;
            pixels[count++] = (Spot){x, y};
        }
    *out = pixels[count / 2];
    return count > 0;
}

static void mouse_wheel(void)
{
    send((SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .y = -1}});
    tick();
}

/* The last of the square buttons beside a list shows later rows, or, at its end, earlier ones.
 */
static void finger_scroll(void)
{
    const Session *session = play.window.host.session;
    const int32_t zoom = (int32_t)session->render.ui_zoom,
                  side = (int32_t)session->render.touch;
    const HitArea *button = NULL;
    size_t count;
    const HitArea *areas = hit_areas_all(session->renderer, &count);
    for (size_t i = 0; i < count; i++)
        if (areas[i].kind == HIT_SELECT && areas[i].area.w == side)
            button = &areas[i];
    if (!button)
        fail_msg("a row is not on the screen, and a finger cannot reach it");
    tap(finger_point, (Spot){(button->area.x + side / 2) * zoom,
                             (button->area.y + button->area.h / 2) * zoom});
}

static void point_row(uint32_t row, Point *point, void (*scroll)(void))
{
    Spot at;
    for (uint32_t i = 0; i < 200 && !find_area(HIT_OPTION, row, &at); i++)
        scroll();
    assert_true(find_area(HIT_OPTION, row, &at));
    const bool twice = area_at(at)->kind == HIT_SELECT && selected_row() != row;
    tap(point, at);
    if (twice)
        tap(point, at);
}

static void point_area(HitAreaKind kind, uint32_t value, Point *point)
{
    Spot at;
    if (!find_area(kind, value, &at))
        fail_msg("nothing to click on: kind %u, value %u", kind, (unsigned)value);
    tap(point, at);
}

/* A pixel where a click goes to this cell, and nothing else. */
static bool find_cell(Cell cell, Spot *out)
{
    const Renderer *renderer = play.window.host.session->renderer;
    const Grid *grid = &player().world->content->grid;
    for (int32_t y = HEIGHT - 1; y >= 0; y -= 2)
        for (int32_t x = 0; x < WIDTH; x += 2) {
            WorldInput input = {0};
            if (!render_pick(renderer, player(), x, y, &input) || !input.go)
                continue;
            const Cell there = grid_cell_at(grid, (Spot){input.target_x, input.target_y});
            *out = (Spot){x, y};
            if (there.x == cell.x && there.y == cell.y)
                return true;
        }
    return false;
}

/* ---- ways, for those who walk by directions ---- */

static bool has_actor(Cell cell)
{
    const World *world = player().world;
    const Grid *grid = &world->content->grid;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        if (!actor->used || actor->map != context_actor(player())->map)
            continue;
        const Cell at = grid_cell_at(grid, (Spot){actor->at.x / SUB, actor->at.y / SUB});
        if (at.x == cell.x && at.y == cell.y)
            return true;
    }
    return false;
}

static const uint8_t sides[] = {SOUTH, WEST, NORTH, EAST};

/* The first direction of a shortest way, along rows and columns, to a cell beside the goal,
 * or to the goal itself; 0: there already, or no way. */
static uint32_t way_to(Cell goal, bool beside)
{
    World *world = player().world;
    const Grid *grid = &world->content->grid;
    const uint32_t map = context_actor(player())->map;
    const Cell here = run_here(&play.run);
    const size_t cells = grid_cells(grid);
    Arena *scratch = arena_new();
    Cell *queue = ARENA_ALLOC(scratch, Cell, cells + 1);
    uint8_t *first = ARENA_ALLOC(scratch, uint8_t, cells + 1);
    size_t head = 0, tail = 0;
    queue[tail++] = here;
    uint32_t found = 0;
    while (head < tail && !found) {
        const Cell at = queue[head++];
        for (size_t i = 0; i < 4 && !found; i++) {
            const Cell next = grid_step(grid, at, (Direction)sides[i]);
            if (!grid_inside(grid, next))
                continue;
            const uint8_t way = first[(uint32_t)at.y * (uint32_t)grid->side + (uint32_t)at.x];
            uint8_t *known = &first[(uint32_t)next.y * (uint32_t)grid->side + (uint32_t)next.x];
            if (next.x == goal.x && next.y == goal.y && (beside || !has_actor(next))) {
                found = way ? way : 1u + sides[i];
                if (beside && at.x == here.x && at.y == here.y)
                    found = 0; /* it is there */
                if (beside && !found)
                    head = tail;
                break;
            }
            if (*known || (next.x == here.x && next.y == here.y) || has_actor(next) ||
                !world_cell_is_open(world, map, next))
                continue;
            *known = way ? way : (uint8_t)(1u + sides[i]);
            queue[tail++] = next;
        }
    }
    arena_free(scratch);
    return found;
}

/* Holds a direction until the middle of the next cell; gives up when something is there. */
static void walk_cell(const Device *device, uint32_t direction)
{
    const Grid *grid = &player().world->content->grid;
    const Cell to = grid_step(grid, run_here(&play.run), (Direction)(direction - 1));
    const Spot middle = grid_centre(grid, to);
    int64_t min = INT64_MAX;
    for (uint32_t blocked = 0; blocked < 20;) {
        const Spot at = context_actor(player())->at;
        const int64_t x = llabs((int64_t)middle.x * SUB - at.x),
                      y = llabs((int64_t)middle.y * SUB - at.y), far = x + y;
        const Cell here = run_here(&play.run);
        if ((here.x == to.x && here.y == to.y && (far < 3 * SUB || far >= min)) ||
            screen()->screen != SCREEN_GAME)
            break;
        blocked = far < min ? 0 : blocked + 1;
        min = far < min ? far : min;
        device->walk(direction);
    }
    device->walk(0);
}

static Target target_of(const Value *thing)
{
    Target target;
    assert_true(target_find(&play.run, thing, &target));
    return target;
}

static uint32_t direction_to(Cell cell)
{
    for (uint32_t i = 0; i < 4; i++) {
        const Cell next =
            grid_step(&player().world->content->grid, run_here(&play.run), (Direction)sides[i]);
        if (next.x == cell.x && next.y == cell.y)
            return 1u + sides[i];
    }
    return 0;
}

/* Walks beside it and turns to it. */
static void approach(const Device *device, const Value *thing)
{
    for (uint32_t tries = 0; tries < 400; tries++) {
        const Target target = target_of(thing);
        const uint32_t facing = direction_to(target.cell);
        if (facing && context_actor(player())->direction == facing - 1)
            return;
        const uint32_t way = facing ? facing : way_to(target.cell, true);
        if (!way)
            ticks(5); /* somebody is in the way */
        else if (facing)
            device->walk(way), device->walk(0);
        else
            walk_cell(device, way);
    }
    fail_msg("%s: no way to %.*s", device->name, (int)thing->word.size, thing->word.at);
}

static void meet_by_walking(const Device *device, const Value *thing)
{
    approach(device, thing);
    device->confirm();
}

/* ---- the devices ---- */

static const Device keyboard, gamepad, mouse, touch;

static void key_meet(const Value *thing) { meet_by_walking(&keyboard, thing); }
static void pad_meet(const Value *thing) { meet_by_walking(&gamepad, thing); }

static void mouse_row(uint32_t row) { point_row(row, mouse_point, mouse_wheel); }
static void mouse_more(uint32_t row) { point_area(HIT_MORE, row, mouse_point); }

static void mouse_cancel(void)
{
    send((SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT}});
    tick();
    send((SDL_Event){.button = {.type = SDL_MOUSEBUTTONUP, .button = SDL_BUTTON_RIGHT}});
    tick();
}

/* On a free part of the screen. */
static void mouse_confirm(void) { tap(mouse_point, (Spot){WIDTH / 2, HEIGHT / 2}); }

static void mouse_meet(const Value *thing)
{
    Cell last = {-1, -1};
    for (uint32_t i = 0; i < PATIENCE && screen()->screen == SCREEN_GAME; i++) {
        Target target;
        if (!target_find(&play.run, thing, &target)) /* it was killed */
            return;
        const bool idle = !player().player->path_count && !player().player->seeking;
        Spot at;
        if (!idle && last.x == target.cell.x && last.y == target.cell.y) {
            tick();
            continue;
        }
        last = target.cell;
        if (find_cell(target.cell, &at)) {
            tap(mouse_point, at);
        } else { /* not on the screen: to the last cell towards it that is */
            const Cell here = run_here(&play.run);
            Cell on = here;
            for (int32_t part = 16; part > 0; part--) {
                on = (Cell){here.x + (target.cell.x - here.x) * part / 16,
                            here.y + (target.cell.y - here.y) * part / 16};
                if (find_cell(on, &at) &&
                    world_cell_is_open(player().world, context_actor(player())->map, on))
                    break;
            }
            tap(mouse_point, at);
            last = (Cell){-1, -1};
            for (uint32_t wait = 0; wait < PATIENCE && player().player->path_count; wait++)
                tick();
        }
    }
}

static void finger_walk(uint32_t direction)
{
    static bool down;
    Spot at;
    if (down)
        finger_point(0, 0, false);
    down = false;
    if (direction) {
        assert_true(find_area(HIT_DIRECTION, direction - 1, &at));
        finger_point(at.x, at.y, true);
        down = true;
    }
    tick();
}

static void finger_row(uint32_t row) { point_row(row, finger_point, finger_scroll); }
static void finger_more(uint32_t row) { point_area(HIT_MORE, row, finger_point); }

static void finger_confirm(void)
{
    if (screen()->screen == SCREEN_GAME && !in_menu())
        point_area(HIT_BUTTONS, BUTTON_CONFIRM, finger_point);
    else
        tap(finger_point, (Spot){WIDTH / 2, HEIGHT / 2});
}

static void finger_cancel(void) { point_area(HIT_BUTTONS, BUTTON_CANCEL, finger_point); }
static void finger_pause(void) { point_area(HIT_BUTTONS, BUTTON_PAUSE, finger_point); }
static void finger_attack(void) { point_area(HIT_ACTION, 1, finger_point); }
static void finger_meet(const Value *thing) { meet_by_walking(&touch, thing); }

static const Device keyboard = {"keyboard", key_walk,   key_confirm, key_cancel, key_row,
                                key_more,   key_attack, key_meet,    key_pause};
static const Device gamepad = {"gamepad", pad_walk,   pad_confirm, pad_cancel, pad_row,
                               pad_more,  pad_attack, pad_meet,    pad_pause};
static const Device mouse = {"mouse",    NULL, mouse_confirm, mouse_cancel, mouse_row,
                             mouse_more, NULL, mouse_meet,    mouse_cancel};
static const Device touch = {"touch",       finger_walk, finger_confirm,
                             finger_cancel, finger_row,  finger_more,
                             finger_attack, finger_meet, finger_pause};

/* ---- the story ---- */

static Value thing(ScriptKind kind, const char *name)
{
    Value value = {.given = true, .reference = kind, .word = text_of(name)};
    assert_true(play.names->index(play.names->context, kind, value.word, &value.index));
    return value;
}

static void wait_for(const Device *device, uint32_t wanted)
{
    for (uint32_t i = 0; i < PATIENCE && screen()->screen != wanted; i++)
        tick();
    if (screen()->screen != wanted)
        fail_msg("%s: screen %u, wanted %u", device->name, screen()->screen, wanted);
}

/* The row of the open screen whose text contains these words. */
static uint32_t row_with(const Device *device, const char *words)
{
    for (uint32_t i = 0; i < screen()->option_count; i++)
        if (text_within(screen_option(&play.run, i), text_of(words)))
            return i;
    fail_msg("%s: no row '%s' on screen %u", device->name, words, screen()->screen);
    return 0;
}

static void choose(const Device *device, const char *words)
{
    device->row(row_with(device, words));
}

static int32_t number_of(const char *object)
{
    return world_count(player(), thing(SCRIPT_OBJECT, object).index);
}

/* Runs code as an event handler of the player does. */
static void prepare(const char *code)
{
    ScriptCode out;
    const ScriptSource source = script_source(text_of(code));
    Kit *kit = play.fixture->kit;
    if (!script_compile(&source, play.names, NULL, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_int_not_equal(
        world_run(player(), out.bytes, ENTITY_NONE, ENTITY_PLAYER, &kit->report), 0);
    tick();
}

static void begin_game(const Device *device)
{
    wait_for(device, SCREEN_MENU);
    choose(device, "new game");
    wait_for(device, SCREEN_CREATE);
    const uint32_t calling = row_with(device, "Calling:");
    for (uint32_t i = 0;
         i < 8 && !text_within(screen_option(&play.run, calling), TEXT("Fighter")); i++)
        device->more(calling);
    assert_true(text_within(screen_option(&play.run, calling), TEXT("Fighter")));
    choose(device, "begin");
    for (uint32_t i = 0; i < 5 && in_menu(); i++) /* points are left: yes */
        device->row(0);
    for (uint32_t i = 0; i < 40 && screen()->screen == SCREEN_CUTSCENE; i++)
        device->confirm();
    wait_for(device, SCREEN_GAME);
    ticks(30);
}

/* Until the dialog has its answers, and the one with these words can be chosen. */
static void answer(const Device *device, const char *words)
{
    wait_for(device, SCREEN_DIALOG);
    for (uint32_t i = 0;
         i < 20 && render_text_pending(play.window.host.session->renderer, player()); i++)
        device->confirm();
    choose(device, words);
}

static void trade(const Device *device)
{
    prepare("give(penny,20)");
    const Value goban = thing(SCRIPT_NPC, "goban");
    device->meet(&goban);
    answer(device, "show it");
    wait_for(device, SCREEN_MARKET);
    const int32_t before = number_of("penny");
    choose(device, "ebble");
    assert_int_equal(number_of("pebble"), 1);
    assert_true(number_of("penny") < before);
    for (uint32_t i = 0; i < screen()->option_count; i++) /* the player's own */
        if (screen()->options[i] & OPTION_SELL &&
            text_within(screen_option(&play.run, i), TEXT("ebble"))) {
            device->row(i);
            break;
        }
    assert_int_equal(number_of("pebble"), 0);
    device->cancel();
    wait_for(device, SCREEN_GAME);
}

static void craft(const Device *device)
{
    const int32_t swords = number_of("sword"); /* fighters have one */
    prepare("give(fang,2)");
    const Value goban = thing(SCRIPT_NPC, "goban");
    device->meet(&goban);
    answer(device, "forge");
    wait_for(device, SCREEN_CRAFT);
    choose(device, "sword");
    for (uint32_t i = 0; i < 3 && number_of("sword") == swords; i++)
        device->confirm();
    assert_int_equal(number_of("sword"), swords + 1);
    assert_int_equal(number_of("fang"), 0);
    device->cancel();
    wait_for(device, SCREEN_GAME);
}

static void fight(const Device *device)
{
    const Cell here = run_here(&play.run);
    char code[100];
    const Value slime = thing(SCRIPT_NPC, "slime");
    snprintf(code, sizeof code, "npc(town,%d,%d,slime)", here.x + 2, here.y + 1);
    prepare(code);
    Target target;
    for (uint32_t i = 0; i < 60 && target_find(&play.run, &slime, &target); i++) {
        if (device->attack) {
            approach(device, &slime);
            device->attack();
        } else {
            device->meet(&slime);
        }
        ticks(20);
    }
    assert_false(target_find(&play.run, &slime, &target));
}

static void save_and_load(const Device *device)
{
    const uint32_t files = (uint32_t)play.fixture->memory.whole;
    const Spot at = context_actor(player())->at;
    const int32_t pennies = number_of("penny");
    device->pause();
    wait_for(device, SCREEN_PAUSE);
    choose(device, "save");
    tick();
    assert_true(in_menu());
    device->row(0); /* a new slot */
    ticks(60);
    assert_true(play.fixture->memory.whole > files);
    if (in_menu())
        device->cancel();
    if (screen()->screen == SCREEN_PAUSE)
        choose(device, "resume");
    wait_for(device, SCREEN_GAME);
    prepare("give(penny,100) location(town,32,35,so)");
    device->pause();
    wait_for(device, SCREEN_PAUSE);
    choose(device, "load");
    tick();
    assert_true(in_menu());
    const Menus *menus = play.window.host.app.menus;
    uint32_t slot = 0;
    while (slot < menus->slot_count && menus->slots[slot].fixed) /* not an autosave */
        slot++;
    assert_true(slot < menus->slot_count);
    device->row(slot);
    ticks(60);
    for (uint32_t i = 0; i < 3 && in_menu(); i++)
        device->confirm();
    ticks(60);
    assert_int_equal(screen()->screen, SCREEN_GAME);
    assert_int_equal(number_of("penny"), pennies);
    assert_memory_equal(&context_actor(player())->at, &at, sizeof at);
}

static void open_game(Fixture *fixture, const Device *device)
{
    Kit *kit = fixture->kit;
    assert_true(
        project_load_files("examples/segais", &fixture->files, kit->arena, &kit->report));
    fixture->options.skip_menu = fixture->options.author = false;
    const Bytes game = build(fixture);
    fixture_begin(fixture, game);
    play = (Play){.fixture = fixture};
    Window *window = &play.window;
    window->host.session = &fixture->session;
    window->host.app = fixture->app;
    window->host.system = &window_system;
    window->host.context = window;
    window->host.keys =
        keys_new(&window->host.app.bindings, &window->host.app.settings, &window_key_names);
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0");
    assert_int_equal(SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER), 0);
    window->window = SDL_CreateWindow("test", 0, 0, WIDTH, HEIGHT, 0);
    window->presenter.screen = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    assert_non_null(window->presenter.screen);
    host_fit(&window->host);
    play.names = names_of(fixture->session.game, kit->arena, &kit->report);
    Scenarios *scenarios = ARENA_ALLOC(kit->arena, Scenarios, 1);
    scenarios->names = play.names;
    play.run = (Run){.scenarios = scenarios,
                     .world = fixture->session.world,
                     .scratch = kit->arena,
                     .results = kit->arena};
    if (device != &gamepad)
        return;
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                          .naxes = SDL_CONTROLLER_AXIS_MAX,
                                          .nbuttons = 15,
                                          .vendor_id = 0x045E,
                                          .product_id = 0x02EA,
                                          .name = "virtual gamepad"};
    play.index = SDL_JoystickAttachVirtualEx(&desc);
    tick();
    assert_non_null(window->pad);
    play.stick = SDL_GameControllerGetJoystick(window->pad);
}

static void close_game(void)
{
    Window *window = &play.window;
    if (window->pad)
        SDL_GameControllerClose(window->pad);
    presenter_close(&window->presenter);
    SDL_DestroyRenderer(window->presenter.screen);
    SDL_DestroyWindow(window->window);
    SDL_Quit();
    play.fixture->app = window->host.app;
    fixture_end(play.fixture);
}

static void play_with(Fixture *fixture, const Device *device)
{
    open_game(fixture, device);
    begin_game(device);
    trade(device);
    craft(device);
    fight(device);
    save_and_load(device);
    close_game();
}

static void keyboard_alone_plays_the_game(void **state) { play_with(*state, &keyboard); }
static void gamepad_alone_plays_the_game(void **state) { play_with(*state, &gamepad); }
static void mouse_alone_plays_the_game(void **state) { play_with(*state, &mouse); }
static void fingers_alone_play_the_game(void **state) { play_with(*state, &touch); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(keyboard_alone_plays_the_game),
        TEST(gamepad_alone_plays_the_game),
        TEST(mouse_alone_plays_the_game),
        TEST(fingers_alone_play_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
