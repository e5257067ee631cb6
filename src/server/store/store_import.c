/* Import of a saved game. Parts, in order: the chunk OISS; players; the deny list; the world
 * and the rest. All tables are cleared in the same batch. Later versions of OISS have extended
 * its lists by further ones, which are shorter, or empty, in a file of an earlier version. */
#include "base/hash.h"
#include "base/text.h"
#include "server/store/build_names.h"
#include "server/store/store_globals.h"
#include "server/store/store_export.h"

#include <stdlib.h>

typedef struct Import {
    Store *store;
    const Sav *sav;
    const SavImport *options;
    SavServer server;              /* of the chunk OISS; empty if there is none */
    const SavStanding **standings; /* of it, ordered by account */
    StoreBatch *batch;
    Arena *arena;
    Report *report;
} Import;

static bool is_server(const SavChunk *chunk) { return memcmp(chunk->magic, "OISS", 4) == 0; }

static int by_account(const void *a, const void *b)
{
    const u32 one = (*(const SavStanding *const *)a)->account;
    const u32 two = (*(const SavStanding *const *)b)->account;
    return (one > two) - (one < two);
}

/* A file with many of them must not take quadratic time. */
static bool order_standings(Import *import)
{
    const SavServer *server = &import->server;
    const size_t count = server->standing_count;
    import->standings = ARENA_ALLOC(import->arena, const SavStanding *, count);
    for (size_t i = 0; i < count; i++)
        import->standings[i] = &server->standings[i];
    if (count)
        qsort(import->standings, count, sizeof *import->standings, by_account);
    for (size_t i = 1; i < count; i++)
        if (import->standings[i]->account == import->standings[i - 1]->account)
            return report_error(import->report, "chunk OISS has two standings of player %u",
                                import->standings[i]->account);
    return true;
}

/* Files of single players have no such chunk: all accounts are new then. */
static bool read_server(Import *import)
{
    for (size_t i = 0; i < import->sav->chunk_count; i++) {
        const SavChunk *chunk = &import->sav->chunks[i];
        if (!is_server(chunk))
            continue;
        Reader reader = reader_of(chunk->bytes, import->report);
        reader.base = chunk->at + 8;
        reader.part = "unpacked chunk OISS";
        if (!record_read(&SavServer_layout, &import->server, &reader, import->arena))
            return false;
        if (!import->server.version || import->server.version > SAV_SERVER_VERSION)
            return reader_fail(&reader, "unknown version %u", import->server.version);
        return order_standings(import);
    }
    return true;
}

/* ---- players ---- */

static int64_t seconds_of(SavTime time)
{
    return (int64_t)((uint64_t)time.high << 32 | time.seconds);
}

/* A password of zeros means that the account has none. */
static bool is_zero(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i])
            return false;
    return true;
}

/* Cuts the text before the first invalid byte: some databases accept only valid UTF-8. */
static Text cleaned(Text text) { return text_to_zero(text_slice(text, 0, utf8_invalid(text))); }

static Text text_of_sav(SavText text) { return cleaned((Text){text.text, text.size}); }

/* `number` is from 0, accounts are from 1. */
static const SavStanding *standing_of(const Import *import, size_t number)
{
    const SavStanding wanted = {.account = (u32)number + 1}, *key = &wanted;
    const SavStanding *const *found =
        import->server.standing_count
            ? bsearch(&key, import->standings, import->server.standing_count, sizeof key,
                      by_account)
            : NULL;
    return found ? *found : NULL;
}

/* `authors` is a parallel list of a later version, which may be shorter. */
static void put_standing(const Import *import, size_t number, StoreAccount *out)
{
    const SavStanding *standing = standing_of(import, number);
    if (!standing)
        return;
    Writer ignored = writer_to(import->arena);
    for (u32 i = 0; i < standing->ignored_count; i++)
        write_u32(&ignored, standing->ignored[i]);
    out->role = standing->role;
    out->ban_since = (int64_t)standing->ban_since;
    out->ban_until = (int64_t)standing->ban_until;
    out->ban_by = text_of_sav(standing->ban_by);
    out->mute_since = (int64_t)standing->mute_since;
    out->mute_until = (int64_t)standing->mute_until;
    out->mute_by = text_of_sav(standing->mute_by);
    out->mute_reason = text_of_sav(standing->mute_reason);
    out->ignored = writer_bytes(&ignored);
    const size_t index = (size_t)(standing - import->server.standings);
    if (index < import->server.authors_count) {
        out->ban_role = import->server.authors[index].ban_role;
        out->mute_role = import->server.authors[index].mute_role;
    }
}

