/* What a file was like when a job had written it, so that the next job can tell whether
 * somebody has changed it since. An editor may replace a file by a new one, which has another
 * inode, or write into it, which leaves the inode: size, time and contents are compared as
 * well.
 *
 * For a folder these are sums over everything below it, in any order, without the contents: of
 * the folder only its name changes when it is moved. */
#ifndef OISIN_BASE_OUTPUT_FINGERPRINT_H
#define OISIN_BASE_OUTPUT_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Fingerprint {
    uint64_t inode;
    uint64_t size; /* bytes */
    uint64_t time; /* of the last change: nanoseconds since 1970 */
    uint64_t hash; /* of the contents, or of what stands for them */
} Fingerprint;

/* Of an entry of a folder, which is a descriptor; links are not followed. Returns false and
 * errno on failure. Allocates no memory of arenas: it is called between the moves of a commit.
 */
bool fingerprint_take(int folder, const char *name, Fingerprint *out);

bool fingerprint_equal(const Fingerprint *one, const Fingerprint *other);

#endif
