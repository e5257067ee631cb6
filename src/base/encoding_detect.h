/* Finds the encoding of texts without a note of it, from what their bytes would be as words.
 *
 * Each text gets points for each encoding. A word of Cyrillic letters alone speaks for cp1251;
 * Latin letters around a letter of Polish, Czech or German for cp1250; pairs of bytes that are
 * common Hangul syllables for cp949; sequences of UTF-8 for UTF-8; whatever would be a sign in
 * the middle of a word speaks against an encoding. ASCII says nothing.
 *
 * The texts of an archive have one author: the mean of all its files is added to each file's
 * own points, so that short texts follow the others, and a text that clearly is in another
 * encoding does not. Without any points the encoding is cp1251. */
#ifndef OISIN_BASE_ENCODING_DETECT_H
#define OISIN_BASE_ENCODING_DETECT_H

#include "base/encoding.h"

/* The points of one or several texts. */
typedef struct EncodingPoints {
    int64_t points[ENCODINGS];
} EncodingPoints;

/* Adds those of a text. */
void encoding_weigh(EncodingPoints *points, Text text);

/* The points of all files of an archive. */
typedef struct EncodingMean {
    EncodingPoints sums; /* of files, each limited */
    size_t count;        /* of files with points */
} EncodingMean;

void encoding_mean_add(EncodingMean *mean, const EncodingPoints *file);

/* The encoding of a file among others; `mean` or `file` may be NULL. */
Encoding encoding_decide(const EncodingMean *mean, const EncodingPoints *file);

#endif
