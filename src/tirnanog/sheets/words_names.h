/* Readers and writers of names of a project's items (words_names.c), for the table in
 * words.c. */
#ifndef OISIN_TIRNANOG_SHEETS_WORDS_NAMES_H
#define OISIN_TIRNANOG_SHEETS_WORDS_NAMES_H

#include "base/text.h"
#include "tirnanog/sheets/words.h"

typedef bool WordRead(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                      const char *argument, void *value);
typedef void WordWrite(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                       const void *value);

WordRead read_name;
WordWrite write_name;
WordRead read_sprite;
WordWrite write_sprite;
WordRead read_portrait;
WordWrite write_portrait;
WordRead read_object;
WordWrite write_object;
WordRead read_slot;
WordWrite write_slot;
WordRead read_font;
WordWrite write_font;
WordRead read_letters;
WordWrite write_letters;

/* Writes which names a member of a type with names may have, for the reference. */
void name_describe(const RecordLayout *type, Writer *out);

/* The kind of names that such a function reads; -1: none. */
int name_kind_of(WordRead *read, const RecordLayout *type, const char *argument);

/* `-` means none, wherever a name is optional. */
static inline bool is_none(Text word) { return text_is(word, "-"); }

#endif
