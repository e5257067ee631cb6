/* Names of the things that a state of several servers refers to by number: maps and their
 * zones, global attributes, quests, objects on their way to another zone. They are stored by
 * the servers, so that another build of the game, in which the numbers are different, can find
 * them (server/game/migration.h). What is in the saved worlds has its names there. */
#ifndef OISIN_SERVER_BUILD_NAMES_H
#define OISIN_SERVER_BUILD_NAMES_H

#include "server/store/store.h"
#include "server/store/zone_map.h"

#define BUILD_NAMES_KEY "build"

typedef struct NameList {
    Text *names;
    uint32_t count;
} NameList;

typedef struct BuildNames {
    NameList maps, quests;
    NameList objects; /* sprites of objects */
    NameList globals; /* as in ZoneMap */
    uint32_t *zones;  /* by map */
    uint32_t zone_count;
} BuildNames;

void build_names(const TngFile *game, const ZoneMap *zones, BuildNames *out, Arena *arena);
Bytes build_names_bytes(const BuildNames *names, Arena *arena);
/* Reads the row. STORE_UNREADABLE: it cannot be read or is damaged, and an error was reported.
 */
StoreFound build_names_load(Store *store, BuildNames *out, Arena *arena, Report *report);
/* The number of a name; `count` if there is none. */
uint32_t name_find(const NameList *list, Text name);

#endif
