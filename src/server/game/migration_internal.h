/* Internal declarations of the migration: its parts, and the data that they share. */
#ifndef OISIN_SERVER_MIGRATION_INTERNAL_H
#define OISIN_SERVER_MIGRATION_INTERNAL_H

#include "server/game/migration.h"

#include "server/store/store_sav.h"

/* The chunks of a zone of this build, whose maps come from one or more other worlds. */
typedef struct ZoneChunks {
    SavChunk *items;
    size_t count;
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
    StoreBatch *batch;
    Arena *arena;
    Report *report;
} Migration;

/* migration_worlds.c: puts the worlds, and the players in them. */
bool migrate_worlds(Migration *migration);

/* migration_rows.c: puts the rows of other tables that have numbers of the build.
 * `migrate_characters` precedes the worlds, the others follow them. */
bool migrate_characters(Migration *migration);
bool migrate_winners(Migration *migration);
bool migrate_globals(Migration *migration);
bool migrate_placed(Migration *migration);

#endif
