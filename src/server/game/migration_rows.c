/* Rows of other tables that have numbers of the build. */
#include "server/game/migration_internal.h"

#include "server/store/store_globals.h"

#include <inttypes.h>

/* The number of a name of the old build in this one; `now->count` if it has no such name.
 * Sprites without names keep their numbers. */
static uint32_t moved(const NameList *old, const NameList *now, int64_t number)
{
    if (number < 0 || number >= old->count)
        return now->count;
    if (!old->names[number].size)
        return number < now->count ? (uint32_t)number : now->count;
    return name_find(now, old->names[number]);
}

/* Characters that are in no world have their names with them; only their maps are looked up
 * before they are loaded. Rows of the others are replaced when their worlds are migrated. */
bool migrate_characters(Migration *migration)
{
    SavUser user;
    Arena *arena = migration->arena;
    Report silent = report_to(NULL, NULL);
    if (!store_load(migration->server->store, STORE_CHARACTER, (void **)&migration->characters,
                    &migration->character_count, arena, migration->report))
        return false;
    for (size_t i = 0; i < migration->character_count; i++) {
        StoreCharacter row = migration->characters[i];
        Arena *scratch = arena_new();
        if (row.user.size && store_user_read(row.user, &user, scratch, &silent) &&
            user.entity.map < migration->old.maps.count) {
            const uint32_t map =
                moved(&migration->old.maps, &migration->now.maps, user.entity.map);
            user.entity.map = map < migration->now.maps.count ? map : 0;
            row.user = store_user_bytes(&user, scratch);
            row.land = 0;
            store_put(migration->batch, STORE_CHARACTER, &row);
        }
        arena_free(scratch);
    }
    return true;
}

/* A zone that was not saved after a single server's time has winners in no row. */
bool migrate_winners(Migration *migration)
{
    StoreWinner *rows;
    size_t count;
    if (!store_load(migration->server->store, STORE_WINNER, (void **)&rows, &count,
                    migration->arena, migration->report))
        return false;
    for (size_t i = 0; i < count; i++) {
        const uint32_t quest =
            moved(&migration->old.quests, &migration->now.quests, rows[i].quest);
        if (quest < migration->now.quests.count)
            migration->winners[quest] = (uint32_t)rows[i].account;
    }
    store_clear(migration->batch, STORE_WINNER);
    for (uint32_t i = 0; i < migration->now.quests.count; i++)
        if (migration->winners[i])
            store_put(migration->batch, STORE_WINNER, &(StoreWinner){i, migration->winners[i]});
    return true;
}

/* Values that no script has changed since a single server's time have no row yet, but only the
 * worlds of that time; each later change has a higher stamp. */
bool migrate_globals(Migration *migration)
{
    const uint32_t old = migration->old.globals.count, count = migration->now.globals.count;
    StoreGlobal *list = ARENA_ALLOC(migration->arena, StoreGlobal, old + 1);
    StoreGlobal *now = ARENA_ALLOC(migration->arena, StoreGlobal, count + 1);
    if (!store_globals_load(migration->server->store, list, old, migration->report))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = name_find(&migration->old.globals, migration->now.globals.names[i]);
        if (at < old)
            now[i] = list[at];
        if (!now[i].stamp && migration->has_values)
            now[i] = (StoreGlobal){.value = migration->values[i], .stamp = 1};
        now[i].index = i;
    }
    return store_globals_replace(migration->server->store, now, count, migration->batch,
                                 migration->report);
}

/* Objects on their way to another zone. */
bool migrate_placed(Migration *migration)
{
    StorePlaced *rows;
    size_t count;
    if (!store_load(migration->server->store, STORE_PLACED, (void **)&rows, &count,
                    migration->arena, migration->report))
        return false;
    store_clear(migration->batch, STORE_PLACED);
    for (size_t i = 0; i < count; i++) {
        const StorePlaced *row = &rows[i];
        const bool is_object = row->sprite != TNG_NO_SPRITE;
        const uint32_t map = moved(&migration->old.maps, &migration->now.maps, row->map);
        const uint32_t sprite =
            is_object ? moved(&migration->old.objects, &migration->now.objects, row->sprite)
                      : TNG_NO_SPRITE;
        if (map >= migration->now.maps.count || row->key.size < STORE_PLACED_ZONE ||
            (is_object && sprite >= migration->now.objects.count))
            continue;
        const Text key = arena_format(
            migration->arena, "%08" PRIx32 "%.*s", migration->zones->of_map[map],
            (int)row->key.size - STORE_PLACED_ZONE, row->key.at + STORE_PLACED_ZONE);
        store_put(migration->batch, STORE_PLACED, &(StorePlaced){key, map, row->cell, sprite});
    }
    return true;
}
