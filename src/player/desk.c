#include "player/desk_parts.h"
#include "player/online.h"

#include "base/text.h"

#include <stdio.h>

enum { WALK_AGAIN = 6 };

/* ---- settings ---- */

static void read_settings(Desk *desk)
{
    Bytes file;
    settings_default(&desk->settings);
    bindings_default(&desk->bindings);
    if (desk->disk &&
        desk->disk->read(desk->disk->context, "settings", &file, desk->session->arena))
        settings_read(&desk->settings, &desk->bindings, text_of_bytes(file),
                      desk->session->arena, desk->report);
}

static void write_settings(Desk *desk)
{
    Arena *scratch = arena_new();
    Writer out = writer_to(scratch);
    settings_write(&desk->settings, &desk->bindings, &out);
    if (desk->disk)
        desk->disk->write(desk->disk->context, "settings", writer_bytes(&out));
    arena_free(scratch);
}

/* The language that was chosen last; the game may not have it. */
static void speak_as_before(Desk *desk)
{
    const TngFile *game = desk->session->game;
    for (size_t i = 0; desk->settings.language[0] && i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        if (!memcmp(language->code, desk->settings.language, 2)) {
            session_speak(desk->session, i);
            desk->wishes |= DESK_LANGUAGE;
        }
    }
}

/* A saved game on its way to the disk has texts of the world that it is cut loose from. */
static void wait_for_saves(void *context) { saves_wait(context); }

bool desk_open(Desk *desk, Session *session, const PlayerDisk *disk, Report *report)
{
    *desk = (Desk){.session = session,
                   .disk = disk,
                   .saves = saves_new(disk, session),
                   .letters = letters_new(),
                   .quiet = session->replaying,
                   .speed = 1,
                   .report = report};
    read_settings(desk);
    desk->front = front_new(&desk->settings, &desk->bindings, session->arena);
    if (!desk->quiet && !session->options->language_given)
        speak_as_before(desk);
    session->leaving = wait_for_saves;
    session->leaving_context = &desk->saves;
    desk_list_saves(desk, true);
    desk->loads = session->loads;
    desk->wishes |= DESK_SETTINGS;
    front_console(desk->front, &desk->console);
    if (session->options->server)
        desk->online = online_open(desk, session->options->server, report);
    return !session->options->server || desk->online;
}

void desk_fullscreen(Desk *desk)
{
    setting_adjust(&desk->settings, SETTING_fullscreen, 1);
    write_settings(desk);
}

void desk_size(Desk *desk, uint32_t w, uint32_t h)
{
    desk->settings.window_w = w;
    desk->settings.window_h = h;
    desk->resized = true;
}

void desk_close(Desk *desk)
{
    if (desk->resized)
        write_settings(desk);
    if (desk->online)
        online_close(desk->online);
    desk->session->leaving = NULL;
    front_free(desk->front);
    saves_free(&desk->saves);
    letters_free(&desk->letters);
}

/* ---- what the pages wish ---- */

static void choose_language(Desk *desk, size_t language)
{
    const TngSection *section = tng_language(desk->session->game, language);
    if (!section)
        return;
    session_speak(desk->session, language);
    memcpy(desk->settings.language, ((const TngLanguage *)section->record)->code, 2);
    desk->wishes |= DESK_LANGUAGE;
    write_settings(desk);
    desk_list_saves(desk, true);
}

static void serve(Desk *desk, const FrontRequest *request)
{
    if (desk->online && online_serve(desk->online, request))
        return;
    switch (request->wish) {
    case WISH_SETTINGS:
        desk->wishes |= DESK_SETTINGS;
        write_settings(desk);
        break;
    case WISH_LANGUAGE:
        choose_language(desk, (size_t)request->number);
        break;
    case WISH_LOAD:
        desk_load_slot(desk, request->number);
        break;
    case WISH_SAVE:
        desk_save_slot(desk, request->number);
        break;
    case WISH_DELETE:
        desk_remove_slot(desk, request->number);
        break;
    case WISH_SAY:
        desk->pressed.text = arena_text(desk->session->arena, text_of(request->text)).at;
        break;
    case WISH_BEGIN:
        desk->sure = true;
        desk->pressed.option = (uint32_t)request->number;
        break;
    case WISH_LEAVE:
        desk->wishes |= DESK_LEAVE;
        break;
    default:
        break;
    }
}

