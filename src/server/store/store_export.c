/* Export of a state as a saved game. Parts, in order: characters; accounts and networks; the
 * staff; chunks of the world. Import: store_import.c. The chunk OISS gets the lowest version
 * that can hold its data, so that older programs can read most files. */
#include "server/store/store_export.h"
#include "server/store/build_names.h"
#include "server/store/store_globals.h"

#include <string.h>

#define RECORD_FILE "server/store/store_export.def"
#include "base/record_define.h"

enum {
    /* USER_NAME_AT: offset in bytes of the name in USER (sav.def). */
    USER_NAME_AT = 68,
    OBJECT_NONE = 0xFFFF,
    GAPS_MAX = 1 << 20, /* unused numbers; each takes a USER */
};

static const uint8_t server_magic[4] = {'O', 'I', 'S', 'S'};

/* ---- characters ---- */

/* Empty slots are 0xFFFF, as TNG_NO_SPRITE; 0 would be the first object. */
SavUser store_user_blank(void)
{
    SavUser user = {.entity.map = SAV_NOWHERE};
    memset(user.equipped, OBJECT_NONE & 0xFF, sizeof user.equipped);
    memset(user.belt, OBJECT_NONE & 0xFF, sizeof user.belt);
    return user;
}

/* A character's row has no data of the account, which is in its own row. */
static void remove_account(SavUser *user)
{
    const SavTime never = {0};
    memset(user->password, 0, sizeof user->password);
    memset(user->language, 0, sizeof user->language);
    user->created = user->login = user->logout = user->seen = never;
    user->flags = 0;
    user->name_size = 0;
    user->name = NULL;
}

void sav_drop_passwords(Sav *sav)
{
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (sav->chunks[i].type == SAV_USER) {
            SavUser *user = sav->chunks[i].record;
            memset(user->password, 0, sizeof user->password);
        }
}

Bytes store_user_bytes(const SavUser *user, Arena *arena)
{
    SavUser bare = *user;
    Writer writer = writer_to(arena);
    remove_account(&bare);
    record_write(sav_layout(SAV_USER), &bare, &writer);
    return writer_bytes(&writer);
}

/* The size of the name is not in the record: it ends at its NUL. */
bool store_user_read(Bytes bytes, SavUser *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(bytes, report);
    reader.part = "a player's character";
    *out = (SavUser){0};
    const uint8_t *end = bytes.size > USER_NAME_AT
                             ? memchr(bytes.data + USER_NAME_AT, 0, bytes.size - USER_NAME_AT)
                             : NULL;
    if (!end)
        return reader_fail(&reader, "the name is not terminated");
    out->name_size = (u32)(end - bytes.data - USER_NAME_AT);
    if (!record_read(sav_layout(SAV_USER), out, &reader, arena))
        return false;
    return !reader_left(&reader) ||
           reader_fail(&reader, "%zu extra bytes", reader_left(&reader));
}

/* ---- export ---- */

typedef struct Loaded {
    StoreAccount *accounts;
    StoreCharacter *characters;
    StoreWorldChunk *world;
    StoreDenied *denied;
    StoreReceipt *receipts;
    StoreReport *reports;
    StoreMeta *meta;
    size_t meta_count;
    size_t account_count, character_count, world_count, denied_count, receipt_count,
        report_count;
} Loaded;

/* In one snapshot of the database, so that players and worlds are of the same moment. It is
 * ended after errors, too. */
static bool load_all(Store *store, Loaded *out, Arena *arena, Report *report)
{
    if (!store_read_snapshot(store, true, report))
        return false;
    const bool ok =
        store_load(store, STORE_ACCOUNT, (void **)&out->accounts, &out->account_count, arena,
                   report) &&
        store_load(store, STORE_CHARACTER, (void **)&out->characters, &out->character_count,
                   arena, report) &&
        store_load(store, STORE_WORLD, (void **)&out->world, &out->world_count, arena,
                   report) &&
        store_load(store, STORE_DENIED, (void **)&out->denied, &out->denied_count, arena,
                   report) &&
        store_load(store, STORE_RECEIPT, (void **)&out->receipts, &out->receipt_count, arena,
                   report) &&
        store_load(store, STORE_REPORT, (void **)&out->reports, &out->report_count, arena,
                   report) &&
        store_load(store, STORE_META, (void **)&out->meta, &out->meta_count, arena, report);
    return store_read_snapshot(store, false, report) && ok;
}

/* SavTime is 64 bits in two halves. */
static SavTime time_of(int64_t seconds)
{
    return (SavTime){(u32)(uint64_t)seconds, (u32)((uint64_t)seconds >> 32)};
}

