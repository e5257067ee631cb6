/* FIG files of Evil Islands: the mesh of one bone, in eight extreme bodies at once
 * (specs/evil_islands.md). Vertices and normals are stored in blocks of four, as required by
 * the game's renderer. z is up. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_FIG_H
#define OISIN_EVIL_ISLANDS_MODELS_FIG_H

#include "base/record.h"
#include "base/image/vector.h"

#define RECORD_FILE "evil_islands/models/fig.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* Maximum number of variants of a body: bit 0 of the index is strength, bit 1 dexterity, bit 2
 * height. */
enum { FIG_VARIANTS = 8, FIG_OLD_VARIANTS = 6 };

/* Fails if the file size differs from that given by the counts. Files of the old kind, without
 * a magic, are read as six variants; writing creates the new kind. */
bool fig_read(Bytes file, FigFile *out, Arena *arena, Report *report);
Bytes fig_write(const FigFile *fig, Arena *arena);

static inline unsigned fig_variants(const FigFile *fig) { return (unsigned)fig->digit - '0'; }
/* The variant of the file that represents one of the eight. The old kind has all variants of
 * height 0 and the two of height 1 without dexterity. */
static inline unsigned fig_variant(const FigFile *fig, unsigned variant)
{
    const unsigned count = fig_variants(fig);
    return variant < count ? variant : count == 6 ? variant - 2 : variant % count;
}
/* Whether the bytes are a figure of either kind: by the magic, or by the sizes of the lists. */
bool fig_is_figure(Bytes file);
/* The texture_number of a file that begins like a figure; returns false if it is too short. */
bool fig_texture_number(Bytes file, uint32_t *out);
/* A vertex of a variant (index below 4 * vertex_blocks); a normal (index below 4 *
 * normal_blocks). */
Vec3 fig_vertex(const FigFile *fig, uint32_t index, unsigned variant);
Vec3 fig_normal(const FigFile *fig, uint32_t index);
void fig_set_vertex(FigFile *fig, uint32_t index, unsigned variant, Vec3 value);
void fig_set_normal(FigFile *fig, uint32_t index, Vec3 value);

/* Whether all indices are in range; otherwise reports one error. Call it before using a figure.
 */
bool fig_is_sound(const FigFile *fig, Report *report);
/* Computes centers, mins, maxs and radii from the first `count` vertices, which are not
 * padding. */
void fig_measure(FigFile *fig, uint32_t count);

/* "leather" and so on; NULL if the group is unknown. */
const char *fig_group_name(uint32_t group);

/* For the registry (kit/formats/format.h). */
bool fig_is(Bytes start);
bool fig_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool fig_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
void fig_describe(Writer *writer);
bool fig_check(Bytes file, Arena *arena, Report *report);
Text fig_title(Bytes file, Arena *arena);

#endif