/* ---- what the world wishes ---- */

static void serve_effect(Desk *desk, const Effect *effect)
{
    const World *world = desk->session->world;
    switch (effect->kind) {
    case EFFECT_EXIT: /* else it saves by itself: desk_leave */
        if (world->me->started && desk->disk && !desk->online &&
            !desk->settings.values[SETTING_autosave])
            front_ask(desk->front, WORD_LOSE, (FrontRequest){.wish = WISH_LEAVE});
        else
            desk->wishes |= DESK_LEAVE;
        break;
    case EFFECT_CONTINUE:
        desk_list_saves(desk, false);
        desk_load_slot(desk, saves_latest(&desk->saves));
        break;
    case EFFECT_LOAD:
        desk_open_slots(desk, FRONT_LOAD);
        break;
    case EFFECT_SAVE:
        desk_open_slots(desk, FRONT_SAVE);
        break;
    case EFFECT_OPTIONS:
        front_open(desk->front, FRONT_OPTIONS);
        break;
    case EFFECT_LANGUAGES:
        front_open(desk->front, FRONT_LANGUAGE);
        break;
    case EFFECT_WEBSITE:
        if (desk->disk)
            desk->disk->open_address(
                desk->disk->context,
                arena_text(desk->session->arena, tng_string(desk->session->game, effect->name))
                    .at);
        break;
    case EFFECT_TYPE:
        front_type(desk->front, desk_word(desk, WORD_NAME), text_of(world->me->name),
                   NAME_SIZE);
        break;
    case EFFECT_AUTOSAVE:
        desk_autosave(desk);
        break;
    default:
        break;
    }
}

static void serve_effects(Desk *desk)
{
    size_t count;
    Effect effects[EFFECTS_MOST]; /* a loading replaces the world that they are in */
    const Effect *now = world_effects(desk->session->world, &count);
    memcpy(effects, now, count * sizeof *effects);
    for (size_t i = 0; i < count && !desk->quiet; i++)
        serve_effect(desk, &effects[i]);
    for (size_t i = 0; i < count && desk->quiet; i++)
        if (effects[i].kind == EFFECT_EXIT)
            desk->wishes |= DESK_LEAVE;
}

/* ---- input ---- */

bool desk_waits(const Desk *desk) { return front_page(desk->front) != FRONT_NONE; }

bool desk_on_map(const Desk *desk)
{
    return !desk_waits(desk) && !desk->console.open &&
           desk->session->world->me->screen.screen == SCREEN_GAME;
}

bool desk_key(Desk *desk, bool pad, const char *name)
{
    if (!front_wants_key(desk->front))
        return false;
    front_key(desk->front, pad, name);
    return true;
}

/* What is none of the world's business. True if it was that. */
static bool own_action(Desk *desk, Action action)
{
    const World *world = desk->session->world;
    const bool free = !desk_waits(desk) && !desk->quiet, alone = free && !desk->online;
    switch (action) {
    case ACTION_say:
        if (free && world->me->started && world->me->screen.screen == SCREEN_GAME)
            front_type(desk->front, desk_word(desk, WORD_SAY), TEXT(""), CHAT_SIZE);
        return true;
    case ACTION_history:
        if (free)
            front_open(desk->front, FRONT_HISTORY);
        return true;
    case ACTION_quick_save:
        desk->quick |= alone;
        return true;
    case ACTION_quick_load:
        desk_quick_save(desk);
        desk_list_saves(desk, false);
        if (alone && saves_find(&desk->saves, SLOT_QUICK) >= 0)
            desk_load(desk, SLOT_QUICK);
        return true;
    case ACTION_screenshot:
        desk->wishes |= DESK_SCREENSHOT;
        return true;
    case ACTION_fullscreen:
        desk->wishes |= DESK_FULLSCREEN;
        return true;
    default:
        return false;
    }
}

