/* Texts that a test makes, compared with what they were when their hashes were recorded.
 *
 * To see what has changed: with OISIN_RECORD=FOLDER in its environment the test program writes
 * its texts as FOLDER/NAME.txt; do this before and after the change, and compare. If the new
 * texts are as intended, put the new hashes into the test's table. */
#ifndef OISIN_TESTS_RECORDED_H
#define OISIN_TESTS_RECORDED_H

#include "kit.h"

#include "base/stream.h"

typedef struct Recorded {
    const char *name;
    uint64_t hash;
} Recorded;

/* Fails if the hash of the text is not the one that is recorded for `name`. */
void recorded_check(const Recorded *all, size_t count, const char *name, const Writer *text);

/* Writes the kit's messages to the text and clears them. */
void recorded_messages(Kit *kit, Writer *text);

#endif
