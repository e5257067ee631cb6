/* Loads the world of one zone. Parts, in order: the state of a single server; accounts of its
 * players; chunks. Rows are found by ranges of keys, which are ordered by bytes: ":" follows
 * the digits, and ";" follows ":". All are read from one snapshot. */
#include "server/store/store_zone.h"
#include "server/store/store_globals.h"

#include <string.h>

typedef struct ZoneRows {
    StoreWorldChunk *world;
    StoreCharacter *characters; /* of players who are in the zone */
    StoreAccount *accounts;     /* that they belong to, and perhaps others; ordered by number */
    StoreMeta *globals;
    size_t world_count, character_count, account_count, global_count;
    bool single; /* a single server has saved maps */
} ZoneRows;

/* Keys of the rows of a single server begin with a letter, or with a percent sign. */
static bool find_single(Store *store, bool *out, Arena *arena, Report *report)
{
    void *rows;
    size_t before = 0, after = 0;
    const StoreWorldChunk first = {.key = TEXT("")}, digits = {.key = TEXT("0")},
                          letters = {.key = TEXT(":")}, last = {.key = TEXT("~")};
    const bool ok =
        store_load_range(store, STORE_WORLD, &first, &digits, 1, &rows, &before, arena,
                         report) &&
        store_load_range(store, STORE_WORLD, &letters, &last, 1, &rows, &after, arena, report);
    *out = before || after;
    return ok;
}

/* ---- accounts of the players ---- */

static bool find_account(Store *store, int64_t id, ZoneRows *out, Arena *arena, Report *report)
{
    StoreAccount row = {.id = id};
    const StoreFound found = store_find(store, STORE_ACCOUNT, "id", &row, arena, report);
    if (found == STORE_FOUND)
        *ARENA_PUSH(arena, out->accounts, out->account_count) = row;
    return found != STORE_UNREADABLE;
}

/* Few are found one by one; more by their range of numbers, which is one query. */
static bool load_accounts(Store *store, ZoneRows *out, Arena *arena, Report *report)
{
    enum { FEW = 256 };
    bool ok = true;
    if (out->character_count <= FEW) {
        for (size_t i = 0; i < out->character_count && ok; i++)
            ok = find_account(store, out->characters[i].account, out, arena, report);
        return ok;
    }
    const StoreAccount from = {.id = out->characters[0].account},
                       to = {.id = out->characters[out->character_count - 1].account + 1};
    return store_load_range(store, STORE_ACCOUNT, &from, &to, 0, (void **)&out->accounts,
                            &out->account_count, arena, report);
}

static bool load_players(Store *store, uint32_t zone, ZoneRows *out, Arena *arena,
                         Report *report)
{
    const StoreCharacter like = {.land = 1 + (int64_t)zone};
    return store_load_equal(store, STORE_CHARACTER, "land", &like, (void **)&out->characters,
                            &out->character_count, arena, report) &&
           load_accounts(store, out, arena, report);
}

/* All from one state. */
static bool load_rows(Store *store, uint32_t zone, ZoneRows *out, Arena *arena, Report *report)
{
    if (!store_read_snapshot(store, true, report))
        return false;
    bool ok = store_zone_rows(store, zone, &out->world, &out->world_count, arena, report);
    if (ok && !out->world_count)
        ok = find_single(store, &out->single, arena, report);
    else if (ok)
        ok = store_globals_rows(store, &out->globals, &out->global_count, arena, report) &&
             load_players(store, zone, out, arena, report);
    return store_read_snapshot(store, false, report) && ok;
}

/* ---- chunks ---- */

static void add_world(const ZoneRows *rows, bool behind, Sav *sav, Arena *arena)
{
    for (size_t i = 0; i < rows->world_count; i++)
        if ((rows->world[i].place >= STORE_WORLD_NPC) == behind)
            store_world_add(&rows->world[i], sav, arena);
}

/* The world refers to them by their ordinals: account n is USER n - 1. */
static bool add_users(const ZoneRows *rows, Sav *sav, Arena *arena, Report *report)
{
    int64_t next = 1;
    size_t at = 0; /* both are ordered by account */
    for (size_t i = 0; i < rows->character_count; i++) {
        const StoreCharacter *character = &rows->characters[i];
        while (at < rows->account_count && rows->accounts[at].id < character->account)
            at++;
        if (at == rows->account_count || rows->accounts[at].id != character->account)
            continue;
        const StoreAccount *account = &rows->accounts[at];
        SavUser *user = NULL;
        for (; next <= account->id; next++) {
            user = sav_add(sav, SAV_USER, arena);
            *user = store_user_blank();
        }
        if (user && character->user.size &&
            !store_user_read(character->user, user, arena, report))
            return false;
        if (user) {
            user->name_size = (u32)account->name.size;
            user->name = (ascii *)(uintptr_t)account->name.at;
        }
    }
    return true;
}

bool store_load_zone(Store *store, uint32_t zone, const ZoneMap *zones, Sav *out, Arena *arena,
                     Report *report)
{
    ZoneRows rows = {0};
    const Text game = store_game(store);
    *out = (Sav){0};
    memcpy(out->header.game, game.at, game.size);
    if (!load_rows(store, zone, &rows, arena, report))
        return false;
    if (rows.single)
        return store_export_zone(store, zone, zones, out, arena, report);
    add_world(&rows, false, out, arena);
    store_globals_export(rows.globals, rows.global_count, out, arena);
    if (!add_users(&rows, out, arena, report))
        return false;
    add_world(&rows, true, out, arena);
    return true;
}
