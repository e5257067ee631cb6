/* What a run of a handler meets on its way and leaves behind, as text. */
#ifndef OISIN_CLI_SCRIPT_TELL_H
#define OISIN_CLI_SCRIPT_TELL_H

#include "cli/script_watch.h"

/* The screen that has just been opened: what is said, what can be answered. */
void print_screen(Watcher *watcher);
/* The row that is about to be chosen, from 0. */
void send_answer_to(Watcher *watcher, uint32_t row);

/* The state of the world, as far as differences are told. */
typedef struct Snapshot {
    int32_t *self, *opponent; /* attributes, NULL for nobody */
    Item *items;
    size_t item_count;
    uint8_t *quests;
    Location player;
} Snapshot;
Snapshot snapshot_take(Watcher *watcher);
/* Locals that are not 0, and what is not as it was. */
void print_differences(Watcher *watcher, const Snapshot *before);

#endif
