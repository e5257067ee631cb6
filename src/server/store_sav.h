/* A server's state as a saved game (formats/tirnanog/sav.h) and back.
 *
 * A saved game made here has the chunks DENY, GLBL, QSTS, one USER per account in the
 * order of their ids, NPC, MAP, OISN, unknown ones, and OISS: what the others have no
 * place for (store_sav.def). Where both could say something, the others count. Importing
 * and exporting it again gives the same bytes.
 *
 * A player's saved game becomes a world with one account. It has no password: whoever
 * registers its name first gets it (server/accounts.h). */
#ifndef OISIN_SERVER_STORE_SAV_H
#define OISIN_SERVER_STORE_SAV_H

#include "formats/tirnanog/sav.h"
#include "server/zone_map.h"
#include "server/store.h"

#define RECORD_FILE "server/store_sav.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { SAV_SERVER_VERSION = 1 };

/* Everything, of one moment; `bytes` counts for all chunks but DENY and USER. For
 * sav_write. What several servers have kept is put together by `lands`: scripts that were
 * running are left out then. */
bool store_export(Store *store, const ZoneMap *zones, Sav *out, Arena *arena, Report *report);
/* Nobody can log in to what is imported of it then, until somebody registers the name. */
void sav_drop_passwords(Sav *sav);
/* The same for the world of one land, STORE_ALONE: of all of them. A land that was never kept
 * is what a server alone has kept of its maps. */
#define STORE_ALONE UINT32_MAX
bool store_export_zone(Store *store, uint32_t zone, const ZoneMap *zones, Sav *out,
                       Arena *arena, Report *report);
/* Whether several servers have worked on it. */
bool store_has_zones(Store *store, bool *out, Report *report);

typedef struct SavImport {
    uint32_t passes, memory; /* what hashes have cost of which the file does not say it */
} SavImport;
/* Puts into `batch` all of the saved game in place of all that is there. False and a report
 * if it is of another game, or two players have the same name. A program that goes on
 * with the store opens it anew. */
bool store_import(Store *store, const Sav *sav, const SavImport *import, StoreBatch *batch,
                  Arena *arena, Report *report);

/* StoreCharacter.user: the part of USER that the account does not say, as a chunk USER with
 * zeros and an empty name in front. */
Bytes store_user_bytes(const SavUser *user, Arena *arena);
/* Of who has not played yet: nowhere, with nothing. */
SavUser store_user_blank(void);
bool store_user_read(Bytes bytes, SavUser *out, Arena *arena, Report *report);

/* ---- the world's chunks ---- */

/* Remembers what was put last, so that only what has changed is put again. */
typedef struct StoreWorld StoreWorld;
/* Of a land, or STORE_ALONE. What is in the store counts as put. NULL and a report if it cannot
 * be read. */
StoreWorld *store_world_new(Store *store, uint32_t zone, Report *report);
void store_world_free(StoreWorld *world);
/* The chunks GLBL, QSTS, NPC, MAP and OISN of `sav`; those of them that it has no more are
 * removed, unknown ones stay. Returns how many rows change. A batch that is refused or
 * dropped has lost them: `store_world_delete`. */
size_t store_world_put(StoreWorld *world, const Sav *sav, StoreBatch *batch);
/* With the next put all is written. Not for worlds of lands. */
void store_world_delete(StoreWorld *world);
/* StoreWorldChunk.place from here on: chunks that are not known. */
#define STORE_WORLD_UNKNOWN ((int64_t)6 << 32)
/* Of the third chunk: what stands before it, the deny list and the players come between. */
#define STORE_WORLD_NPC ((int64_t)3 << 32)
/* Of the chunk OISN. */
#define STORE_WORLD_STATE ((int64_t)5 << 32)
/* The row of a chunk, the `index`-th of its type. */
StoreWorldChunk store_world_row(const SavChunk *chunk, uint32_t zone, size_t index,
                                Arena *arena);
/* Of a row of the world. */
uint32_t store_world_zone(const StoreWorldChunk *row);

#endif
