/* Earlier contents of files, by hash: what a page of the editor has changed may be based on a
 * content that is no longer the file's. At most 64 MiB are kept, the latest ones. */
#ifndef OISIN_STUDIO_EDITOR_FILE_VERSIONS_H
#define OISIN_STUDIO_EDITOR_FILE_VERSIONS_H

#include "base/arena.h"

enum { VERSIONS_MAX = 1024, VERSIONS_BYTES_MAX = 64 << 20 };

typedef struct Version {
    uint64_t hash;
    OwnedBytes bytes;
} Version;

typedef struct Versions {
    Version items[VERSIONS_MAX]; /* oldest first */
    size_t count, bytes;
} Versions;

void versions_add(Versions *versions, uint64_t hash, Bytes bytes);
/* `out` is a copy: adding a version may remove others. */
bool versions_find(const Versions *versions, uint64_t hash, Bytes *out, Arena *arena);
void versions_free(Versions *versions);

#endif
