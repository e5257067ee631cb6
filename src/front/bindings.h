/* Which keys and gamepad buttons do what, by their names: SDL's, but for the key `,`,
 * which is called Comma, as names stand in lists. */
#ifndef OISIN_FRONT_BINDINGS_H
#define OISIN_FRONT_BINDINGS_H

#include "base/report.h"
#include "base/stream.h"

typedef enum Action {
#define ACTION(name, title, keys, buttons) ACTION_##name,
#include "front/actions.def"
    ACTIONS
} Action;

enum { BINDINGS_MAX = 4, BINDING_SIZE = 24 };

typedef struct ActionRow {
    const char *name, *keys, *buttons;
    uint32_t title; /* a Word */
} ActionRow;
extern const ActionRow action_rows[ACTIONS];

typedef struct Bindings {
    char keys[ACTIONS][BINDINGS_MAX][BINDING_SIZE]; /* names; empty: none */
    char pads[ACTIONS][BINDINGS_MAX][BINDING_SIZE];
    uint32_t changes; /* counts, so that the window looks them up anew */
} Bindings;

/* Of one that was zeroed. */
void bindings_default(Bindings *bindings);
/* One more key or button for an action; what had it loses it and is returned, else ACTIONS.
 * Of a full list the last one goes, see bindings_drops. */
Action bindings_add(Bindings *bindings, Action action, bool pad, const char *name);
/* What the action would lose by one more; "" if nothing. */
const char *bindings_drops(const Bindings *bindings, Action action, bool pad, const char *name);
void bindings_clear(Bindings *bindings, Action action);
/* A list parted by commas into an action's keys or buttons. */
void bindings_set(Bindings *bindings, Action action, bool pad, Text list);
Text bindings_text(const Bindings *bindings, Action action, bool pad, Arena *arena);

#endif