/* Longer texts than 65,535 bytes are cut: the record has a 16-bit size. */
static SavText sav_text(Text text)
{
    return (SavText){(u16)(text.size < UINT16_MAX ? text.size : UINT16_MAX),
                     (ascii *)(uintptr_t)text.at};
}

/* Text is not copied: it belongs to the arena of `loaded`. */
static void fill_account(SavUser *user, const StoreAccount *account)
{
    const size_t size = account->password.size;
    if (size == sizeof user->password)
        memcpy(user->password, account->password.data, size);
    user->created = time_of(account->created);
    user->login = time_of(account->login);
    user->logout = time_of(account->logout);
    user->seen = time_of(account->seen);
    for (size_t i = 0; i < sizeof user->language && i < account->language.size; i++)
        user->language[i] = account->language.at[i];
    user->flags = (u8)account->flags;
    user->name_size = (u32)account->name.size;
    user->name = (ascii *)(uintptr_t)account->name.at;
}

/* One USER for each number up to the last account's. An unused number is exported without a
 * name, so that the numbers in QSTS remain valid. */
static bool export_users(const Loaded *loaded, Sav *sav, SavServer *server, Arena *arena,
                         Report *report)
{
    const size_t count = loaded->account_count;
    const int64_t last = count ? loaded->accounts[count - 1].id : 0;
    const StoreCharacter *character = loaded->characters;
    const StoreCharacter *end = character + loaded->character_count;
    if (count && (loaded->accounts[0].id < 1 || last > (int64_t)count + GAPS_MAX))
        return report_error(report, "the numbers of the accounts are not consistent");
    server->patrons = ARENA_ALLOC(arena, SavPatron, (size_t)last);
    const StoreAccount *account = loaded->accounts;
    for (int64_t id = 1; id <= last; id++) {
        SavUser *user = sav_add(sav, SAV_USER, arena);
        SavPatron *patron = &server->patrons[server->patron_count++];
        *user = store_user_blank();
        while (character < end && character->account < id)
            character++;
        if (account->id != id)
            continue;
        if (!account->name.size) { /* it was deleted */
            account++;
            continue;
        }
        if (character < end && character->account == id) {
            if (character->user.size && !store_user_read(character->user, user, arena, report))
                return false;
            patron->size = (u32)character->engine.size;
            patron->engine = (byte *)(uintptr_t)character->engine.data;
        }
        fill_account(user, account);
        patron->passes = (u32)account->passes;
        patron->memory = (u32)account->memory;
        patron->reason = sav_text(account->reason);
        account++;
    }
    return true;
}

/* A single IPv4 or IPv6 address: the chunk DENY cannot hold networks. */
static bool is_whole(Bytes network)
{
    return (network.size == 5 && network.data[4] == 32) ||
           (network.size == 17 && network.data[16] == 128);
}

/* Families 2 and 10 are AF_INET and AF_INET6 of Linux, as the format stores them. Networks are
 * only in the chunk of the server. */
static void export_denied(const Loaded *loaded, Sav *sav, SavServer *server, Arena *arena)
{
    SavDeny *deny = sav_add(sav, SAV_DENY, arena);
    deny->addresses = ARENA_ALLOC(arena, SavAddress, loaded->denied_count);
    server->networks = ARENA_ALLOC(arena, SavNetwork, loaded->denied_count);
    for (size_t i = 0; i < loaded->denied_count; i++) {
        const StoreDenied *row = &loaded->denied[i];
        server->networks[server->network_count++] = (SavNetwork){
            (u8)row->network.size, (byte *)(uintptr_t)row->network.data, sav_text(row->note)};
        if (!is_whole(row->network))
            continue;
        SavAddress *address = &deny->addresses[deny->addresses_count++];
        address->family = row->network.size == 5 ? 2 : 10;
        memcpy(address->address, row->network.data, row->network.size - 1);
    }
}

static void export_receipts(const Loaded *loaded, SavServer *server, Arena *arena)
{
    server->receipts = ARENA_ALLOC(arena, SavReceipt, loaded->receipt_count);
    for (size_t i = 0; i < loaded->receipt_count; i++) {
        const StoreReceipt *row = &loaded->receipts[i];
        const SavTime done = time_of(row->done);
        server->receipts[server->receipt_count++] =
            (SavReceipt){(u16)row->operation.size,
                         (byte *)(uintptr_t)row->operation.data,
                         done.seconds,
                         done.high,
                         (u32)row->answer.size,
                         (byte *)(uintptr_t)row->answer.data};
    }
}

/* ---- the staff ---- */