/* What an action is as input that is pressed. */
static void press(WorldInput *input, Action action)
{
    static const uint16_t buttons[ACTIONS] = {[ACTION_up] = BUTTON_UP,
                                              [ACTION_down] = BUTTON_DOWN,
                                              [ACTION_left] = BUTTON_LEFT,
                                              [ACTION_right] = BUTTON_RIGHT,
                                              [ACTION_confirm] = BUTTON_CONFIRM,
                                              [ACTION_cancel] = BUTTON_CANCEL,
                                              [ACTION_pause] = BUTTON_PAUSE,
                                              [ACTION_inventory] = BUTTON_INVENTORY,
                                              [ACTION_stats] = BUTTON_STATS,
                                              [ACTION_skills] = BUTTON_SKILLS,
                                              [ACTION_quests] = BUTTON_QUESTS,
                                              [ACTION_next] = BUTTON_NEXT,
                                              [ACTION_previous] = BUTTON_PREVIOUS,
                                              [ACTION_drop] = BUTTON_DROP};
    if (action >= ACTION_action1 && action <= ACTION_action9)
        input->action = 1u + (uint32_t)(action - ACTION_action1);
    else if (action >= ACTION_belt1 && action <= ACTION_belt9)
        input->belt = 1u + (uint32_t)(action - ACTION_belt1);
    else
        input->buttons |= buttons[action];
}

void desk_action(Desk *desk, Action action, bool again)
{
    if (desk->console.open) {
        desk_console(desk, action);
        return;
    }
    const bool screen =
        desk_waits(desk) || desk->session->world->me->screen.screen != SCREEN_GAME;
    const bool moves = action >= ACTION_up && action <= ACTION_right;
    if (again && !(screen && moves))
        return;
    if (!own_action(desk, action))
        press(&desk->pressed, action);
}

bool desk_click(Desk *desk, int32_t x, int32_t y, bool held)
{
    WorldInput picked = {0};
    const Session *session = desk->session;
    if (desk_waits(desk))
        return !held && front_pick(desk->front, session->renderer, x, y, &desk->pressed);
    if (!render_pick(session->renderer, session->world, x, y, &picked))
        return false;
    if (!held && desk->online && online_meet(desk->online, &picked))
        return true;
    if (held) { /* only walking goes on */
        desk->pressed.direction = picked.direction;
        if (picked.go && session->frames % WALK_AGAIN == 0) {
            desk->pressed.go = 1;
            desk->pressed.target_x = picked.target_x;
            desk->pressed.target_y = picked.target_y;
        }
        return true;
    }
    picked.buttons |= desk->pressed.buttons;
    desk->pressed = picked;
    return true;
}

void desk_hover(Desk *desk, int32_t x, int32_t y)
{
    const Session *session = desk->session;
    if (desk_waits(desk))
        front_hover(desk->front, session->renderer, x, y, &desk->pressed);
    else
        render_hover(session->renderer, session->world, x, y, &desk->pressed);
}

/* ---- ticks ---- */

void desk_read(Desk *desk, const char *text)
{
    if (!desk->settings.values[SETTING_read_aloud])
        return;
    snprintf(desk->read, sizeof desk->read, "%s", text);
    if (!desk->disk || !desk->disk->speak(desk->disk->context, desk->read))
        desk->wishes |= DESK_CLIPBOARD;
}

/* What the last frame was about, once. */
static void read_focus(Desk *desk)
{
    const char *focus = render_focus(desk->session->renderer);
    if (!focus[0] || !strcmp(focus, desk->focus))
        return;
    snprintf(desk->focus, sizeof desk->focus, "%s", focus);
    desk_read(desk, desk->focus);
}

