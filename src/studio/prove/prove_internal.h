/* Private to the prover: evidence, the game, and the parts of the examination. */
#ifndef OISIN_STUDIO_PROVE_PROVE_INTERNAL_H
#define OISIN_STUDIO_PROVE_PROVE_INTERNAL_H

#include "studio/prove/prove.h"
#include "base/quota.h"
#include "tirnanog/container/tng.h"

/* A place in a section of a game; part of the evidence. */
typedef struct ProvePlace {
    unsigned section;
    size_t index;  /* of the asset; SIZE_MAX: the section itself */
    size_t offset; /* in the decompressed asset or section */
} ProvePlace;
extern const ProvePlace prove_whole_file;

/* The reading decodes something that the file contains. */
void prove_support(Proof *proof, ProveReading reading);
/* Supports a reading or refutes it; `format` must print numbers only. */
void prove_whether(Proof *proof, bool fits, ProveReading reading, ProvePlace place,
                   const char *format, ...) PRINTF_LIKE(5, 6);
/* The same for all readings of a question: bit i of `fits` is for the i-th from `first` on. */
void prove_which(Proof *proof, unsigned fits, ProveReading first, ProvePlace place,
                 const char *format, ...) PRINTF_LIKE(5, 6);
/* A record that ends somewhere else than its bytes, in every reading. */
void prove_misfit(Proof *proof, ProvePlace place, const char *format, ...) PRINTF_LIKE(3, 4);

/* The questions about a compressed block and its checksum have their readings in this order:
 * zlib and raw; content, stream and adler. False if it cannot be decompressed. */
bool prove_block(Proof *proof, Bytes stored, size_t limit, ProveReading zlib,
                 ProveReading content, Bytes *out, Arena *arena);

struct ProveGame {
    TngFile file;
    uint32_t *names[256]; /* by section: names of its entries, sorted; made on demand */
    Arena *arena;
    bool extension; /* lacks sections of a base game: sprites may be in that */
};
/* The number of entries of the first section of a type; 0 if there is none. */
size_t prove_count(const ProveGame *game, unsigned type);
/* Whether an offset is the name of an entry of the section. */
bool prove_is_name(ProveGame *game, unsigned type, uint32_t offset);
/* The section with the maps: 35, or 34 if there is none. */
unsigned prove_maps_type(const ProveGame *game);

/* Examines decompressed assets, by the type of their section. */
void prove_asset(Proof *proof, const ProveGame *game, ProvePlace place, Bytes asset,
                 Arena *scratch);
/* Examines a section without assets; it has no record if the reader of games refuses it. */
void prove_section(Proof *proof, const ProveGame *game, const TngSection *section,
                   Arena *scratch);
/* A handler. */
void prove_code(Proof *proof, ProvePlace place, Bytes code, bool expression, Arena *scratch);

/* Whether the strings have the marker of our names for unpack. */
bool prove_has_names(Bytes strings);
/* Whether this program wrote the game. */
bool prove_is_own(const TngFile *game, Arena *scratch);

/* `game` NULL: unknown. */
bool prove_save(Proof *proof, Bytes file, const ProveGameFile *game, Report *report);
/* Files of Evil Islands, by kind. */
extern bool (*const prove_examine[PROVE_KINDS])(Proof *proof, Bytes file, Report *report);

/* Unpacks the game, builds it again, and compares its sections. */
void prove_compare(Proof *proof, Bytes file);

#endif
