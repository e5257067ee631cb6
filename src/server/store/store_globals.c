/* Merges and stores the global attributes of several servers. Parts, in order: rows; writing;
 * export. A row has all values that its server knows, whoever has changed them: so a server
 * that writes its row can remove those of servers that are gone. */
#include "server/store/store_globals.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

enum { ENTRY_SIZE = 4 + 4 + 8 + 8 };

static const Text prefix = {"globals/", 8};

bool store_global_is_newer(const StoreGlobal *a, const StoreGlobal *b)
{
    return a->stamp != b->stamp ? a->stamp > b->stamp : a->node > b->node;
}

/* ---- rows ---- */

static Bytes bytes_of_list(const StoreGlobal *list, size_t count, Arena *arena)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < count; i++) {
        if (!list[i].stamp)
            continue;
        write_u32(&writer, list[i].index);
        write_u32(&writer, (uint32_t)list[i].value);
        write_u64(&writer, list[i].stamp);
        write_u64(&writer, list[i].node);
    }
    return writer_bytes(&writer);
}

static bool read_entry(Reader *reader, StoreGlobal *out)
{
    if (reader_left(reader) < ENTRY_SIZE)
        return false;
    out->index = read_u32(reader);
    out->value = (int32_t)read_u32(reader);
    out->stamp = read_u64(reader);
    out->node = read_u64(reader);
    return true;
}

static bool is_globals(const StoreMeta *row) { return text_starts(row->key, prefix.at); }

void store_globals_merge(const StoreMeta *rows, size_t row_count, StoreGlobal *list,
                         size_t count)
{
    StoreGlobal entry;
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < row_count; i++) {
        Reader reader = reader_of(rows[i].value, &silent);
        while (is_globals(&rows[i]) && read_entry(&reader, &entry))
            if (entry.index < count && store_global_is_newer(&entry, &list[entry.index]))
                list[entry.index] = entry;
    }
}

bool store_globals_rows(Store *store, StoreMeta **rows, size_t *count, Arena *arena,
                        Report *report)
{
    const StoreMeta from = {.key = prefix}, to = {.key = TEXT("globals0")}; /* '/' + 1 */
    return store_load_range(store, STORE_META, &from, &to, 0, (void **)rows, count, arena,
                            report);
}

bool store_globals_load(Store *store, StoreGlobal *list, size_t count, Report *report)
{
    StoreMeta *rows;
    size_t row_count;
    Arena *scratch = arena_new();
    const bool ok = store_globals_rows(store, &rows, &row_count, scratch, report);
    if (ok)
        store_globals_merge(rows, row_count, list, count);
    arena_free(scratch);
    return ok;
}

/* ---- writing ---- */

static StoreMeta row_of(uint64_t node, const StoreGlobal *list, size_t count, Arena *arena)
{
    return (StoreMeta){arena_format(arena, "%s%016" PRIx64, prefix.at, node),
                       bytes_of_list(list, count, arena)};
}

static bool is_server(const StoreServer *servers, size_t count, Text name)
{
    for (size_t i = 0; i < count; i++)
        if (text_equal(servers[i].server, name))
            return true;
    return false;
}

/* All that they have is in the new row, too. They are checked, because a server that was
 * suspended for very long may write its row after all. */
static void remove_rows_of_dead(const StoreMeta *rows, size_t count, const StoreServer *servers,
                                size_t server_count, StoreBatch *batch)
{
    for (size_t i = 0; i < count; i++) {
        if (is_server(servers, server_count,
                      text_slice(rows[i].key, prefix.size, rows[i].key.size)))
            continue;
        store_check(batch, STORE_META, &rows[i]);
        store_remove(batch, STORE_META, &rows[i]);
    }
}

bool store_globals_put(Store *store, uint64_t node, StoreGlobal *list, size_t count,
                       StoreBatch *batch)
{
    StoreMeta *rows;
    StoreServer *servers;
    size_t row_count, server_count;
    bool news = false;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const bool ok =
        store_globals_rows(store, &rows, &row_count, scratch, &silent) &&
        store_load(store, STORE_SERVER, (void **)&servers, &server_count, scratch, &silent);
    if (ok) {
        StoreGlobal *stored = ARENA_ALLOC(scratch, StoreGlobal, count + 1);
        store_globals_merge(rows, row_count, stored, count);
        for (size_t i = 0; i < count; i++)
            if (store_global_is_newer(&stored[i], &list[i]))
                list[i] = stored[i];
            else
                news = news || (list[i].stamp && store_global_is_newer(&list[i], &stored[i]));
    }
    if (news) {
        const StoreMeta own = row_of(node, list, count, scratch);
        remove_rows_of_dead(rows, row_count, servers, server_count, batch);
        store_put(batch, STORE_META, &own);
    }
    arena_free(scratch);
    return ok;
}

bool store_globals_replace(Store *store, const StoreGlobal *list, size_t count,
                           StoreBatch *batch, Report *report)
{
    StoreMeta *rows;
    size_t row_count;
    Arena *scratch = arena_new();
    const bool ok = store_globals_rows(store, &rows, &row_count, scratch, report);
    for (size_t i = 0; ok && i < row_count; i++)
        store_remove(batch, STORE_META, &rows[i]);
    if (ok && count) {
        const StoreMeta row = row_of(0, list, count, scratch);
        store_put(batch, STORE_META, &row);
    }
    arena_free(scratch);
    return ok;
}

/* ---- export ---- */

void store_globals_export(const StoreMeta *rows, size_t row_count, Sav *sav, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < sav->chunk_count; i++) {
        SavChunk *chunk = &sav->chunks[i];
        const size_t count = chunk->bytes.size / 4;
        if (memcmp(chunk->magic, "GLBL", sizeof chunk->magic) != 0)
            continue;
        StoreGlobal *list = ARENA_ALLOC(arena, StoreGlobal, count);
        Reader reader = reader_of(chunk->bytes, &silent);
        for (size_t k = 0; k < count; k++)
            list[k].value = (int32_t)read_u32(&reader);
        store_globals_merge(rows, row_count, list, count);
        Writer writer = writer_to(arena);
        for (size_t k = 0; k < count; k++)
            write_u32(&writer, (uint32_t)list[k].value);
        chunk->bytes = writer_bytes(&writer);
    }
}
