/* Parts, in order: settings; requests of menu pages; effects of the world that concern the
 * program (exit, load, save); ticks. app_tick is the entry of each tick: it passes the input
 * (app_input.c) to the open menu page, or through session_tick to the world. Saved games:
 * app_saves.c; overlays and the console: app_author.c. */
#include "player/app_internal.h"
#include "player/menus/keyboard.h"
#include "player/online.h"

#include <stdio.h>

/* ---- settings ---- */

/* The defaults come first: a file lists only what it knows, and may be missing. */
static void read_settings(PlayerApp *app)
{
    Bytes file;
    settings_default(&app->settings);
    bindings_default(&app->bindings);
    if (app->disk &&
        app->disk->read(app->disk->context, "settings", &file, app->session->arena))
        settings_read(&app->settings, &app->bindings, text_of_bytes(file), app->session->arena,
                      app->report);
}

/* An error is not reported to the player: settings are written at many occasions. */
void app_write_settings(PlayerApp *app)
{
    Arena *scratch = arena_new();
    Writer out = writer_to(scratch);
    settings_write(&app->settings, &app->bindings, &out);
    if (app->disk)
        app->disk->write(app->disk->context, "settings", writer_bytes(&out));
    arena_free(scratch);
}

/* Restores the language of the settings, if the game has it. */
static void restore_language(PlayerApp *app)
{
    const TngFile *game = app->session->game;
    for (size_t i = 0; app->settings.language[0] && i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        if (!memcmp(language->code, app->settings.language, 2)) {
            session_set_language(app->session, i);
            app->requests_pending |= WINDOW_REQUEST_LANGUAGE;
        }
    }
}

/* A background save refers to texts of the world. */
static void wait_for_saves(void *context) { saves_wait(context); }

/* The order matters: the language of the settings changes texts of the saves' list, which is
 * made last; `loads` is noted so that the first world is not reported as a loaded one. */
bool app_open(PlayerApp *app, Session *session, const PlayerDisk *disk, Report *report)
{
    *app = (PlayerApp){.session = session,
                       .disk = disk,
                       .saves = saves_new(disk, session),
                       .letters = letters_new(),
                       .quiet = session->replaying,
                       .speed = 1,
                       .report = report};
    const PlayerOptions *options = session->options;
    if (options->author && !options->debug && !options->observer && !options->server)
        session_keep_history(session);
    app->speech = speech_new();
    read_settings(app);
    app->settings.values[SETTING_read_aloud] |= options->read_aloud;
    app->settings.values[SETTING_one_switch] |= options->one_switch;
    app->menus = menus_new(&app->settings, &app->bindings, session->arena);
    if (!app->quiet && !session->options->language_given)
        restore_language(app);
    session->leaving = wait_for_saves;
    session->leaving_context = &app->saves;
    app_list_saves(app, true);
    app->loads = session->loads;
    letters_note_game(&app->letters, session);
    app->requests_pending |= WINDOW_REQUEST_SETTINGS;
    menus_console(app->menus, &app->console);
    if (session->options->server)
        app->online = online_open(app, session->options->server, report);
    return !session->options->server || app->online;
}

void app_fullscreen(PlayerApp *app)
{
    setting_adjust(&app->settings, SETTING_fullscreen, 1);
    app_write_settings(app);
}

void app_size(PlayerApp *app, uint32_t w, uint32_t h)
{
    app->settings.window_w = w;
    app->settings.window_h = h;
    app->resized = true;
}

/* The session outlives the app, so that its callback into `saves` is cleared before they are
 * freed. */
void app_close(PlayerApp *app)
{
    if (app->resized)
        app_write_settings(app);
    if (app->online)
        online_close(app->online);
    app->session->leaving = NULL;
    menus_free(app->menus);
    saves_free(&app->saves);
    letters_free(&app->letters);
    speech_free(&app->speech);
}

/* ---- requests of pages ---- */

/* Titles of saved games are in the language, too: the list is made again. */
static void choose_language(PlayerApp *app, size_t language)
{
    const TngSection *section = tng_language(app->session->game, language);
    if (!section)
        return;
    session_set_language(app->session, language);
    memcpy(app->settings.language, ((const TngLanguage *)section->record)->code, 2);
    app->requests_pending |= WINDOW_REQUEST_LANGUAGE;
    letters_note_game(&app->letters, app->session);
    app_write_settings(app);
    app_list_saves(app, true);
}

/* Requests that concern the server are taken by `online` first, because the same pages (chat,
 * accounts) exist without it. */
