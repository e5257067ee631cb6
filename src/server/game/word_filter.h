/* A list of words that do not appear in the chat and in names.
 *
 * The file has one word per line, in UTF-8; lines that begin with `#` are comments. A word is
 * compared with whole words, `*part` with the end of words, `part*` with their beginning and
 * `*part*` with any part. Letters are compared without case, and letters that look alike are
 * the same (server/accounts/player_names.h). In the chat, a word is replaced by asterisks. */
#ifndef OISIN_SERVER_WORD_FILTER_H
#define OISIN_SERVER_WORD_FILTER_H

#include "base/stream.h"
#include "server/accounts/player_names.h"

enum {
    WORD_FILTER_BYTES = 1 << 20, /* of the file */
    WORD_FILTER_PARTS = 500,     /* rows with an asterisk: each is compared with each word */
};

typedef struct WordFilter WordFilter;

/* Reads the contents of the file `path`. On failure, returns NULL and reports an error with the
 * line. `names` must outlive the result. */
WordFilter *word_filter_new(const PlayerNames *names, const char *path, Bytes file,
                            Report *report);
/* NULL is allowed. */
void word_filter_free(WordFilter *filter);

/* Whether the text has such a word. `filter` NULL: false. */
bool word_filter_has(const WordFilter *filter, Text text);
/* The text with such words replaced; the text itself if there are none. */
Text word_filter_apply(const WordFilter *filter, Text text, Arena *arena);

#endif