/* Without OISS the cost of the password's hash is that of the options. */
static StoreAccount account_of(const Import *import, const SavUser *user, size_t number)
{
    const SavPatron none = {.passes = import->options->passes,
                            .memory = import->options->memory};
    const SavPatron *patron =
        number < import->server.patron_count ? &import->server.patrons[number] : &none;
    const bool empty = is_zero(user->password, sizeof user->password);
    return (StoreAccount){.id = (int64_t)number + 1,
                          .name = {user->name, user->name_size},
                          .password = {user->password, empty ? 0 : sizeof user->password},
                          .passes = patron->passes,
                          .memory = patron->memory,
                          .created = seconds_of(user->created),
                          .login = seconds_of(user->login),
                          .logout = seconds_of(user->logout),
                          .seen = seconds_of(user->seen),
                          .language = cleaned((Text){user->language, sizeof user->language}),
                          .flags = user->flags,
                          .reason = text_of_sav(patron->reason)};
}

/* Whether there is a character; if not, the account has not played yet. */
static bool character_of(const Import *import, const SavUser *user, size_t number,
                         StoreCharacter *out)
{
    *out = (StoreCharacter){.account = (int64_t)number + 1,
                            .user = store_user_bytes(user, import->arena)};
    if (number < import->server.patron_count)
        out->engine =
            (Bytes){import->server.patrons[number].engine, import->server.patrons[number].size};
    const SavUser blank = store_user_blank();
    return out->engine.size || !bytes_equal(out->user, store_user_bytes(&blank, import->arena));
}

/* The number of a deleted account, or one that was never used: no new account gets it. */
static void put_deleted(const Import *import, Table *names, size_t number)
{
    const StoreAccount account = {.id = (int64_t)number + 1,
                                  .folded = arena_format(import->arena, "#%zu", number + 1)};
    const size_t before = names->count;
    table_put(names, account.folded, (uint32_t)number);
    if (names->count > before)
        store_put(import->batch, STORE_ACCOUNT, &account);
}

/* A character without an account gets a name from its number. Names must differ even without
 * case. */
static bool put_user(const Import *import, Table *names, const SavUser *user, size_t number)
{
    StoreCharacter character;
    StoreAccount account = account_of(import, user, number);
    const bool plays = character_of(import, user, number, &character);
    if (!account.name.size && !plays) {
        put_deleted(import, names, number);
        return true;
    }
    if (!account.name.size)
        account.name = arena_format(import->arena, "player %zu", number + 1);
    if (utf8_invalid(account.name) < account.name.size)
        return report_error(import->report, "the name of player %zu is not UTF-8", number + 1);
    put_standing(import, number, &account);
    account.folded = text_lowered(account.name, import->arena);
    const size_t before = names->count;
    const uint32_t other = *table_put(names, account.folded, (uint32_t)number);
    if (names->count == before)
        return report_error(import->report, "players %u and %zu are both named \"%.*s\"",
                            other + 1, number + 1, (int)account.name.size, account.name.at);
    store_put(import->batch, STORE_ACCOUNT, &account);
    if (plays)
        store_put(import->batch, STORE_CHARACTER, &character);
    return true;
}

/* The numbers are the positions of the USER chunks. */
static bool put_users(const Import *import)
{
    size_t number = 0;
    Table names = table_new(import->arena);
    for (size_t i = 0; i < import->sav->chunk_count; i++) {
        const SavChunk *chunk = &import->sav->chunks[i];
        if (chunk->type == SAV_USER && !put_user(import, &names, chunk->record, number++))
            return false;
    }
    return true;
}

/* ---- the deny list ---- */

/* Rows of OISS have the details of an address that DENY only lists. */
static void put_network(const Import *import, Bytes network)
{
    StoreDenied row = {.network = network};
    for (size_t i = 0; i < import->server.network_count; i++) {
        const SavNetwork *known = &import->server.networks[i];
        if (!bytes_equal(network, (Bytes){known->network, known->size}))
            continue;
        row.note = text_of_sav(known->note);
        if (i < import->server.denial_count) {
            const SavDenial *denial = &import->server.denials[i];
            row.since = (int64_t)denial->since;
            row.until = (int64_t)denial->until;
            row.author = text_of_sav(denial->author);
        }
        if (i < import->server.denier_count)
            row.role = import->server.denier_roles[i];
    }
    store_put(import->batch, STORE_DENIED, &row);
}

static void put_denied(const Import *import)
{
    const SavDeny *deny = sav_find(import->sav, SAV_DENY);
    for (size_t i = 0; deny && i < deny->addresses_count; i++) {
        const SavAddress *address = &deny->addresses[i];
        const size_t size = address->family == 2 ? 4 : 16;
        uint8_t network[17];
        if (address->family != 2 && address->family != 10) {
            report_warning(import->report, "denied address %zu has an unknown family, %u", i,
                           address->family);
            continue;
        }
        memcpy(network, address->address, size);
        network[size] = (uint8_t)(size * 8);
        put_network(import, (Bytes){network, size + 1});
    }
    /* DENY cannot hold prefixes. */
    for (size_t i = 0; i < import->server.network_count; i++) {
        const SavNetwork *known = &import->server.networks[i];
        const uint8_t bits = known->size ? known->network[known->size - 1] : 0;
        if ((known->size == 5 && bits < 32) || (known->size == 17 && bits < 128))
            put_network(import, (Bytes){known->network, known->size});
    }
}

