/* Differences between two files of any format, as lines for people and for grep:
 *
 *     weapons.adb: animations["cwalk"].times.length: 10 -> 12
 *     maps.res: - zone1/zone1.mob
 *     zone1.mob: OBJECT 1203 "well" position z: 0 -> 5.25
 *     maps.res/zone2.mpr/zone2.reg: values.Hero: + "speed"
 *
 * Two files of one format are compared as trees, using their JSON, so formats need no code for
 * this. Elements of a list are paired by path, name, id, title or key, if that is unique;
 * otherwise a sequence alignment finds a small number of insertions and deletions in bounded
 * time, and the remaining elements are paired by position. The nodes of map objects are paired
 * by type and number, and have names for people (difference_lists.def). A number that has a
 * name next to it
 * (`sprite`, `sprite_name`) is compared by that name. Archives are compared by their members,
 * at any depth; their tables are compared only if all members are equal, because tables follow
 * from members. Offsets, links and checksums come last, summarized in one line if there are
 * many and other differences exist. Files of unknown formats are compared as text, line by
 * line, or as bytes. */
#ifndef OISIN_KIT_COMPARE_DIFFERENCE_H
#define OISIN_KIT_COMPARE_DIFFERENCE_H

#include "kit/formats/format.h"

typedef enum DifferenceKind {
    DIFFERENCE_CHANGED,
    DIFFERENCE_REMOVED, /* only in the first file */
    DIFFERENCE_ADDED,   /* only in the second file */
} DifferenceKind;

/* One line. Texts contain no control characters and are valid until the sink returns. */
typedef struct Difference {
    DifferenceKind kind;
    Text file;  /* the name of the pair, followed by members separated by slashes */
    Text place; /* path in the tree: `maps["town"].width`; empty for the whole file */
    Text text;  /* `10 -> 12`; or the removed or added value */
} Difference;

typedef void DifferenceSink(void *context, const Difference *difference);

typedef struct DifferenceSide {
    Text path; /* its suffix may determine the format; used in messages */
    Bytes bytes;
} DifferenceSide;

typedef struct Differences {
    DifferenceSink *sink;
    void *context;
    const Format *format; /* of both files; NULL: detect by first bytes or suffix */
    size_t count;         /* lines so far: 0 at the end means that the files are equal */
} Differences;

/* `name` stands for both files in the output. A file or member that cannot be read in its
 * format is reported as an error and compared as bytes, and the result is false; likewise for
 * archives that claim to be too large. Equal bytes are not parsed. Time and memory depend on
 * the sizes of the files, not on the number of differences. */
bool difference_files(Text name, const DifferenceSide *a, const DifferenceSide *b,
                      Differences *differences, Report *report);

/* Reports something that exists on one side only: a member of the file `name`, or, if `member`
 * is empty, the file. */
void difference_alone(Text name, DifferenceKind kind, Text member, uint64_t size,
                      Differences *differences);

/* Writes `FILE: PLACE: + TEXT` without a line end; place and sign are optional. */
void difference_write(const Difference *difference, Writer *out);

#endif
