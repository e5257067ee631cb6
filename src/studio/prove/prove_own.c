/* Whether this program wrote a game: then it proves what this program writes, not what the
 * documents mean. The unique ID of our games is a hash of their parts (tirnanog/container/
 * tng_write.c): the header and the section block, and each asset. Most of them also have names
 * for unpack, which remain if another tool has changed the file. */
#include "studio/prove/prove_internal.h"

#include "base/hash.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const TngExtent *one = a, *other = b;
    return (one->at > other->at) - (one->at < other->at);
}

/* The header and the section block, without ID and CRC. */
static uint64_t hash_of_head(const ProveGame *game, Arena *scratch)
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
    return memmem(strings.data, strings.size, marker, sizeof marker) != NULL;
}

bool prove_is_own(const ProveGame *game, TngExtent *assets, size_t count, Arena *scratch)
{
    uint64_t hash = hash_of_head(game, scratch), at = 0, unique;
    if (count)
        qsort(assets, count, sizeof *assets, compare);
    for (size_t i = 0; i < count; i++) {
        if (i && assets[i].at == assets[i - 1].at && assets[i].size == assets[i - 1].size)
            continue; /* shared */
        if (assets[i].at != at)
            return prove_has_names(game->strings);
        hash = hash_bytes(hash, bytes_slice(game->file, game->assets_at + at, assets[i].size));
        at += assets[i].size;
    }
    memcpy(&unique, game->header.unique, sizeof unique);
    return hash == unique || prove_has_names(game->strings);
}
