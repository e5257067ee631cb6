/* `check` of an archive: names, hash chains, payloads. It reads the table slot by slot instead
 * of calling res_read(), which ends at the first invalid entry: here each one is reported, and
 * the valid ones are checked further. */
#include "evil_islands/archives/res_internal.h"

#include "base/text.h"
#include "base/game_text.h"
#include "base/hash.h"
#include "evil_islands/archives/hash_chain.h"

typedef struct Check {
    ResTables tables;
    Res res;         /* the valid entries */
    size_t *indices; /* their indices in the table */
    Arena *arena;
    Report *report;
} Check;

static Text shown_name(const Check *check, size_t i)
{
    return game_text_decode(check->res.entries[i].name, check->arena);
}

static Text lower_name(Text name, Arena *arena)
{
    char *copy = (char *)arena_text(arena, name).at;
    for (size_t i = 0; i < name.size; i++)
        if (copy[i] >= 'A' && copy[i] <= 'Z')
            copy[i] = (char)(copy[i] - 'A' + 'a');
    return (Text){copy, name.size};
}

static void check_names(Check *check)
{
    Table names = table_new(check->arena);
    for (size_t i = 0; i < check->res.count; i++) {
        const Text name = shown_name(check, i);
        const size_t index = check->indices[i];
        Text path;
        const Text key = lower_name(check->res.entries[i].name, check->arena);
        const uint32_t first = *table_put(&names, key, (uint32_t)index);
        if (first != index)
            report_warning(
                check->report, "entry %zu, at byte %zu: duplicate name of entry %u: \"%.*s\"",
                index, res_slot_at(&check->tables, index) + 16, first, (int)name.size, name.at);
        else
            archive_path(name, &path, check->arena, check->report);
        if (name.at != check->res.entries[i].name.at)
            report_warning(check->report,
                           "entry %zu: the name \"%.*s\" is not ASCII; some versions of the "
                           "game cannot find it",
                           index, (int)name.size, name.at);
    }
}

/* Checks the chains, only if every entry is valid, since chains refer to all slots, and only if
 * the hash is known. */
static void check_chains(Check *check)
{
    const size_t count = check->res.count;
    if (count != check->tables.head.entry_count ||
        check->tables.head.magic == RES_MAGIC_ETHERLORDS)
        return;
    const int32_t *next = res_chains(&check->res, check->arena);
    const Text *names = res_names(&check->res, check->arena);
    ChainState *states = ARENA_ALLOC(check->arena, ChainState, count);
    for (size_t i = 0; i < count; i++)
        if (next[i] < CHAIN_END || (next[i] >= 0 && (size_t)next[i] >= count))
            report_error(check->report,
                         "entry %zu, at byte %zu: the next slot of the chain is %d; there are "
                         "%zu",
                         i, res_slot_at(&check->tables, i), next[i], count);
    const size_t cycle = chain_cycle(next, count, check->arena);
    if (cycle != SIZE_MAX)
        report_error(check->report,
                     "entry %zu, at byte %zu: its chain leads back to itself, by slot %d",
                     cycle, res_slot_at(&check->tables, cycle), next[cycle]);
    if (!chain_follow(names, next, count, states, check->arena)) {
        report_error(check->report, "the hash chains are too long to be followed");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const Text name = shown_name(check, i);
        const int32_t hash = chain_hash(names[i]);
        if (states[i] == CHAIN_LOST && hash >= 0)
            report_error(check->report,
                         "entry %zu: the game cannot find \"%.*s\": no chain from slot %u "
                         "leads to it; packing again with --fresh repairs that",
                         i, (int)name.size, name.at, chain_bucket(hash, count));
        else if (states[i] == CHAIN_LOST)
            report_warning(check->report,
                           "entry %zu: the hash of \"%.*s\" is negative: the game may be "
                           "unable to find it",
                           i, (int)name.size, name.at);
    }
}

/* Checks the payloads in file order: shared bytes, and bytes between them. */
static void check_payloads(Check *check)
{
    const Res *res = &check->res;
    const uint32_t *order = archive_entry_order(&res_archive, res, check->arena);
    uint64_t end = RES_DATA_AT, first_hole = 0, hole_bytes = 0;
    size_t last = SIZE_MAX, holes = 0;
    for (size_t i = 0; i <= res->count; i++) {
        const ResEntry *entry =
            i < res->count ? &res->entries[order[i]] : NULL; /* otherwise the table */
        if (entry &&
            (!entry->data.size || (last != SIZE_MAX && res_shares(entry, &res->entries[last]))))
            continue;
        const uint64_t offset = entry ? entry->offset : check->tables.head.table_offset;
        if (entry && offset < end)
            report_error(check->report, "entry %zu, at byte %zu: it overlaps entry %zu",
                         check->indices[order[i]],
                         res_slot_at(&check->tables, check->indices[order[i]]) + 4,
                         last == SIZE_MAX ? 0 : check->indices[last]);
        if (offset >= end + RES_ALIGNMENT) {
            first_hole = holes++ ? first_hole : end;
            hole_bytes += offset - end;
        }
        if (entry && offset + entry->data.size > end) {
            end = offset + entry->data.size;
            last = order[i];
        }
    }
    if (holes)
        report_warning(check->report,
                       "the file has %llu unused byte%s in %zu place%s, the first at byte %llu",
                       (unsigned long long)hole_bytes, PLURAL(hole_bytes), holes, PLURAL(holes),
                       (unsigned long long)first_hole);
}

bool res_check(Bytes file, Arena *arena, Report *report)
{
    Check check = {.arena = arena, .report = report};
    const size_t errors = report->errors;
    uint64_t names = 0;
    if (!res_read_tables(file, &check.tables, report))
        return false;
    const size_t count = check.tables.head.entry_count;
    check.res.entries = ARENA_ALLOC(arena, ResEntry, count);
    check.indices = ARENA_ALLOC(arena, size_t, count);
    for (size_t i = 0; i < count; i++)
        if (res_slot_entry(&check.tables, i, &check.res.entries[check.res.count], report)) {
            names += check.res.entries[check.res.count].name.size;
            check.indices[check.res.count++] = i;
        }
    if (names > RES_NAMES_MAX)
        return report_error(report, "its names have %llu bytes; the maximum is %d",
                            (unsigned long long)names, RES_NAMES_MAX);
    check_names(&check);
    check_chains(&check);
    check_payloads(&check);
    return report->errors == errors;
}
