/* The texts of an old game: names, descriptions, scripts, in one of the encodings of its
 * editions (encoding.h), as UTF-8 for everything else.
 *
 * The encoding is that of this thread (game_texts.h). If nothing was chosen, it is cp1251, and
 * game_text_detected finds the encoding of one file. */
#ifndef OISIN_BASE_GAME_TEXT_H
#define OISIN_BASE_GAME_TEXT_H

#include "base/game_texts.h"
#include "base/report.h"

/* To UTF-8. Returns the text itself if it is ASCII, otherwise a copy. */
Text game_text_decode(Text text, Arena *arena);
/* From UTF-8: see encoding_encode. */
bool game_text_encode(Text text, Text *out, size_t *bad, Arena *arena);
/* Why game_text_encode fails: "U+00F3 is not in cp1251; cp1250 and utf-8 have it", or that the
 * text is not UTF-8. */
Text game_text_lack(Text text, Arena *arena);
/* A text that people wrote with any editor: UTF-8, without a byte order mark, otherwise in the
 * chosen encoding or that of its words. `*found` (may be NULL) is the encoding that it had. */
Text game_text_open(Text text, Encoding *found, Arena *arena);
/* The same for several files, in place: those that are not UTF-8 have one encoding, which is
 * reported and used for what is written, unless a note says more: the caller restores
 * game_texts. */
void game_texts_open(Text **texts, size_t count, Arena *arena, Report *report);

/* What a converted file notes, so that the way back writes the same encoding: the name of the
 * one in use; empty for cp1251, which is used without a note. */
Text game_text_note(void);
/* Chooses the encoding in the first line of such a note, unless one is chosen already; no note
 * (NULL) is right. The caller restores game_texts. */
bool game_text_use_note(Text note, Report *report);

/* Runs a job that reads a file, with the encoding that the file's texts have. If no encoding
 * was chosen and the texts are not in cp1251, the job is run again, with its messages: it must
 * give up what it has done before. `*found` (may be NULL) is the encoding if none was chosen.
 */
typedef bool GameTextJob(void *context, Report *report);
bool game_text_detected(GameTextJob *job, void *context, Encoding *found, Arena *arena,
                        Report *report);

#endif
