/* Global attributes of a game that several servers serve.
 *
 * Every server has a copy of all values, and each value has a stamp: a number that is higher
 * with each change, and the server that made it. Of two values of one attribute the one with
 * the higher number is valid, or if they are equal, the one of the server with the higher
 * number: then neither of the two servers knew of the other's change. The same holds for the
 * values in the store: each server writes all that it knows to its own row of STORE_META, and
 * readers merge the rows. */
#ifndef OISIN_SERVER_STORE_GLOBALS_H
#define OISIN_SERVER_STORE_GLOBALS_H

#include "tirnanog/container/sav.h"
#include "server/store/store.h"

typedef struct StoreGlobal {
    uint32_t index; /* among the global attributes of the game */
    int32_t value;
    uint64_t stamp; /* 0: never changed */
    uint64_t node;  /* that changed it */
} StoreGlobal;

/* Whether `a` is valid and not `b`. */
bool store_global_is_newer(const StoreGlobal *a, const StoreGlobal *b);

/* Loads the rows of STORE_META that have them. On failure, returns false and reports an error.
 */
bool store_globals_rows(Store *store, StoreMeta **rows, size_t *count, Arena *arena,
                        Report *report);
/* Overwrites those of the list that are older in these rows; attributes that are not in the
 * list, and other rows, are ignored. */
void store_globals_merge(const StoreMeta *rows, size_t row_count, StoreGlobal *list,
                         size_t count);
/* The same with the rows in the store. On failure, returns false and reports an error. */
bool store_globals_load(Store *store, StoreGlobal *list, size_t count, Report *report);
/* Merges the list with what is in the store. If the list has newer ones, adds the row of this
 * server to the batch, and removes those of servers that are gone. Returns false if the store
 * cannot be read. */
bool store_globals_put(Store *store, uint64_t node, StoreGlobal *list, size_t count,
                       StoreBatch *batch);
/* Replaces all rows. On failure, returns false and reports an error. */
bool store_globals_replace(Store *store, const StoreGlobal *list, size_t count,
                           StoreBatch *batch, Report *report);
/* Sets the exported chunk GLBL to the values of these rows. */
void store_globals_export(const StoreMeta *rows, size_t row_count, Sav *sav, Arena *arena);

#endif