/* The first press shows all of a dialog's words, the next one goes on; or time does. */
static void read_dialog(Desk *desk, WorldInput *input)
{
    Session *session = desk->session;
    const World *world = session->world;
    const bool pending = render_text_pending(session->renderer, world);
    const uint32_t wait =
        (uint32_t)desk->settings.values[SETTING_auto_advance] * world->content->rate;
    desk->idle = pending || world->me->screen.screen != SCREEN_DIALOG ? 0 : desk->idle + 1;
    if (pending && input->buttons & BUTTON_CONFIRM) {
        input->buttons &= ~(uint32_t)BUTTON_CONFIRM;
        render_text_finish(session->renderer, world);
        session->drawn = false;
    } else if (wait && desk->idle > wait && !world->me->screen.option_count) {
        input->buttons |= BUTTON_CONFIRM;
    }
}

/* 1 + the row by which the input begins the game; 0 if it does not. */
static uint32_t row_to_begin(const ScreenState *screen, const WorldInput *input)
{
    const bool confirms = input->buttons & BUTTON_CONFIRM;
    const uint32_t row = input->option ? input->option : confirms ? screen->selected + 1 : 0;
    const bool begins = row && row <= screen->option_count && !input->adjust &&
                        screen->options[row - 1] == OPTION_DONE;
    return begins ? row : 0;
}

/* Points that are left can never be given any more: whoever begins like that is asked. */
static void ask_about_points(Desk *desk, WorldInput *input)
{
    const World *world = desk->session->world;
    const bool asks =
        !desk->sure && !desk->quiet && render_has_points(world) && world_points_left(world) > 0;
    const uint32_t row = asks ? row_to_begin(&world->me->screen, input) : 0;
    desk->sure = false;
    if (!row)
        return;
    input->option = 0;
    input->buttons &= ~(uint32_t)BUTTON_CONFIRM;
    front_ask(desk->front, WORD_POINTS_LEFT,
              (FrontRequest){.wish = WISH_BEGIN, .number = (int32_t)row});
}

static bool tick_front(Desk *desk)
{
    FrontRequest request;
    front_input(desk->front, &desk->pressed);
    desk->pressed = (WorldInput){.text = desk->pressed.text};
    while (front_request(desk->front, &request))
        serve(desk, &request);
    desk->session->drawn = false;
    if (!desk->online || !online_is_inside(desk->online))
        return false;
    /* There time does not stand still. */
    session_tick(desk->session, &(WorldInput){.offers = desk->offers});
    serve_effects(desk);
    return true;
}

static void note_loads(Desk *desk)
{
    if (desk->loads != desk->session->loads) /* a name may stand in the saved game */
        letters_note(&desk->letters, desk->session, text_of(desk->session->world->me->name));
    if (desk->loads != desk->session->loads)
        desk->wishes |= DESK_LOADED | DESK_SETTINGS;
    desk->loads = desk->session->loads;
}

bool desk_tick(Desk *desk, uint32_t direction)
{
    Session *session = desk->session;
    read_focus(desk);
    desk_note_saved(desk);
    if (desk->online)
        online_turn(desk->online);
    if (desk->console.open) /* its keys are no steps */
        direction = 0;
    desk->rush -= desk->rush > 0;
    if (desk_waits(desk)) {
        desk_quick_save(desk); /* before another game is loaded */
        const bool ticked = tick_front(desk);
        desk_show_over(desk);
        note_loads(desk);
        return ticked;
    }
    WorldInput input = desk->pressed;
    input.direction = direction ? direction : desk->pressed.direction;
    input.offers = desk->offers;
    desk->pressed = (WorldInput){0};
    read_dialog(desk, &input);
    ask_about_points(desk, &input);
    if (desk->online && online_meet(desk->online, &input))
        input.buttons &= ~(uint32_t)BUTTON_CONFIRM;
    session_tick(session, &input);
    front_note(desk->front, session->world);
    if (!session->world->me->started) /* the next game is another play-through */
        desk->auto_slot[0] = 0;
    serve_effects(desk);
    desk_quick_save(desk);
    desk_keep_emergency(desk);
    desk_show_over(desk);
    note_loads(desk);
    return true;
}
