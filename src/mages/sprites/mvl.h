/* MAGES sprites of triangles (.mvl): how to compose a character from parts of its texture, an
 * image next to the file. They do the job of layouts (lay.h) in later games.
 *
 * All states share one list of vertices; a state is a list of triangles. To show an expression,
 * the engine draws the state of a face, which includes the body, then its mouth, then its eyes.
 * Sources: the open re-implementation of the engine (CommitteeOfZero/impacto,
 * src/character2d.cpp and the DrawCharacterMvl of its renderers). Words that it skips are
 * preserved. No genuine file was available. */
#ifndef OISIN_MAGES_SPRITES_MVL_H
#define OISIN_MAGES_SPRITES_MVL_H

#include "base/record.h"
#include "mages/sprites/lay.h"

typedef u32 MvlOffset; /* computed from the contents: JSON may omit it */
enum { MvlOffset_bytes = u32_bytes };
extern const RecordLayout MvlOffset_layout;

#define RECORD_FILE "mages/sprites/mvl.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    MVL_SIZE_MAX = 64 << 20,     /* bytes of a file */
    MVL_STATES_MAX = 4096,       /* a character has some dozens */
    MVL_NUMBER_MAX = 32767,      /* of a coordinate in pixels, as in layouts */
    MVL_TRIANGLES_MAX = 1 << 20, /* of all states together */
    MVL_VERTICES_MAX = 1 << 16,  /* that an index can address */
};

typedef struct Mvl {
    MvlHead head;
    u16 **indices; /* of each state */
    MvlVertex *vertices;
    Bytes tail; /* after the last of them */
} Mvl;

/* What a state's name means. */
typedef struct MvlPart {
    LayType type; /* LAY_SUB, LAY_MOUTH or LAY_EYES */
    unsigned face, frame;
    bool numbered; /* false: the name has no number; the engine uses it as face 0 */
    bool drawn;    /* false: a mouth or eyes whose number is not 1 to 9 */
} MvlPart;
MvlPart mvl_part(const MvlState *state);
Text mvl_name(const MvlState *state);

/* Whether the first unknown words and all ranges, names and indices are plausible: there is no
 * known magic. Requires the whole file. */
bool mvl_is(Bytes file);

/* Ranges are validated; coordinates and indices are not: see `mvl_check`. */
bool mvl_read(Bytes file, Mvl *out, Arena *arena, Report *report);

/* Writes vertices and indices at their offsets; if these do not fit (they overlap, or are far
 * behind each other), the vertices follow the head and the indices follow them. Updates the
 * offsets. */
Bytes mvl_write(Mvl *mvl, Arena *arena);

/* For the registry (kit/formats/format.h). */
bool mvl_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mvl_check(Bytes file, Arena *arena, Report *report);
bool mvl_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mvl_title(Bytes file, Arena *arena);
void mvl_describe(Writer *writer);

#endif
