/* Internal declarations of the migration: its parts, and the data that they share. */
#ifndef OISIN_SERVER_MIGRATION_INTERNAL_H
#define OISIN_SERVER_MIGRATION_INTERNAL_H

#include "server/game/migration.h"

#include "engine/save/save.h"
#include "server/store/store_export.h"

/* A zone of this build, whose maps come from one or more other worlds. */
typedef struct ZoneChunks {
    SavChunk *items; /* of NPCs and objects */
    size_t count;
    size_t npc_count, npcs_left_out;
    MapParts parts;
} ZoneChunks;

typedef struct Migration {
    Server *server;
    const ZoneMap *zones; /* of this build */
    BuildNames old, now;
    StoreWorldChunk *rows; /* of all saved worlds */
    size_t row_count;
    StoreCharacter *characters; /* ordered by account */
    size_t character_count;
    uint32_t
        *of_map; /* by map of this build: the old zone with a saved world, or STORE_ALONE */
    bool *saved; /* by zone of the old build */
    bool alone;  /* a single server has saved its world */
    /* Of the worlds, because zones of this build may have none: */
    bool has_values;         /* of the first world */
    int32_t *values;         /* of global attributes, as in ZoneMap */
    SavChunk shared[2];      /* GLBL and QSTS */
    uint32_t *winners;       /* by quest: the account; 0: none */
    ZoneChunks *zone_chunks; /* by zone of this build */
    /* The lock: */
    char number[MIGRATION_NUMBER_SIZE]; /* of this server while it migrates */
    StoreMeta before;                   /* the row of the old build's unique number */
    StoreZone *taken;                   /* rows of all zones */
    size_t taken_count;
    int64_t epoch; /* of these zones, the highest */
    int64_t until; /* ms: other servers consider this one alive */
    StoreBatch *batch;
    Arena *arena;
    Report *report;
} Migration;

/* migration_lock.c: while the state is locked, servers of the old build can neither take zones
 * nor write. */

/* Whether the state belongs to another build. On failure, returns false and reports an error.
 */
bool migration_is_needed(const Server *server, bool *out, Report *report);
/* Takes all zones in a batch; what was written before is loaded after that. It is refused if
 * another server has changed something meanwhile. On failure, reports an error. */
StoreOutcome migration_lock(Migration *migration);
/* Keeps the lock; called before each world. On failure, returns false and reports an error. */
bool migration_renew(Migration *migration);
/* Adds the changes that end the migration. The batch is refused if the lock was lost. */
void migration_end(const Migration *migration, StoreBatch *batch);
/* After a failure, so that the next server does not wait. */
void migration_unlock(const Migration *migration);
/* The number of the last server that has begun a migration, and whether it lives. On failure,
 * returns false and reports an error. */
bool migration_under_way(const Server *server, char number[MIGRATION_NUMBER_SIZE], bool *out,
                         Report *report);

/* migration_worlds.c: puts the worlds, and the players in them. */
bool migrate_worlds(Migration *migration);

/* migration_rows.c: puts the rows of other tables that have numbers of the build.
 * `migrate_characters` precedes the worlds, the others follow them. */
bool migrate_characters(Migration *migration);
bool migrate_winners(Migration *migration);
bool migrate_globals(Migration *migration);
bool migrate_placed(Migration *migration);

#endif
