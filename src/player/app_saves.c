/* Saved games: writing, listing, loading. */
#include "player/app_internal.h"

enum { EMERGENCY_SECONDS = 20 };

void app_note_offers(PlayerApp *app)
{
    const bool saves = app->disk && !app->online; /* otherwise the server saves */
    app->offers = OFFER_OPTIONS | (saves ? OFFER_SAVE : 0) | (app->disk ? OFFER_WEBSITE : 0);
    if (saves && app->saves.count)
        app->offers |= OFFER_LOAD | OFFER_CONTINUE;
    if (tng_language_count(app->session->game) > 1)
        app->offers |= OFFER_LANGUAGES;
}

void app_list_saves(PlayerApp *app, bool again)
{
    saves_list(&app->saves, app->session->world->content->code, again);
    app_note_offers(app);
}

static void show_saved(PlayerApp *app, bool ok)
{
    if (!ok || app->loud)
        menus_notify(app->menus, app->session->world,
                     app_word(app, ok ? WORD_SAVED : WORD_NOT_SAVED));
}

void app_save(PlayerApp *app, const char *name)
{
    if (!app->disk || app->quiet || app->online ||
        !local_context(app->session->world).player->started)
        return;
    if (!name) /* use the next number */
        app_list_saves(app, false);
    app->loud = !name || strncmp(name, SLOT_AUTO, strlen(SLOT_AUTO)) != 0;
    if (!saves_write(&app->saves, name, app->report))
        show_saved(app, false);
    app->offers |= OFFER_LOAD | OFFER_CONTINUE;
}

void app_quick_save(PlayerApp *app)
{
    if (app->quick)
        app_save(app, SLOT_QUICK);
    app->quick = false;
}

/* Reports the outcome of a background save. */
void app_note_saved(PlayerApp *app)
{
    bool ok;
    if (saves_done(&app->saves, &ok))
        show_saved(app, ok);
}

/* Shows what has changed since the save. */
static void show_save_notes(PlayerApp *app, const SaveNotes *notes)
{
    enum { LINES_MAX = 10 };
    Writer out = writer_to(app->session->arena);
    if (!notes->count)
        return;
    write_text(&out, app_word(app, WORD_LATER_GAME));
    for (size_t i = 0; i < notes->count && i < LINES_MAX; i++) {
        write_text(&out, TEXT("\n"));
        write_text(&out, notes->lines[i]);
    }
    if (notes->count > LINES_MAX)
        write_format(&out, "\n... (+%zu)", notes->count - LINES_MAX);
    menus_message(app->menus, writer_text(&out));
}

void app_autosave(PlayerApp *app)
{
    if (!app->settings.values[SETTING_autosave] || !app->disk || app->online)
        return;
    if (!app->auto_slot[0]) {
        app_list_saves(app, false);
        saves_auto_name(&app->saves, app->auto_slot);
    }
    app_save(app, app->auto_slot);
}

/* A game continued from an autosave uses its slot. */
static void note_auto_slot(PlayerApp *app, const char *name)
{
    app->auto_slot[0] = 0;
    if (!strncmp(name, SLOT_AUTO, strlen(SLOT_AUTO)) && strlen(name) < SLOT_NAME)
        memcpy(app->auto_slot, name, strlen(name) + 1);
}

void app_leave(PlayerApp *app)
{
    app_quick_save(app);
    if (local_context(app->session->world).player->started && !session_over(app->session))
        app_autosave(app);
}

static bool load_one(PlayerApp *app, const char *name, bool before, SaveNotes *notes,
                     Report *report)
{
    Bytes bytes;
    SaveSummary summary;
    Arena *scratch = arena_new();
    const bool ok = saves_read(&app->saves, name, before, &bytes, scratch, report) &&
                    session_load(app->session, bytes, notes, report);
    if (ok && save_summary(bytes, &summary, scratch, report))
        saves_begin(&app->saves, summary.created);
    arena_free(scratch);
    return ok;
}

