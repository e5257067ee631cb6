/* Short texts as the editions of an old game have them: names, lines of dialogs, notes. */
#ifndef OISIN_TESTS_EDITION_TEXTS_H
#define OISIN_TESTS_EDITION_TEXTS_H

#include "base/encoding.h"

enum { EDITION_TEXTS_MAX = 64 };

typedef struct EditionTexts {
    const char *name;
    Encoding encoding;
    const char *texts[EDITION_TEXTS_MAX]; /* UTF-8 */
    size_t count;
} EditionTexts;

extern const EditionTexts edition_texts[]; /* ends with a count of 0 */

#endif
