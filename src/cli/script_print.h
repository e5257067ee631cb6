/* Prints screens and differences of a handler's run. */
#ifndef OISIN_CLI_SCRIPT_PRINT_H
#define OISIN_CLI_SCRIPT_PRINT_H

#include "cli/script_watch.h"

/* Prints the screen that has just been opened: text and possible answers. */
void print_screen(Watcher *watcher);
/* Prints the row that is about to be chosen, from 0. */
void print_answer(Watcher *watcher, uint32_t row);

/* The state of the world that is compared. */
typedef struct Snapshot {
    int32_t *self, *opponent; /* attributes; NULL: none */
    Item *items;
    size_t item_count;
    uint8_t *quests;
    Location player;
} Snapshot;
Snapshot snapshot_take(Watcher *watcher);
/* Prints locals that are not 0, and all differences. */
void print_differences(Watcher *watcher, const Snapshot *before);

#endif
