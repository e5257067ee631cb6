/* Bindings of keys and gamepad buttons to actions, by SDL's names, except the key `,`, which
 * is called Comma, since names are stored in lists. */
#ifndef OISIN_PLAYER_MENUS_BINDINGS_H
#define OISIN_PLAYER_MENUS_BINDINGS_H

#include "base/report.h"
#include "base/stream.h"

typedef enum Action {
#define ACTION(name, title, by, keys, buttons) ACTION_##name,
#include "player/menus/actions.def"
    ACTIONS
} Action;

enum { BINDINGS_MAX = 4, BINDING_SIZE = 24 };

typedef enum KeyMeaning { KEYS_BY_PLACE, KEYS_BY_LETTER } KeyMeaning;

typedef struct ActionRow {
    const char *name, *keys, *buttons;
    uint32_t title; /* a Word */
    KeyMeaning meaning;
} ActionRow;
extern const ActionRow action_rows[ACTIONS];

typedef struct Bindings {
    char keys[ACTIONS][BINDINGS_MAX][BINDING_SIZE]; /* names; empty: none */
    char pads[ACTIONS][BINDINGS_MAX][BINDING_SIZE];
    uint32_t changes; /* version, so that the window looks them up again */
} Bindings;

/* `bindings` is zeroed. */
void bindings_default(Bindings *bindings);
/* Adds a key or button to an action, and removes it from the action that had it, which is
 * returned, otherwise ACTIONS. If the list is full, its last element is removed, see
 * bindings_drops. */
Action bindings_add(Bindings *bindings, Action action, bool pad, const char *name);
/* The key or button that would be removed by adding one more; "" if none. */
const char *bindings_drops(const Bindings *bindings, Action action, bool pad, const char *name);
/* Removes a key from all actions whose keys mean places. */
void bindings_release_place(Bindings *bindings, const char *name);
void bindings_clear(Bindings *bindings, Action action);
/* Replaces an action's keys or buttons by a list separated by commas. */
void bindings_set(Bindings *bindings, Action action, bool pad, Text list);
Text bindings_text(const Bindings *bindings, Action action, bool pad, Arena *arena);

#endif
