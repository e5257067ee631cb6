/* Global attributes of a game that several servers serve.
 *
 * Every server has a copy of all values, and each value has a stamp: a number that is higher
 * with each change, and the server that made it. Of two values of one attribute the one with
 * the higher number is valid, or if they are equal, the one of the server with the higher
 * number: then neither of the two servers knew of the other's change. The same holds for the
 * row of STORE_META that has them, so any server may write it. */
#ifndef OISIN_SERVER_STORE_GLOBALS_H
#define OISIN_SERVER_STORE_GLOBALS_H

#include "formats/tirnanog/sav.h"
#include "server/store/store.h"

#define STORE_GLOBALS_KEY "globals"

typedef struct StoreGlobal {
    uint32_t index; /* among the global attributes of the game */
    int32_t value;
    uint64_t stamp; /* 0: never changed */
    uint64_t node;  /* that changed it */
} StoreGlobal;

/* Whether `a` is valid and not `b`. */
bool store_global_is_newer(const StoreGlobal *a, const StoreGlobal *b);

/* Overwrites those of the list that are older in the store; attributes that are not in the
 * list are ignored. On failure, returns false and reports an error. */
bool store_globals_load(Store *store, StoreGlobal *list, size_t count, Report *report);
/* Merges the list with what is in the store, and adds the row to the batch if it has changed.
 * The batch is refused if another server writes the row at the same time. Returns false if the
 * store cannot be read. */
bool store_globals_put(Store *store, StoreGlobal *list, size_t count, StoreBatch *batch);
/* Adds the row with the list to the batch, whatever is in the store. */
void store_globals_add(const StoreGlobal *list, size_t count, StoreBatch *batch);
/* Sets the exported chunk GLBL to the values of that row. */
void store_globals_export(Bytes row, Sav *sav, Arena *arena);

#endif