/* Reports a damaged or incompatible save; the previous one may work. */
static bool load_either(PlayerApp *app, const char *name, bool *before, SaveNotes *notes)
{
    Arena *scratch = arena_new();
    Messages messages = {.arena = scratch};
    Report all = report_to(messages_sink, &messages), silent = report_to(NULL, NULL);
    Report first = report_child(&all, app->report->subject);
    *before = !load_one(app, name, false, notes, &first);
    const bool ok = !*before || load_one(app, name, true, notes, &silent);
    if (*before && ok)
        report_warning(app->report, "saves/%s.sav: %.*s; loading the previous save", name,
                       messages.count ? (int)messages.items[0].text.size : 0,
                       messages.count ? messages.items[0].text.at : "");
    else
        messages_replay(&messages, app->report);
    arena_free(scratch);
    return ok;
}

/* Replaces the note of an earlier save, whose time is in the future of the loaded world; but a
 * save that has just failed is reported. */
static void show_loaded(PlayerApp *app)
{
    bool ok = true;
    const bool failed = saves_done(&app->saves, &ok) && !ok;
    menus_notify(app->menus, app->session->world,
                 app_word(app, failed ? WORD_NOT_SAVED : WORD_LOADED));
}

void app_load(PlayerApp *app, const char *name)
{
    SaveNotes notes = {NULL, 0};
    bool before;
    if (load_either(app, name, &before, &notes)) {
        show_loaded(app);
        menus_open(app->menus, MENU_NONE);
        note_auto_slot(app, name);
        app->pressed = (WorldInput){0};
        app->queue_count = 0;
        /* the state when it was saved */
        if (local_context(app->session->world).player->screen.screen == SCREEN_PAUSE)
            app->pressed.buttons = BUTTON_PAUSE;
        show_save_notes(app, &notes);
        if (before)
            menus_message(app->menus, app_word(app, WORD_LOADED_BEFORE));
    } else {
        menus_message(app->menus, app_word(app, WORD_NOT_LOADED));
    }
}

void app_load_slot(PlayerApp *app, int32_t slot)
{
    if (slot >= 0 && (size_t)slot < app->saves.count)
        app_load(app, arena_text(app->session->arena, app->saves.slots[slot].name).at);
}

void app_open_slots(PlayerApp *app, MenuPage page)
{
    app_list_saves(app, false);
    menus_slots(app->menus, app->saves.slots, app->saves.count);
    menus_open(app->menus, page);
}

void app_remove_slot(PlayerApp *app, int32_t slot)
{
    if (slot < 0 || (size_t)slot >= app->saves.count)
        return;
    saves_remove(&app->saves, arena_text(app->session->arena, app->saves.slots[slot].name).at);
    app_list_saves(app, false);
    menus_slots(app->menus, app->saves.slots, app->saves.count);
}

void app_saves_changed(PlayerApp *app)
{
    app_list_saves(app, true);
    menus_slots(app->menus, app->saves.slots, app->saves.count);
}

bool app_replace(PlayerApp *app, Bytes game)
{
    SaveNotes notes = {NULL, 0};
    saves_wait(&app->saves); /* its thumbnail refers to the world being replaced */
    const bool ok = session_replace(app->session, game, &notes, app->report);
    for (size_t i = 0; ok && i < notes.count; i++)
        report_warning(app->report, "%.*s", (int)notes.lines[i].size, notes.lines[i].at);
    app_note_offers(app);
    return ok;
}

void app_save_slot(PlayerApp *app, int32_t slot)
{
    const bool known = slot >= 0 && (size_t)slot < app->saves.count;
    const char *name =
        known ? arena_text(app->session->arena, app->saves.slots[slot].name).at : NULL;
    menus_open(app->menus, MENU_NONE);
    app_save(app, name);
}

/* Updates the emergency save periodically, in case the program crashes. */
void app_keep_emergency(PlayerApp *app)
{
    World *world = app->session->world;
    Bytes bytes;
    Report silent = report_to(NULL, NULL);
    if (!app->disk || !local_context(world).player->started || app->quiet || app->online ||
        app->session->frames % (EMERGENCY_SECONDS * world->content->rate) != 1)
        return;
    Arena *scratch = arena_new();
    if (world_save(world, NULL, &bytes, scratch, &silent))
        app->disk->emergency(app->disk->context, bytes);
    arena_free(scratch);
}