static void handle_request(PlayerApp *app, const MenuRequest *request)
{
    if (app->online && online_handle_request(app->online, request))
        return;
    switch (request->kind) {
    case MENU_REQUEST_OPTIONS:
        app->requests_pending |= WINDOW_REQUEST_SETTINGS;
        app_write_settings(app);
        break;
    case MENU_REQUEST_LANGUAGE:
        choose_language(app, (size_t)request->number);
        break;
    case MENU_REQUEST_LOAD:
        app_load_slot(app, request->number);
        break;
    case MENU_REQUEST_SAVE:
        app_save_slot(app, request->number);
        break;
    case MENU_REQUEST_DELETE:
        app_remove_slot(app, request->number);
        break;
    case MENU_REQUEST_CHAT:
        app->pressed.text = arena_text(app->session->arena, text_of(request->text)).at;
        break;
    case MENU_REQUEST_BEGIN:
        app->sure = true;
        app->pressed.option = (uint32_t)request->number;
        break;
    case MENU_REQUEST_OPEN:
        if (app->disk)
            app->disk->open_address(app->disk->context, request->text);
        break;
    case MENU_REQUEST_QUIT:
        app->requests_pending |= WINDOW_REQUEST_LEAVE;
        break;
    default:
        break;
    }
}

/* ---- effects of the world ---- */

/* The keyboard on the screen may have characters that the game's fonts do not have. */
void app_type_line(PlayerApp *app, Word title, Text text, size_t capacity)
{
    Arena *scratch = arena_new();
    letters_note(&app->letters, app->session,
                 keyboard_characters(app->session->world->content->code, scratch));
    arena_free(scratch);
    menus_type(app->menus, app_word(app, title), text, capacity);
}

static void handle_effect(PlayerApp *app, const Effect *effect)
{
    World *world = app->session->world;
    const PlayerContext ctx = local_context(world);
    switch (effect->kind) {
    case EFFECT_EXIT: /* otherwise app_leave saves */
        if (ctx.player->started && app->disk && !app->online &&
            !app->settings.values[SETTING_autosave])
            menus_ask(app->menus, WORD_LOSE, (MenuRequest){.kind = MENU_REQUEST_QUIT});
        else
            app->requests_pending |= WINDOW_REQUEST_LEAVE;
        break;
    case EFFECT_CONTINUE:
        app_list_saves(app, false);
        app_load_slot(app, saves_latest(&app->saves));
        break;
    case EFFECT_LOAD:
        app_open_slots(app, MENU_LOAD);
        break;
    case EFFECT_SAVE:
        app_open_slots(app, MENU_SAVE);
        break;
    case EFFECT_OPTIONS:
        menus_open(app->menus, MENU_OPTIONS);
        break;
    case EFFECT_LANGUAGES:
        menus_open(app->menus, MENU_LANGUAGE);
        break;
    case EFFECT_WEBSITE:
        if (app->disk)
            app->disk->open_address(
                app->disk->context,
                arena_text(app->session->arena, tng_string(app->session->game, effect->name))
                    .at);
        break;
    case EFFECT_TYPE:
        app_type_line(app, WORD_NAME, text_of(ctx.player->name), NAME_SIZE);
        break;
    case EFFECT_AUTOSAVE:
        app_autosave(app);
        break;
    default:
        break;
    }
}

/* In a replay (`quiet`) only EXIT counts: a page would wait for input that the recording does
 * not have. */
static void handle_effects(PlayerApp *app)
{
    size_t count;
    Effect effects[EFFECTS_MAX]; /* loading replaces the world that owns them */
    const Effect *now = world_effects(local_context(app->session->world), &count);
    memcpy(effects, now, count * sizeof *effects);
    for (size_t i = 0; i < count && !app->quiet; i++)
        handle_effect(app, &effects[i]);
    for (size_t i = 0; i < count && app->quiet; i++)
        if (effects[i].kind == EFFECT_EXIT)
            app->requests_pending |= WINDOW_REQUEST_LEAVE;
}

/* ---- ticks ---- */

/* Reads aloud what is new in the last frame. An empty text ends what is being read. */
static void read_aloud(PlayerApp *app)
{
    const bool enabled = app->settings.values[SETTING_read_aloud];
    if (!enabled && speech_is_empty(&app->speech))
        return;
    if (!enabled) {
        speech_clear(&app->speech);
        app->read[0] = 0;
    } else if (!speech_next(&app->speech, render_describe(app->session->renderer),
                            app->session->world->content->code, app->read)) {
        return;
    }
    if (!app->disk || !app->disk->speak(app->disk->context, app->read))
        app->requests_pending |= WINDOW_REQUEST_CLIPBOARD;
}

/* The first press completes a dialog's text, the next one advances; or time does. */
static void filter_dialog_input(PlayerApp *app, WorldInput *input)
{
    Session *session = app->session;
    World *world = session->world;
    const PlayerContext ctx = local_context(world);
    const bool pending = render_text_pending(session->renderer, ctx);
    const uint32_t wait =
        (uint32_t)app->settings.values[SETTING_auto_advance] * world->content->rate;
    app->idle = pending || ctx.player->screen.screen != SCREEN_DIALOG ? 0 : app->idle + 1;
    if (pending && input->buttons & BUTTON_CONFIRM) {
        input->buttons &= ~(uint32_t)BUTTON_CONFIRM;
        render_text_finish(session->renderer, ctx);
        session->drawn = false;
    } else if (wait && app->idle > wait && !ctx.player->screen.option_count) {
        input->buttons |= BUTTON_CONFIRM;
    }
}

