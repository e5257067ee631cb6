/* Internal declarations of app*.c. */
#ifndef OISIN_PLAYER_APP_INTERNAL_H
#define OISIN_PLAYER_APP_INTERNAL_H

#include "player/app.h"
#include "engine/render/screen_words.h"

/* In the current language. */
static inline Text app_word(const PlayerApp *app, Word which)
{
    return word_in(app->session->world->content->code, which);
}

/* A message of a server, translated. */
static inline Text app_sentence(const PlayerApp *app, Text english)
{
    return sentence_in(app->session->world->content->code, english);
}

/* app.c. An error is not reported to the player: settings are written at many occasions. */
void app_write_settings(PlayerApp *app);
/* Opens the page for a line of text, at most `capacity` bytes. */
void app_type_line(PlayerApp *app, Word title, Text text, size_t capacity);

/* app_input.c. Runs after each tick, so that two presses of the same kind reach two different
 * ticks. */
void app_press_queued(PlayerApp *app);

/* app_saves.c; a slot is an index of the list shown by the pages */
void app_note_offers(PlayerApp *app);
void app_list_saves(PlayerApp *app, bool again);
void app_save(PlayerApp *app, const char *name); /* NULL: a new slot */
void app_quick_save(PlayerApp *app);             /* if requested */
void app_autosave(PlayerApp *app);
void app_note_saved(PlayerApp *app);
void app_load(PlayerApp *app, const char *name);
void app_load_slot(PlayerApp *app, int32_t slot);
void app_save_slot(PlayerApp *app, int32_t slot);
void app_remove_slot(PlayerApp *app, int32_t slot);
void app_open_slots(PlayerApp *app, MenuPage page);
void app_keep_emergency(PlayerApp *app);

#endif