/* ---- the world ---- */

/* The chunk OISN has names for the numbers of the other chunks; an export of several servers
 * has none. */
static bool check_build(const Import *import)
{
    uint64_t build;
    memcpy(&build, store_build(import->store).data, sizeof build);
    return sav_find(import->sav, SAV_STATE) || !import->server.build ||
           import->server.build == build ||
           report_error(import->report,
                        "several servers with another build of the game have saved this: "
                        "import it with that build; another one can be installed afterwards");
}

/* Players and networks have their own tables. The unique id is that of the build which saved
 * the world. */
static void put_world(const Import *import)
{
    size_t counts[SAV_UNKNOWN + 1] = {0};
    const SavState *state = sav_find(import->sav, SAV_STATE);
    for (size_t i = 0; i < import->sav->chunk_count; i++) {
        const SavChunk *chunk = &import->sav->chunks[i];
        if (chunk->type == SAV_USER || chunk->type == SAV_DENY || is_server(chunk))
            continue;
        const StoreWorldChunk row =
            store_world_row(chunk, STORE_ALONE, counts[chunk->type]++, import->arena);
        store_put(import->batch, STORE_WORLD, &row);
    }
    const Bytes unique =
        state ? (Bytes){state->unique, sizeof state->unique} : store_build(import->store);
    store_put(import->batch, STORE_META, &(StoreMeta){TEXT("unique"), unique});
}

static void put_receipts(const Import *import)
{
    for (size_t i = 0; i < import->server.receipt_count; i++) {
        const SavReceipt *known = &import->server.receipts[i];
        const StoreReceipt row = {.operation = {known->operation, known->size},
                                  .done = seconds_of((SavTime){known->done, known->high}),
                                  .answer = {known->answer, known->answer_size}};
        store_put(import->batch, STORE_RECEIPT, &row);
    }
}

static void put_reports(const Import *import)
{
    for (size_t i = 0; i < import->server.report_count; i++) {
        const SavReport *known = &import->server.reports[i];
        const StoreReport row = {.report = (int64_t)known->report,
                                 .account = known->account,
                                 .about = known->about,
                                 .words = text_of_sav(known->words),
                                 .lines = text_of_sav(known->lines),
                                 .resolved = (int64_t)known->resolved,
                                 .resolved_by = text_of_sav(known->resolved_by)};
        store_put(import->batch, STORE_REPORT, &row);
    }
}

static void put_motd(const Import *import)
{
    const Text motd = text_of_sav(import->server.motd);
    store_put(import->batch, STORE_META, &(StoreMeta){TEXT("motd"), bytes_of_text(motd)});
}

/* `batch` clears all tables first: either the whole file is imported or nothing. `sav` must
 * stay valid until the batch is committed or dropped; rows are copied into it. */
bool store_import(Store *store, const Sav *sav, const SavImport *options, StoreBatch *batch,
                  Arena *arena, Report *report)
{
    static const StoreTable tables[] = {STORE_ACCOUNT, STORE_NETWORK, STORE_CHARACTER,
                                        STORE_WORLD,   STORE_DENIED,  STORE_RECEIPT,
                                        STORE_WINNER,  STORE_REPORT,  STORE_SKELETON,
                                        STORE_PLACED,  STORE_ZONE};
    Import import = {.store = store,
                     .sav = sav,
                     .options = options,
                     .batch = batch,
                     .arena = arena,
                     .report = report};
    const Text game = sav_game_id(sav);
    if (!text_equal(game, store_game(store)))
        return report_error(report, "this is a saved game of \"%.*s\", not of \"%.*s\"",
                            (int)game.size, game.at, (int)store_game(store).size,
                            store_game(store).at);
    if (!read_server(&import) || !check_build(&import))
        return false;
    for (size_t i = 0; i < COUNT_OF(tables); i++)
        store_clear(batch, tables[i]);
    store_remove(batch, STORE_META, &(StoreMeta){.key = text_of(BUILD_NAMES_KEY)});
    store_remove(batch, STORE_META, &(StoreMeta){.key = text_of(STORE_ZONES_KEY)});
    put_denied(&import);
    put_world(&import);
    put_receipts(&import);
    put_reports(&import);
    put_motd(&import);
    return store_globals_replace(store, NULL, 0, batch, report) && put_users(&import);
}
