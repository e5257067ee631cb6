/* Several files as one game: the base, then its extensions in their order.
 *
 * What has a name (sprites, sounds, people, maps, attributes, texts by language and so on)
 * replaces what had it before, or is new; what stands alone (menu, display, alerts) is
 * replaced as a whole. The base keeps its numbers, what is new gets the next ones, and
 * every reference of an extension is translated by name. Numbers whose names an extension
 * does not tell (it was built with --strip) are taken as the base's. */
#ifndef OISIN_PROJECT_JOIN_H
#define OISIN_PROJECT_JOIN_H

#include "formats/tirnanog/tng.h"

enum { JOIN_MAX = 16 };

typedef struct JoinPart {
    Text name; /* for messages */
    Bytes bytes;
} JoinPart;

/* The joined game's bytes; the parts' must stay as long. Its unique id follows from the
 * parts. False and one error, with the part's name, if one is damaged, encrypted, of
 * another game, or of another shape. */
bool project_join(const JoinPart *parts, size_t count, Bytes *out, Arena *arena,
                  Report *report);

#endif