/* `ignored` is a list of little-endian 32-bit account numbers. */
static SavStanding standing_of(const StoreAccount *row, Arena *arena)
{
    SavStanding out = {.account = (u32)row->id,
                       .role = (u32)row->role,
                       .ban_since = (u64)row->ban_since,
                       .ban_until = (u64)row->ban_until,
                       .ban_by = sav_text(row->ban_by),
                       .mute_since = (u64)row->mute_since,
                       .mute_until = (u64)row->mute_until,
                       .mute_by = sav_text(row->mute_by),
                       .mute_reason = sav_text(row->mute_reason)};
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(row->ignored, &silent);
    out.ignored = ARENA_ALLOC(arena, u32, row->ignored.size / 4);
    while (reader_left(&reader) >= 4)
        out.ignored[out.ignored_count++] = read_u32(&reader);
    return out;
}

static bool has_standing(const StoreAccount *row)
{
    return row->name.size && (row->role || row->ban_since || row->ban_until ||
                              row->ban_by.size || row->mute_since || row->ignored.size);
}

static void export_standings(const Loaded *loaded, SavServer *server, Arena *arena)
{
    for (size_t i = 0; i < loaded->account_count; i++)
        if (has_standing(&loaded->accounts[i])) {
            const StoreAccount *row = &loaded->accounts[i];
            *ARENA_PUSH(arena, server->standings, server->standing_count) =
                standing_of(row, arena);
            *ARENA_PUSH(arena, server->authors, server->authors_count) =
                (SavAuthors){(u32)row->ban_role, (u32)row->mute_role};
        }
}

/* Whether a role of an author is known, which a version 2 cannot hold. */
static bool export_authors(const Loaded *loaded, SavServer *server, Arena *arena)
{
    bool any = false;
    server->denier_roles = ARENA_ALLOC(arena, u32, loaded->denied_count);
    for (size_t i = 0; i < loaded->denied_count; i++) {
        server->denier_roles[server->denier_count++] = (u32)loaded->denied[i].role;
        any = any || loaded->denied[i].role;
    }
    for (size_t i = 0; i < server->authors_count; i++)
        any = any || server->authors[i].ban_role || server->authors[i].mute_role;
    return any;
}

/* Whether they have an entry that a version 1 cannot hold. */
static bool export_denials(const Loaded *loaded, SavServer *server, Arena *arena)
{
    bool any = false;
    server->denials = ARENA_ALLOC(arena, SavDenial, loaded->denied_count);
    for (size_t i = 0; i < loaded->denied_count; i++) {
        const StoreDenied *row = &loaded->denied[i];
        server->denials[server->denial_count++] =
            (SavDenial){(u64)row->since, (u64)row->until, sav_text(row->author)};
        any = any || row->since || row->until || row->author.size;
    }
    return any;
}

static void export_reports(const Loaded *loaded, SavServer *server, Arena *arena)
{
    server->reports = ARENA_ALLOC(arena, SavReport, loaded->report_count);
    for (size_t i = 0; i < loaded->report_count; i++) {
        const StoreReport *row = &loaded->reports[i];
        server->reports[server->report_count++] =
            (SavReport){.report = (u64)row->report,
                        .account = (u32)row->account,
                        .about = (u32)row->about,
                        .words = sav_text(row->words),
                        .lines = sav_text(row->lines),
                        .resolved = (u64)row->resolved,
                        .resolved_by = sav_text(row->resolved_by)};
    }
}

/* Without such data the chunk stays one that older programs can read. */
static void export_staff(const Loaded *loaded, SavServer *server, Arena *arena)
{
    const bool denials = export_denials(loaded, server, arena);
    export_standings(loaded, server, arena);
    export_reports(loaded, server, arena);
    const StoreMeta *motd = store_meta_find(loaded->meta, loaded->meta_count, "motd");
    server->motd = sav_text(text_of_bytes(motd ? motd->value : (Bytes){NULL, 0}));
    if (export_authors(loaded, server, arena))
        return;
    server->version =
        denials || server->standing_count || server->report_count || server->motd.size ? 2 : 1;
}

/* ---- the world's chunks ---- */

/* The rows to be exported: those of a single server, of one zone, or of all zones. */
typedef struct Choice {
    const ZoneMap *zones;
    uint32_t zone; /* STORE_ALONE: all */
    bool *kept;    /* by zone: it has its own rows */
    bool any;
} Choice;

/* Several servers have used the state, whether they have saved a world or not. */
static bool is_of_cluster(const Loaded *loaded)
{
    return store_meta_find(loaded->meta, loaded->meta_count, BUILD_NAMES_KEY) != NULL;
}

/* The worlds of several servers have no common table of names. */
static void export_build(const Loaded *loaded, SavServer *server)
{
    const StoreMeta *row = store_meta_find(loaded->meta, loaded->meta_count, "unique");
    if (!row || row->value.size != sizeof server->build)
        return;
    memcpy(&server->build, row->value.data, sizeof server->build);
    server->version = SAV_SERVER_VERSION;
}

