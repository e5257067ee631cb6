/* Exports a server's state to a saved game (tirnanog/container/sav.h) and imports it.
 *
 * An exported file has the chunks DENY, GLBL, QSTS, one USER per account in the order of their
 * ids, NPC, MAP, OISN, unknown ones, and OISS with all data that the other chunks cannot hold
 * (store_export.def). If data is in both, the other chunks take precedence. Importing and
 * exporting it again gives the same bytes.
 *
 * A player's saved game becomes a world with one account without a password, which is
 * claimed by the first player who registers its name (server/accounts/accounts.h). */
#ifndef OISIN_SERVER_STORE_STORE_EXPORT_H
#define OISIN_SERVER_STORE_STORE_EXPORT_H

#include "tirnanog/container/sav.h"
#include "server/store/zone_map.h"
#include "server/store/store.h"

#define RECORD_FILE "server/store/store_export.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { SAV_SERVER_VERSION = 3 };

/* Exports a consistent snapshot for sav_write; `bytes` is valid for all chunks but DENY and
 * USER. The state of several servers is merged by `zones`; running scripts are left out
 * then. */
bool store_export(Store *store, const ZoneMap *zones, Sav *out, Arena *arena, Report *report);
/* Removes all passwords, as an export without --export-passwords does: nobody can log in to an
 * imported account until its name is registered. */
void sav_drop_passwords(Sav *sav);
/* The same for the world of one zone; STORE_ALONE: of all zones. A zone that was never saved
 * has the maps that a single server saved. */
#define STORE_ALONE UINT32_MAX
bool store_export_zone(Store *store, uint32_t zone, const ZoneMap *zones, Sav *out,
                       Arena *arena, Report *report);

typedef struct SavImport {
    uint32_t passes, memory; /* assumed cost of hashes for which the file has none */
} SavImport;
/* Adds changes to `batch` that replace the whole state by the saved game. On failure,
 * returns false and reports an error: the saved game is of another game, or two players have
 * the same name. Open the store again before you continue to use it. */
bool store_import(Store *store, const Sav *sav, const SavImport *import, StoreBatch *batch,
                  Arena *arena, Report *report);

/* StoreCharacter.user: the part of USER that is not in the account, as a chunk USER whose
 * other fields are zero. */
Bytes store_user_bytes(const SavUser *user, Arena *arena);
/* A new character: on no map, without items. */
SavUser store_user_blank(void);
bool store_user_read(Bytes bytes, SavUser *out, Arena *arena, Report *report);

/* ---- the world's chunks: store_world.c ---- */

/* Remembers the last written rows, so that only changes are written. */
typedef struct StoreWorld StoreWorld;
/* Of a zone, or STORE_ALONE. The rows in the store count as written. On failure, returns
 * NULL and reports an error. */
StoreWorld *store_world_new(Store *store, uint32_t zone, Report *report);
void store_world_free(StoreWorld *world);
/* Writes the chunks GLBL, QSTS, NPC, MAP and OISN of `sav`; those that it no longer has are
 * removed, unknown ones stay. Returns the number of changed rows. After a batch is refused
 * or dropped, call `store_world_invalidate`. */
size_t store_world_put(StoreWorld *world, const Sav *sav, StoreBatch *batch);
/* The next put writes everything. Not for worlds of zones. */
void store_world_invalidate(StoreWorld *world);
/* StoreWorldChunk.place of unknown chunks, from here on. */
#define STORE_WORLD_UNKNOWN ((int64_t)6 << 32)
/* Of the third chunk. The deny list and the players are written between the chunks before it
 * and this one. */
#define STORE_WORLD_NPC ((int64_t)3 << 32)
/* Of the chunk OISN. */
#define STORE_WORLD_STATE ((int64_t)5 << 32)
/* The row of the `index`-th chunk of its type. */
StoreWorldChunk store_world_row(const SavChunk *chunk, uint32_t zone, size_t index,
                                Arena *arena);
/* Adds the chunk of a row; ignores a damaged row. */
void store_world_add(const StoreWorldChunk *row, Sav *sav, Arena *arena);
/* The zone of a row. */
uint32_t store_world_zone(const StoreWorldChunk *row);
/* Loads the rows STORE_WORLD of a zone, ordered by place. */
bool store_zone_rows(Store *store, uint32_t zone, StoreWorldChunk **rows, size_t *count,
                     Arena *arena, Report *report);
/* Whether several servers have worked on the state. */
bool store_has_zones(Store *store, bool *out, Report *report);

#endif
