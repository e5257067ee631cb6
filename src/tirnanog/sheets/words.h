/* Readers and writers of single values, for the table in words.c and for lines that need
 * more than a table (words_rules.c, words_script.c). */
#ifndef OISIN_TIRNANOG_SHEETS_WORDS_H
#define OISIN_TIRNANOG_SHEETS_WORDS_H

#include "tirnanog/sheets/sheet.h"

#define WORD(name)                                                                             \
    bool read_##name(SheetCursor *cursor, const Field *field, const RecordLayout *type,        \
                     const char *argument, void *value);                                       \
    void write_##name(SheetCursor *cursor, const RecordLayout *type, const char *argument,     \
                      const void *value);
WORD(number)
WORD(needs) /* attribute>=5 or - */
WORD(gives) /* attribute=5 or - */
WORD(rule)  /* attribute>=5, after the letter r */
WORD(chooser_option)
WORD(ingredient) /* quantity object */
#undef WORD
/* attribute 5, after the letter a */
bool read_rule_gives(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                     const char *argument, void *value);

typedef struct NumberLimits {
    int64_t low, high;
} NumberLimits;
/* The numbers that a member of this type may have; the argument "to98" lowers the highest. */
NumberLimits number_limits(const RecordLayout *type, const char *argument);

/* Reports "no WHAT "word"; did you mean ...?"; returns false. */
bool sheet_unknown_name(SheetCursor *cursor, Text word, const char *what, const NameList *list);
/* A name that is stored as a string offset; `-` is 0. */
bool sheet_read_name(SheetCursor *cursor, Text word, NameKind kind, uint32_t *out);
/* A sprite of the category, or of another one that has it; `-`: none. */
bool sheet_read_sprite(SheetCursor *cursor, Text word, unsigned category, SpriteRef *out);

#endif
