/* Private to the comparison of a game with the same game built again. */
#ifndef OISIN_STUDIO_PROVE_PROVE_SAME_H
#define OISIN_STUDIO_PROVE_PROVE_SAME_H

#include "tirnanog/container/tng.h"

/* What differs in a section. */
typedef struct ProveMark {
    bool content, packing, order, code;
    int64_t frames; /* added less removed: where frames move, some may look like others */
    size_t asset;   /* + 1, of the first handler that differs, or 0 */
} ProveMark;

/* Marks handlers that differ, by index of the section. False if handlers cannot be read, or if
 * their numbers differ and it is not known where. */
bool prove_same_code(const TngFile *from, const TngFile *to, ProveMark *marks, Arena *arena);

/* What a difference at a place in the tree of a game concerns. */
typedef enum ProveConcern {
    CONCERNS_FILE,    /* where an asset is in the file, and its compressed size */
    CONCERNS_PACKING, /* where a frame is on the atlases */
    CONCERNS_CONTENT,
} ProveConcern;
ProveConcern prove_concern(unsigned section, Text place);

#endif