/* 1 + the row by which the input starts the game; 0 if it does not. */
static uint32_t row_to_begin(const ScreenState *screen, const WorldInput *input)
{
    const bool confirms = input->buttons & BUTTON_CONFIRM;
    const uint32_t row = input->option ? input->option : confirms ? screen->selected + 1 : 0;
    const bool begins = row && row <= screen->option_count && !input->adjust &&
                        screen->options[row - 1] == OPTION_DONE;
    return begins ? row : 0;
}

/* Unspent points are lost when the game starts: asks for confirmation. */
static void ask_about_points(PlayerApp *app, WorldInput *input)
{
    World *world = app->session->world;
    const PlayerContext ctx = local_context(world);
    const bool asks =
        !app->sure && !app->quiet && render_has_points(ctx) && world_points_left(ctx) > 0;
    const uint32_t row = asks ? row_to_begin(&ctx.player->screen, input) : 0;
    app->sure = false;
    if (!row)
        return;
    input->option = 0;
    input->buttons &= ~(uint32_t)BUTTON_CONFIRM;
    menus_ask(app->menus, WORD_POINTS_LEFT,
              (MenuRequest){.kind = MENU_REQUEST_BEGIN, .number = (int32_t)row});
}

/* Returns whether the world has ticked: offline, an open page pauses it. */
static bool tick_menus(PlayerApp *app)
{
    MenuRequest request;
    menus_input(app->menus, &app->pressed);
    app->pressed = (WorldInput){.text = app->pressed.text};
    while (menus_request(app->menus, &request))
        handle_request(app, &request);
    app->session->drawn = false;
    if (!app->online || !online_is_inside(app->online))
        return false;
    /* time does not stop on a server */
    session_tick(app->session, &(WorldInput){.offers = app->offers});
    handle_effects(app);
    return true;
}

/* Compares the count of loads, since a load may come from a page, a key, the console or a
 * recording. */
static void note_loads(PlayerApp *app)
{
    if (app->loads != app->session->loads) /* the saved game may have a pending name input */
        letters_note(&app->letters, app->session,
                     text_of(local_context(app->session->world).player->name));
    if (app->loads != app->session->loads) {
        letters_note_game(&app->letters, app->session);
        app->requests_pending |= WINDOW_REQUEST_LOADED | WINDOW_REQUEST_SETTINGS;
    }
    app->loads = app->session->loads;
}

/* The interval is set in milliseconds, but counted in ticks: at least one. */
static void scan(PlayerApp *app)
{
    const int32_t *values = app->settings.values;
    const uint64_t rate = app->session->world->content->rate;
    const bool enabled = values[SETTING_one_switch] && !app->console.open && !app->quiet;
    const uint64_t interval = (uint64_t)values[SETTING_scan_interval] * rate / 1000;
    const uint64_t before = app->scan.where;
    if (enabled)
        menus_keyboard(app->menus, true);
    const ScanTarget old = app->scan.now;
    scan_tick(&app->scan, enabled, interval ? (uint32_t)interval : 1, app->session, app->menus,
              &app->pressed);
    if (old.kind != app->scan.now.kind || old.value != app->scan.now.value ||
        before != app->scan.where)
        app->session->drawn = false;
}

/* One tick in fixed order: overlays and pages first, which pause the world; then input that the
 * dialog and the confirmation take away; then the world; effects and saves of the finished tick
 * last. */
static bool tick(PlayerApp *app, uint32_t direction)
{
    Session *session = app->session;
    read_aloud(app);
    scan(app);
    app_note_saved(app);
    if (app->online)
        online_turn(app->online);
    if (app->console.open) /* its keys do not walk */
        direction = 0;
    app->rush -= app->rush > 0;
    if (app_waits(app)) {
        app_quick_save(app); /* before another game is loaded */
        const bool ticked = tick_menus(app);
        app_show_over(app);
        note_loads(app);
        return ticked;
    }
    if (app->stopped && !app->one_more) {
        app->pressed = (WorldInput){0};
        app->queue_count = 0;
        app_quick_save(app);
        app_show_over(app);
        note_loads(app);
        return false;
    }
    app->one_more = 0;
    WorldInput input = app->pressed;
    input.direction = direction ? direction : app->pressed.direction;
    input.offers = app->offers;
    app->pressed = (WorldInput){0};
    filter_dialog_input(app, &input);
    ask_about_points(app, &input);
    if (app->online && online_meet(app->online, &input))
        input.buttons &= ~(uint32_t)BUTTON_CONFIRM;
    session_tick(session, &input);
    menus_record_dialog(app->menus, local_context(session->world));
    if (!local_context(session->world).player->started) { /* the next game is another one */
        app->auto_slot[0] = 0;
        saves_begin(&app->saves, 0);
    }
    handle_effects(app);
    app_quick_save(app);
    app_keep_emergency(app);
    app_show_over(app);
    note_loads(app);
    return true;
}

/* Returns whether the world has ticked. `direction`: the held one; 0: none. */
bool app_tick(PlayerApp *app, uint32_t direction)
{
    const bool ticked = tick(app, direction);
    app_press_queued(app);
    return ticked;
}
