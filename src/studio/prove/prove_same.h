/* Private to the comparison of a game with the same game built again. */
#ifndef OISIN_STUDIO_PROVE_PROVE_SAME_H
#define OISIN_STUDIO_PROVE_PROVE_SAME_H

#include "tirnanog/container/tng.h"

/* Sets `differs` and the asset + 1 of the first handler that differs, by index of the section.
 * False if handlers cannot be read, or if their numbers differ and it is not known where. */
bool prove_same_code(const TngFile *from, const TngFile *to, bool *differs, size_t *asset,
                     Arena *arena);

/* What a difference at a place in the tree of a game concerns. */
typedef enum ProveConcern {
    CONCERNS_FILE,    /* where an asset is in the file, and its compressed size */
    CONCERNS_PACKING, /* where a frame is on the atlases */
    CONCERNS_CONTENT,
} ProveConcern;
ProveConcern prove_concern(unsigned section, Text place);

#endif
