/* What the parts of difference.h share. */
#ifndef OISIN_FORMATS_DIFFERENCE_PARTS_H
#define OISIN_FORMATS_DIFFERENCE_PARTS_H

#include "formats/difference.h"

/* A difference that is told last: what a format keeps for itself (chains, offsets). */
typedef struct DifferenceLater {
    Text place;
    const json_t *a, *b; /* NULL: not there */
} DifferenceLater;

/* Two files that are being compared. */
typedef struct DifferenceJob {
    Differences *differences;
    Text file;
    Writer place, text; /* of the next line */
    Arena *arena;
    DifferenceLater *later;
    size_t later_count;
    bool last; /* nothing is put off any more */
} DifferenceJob;

/* Sends the line of `place` and `text`, and empties `text`. */
void difference_report(DifferenceJob *job, DifferenceKind kind);
/* As that, with its text. */
void difference_format(DifferenceJob *job, DifferenceKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- difference_align.c ---- */

#define DIFFERENCE_ALONE UINT32_MAX /* no partner */

/* Pairs equal hashes of two lists, in order: `partner[i]`, one for each of `a`, is an index
 * in `b` or DIFFERENCE_ALONE. Not always the most pairs, but all of them if the lists
 * differ in little; time is bounded by about a thousand steps an element. */
uint32_t *difference_align(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count,
                           Arena *arena);

/* What lies between two pairs: elements [a, a_end) and [b, b_end) have no equal partner.
 * Starts with zeros; false at the end. A gap of nothing is not given. */
typedef struct DifferenceGap {
    size_t a, a_end, b, b_end;
} DifferenceGap;
bool difference_gap(const uint32_t *partner, size_t a_count, size_t b_count,
                    DifferenceGap *gap);

/* ---- difference_text.c ---- */

/* In quotes, from the byte `from`, at most about 60 characters; `...` where text is left out.
 */
void difference_quote(Writer *out, Text text, size_t from);
/* Without quotes and whole; control characters and what is no UTF-8 as \xNN. */
void difference_plain(Writer *out, Text text);
/* Whether people can read it. */
bool difference_is_text(Bytes bytes);
/* Both differ. Texts of several lines give a line for each that differs. */
void difference_of_texts(DifferenceJob *job, Text a, Text b);
void difference_of_bytes(DifferenceJob *job, Bytes a, Bytes b);
/* Where the first byte is that differs. */
size_t difference_first(Bytes a, Bytes b);

/* ---- difference_value.c ---- */

Text difference_string(const json_t *value);
/* Whether a member is what a format keeps for itself and people do not ask about. */
bool difference_is_noise(const json_t *object, const char *key);
/* A number that refers to something has a name beside it: `sprite` and `sprite_name`
 * (base/record.h). The number follows from what else there is, so the name is what counts.
 * NULL if the member has none. */
const json_t *difference_companion_name(const json_t *object, const char *key);
/* Whether the member is such a name. */
bool difference_is_companion_name(const json_t *object, const char *key);
/* The name of a member that has one, else the member. */
const json_t *difference_member(const json_t *object, const char *key);
/* A value as people write it, on one line, cut after about 60 characters. */
void difference_value(Writer *out, const json_t *value);
/* The same for values of which the same counts; `without` is a key to leave out, or NULL. */
uint64_t difference_hash(const json_t *value, const char *without);

/* ---- difference_tree.c, difference_list.c ---- */

/* Say all that differs, at the job's place; of_trees once for a job. */
void difference_of_trees(DifferenceJob *job, const json_t *a, const json_t *b);
void difference_of_values(DifferenceJob *job, const json_t *a, const json_t *b);
void difference_of_lists(DifferenceJob *job, const json_t *a, const json_t *b);

#endif
