/* What the desk does about saved games: writes them, lists them, goes on with them. */
#include "player/desk_parts.h"

enum { EMERGENCY_SECONDS = 20 };

void desk_note_offers(Desk *desk)
{
    const bool saves = desk->disk && !desk->online; /* else the server does */
    desk->offers = OFFER_OPTIONS | (saves ? OFFER_SAVE : 0) | (desk->disk ? OFFER_WEBSITE : 0);
    if (saves && desk->saves.count)
        desk->offers |= OFFER_LOAD | OFFER_CONTINUE;
    if (tng_language_count(desk->session->game) > 1)
        desk->offers |= OFFER_LANGUAGES;
}

void desk_list_saves(Desk *desk, bool again)
{
    saves_list(&desk->saves, desk->session->world->content->code, again);
    desk_note_offers(desk);
}

static void tell_saved(Desk *desk, bool ok)
{
    if (!ok || desk->loud)
        front_tell(desk->front, desk->session->world,
                   desk_word(desk, ok ? WORD_SAVED : WORD_NOT_SAVED));
}

void desk_save(Desk *desk, const char *name)
{
    if (!desk->disk || desk->quiet || desk->online || !desk->session->world->me->started)
        return;
    if (!name) /* the next number is wanted */
        desk_list_saves(desk, false);
    desk->loud = !name || strncmp(name, SLOT_AUTO, strlen(SLOT_AUTO)) != 0;
    if (!saves_write(&desk->saves, name, desk->report))
        tell_saved(desk, false);
    desk->offers |= OFFER_LOAD | OFFER_CONTINUE;
}

void desk_quick_save(Desk *desk)
{
    if (desk->quick)
        desk_save(desk, SLOT_QUICK);
    desk->quick = false;
}

/* What is on its way to the disk: tells when it is there, or that it cannot be. */
void desk_note_saved(Desk *desk)
{
    bool ok;
    if (saves_done(&desk->saves, &ok))
        tell_saved(desk, ok);
}

/* What is not as it was, to be read. */
static void tell_notes(Desk *desk, const SaveNotes *notes)
{
    enum { LINES_MOST = 10 };
    Writer out = writer_to(desk->session->arena);
    if (!notes->count)
        return;
    write_text(&out, desk_word(desk, WORD_LATER_GAME));
    for (size_t i = 0; i < notes->count && i < LINES_MOST; i++) {
        write_text(&out, TEXT("\n"));
        write_text(&out, notes->lines[i]);
    }
    if (notes->count > LINES_MOST)
        write_format(&out, "\n... (+%zu)", notes->count - LINES_MOST);
    front_message(desk->front, writer_text(&out));
}

void desk_autosave(Desk *desk)
{
    if (!desk->settings.values[SETTING_autosave] || !desk->disk || desk->online)
        return;
    if (!desk->auto_slot[0]) {
        desk_list_saves(desk, false);
        saves_auto_name(&desk->saves, desk->auto_slot);
    }
    desk_save(desk, desk->auto_slot);
}

/* Who goes on with what was saved by itself goes on saving there. */
static void note_auto_slot(Desk *desk, const char *name)
{
    desk->auto_slot[0] = 0;
    if (!strncmp(name, SLOT_AUTO, strlen(SLOT_AUTO)) && strlen(name) < SLOT_NAME)
        memcpy(desk->auto_slot, name, strlen(name) + 1);
}

void desk_leave(Desk *desk)
{
    desk_quick_save(desk);
    if (desk->session->world->me->started && !session_over(desk->session))
        desk_autosave(desk);
}

static bool load_one(Desk *desk, const char *name, bool before, SaveNotes *notes,
                     Report *report)
{
    Bytes bytes;
    Arena *scratch = arena_new();
    const bool ok = saves_read(&desk->saves, name, before, &bytes, scratch, report) &&
                    session_load(desk->session, bytes, notes, report);
    arena_free(scratch);
    return ok;
}

/* What is damaged, or what the game does not take, is told; the one before may do. */
static bool load_either(Desk *desk, const char *name, bool *before, SaveNotes *notes)
{
    Arena *scratch = arena_new();
    Messages messages = {.arena = scratch};
    Report first = report_to(messages_sink, &messages), silent = report_to(NULL, NULL);
    report_about(&first, desk->report->subject);
    *before = !load_one(desk, name, false, notes, &first);
    const bool ok = !*before || load_one(desk, name, true, notes, &silent);
    if (*before && ok)
        report_warning(desk->report, "saves/%s.sav: %.*s; the one before is loaded", name,
                       messages.count ? (int)messages.items[0].text.size : 0,
                       messages.count ? messages.items[0].text.at : "");
    else
        messages_replay(&messages, desk->report);
    arena_free(scratch);
    return ok;
}

void desk_load(Desk *desk, const char *name)
{
    SaveNotes notes = {NULL, 0};
    bool before;
    if (load_either(desk, name, &before, &notes)) {
        front_open(desk->front, FRONT_NONE);
        note_auto_slot(desk, name);
        desk->pressed = (WorldInput){0};
        if (desk->session->world->me->screen.screen == SCREEN_PAUSE) /* as it was saved */
            desk->pressed.buttons = BUTTON_PAUSE;
        tell_notes(desk, &notes);
        if (before)
            front_message(desk->front, desk_word(desk, WORD_LOADED_BEFORE));
    } else {
        front_message(desk->front, desk_word(desk, WORD_NOT_LOADED));
    }
}

void desk_load_slot(Desk *desk, int32_t slot)
{
    if (slot >= 0 && (size_t)slot < desk->saves.count)
        desk_load(desk, arena_text(desk->session->arena, desk->saves.slots[slot].name).at);
}

void desk_open_slots(Desk *desk, FrontPage page)
{
    desk_list_saves(desk, false);
    front_slots(desk->front, desk->saves.slots, desk->saves.count);
    front_open(desk->front, page);
}

void desk_remove_slot(Desk *desk, int32_t slot)
{
    if (slot < 0 || (size_t)slot >= desk->saves.count)
        return;
    saves_remove(&desk->saves,
                 arena_text(desk->session->arena, desk->saves.slots[slot].name).at);
    desk_list_saves(desk, false);
    front_slots(desk->front, desk->saves.slots, desk->saves.count);
}

bool desk_replace(Desk *desk, Bytes game)
{
    SaveNotes notes = {NULL, 0};
    saves_wait(&desk->saves); /* its picture is of the world that goes */
    const bool ok = session_replace(desk->session, game, &notes, desk->report);
    for (size_t i = 0; ok && i < notes.count; i++)
        report_warning(desk->report, "%.*s", (int)notes.lines[i].size, notes.lines[i].at);
    desk_note_offers(desk);
    return ok;
}

void desk_save_slot(Desk *desk, int32_t slot)
{
    const bool known = slot >= 0 && (size_t)slot < desk->saves.count;
    const char *name =
        known ? arena_text(desk->session->arena, desk->saves.slots[slot].name).at : NULL;
    front_open(desk->front, FRONT_NONE);
    desk_save(desk, name);
}

/* Now and then, for the case that the program is stopped by a fault. */
void desk_keep_emergency(Desk *desk)
{
    const World *world = desk->session->world;
    Bytes bytes;
    Report silent = report_to(NULL, NULL);
    if (!desk->disk || !world->me->started || desk->quiet || desk->online ||
        desk->session->frames % (EMERGENCY_SECONDS * world->content->rate) != 1)
        return;
    Arena *scratch = arena_new();
    if (world_save(world, NULL, &bytes, scratch, &silent))
        desk->disk->emergency(desk->disk->context, bytes);
    arena_free(scratch);
}