/* Finds which zones have saved rows of their own; all others still use those of the single
 * world. */
static Choice choice_of(const Loaded *loaded, uint32_t zone, const ZoneMap *zones, Arena *arena)
{
    Choice choice = {.zones = zones, .zone = zone};
    if (!zones)
        return choice;
    choice.kept = ARENA_ALLOC(arena, bool, zones->zone_count + 1);
    for (size_t i = 0; i < loaded->world_count; i++) {
        const uint32_t of = store_world_zone(&loaded->world[i]);
        choice.any = choice.any || of != STORE_ALONE;
        if (of < zones->zone_count)
            choice.kept[of] = true;
    }
    return choice;
}

/* The map of an NPC or of objects; false if the chunk has no map or is damaged. */
static bool map_of_row(const StoreWorldChunk *row, uint32_t *map)
{
    union {
        SavNpc npc;
        SavMap map;
    } record = {0};
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const bool npc = !memcmp(row->magic.data, "NPC", 4);
    Reader reader = reader_of(row->data, &silent);
    const bool ok = (npc || !memcmp(row->magic.data, "MAP", 4)) &&
                    record_read(sav_layout(npc ? SAV_NPC : SAV_MAP), &record, &reader, scratch);
    *map = npc ? record.npc.entity.map : record.map.map;
    arena_free(scratch);
    return ok;
}

/* Whether a row is exported. Rows of a zone replace the rows of the single world for the maps
 * of that zone. */
static bool counts(const Choice *choice, const StoreWorldChunk *row)
{
    const uint32_t of = store_world_zone(row);
    const bool whole = choice->zone == STORE_ALONE;
    uint32_t zone = whole ? 0 : choice->zone, map;
    if (!choice->zones || (whole && !choice->any))
        return of == STORE_ALONE;
    if (!whole && choice->kept[zone])
        return of == zone;
    if (map_of_row(row, &map)) {
        zone = zone_map_get(choice->zones, map);
        if (!whole && zone != choice->zone)
            return false;
    } else if (row->place >= STORE_WORLD_UNKNOWN) {
        return whole && of == STORE_ALONE;
    } else if (row->place >= STORE_WORLD_STATE) { /* it is after these chunks */
        return false;
    }
    return of == (choice->kept[zone] ? zone : STORE_ALONE);
}

/* Twice, before and after the players: `behind` selects the chunks from NPC on, in the order
 * that the format requires. */
static void export_world(const Loaded *loaded, const Choice *choice, bool behind, Sav *sav,
                         Arena *arena)
{
    for (size_t i = 0; i < loaded->world_count; i++) {
        const StoreWorldChunk *row = &loaded->world[i];
        if ((row->place >= STORE_WORLD_NPC) == behind && counts(choice, row))
            store_world_add(row, sav, arena);
    }
}

bool store_export(Store *store, const ZoneMap *zones, Sav *out, Arena *arena, Report *report)
{
    return store_export_zone(store, STORE_ALONE, zones, out, arena, report);
}

/* A zone that was never saved has no players yet. */
bool store_export_zone(Store *store, uint32_t zone, const ZoneMap *zones, Sav *out,
                       Arena *arena, Report *report)
{
    Loaded loaded = {0};
    SavServer server = {.version = SAV_SERVER_VERSION};
    const Text game = store_game(store);
    *out = (Sav){0};
    memcpy(out->header.game, game.at, game.size);
    if (!load_all(store, &loaded, arena, report))
        return false;
    const Choice choice = choice_of(&loaded, zone, zones, arena);
    export_denied(&loaded, out, &server, arena);
    export_world(&loaded, &choice, false, out, arena);
    store_globals_export(loaded.meta, loaded.meta_count, out, arena);
    if ((zone == STORE_ALONE || choice.kept[zone]) &&
        !export_users(&loaded, out, &server, arena, report))
        return false;
    export_world(&loaded, &choice, true, out, arena);
    export_receipts(&loaded, &server, arena);
    export_staff(&loaded, &server, arena);
    if (zones && (choice.any || is_of_cluster(&loaded)))
        export_build(&loaded, &server);
    Writer writer = writer_to(arena);
    record_write(&SavServer_layout, &server, &writer);
    SavChunk *chunk = ARENA_PUSH(arena, out->chunks, out->chunk_count);
    *chunk = (SavChunk){.type = SAV_UNKNOWN, .bytes = writer_bytes(&writer)};
    memcpy(chunk->magic, server_magic, sizeof server_magic);
    return true;
}
