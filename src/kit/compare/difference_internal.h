/* Internal declarations of the difference module. */
#ifndef OISIN_KIT_COMPARE_DIFFERENCE_INTERNAL_H
#define OISIN_KIT_COMPARE_DIFFERENCE_INTERNAL_H

#include "kit/compare/difference.h"

/* A difference that is reported last: data internal to a format (chains, offsets). */
typedef struct DifferenceLater {
    Text place;
    const json_t *a, *b; /* NULL: missing */
} DifferenceLater;

/* The comparison of two files. */
typedef struct DifferenceJob DifferenceJob;
struct DifferenceJob {
    Differences *differences;
    Text file;
    Writer place, text; /* of the next line */
    Arena *arena;
    DifferenceLater *later;
    size_t later_count;
    bool last; /* nothing is put off any more */
    /* Compares two values at the current place: for what is in lists, and in lists that have a
     * comparison of their own (difference_lists.def). */
    void (*values)(DifferenceJob *job, const json_t *a, const json_t *b);
};

/* ---- difference_output.c ---- */

/* Sends the line of `place` and `text`, and empties `text`. */
void difference_report(DifferenceJob *job, DifferenceKind kind);
/* As that, with its text. */
void difference_format(DifferenceJob *job, DifferenceKind kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* ---- difference_align.c ---- */

#define DIFFERENCE_ALONE UINT32_MAX /* no partner */

/* Pairs equal hashes of two lists, in order: `partner[i]`, one for each element of `a`, is an
 * index in `b` or DIFFERENCE_ALONE. The number of pairs is maximal if the lists differ little;
 * the time is limited to about a thousand steps per element. */
uint32_t *difference_align(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count,
                           Arena *arena);

/* The elements between two pairs: [a, a_end) and [b, b_end) have no equal partner. Initialize
 * with zeros; returns false at the end. Empty gaps are skipped. */
typedef struct DifferenceGap {
    size_t a, a_end, b, b_end;
} DifferenceGap;
bool difference_gap(const uint32_t *partner, size_t a_count, size_t b_count,
                    DifferenceGap *gap);

/* ---- difference_text.c ---- */

/* Writes a text in quotes from byte `from` on, at most about 60 characters; `...` marks omitted
 * text. */
void difference_quote(Writer *out, Text text, size_t from);
/* Writes a whole text without quotes; control characters and invalid UTF-8 as \xNN. */
void difference_plain(Writer *out, Text text);
/* Whether the bytes are readable text. */
bool difference_is_text(Bytes bytes);
/* Reports how two texts differ; for texts of several lines, one line for each difference. */
void difference_of_texts(DifferenceJob *job, Text a, Text b);
void difference_of_bytes(DifferenceJob *job, Bytes a, Bytes b);
/* Offset of the first different byte. */
size_t difference_first(Bytes a, Bytes b);

/* ---- difference_value.c ---- */

Text difference_string(const json_t *value);
/* Whether a member is internal data of a format that is not relevant to people. */
bool difference_is_noise(const json_t *object, const char *key);
/* A number that refers to something has a name next to it: `sprite` and `sprite_name`
 * (base/record.h). The number follows from other data, so the name is compared. Returns NULL if
 * the member has no such name. */
const json_t *difference_companion_name(const json_t *object, const char *key);
/* Whether the member is such a name. */
bool difference_is_companion_name(const json_t *object, const char *key);
/* The name of a member if it has one, otherwise the member. */
const json_t *difference_member(const json_t *object, const char *key);
/* Adds a member to a place: `.width`, `["a b"]`. */
void difference_key(Writer *place, const char *key);
/* Writes a value on one line, truncated after about 60 characters. */
void difference_value(Writer *out, const json_t *value);
/* A hash that is equal for values that compare as equal; `without` is a key to ignore, or NULL.
 */
uint64_t difference_hash(const json_t *value, const char *without);

/* Text of a file for people: what is not UTF-8 is read as Windows-1251. */
Text difference_text_for_people(Text text, Arena *arena);
/* Keys that may identify the elements of a list, in order of preference; NULL ends it. */
extern const char *const difference_keys[];
/* One hash for each element. */
uint64_t *difference_hashes(const json_t *list, Arena *arena);

/* ---- rows of difference_lists.def ---- */

/* Compares two lists, the members of this name, as their row says; false: there is none. */
bool difference_of_own_lists(DifferenceJob *job, const char *key, const json_t *a,
                             const json_t *b);
/* The number of an element of such a list, by which it is paired; NULL: none. */
const json_t *difference_number(const json_t *element);

#define DIFFERENCE_LIST(key, are, differ, number)                                              \
    bool are(const json_t *list);                                                              \
    void differ(DifferenceJob *job, const json_t *a, const json_t *b);                         \
    const json_t *number(const json_t *element);
#include "kit/compare/difference_lists.def"

/* ---- difference_tree.c, difference_list.c ---- */

/* Report all differences at the current place; call difference_of_trees once per job, which
 * sets the function for values. */
void difference_of_trees(DifferenceJob *job, const json_t *a, const json_t *b);
void difference_of_lists(DifferenceJob *job, const json_t *a, const json_t *b);

#endif
