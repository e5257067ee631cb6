/* An entry has a sorted table of keys, searched in halves, and the results. Results that are
 * used in a build are collected in the order of their use; when the entry is written again,
 * those at the end are dropped if it would be too large. */
#include "kit/formats/result_bundle.h"

#include "base/stream.h"

#include <stdlib.h>

/* The entry: the number of rows, the rows, sorted by key, and the results. */
typedef struct Row {
    CacheKey key;
    uint64_t at, size; /* in the entry */
} Row;

typedef struct Result {
    Row row;
    Bytes bytes;
} Result;

struct CacheBundle {
    const BuildCache *cache;
    CacheKey key;
    Arena *arena;
    Bytes entry;
    size_t count, unused; /* of the entry's rows */
    bool *used;
    Result *results; /* of this build */
    size_t result_count, fresh;
    uint64_t size; /* of the results */
};

static int compare_keys(CacheKey a, CacheKey b)
{
    return a.high != b.high ? (a.high > b.high) - (a.high < b.high)
                            : (a.low > b.low) - (a.low < b.low);
}

static int compare_results(const void *a, const void *b)
{
    return compare_keys(((const Result *)a)->row.key, ((const Result *)b)->row.key);
}

/* A damaged or missing entry gives an empty bundle: results are then computed again. */
CacheBundle *bundle_open(const BuildCache *cache, CacheKey key, Arena *arena)
{
    CacheBundle *bundle = ARENA_ALLOC(arena, CacheBundle, 1);
    *bundle = (CacheBundle){.cache = cache, .key = key, .arena = arena};
    uint64_t count;
    if (!cache_get(cache, key, &bundle->entry, arena) || bundle->entry.size < sizeof count)
        return bundle;
    memcpy(&count, bundle->entry.data, sizeof count);
    if (count > (bundle->entry.size - sizeof count) / sizeof(Row))
        return bundle;
    bundle->count = bundle->unused = count;
    bundle->used = ARENA_ALLOC(arena, bool, count);
    return bundle;
}

/* Copied, because rows in the entry may not be aligned. */
static Row row_of(const CacheBundle *bundle, size_t index)
{
    Row row;
    memcpy(&row, bundle->entry.data + sizeof(uint64_t) + index * sizeof row, sizeof row);
    return row;
}

/* The first row whose key is not lower. */
static size_t find_row(const CacheBundle *bundle, CacheKey key)
{
    size_t low = 0, high = bundle->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_keys(row_of(bundle, middle).key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_result(CacheBundle *bundle, CacheKey key, Bytes bytes)
{
    bundle->size += bytes.size;
    *ARENA_PUSH(bundle->arena, bundle->results, bundle->result_count) =
        (Result){{.key = key, .size = bytes.size}, bytes};
}

/* The result is a slice of the entry, valid as long as the bundle's arena. */
bool bundle_get(CacheBundle *bundle, CacheKey key, Bytes *out)
{
    const size_t index = find_row(bundle, key), size = bundle->entry.size;
    if (index == bundle->count)
        return false;
    const Row row = row_of(bundle, index);
    if (compare_keys(row.key, key) != 0 || row.size > size || row.at > size - row.size)
        return false;
    *out = bytes_slice(bundle->entry, row.at, row.size);
    if (!bundle->used[index]) {
        bundle->used[index] = true;
        bundle->unused--;
        add_result(bundle, key, *out);
    }
    return true;
}

/* `bytes` are kept, not copied, until the bundle is closed. */
void bundle_put(CacheBundle *bundle, CacheKey key, Bytes bytes)
{
    if (!bundle->cache || bytes.size > BUNDLE_MAX || bundle->size > BUNDLE_MAX - bytes.size)
        return;
    add_result(bundle, key, bytes);
    bundle->fresh++;
}

/* How many of the results, in the order of their use, have room. */
static size_t count_kept(const CacheBundle *bundle)
{
    size_t count = 0;
    for (uint64_t size = 0; count < bundle->result_count; count++) {
        size += bundle->results[count].bytes.size;
        if (size > BUNDLE_MAX)
            break;
    }
    return count;
}

/* Sorted by key at the end, so that find_row() can search in halves. */
static void write_entry(CacheBundle *bundle)
{
    Writer out = writer_to(bundle->arena);
    const size_t count = count_kept(bundle);
    Result *results = bundle->results;
    uint64_t at = sizeof(uint64_t) + count * sizeof(Row);
    if (count)
        qsort(results, count, sizeof *results, compare_results);
    write_u64(&out, count);
    for (size_t i = 0; i < count; at += results[i++].bytes.size) {
        results[i].row.at = at;
        write_bytes(&out, (Bytes){(const uint8_t *)&results[i].row, sizeof(Row)});
    }
    for (size_t i = 0; i < count; i++)
        write_bytes(&out, results[i].bytes);
    cache_put(bundle->cache, bundle->key, writer_bytes(&out));
}

/* Rewriting a large entry for few new results is not worth it. */
void bundle_close(CacheBundle *bundle)
{
    enum { PART = 8 };
    if ((bundle->fresh + bundle->unused) * PART > bundle->count)
        write_entry(bundle);
}
