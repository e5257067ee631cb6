/* Private to the prover: evidence, the container of a game, and the parts of the examination.
 */
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

/* The reading decodes something that the file contains. */
void prove_support(Proof *proof, ProveReading reading);
/* The reading is impossible; `format` must print numbers only. */
void prove_refute(Proof *proof, ProveReading reading, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void prove_refute_at(Proof *proof, ProveReading reading, ProvePlace place, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));
/* Supports a reading or refutes it. */
void prove_whether(Proof *proof, bool fits, ProveReading reading, ProvePlace place,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A record that ends somewhere else than its bytes, in every reading. */
void prove_misfit(Proof *proof, ProvePlace place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The questions about a compressed block and its checksum have their readings in this order:
 * zlib and raw; content, stream and adler. False if it cannot be decompressed. */
bool prove_block(Proof *proof, Bytes stored, size_t limit, ProveReading zlib,
                 ProveReading content, Bytes *out, Arena *arena);

/* The container, read without the reader of the program. */
struct ProveGame {
    TngHeader header;
    Bytes file, block, strings;
    size_t assets_at;
    ProveSection *sections;
    size_t section_count;
    const ProveSection *first[256]; /* by type: its first section, or NULL */
    uint32_t *names[256];           /* by type: names of its entries, sorted; made on demand */
    Arena *arena;
    bool extension; /* lacks sections of a base game: sprites may be in that */
};
bool prove_container(Proof *proof, Bytes file, ProveGame *out, Arena *arena, Report *report);
/* The number of entries of the first section of a type; 0 if there is none. */
size_t prove_count(const ProveGame *game, unsigned type);
/* The bytes of a section. */
Bytes prove_section_bytes(const ProveGame *game, const ProveSection *section);
/* Whether an offset is the name of an entry of the section. */
bool prove_is_name(ProveGame *game, unsigned type, uint32_t offset);
/* The section with the maps: 35, or 34 if there is none. */
unsigned prove_maps_type(const ProveGame *game);

/* Examines decompressed assets, by the type of their section. */
void prove_asset(Proof *proof, const ProveGame *game, ProvePlace place, Bytes asset,
                 Arena *scratch);
/* Examines sections without assets. */
void prove_section(Proof *proof, const ProveGame *game, const ProveSection *section,
                   Arena *scratch);
/* A handler. */
void prove_code(Proof *proof, ProvePlace place, Bytes code, bool expression, Arena *scratch);

/* Whether the strings have the marker of our names for unpack. */
bool prove_has_names(Bytes strings);
/* Whether this program wrote the game; `assets` are all its assets, in any order. */
bool prove_is_own(const ProveGame *game, TngExtent *assets, size_t count, Arena *scratch);

bool prove_save(Proof *proof, Bytes file, ProveGame *game, Arena *arena, Report *report);
/* The same for a game that was examined; `game` NULL: unknown. */
bool prove_save_of_game(Proof *proof, Bytes file, const ProveGameFile *game, Report *report);
bool prove_camera(Proof *proof, Bytes file, Report *report);
bool prove_animation(Proof *proof, Bytes file, Report *report);
bool prove_texture(Proof *proof, Bytes file, Report *report);

/* Unpacks the game, builds it again, and compares its sections. */
void prove_compare(Proof *proof, Bytes file);

#endif
