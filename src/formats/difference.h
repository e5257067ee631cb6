/* What differs between two files of any format, as lines for people and for grep:
 *
 *     weapons.adb: animations["cwalk"].times.length: 10 -> 12
 *     maps.res: - zone1/zone1.mob
 *     maps.res/zone2.mpr/zone2.reg: values.Hero: + "speed"
 *
 * Two files of one format are compared as the trees that their JSON is, so a format needs
 * nothing for this. Elements of a list are paired by path, name, id, title or key if each
 * has one of its own; else as few are taken out and put in as can be found in bounded
 * time, and what is left over is paired in place. A number that has a name beside it
 * (`sprite`, `sprite_name`) counts as that name. Archives are compared by their members,
 * which are taken apart by their own formats, to any depth; their table is compared only if
 * all members are equal, since it follows from those. Offsets, links and checksums come
 * last, on one line if they are many and something else differs, too. Files of
 * no known format are texts, line by line, or bytes. */
#ifndef OISIN_FORMATS_DIFFERENCE_H
#define OISIN_FORMATS_DIFFERENCE_H

#include "formats/format.h"

typedef enum DifferenceKind {
    DIFFERENCE_CHANGED,
    DIFFERENCE_REMOVED, /* it is only in the first file */
    DIFFERENCE_ADDED,   /* it is only in the second one */
} DifferenceKind;

/* One line. Texts are free of control characters and last until the sink returns. */
typedef struct Difference {
    DifferenceKind kind;
    Text file;  /* the name of the pair, and behind slashes the members in it */
    Text place; /* in the tree: `maps["town"].width`; empty for the file as a whole */
    Text text;  /* `10 -> 12`; what was added or removed */
} Difference;

typedef void DifferenceSink(void *context, const Difference *difference);

typedef struct DifferenceSide {
    Text path; /* its suffix may tell the format; named in messages */
    Bytes bytes;
} DifferenceSide;

typedef struct Differences {
    DifferenceSink *sink;
    void *context;
    const Format *format; /* of both files; NULL: by their first bytes or suffix */
    size_t count;         /* lines so far: 0 at the end means that the bytes are the same */
} Differences;

/* `name` is what lines call the two. A file, or a member, that its format cannot read is
 * reported as an error and compared as bytes; false then, and for archives that claim to
 * be too large. Equal bytes are not looked into. Time and memory grow with the sizes of
 * the files, not with the number of differences. */
bool difference_files(Text name, const DifferenceSide *a, const DifferenceSide *b,
                      Differences *differences, Report *report);

/* What the other side does not have: a member of the file `name`, or, if `member` is empty,
 * that file. */
void difference_alone(Text name, DifferenceKind kind, Text member, uint64_t size,
                      Differences *differences);

/* `FILE: PLACE: + TEXT`, without a line end; place and sign only if there are any. */
void difference_write(const Difference *difference, Writer *out);

#endif
