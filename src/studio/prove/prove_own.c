/* Whether this program wrote a game: then it proves what this program writes, not what the
 * documents mean. The unique ID of our games is a hash of their parts (tirnanog/container/
 * tng_write.c): the header and the section block, and each asset. Most of them also have names
 * for unpack, which remain if another tool has changed the file. */
#include "studio/prove/prove_internal.h"

#include "base/hash.h"
#include "base/text.h"

#include <stdlib.h>

typedef struct Parts {
    Bytes *items;
    size_t count;
    Arena *arena;
} Parts;

static void add(Parts *parts, Bytes asset)
{
    if (asset.size)
        *ARENA_PUSH(parts->arena, parts->items, parts->count) = asset;
}

static int compare(const void *a, const void *b)
{
    const Bytes *one = a, *other = b;
    return (one->data > other->data) - (one->data < other->data);
}

/* The header and the section block, without ID and CRC. */
static uint64_t hash_of_head(const TngFile *game, Arena *scratch)
{
    enum { UNIQUE_AT = 48, ZEROS = 12 };
    uint8_t *head = arena_alloc_raw(scratch, game->assets_at, 1);
    memcpy(head, game->file.data, game->assets_at);
    memset(head + UNIQUE_AT, 0, ZEROS);
    return hash_bytes(0, (Bytes){head, game->assets_at});
}

bool prove_has_names(Bytes strings)
{
    static const char marker[] = "\0#names";
    size_t at;
    return text_find_part(text_of_bytes(strings), (Text){marker, sizeof marker}, &at);
}

bool prove_is_own(const TngFile *game, Arena *scratch)
{
    Parts parts = {.arena = scratch};
    const uint8_t *at = game->file.data + game->assets_at;
    uint64_t hash = hash_of_head(game, scratch), unique;
    for (size_t i = 0; i < game->section_count; i++) {
        add(&parts, game->sections[i].texts);
        for (size_t k = 0; k < game->sections[i].count; k++)
            add(&parts, game->sections[i].entries[k].stored);
    }
    if (parts.count)
        qsort(parts.items, parts.count, sizeof *parts.items, compare);
    for (size_t i = 0; i < parts.count; i++) {
        const Bytes part = parts.items[i];
        if (i && part.data == parts.items[i - 1].data && part.size == parts.items[i - 1].size)
            continue; /* shared */
        if (part.data != at)
            return prove_has_names(game->strings);
        hash = hash_bytes(hash, part);
        at += part.size;
    }
    memcpy(&unique, game->header.unique, sizeof unique);
    return hash == unique || prove_has_names(game->strings);
}
