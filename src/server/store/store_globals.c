#include "server/store/store_globals.h"

#include <string.h>

enum { ENTRY_SIZE = 4 + 4 + 8 + 8 };

static const Text key = {STORE_GLOBALS_KEY, sizeof STORE_GLOBALS_KEY - 1};

bool store_global_is_newer(const StoreGlobal *a, const StoreGlobal *b)
{
    return a->stamp != b->stamp ? a->stamp > b->stamp : a->node > b->node;
}

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

static void merge(Bytes row, StoreGlobal *list, size_t count)
{
    StoreGlobal entry;
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(row, &silent);
    while (read_entry(&reader, &entry))
        if (entry.index < count && store_global_is_newer(&entry, &list[entry.index]))
            list[entry.index] = entry;
}

bool store_globals_load(Store *store, StoreGlobal *list, size_t count, Report *report)
{
    StoreMeta row = {.key = key};
    Arena *scratch = arena_new();
    const StoreFound found = store_find(store, STORE_META, "key", &row, scratch, report);
    if (found == STORE_FOUND)
        merge(row.value, list, count);
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

bool store_globals_put(Store *store, StoreGlobal *list, size_t count, StoreBatch *batch)
{
    StoreMeta row = {.key = key};
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const StoreFound found = store_find(store, STORE_META, "key", &row, scratch, &silent);
    if (found == STORE_FOUND)
        merge(row.value, list, count);
    const StoreMeta after = {key, bytes_of_list(list, count, scratch)};
    const bool has = found == STORE_FOUND;
    if (found != STORE_UNREADABLE && !bytes_equal(after.value, row.value)) {
        if (has)
            store_check(batch, STORE_META, &row);
        (has ? store_put : store_add)(batch, STORE_META, &after);
    }
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

void store_globals_add(const StoreGlobal *list, size_t count, StoreBatch *batch)
{
    Arena *scratch = arena_new();
    const StoreMeta row = {key, bytes_of_list(list, count, scratch)};
    store_put(batch, STORE_META, &row);
    arena_free(scratch);
}

void store_globals_export(Bytes row, Sav *sav, Arena *arena)
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
        merge(row, list, count);
        Writer writer = writer_to(arena);
        for (size_t k = 0; k < count; k++)
            write_u32(&writer, (uint32_t)list[k].value);
        chunk->bytes = writer_bytes(&writer);
    }
}
