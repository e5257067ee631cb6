/* What the files of the desk tell each other; not for others. */
#ifndef OISIN_PLAYER_DESK_PARTS_H
#define OISIN_PLAYER_DESK_PARTS_H

#include "player/desk.h"
#include "render/words.h"

/* In the language that is spoken now. */
static inline Text desk_word(const Desk *desk, Word which)
{
    return word_in(desk->session->world->content->code, which);
}

/* What a server has said. */
static inline Text desk_sentence(const Desk *desk, Text english)
{
    return sentence_in(desk->session->world->content->code, english);
}

/* desk_saves.c; a slot is a number of the list as the pages have it */
void desk_note_offers(Desk *desk);
void desk_list_saves(Desk *desk, bool again);
void desk_save(Desk *desk, const char *name); /* NULL: a new slot */
void desk_quick_save(Desk *desk);             /* if it is wanted */
void desk_autosave(Desk *desk);
void desk_note_saved(Desk *desk);
void desk_load(Desk *desk, const char *name);
void desk_load_slot(Desk *desk, int32_t slot);
void desk_save_slot(Desk *desk, int32_t slot);
void desk_remove_slot(Desk *desk, int32_t slot);
void desk_open_slots(Desk *desk, FrontPage page);
void desk_keep_emergency(Desk *desk);

#endif
