/* The spelling of values in a project's text files: simple ones, and the table of all. Plain
 * numbers are in words_numbers.c, names in words_names.c, conditions in words_rules.c, handlers
 * in words_script.c. */
#include "tirnanog/sheets/words_names.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- numbers ---- */

/* "/bit3": one bit of a number, as 0 or 1 */
static bool read_bit(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                     const char *argument, void *value)
{
    Text word;
    const uint64_t bit = 1ull << strtoul(argument + 3, NULL, 10);
    if (!sheet_take_word(cursor, field->name, &word))
        return false;
    if (!text_is(word, "0") && !text_is(word, "1"))
        return sheet_error(cursor, word, "\"%.*s\" must be 0 or 1", (int)word.size, word.at);
    const uint64_t before = primitive_get(type, value) & ~bit;
    primitive_set(type, value, before | (text_is(word, "1") ? bit : 0));
    return true;
}

/* The inverse of read_bit(); `argument` is "bitN". */
static void write_bit(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                      const void *value)
{
    const unsigned long bit = strtoul(argument + 3, NULL, 10);
    sheet_put(cursor, primitive_get(type, value) >> bit & 1 ? TEXT("1") : TEXT("0"));
}

/* "/not": 0 for 1 and 1 for 0 */
static bool read_not(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                     const char *argument, void *value)
{
    (void)argument;
    if (!read_bit(cursor, field, type, "bit0", value))
        return false;
    primitive_set(type, value, !primitive_get(type, value));
    return true;
}

static void write_not(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                      const void *value)
{
    (void)argument;
    sheet_put(cursor, primitive_get(type, value) ? TEXT("0") : TEXT("1"));
}

/* "/dash": a byte, 255 is written as `-` */
static bool read_dash(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                      const char *argument, void *value)
{
    Text ahead = cursor->rest;
    if (!is_none(text_word(&ahead)))
        return read_number(cursor, field, type, argument, value);
    cursor->rest = ahead;
    primitive_set(type, value, 255);
    return true;
}

static void write_dash(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                       const void *value)
{
    if (primitive_get(type, value) == 255)
        sheet_put(cursor, TEXT("-"));
    else
        write_number(cursor, type, argument, value);
}

/* "/skill": 1 for all 32 bits, 0 for none; slots set single ones later */
static bool read_skill(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                       const char *argument, void *value)
{
    (void)argument;
    uint32_t flag = 0;
    if (!read_bit(cursor, field, &u32_layout, "bit0", &flag))
        return false;
    primitive_set(type, value, flag ? UINT32_MAX : 0);
    return true;
}

static void write_skill(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                        const void *value)
{
    (void)argument;
    sheet_put(cursor, primitive_get(type, value) == UINT32_MAX ? TEXT("1") : TEXT("0"));
}

/* "/a|b|c": words for 0, 1, 2 */
static bool read_choice(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                        const char *argument, void *value)
{
    Text word, names[16];
    size_t count = 0;
    if (!sheet_take_word(cursor, field->name, &word))
        return false;
    for (Text rest = text_of(argument); rest.size && count < COUNT_OF(names);) {
        size_t bar = rest.size;
        text_find(rest, '|', &bar);
        names[count] = text_slice(rest, 0, bar);
        if (text_equal(word, names[count])) {
            primitive_set(type, value, count);
            return true;
        }
        count++;
        rest = text_slice(rest, bar < rest.size ? bar + 1 : bar, rest.size);
    }
    const Text near = text_nearest(word, names, count);
    return sheet_error(cursor, word, "\"%.*s\" is not one of %s%s%.*s%s", (int)word.size,
                       word.at, argument, near.size ? "; did you mean \"" : "", (int)near.size,
                       near.at, near.size ? "\"?" : "");
}

static void write_choice(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                         const void *value)
{
    uint64_t index = primitive_get(type, value);
    Text rest = text_of(argument);
    for (;; index--) {
        size_t bar = rest.size;
        text_find(rest, '|', &bar);
        if (index == 0) {
            sheet_put(cursor, text_slice(rest, 0, bar));
            return;
        }
        if (bar == rest.size) { /* a number without a word */
            write_number(cursor, type, argument, value);
            return;
        }
        rest = text_slice(rest, bar + 1, rest.size);
    }
}

/* AARRGGBB in text, bytes R G B A in memory */
static bool read_colour(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                        const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    uint32_t c;
    if (!sheet_take_word(cursor, field->name, &word))
        return false;
    if (!text_hex(word, 8, &c))
        return sheet_error(cursor, word, "\"%.*s\" is not a colour; expected 8 digits AARRGGBB",
                           (int)word.size, word.at);
    *(Colour *)value = (c & 0xFF00FF00) | (c >> 16 & 255) | (c & 255) << 16;
    return true;
}

static void write_colour(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                         const void *value)
{
    (void)type, (void)argument;
    const Colour c = *(const Colour *)value;
    sheet_put_format(cursor, "%08X", (c & 0xFF00FF00) | (c >> 16 & 255) | (c & 255) << 16);
}

/* ---- texts ---- */

/* Equal texts get one index. Places are noted for translators, if they are wanted. */
static bool read_rest_text(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                           const char *argument, void *value)
{
    (void)type, (void)argument;
    const Text text = sheet_take_rest(cursor);
    if (!sheet_check_text(cursor, text))
        return false;
    *(TextIndex *)value = names_text(cursor->names, text);
    if (cursor->texts && text.size)
        text_places_add(cursor->texts, *(TextIndex *)value, cursor->number, field->name,
                        cursor->arena);
    return true;
}

/* Marks the text as used: unused ones are not shown to translators. */
static void write_rest_text(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                            const void *value)
{
    (void)type, (void)argument;
    const Text text = names_text_use(cursor->names, *(const TextIndex *)value);
    if (text.size)
        sheet_put(cursor, text);
}

/* "/message": `-` means none */
static bool read_message(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                         const char *argument, void *value)
{
    if (!is_none(cursor->rest))
        return read_rest_text(cursor, field, type, argument, value);
    sheet_take_rest(cursor);
    *(TextIndex *)value = TNG_NO_TEXT;
    return true;
}

static void write_message(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                          const void *value)
{
    if (*(const TextIndex *)value == TNG_NO_TEXT)
        sheet_put(cursor, TEXT("-"));
    else
        write_rest_text(cursor, type, argument, value);
}

/* String 0 is the empty one, which `-` stands for. */
static bool read_rest_string(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                             const char *argument, void *value)
{
    (void)type, (void)argument;
    const Text text = text_trimmed(sheet_take_rest(cursor));
    if (!text.size)
        return sheet_error(cursor, text, "%s is missing", field->name);
    if (!sheet_check_text(cursor, text))
        return false;
    *(StringIndex *)value = is_none(text) ? 0 : names_string(cursor->names, text);
    return true;
}

static void write_rest_string(SheetCursor *cursor, const RecordLayout *type,
                              const char *argument, const void *value)
{
    (void)type, (void)argument;
    const Text text = names_string_at(cursor->names, *(const StringIndex *)value);
    sheet_put(cursor, text.size ? text : TEXT("-"));
}

/* The word is a slice of the file, which must live as long as the record. */
static bool read_word(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                      const char *argument, void *value)
{
    (void)type;
    if (text_is(text_of(argument), "rest")) {
        const Text rest = text_trimmed(sheet_take_rest(cursor));
        *(Word *)value = rest;
        return (rest.size || sheet_error(cursor, cursor->rest, "%s is missing", field->name)) &&
               sheet_check_text(cursor, rest);
    }
    return sheet_take_word(cursor, field->name, (Text *)value);
}

static void write_word(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                       const void *value)
{
    (void)type, (void)argument;
    const Text word = *(const Word *)value;
    sheet_put(cursor, word.size ? word : TEXT("-"));
}

/* The categories of credits, in the order of the format. */
static bool read_letter(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                        const char *argument, void *value)
{
    (void)type, (void)argument;
    Text word;
    if (!sheet_take_word(cursor, field->name, &word))
        return false;
    if (word.size != 1 || !strchr("gcdafmsvtp", word.at[0]))
        return sheet_error(cursor, word,
                           "\"%.*s\" is not a category; expected one of g c d a f m s v t p",
                           (int)word.size, word.at);
    *(Letter *)value = (Letter)word.at[0];
    return true;
}

static void write_letter(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                         const void *value)
{
    (void)type, (void)argument;
    sheet_put(cursor, (Text){value, 1});
}

/* ---- the table ---- */

/* The first matching row: its name is a prefix of the part after the slash, its type is the
 * member's. Rows with neither match any number. */
static const WordKind words[] = {
    {"bit", NULL, "`0` or `1`", read_bit, write_bit, "bit"},
    {"not", NULL, "`0` or `1`", read_not, write_not, "bit"},
    {"dash", NULL, "number from 0 to 254, or `-`", read_dash, write_dash, "word"},
    {"skill", NULL, "`0` or `1`", read_skill, write_skill, "bit"},
    {"to", NULL, NULL, read_number, write_number, "number"},
    {"letters", NULL, "`BI` bold and italic, `B.` bold, `.I` italic, `..` neither",
     read_letters, write_letters, "letters"},
    {"portrait", &SpriteRef_layout,
     "sprite in `portraits/`; `player`, `player1` to `player14` for that of the player, with "
     "an expression; or `-`",
     read_portrait, write_portrait, "portrait"},
    {"message", &TextIndex_layout, "text to the end of the line, or `-`", read_message,
     write_message, "text"},
    {"plain", &AttributeRule_layout,
     "condition without blanks: attribute, one of `= != >= > <= <`, number", read_rule,
     write_rule, "rule"},
    {"rule", &AttributeRule_layout,
     "after `a`: attribute and number; after `r`: condition without blanks, "
     "`ATTRIBUTE>=NUMBER` with one of `= != >= > <= <`",
     read_rule, write_rule, "rule"},
    {NULL, &Colour_layout, "8 hexadecimal digits AARRGGBB, alpha first", read_colour,
     write_colour, "colour"},
    {NULL, &TextIndex_layout, "text to the end of the line; translated", read_rest_text,
     write_rest_text, "text"},
    {NULL, &StringIndex_layout, "text to the end of the line, or `-`", read_rest_string,
     write_rest_string, "line"},
    {NULL, &FontIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &MusicIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &SoundIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &MovieIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &SpeechIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &CutsceneIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &MapIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &AttributeIndex_layout, NULL, read_name, write_name, "name"},
    {NULL, &ObjectIndex_layout, "object: name of a sprite in `tiles/`, or `-`", read_object,
     write_object, "name"},
    {NULL, &SlotNumber_layout,
     "name of a slot, of a line `s` in `ui/hud.cfg`; or its number, up to 31, if there is no "
     "such "
     "line: the first line has the number 0",
     read_slot, write_slot, "name"},
    {NULL, &Letter_layout,
     "letter: `g` game design, `c` concept art, `d` design, `a` animation, `f` fonts, `m` "
     "music, `s` sounds, `v` voices, `t` translation, `p` programming",
     read_letter, write_letter, "letter"},
    {NULL, &SpriteRef_layout, NULL, read_sprite, write_sprite, "sprite"},
    {NULL, &FontStyle_layout,
     "four words: `B` or `.` (bold), `I` or `.` (italic), size in pixels, name of a font "
     "(`fonts/*.sfn`) or `-`",
     read_font, write_font, "font"},
    {NULL, &Needs_layout,
     "condition without blanks: attribute, one of `= != >= > <= <`, number; or `-`", read_needs,
     write_needs, "needs"},
    {NULL, &Gives_layout, "`ATTRIBUTE=NUMBER` without blanks, or `-`", read_gives, write_gives,
     "gives"},
    {NULL, &ChooserOption_layout,
     "position 0 to 12, `0` or `1` (the chooser stays open), three sprites in `ui/` (normal, "
     "selected, pressed) or `-`, `0`, up to two conditions joined by `&` or `-`, value or `-`; "
     "or: position 13 (a rectangle), `0` or `1`, left, top, right, bottom in percent, `-`, "
     "value or `-`. Conditions and values are those of dialogs; a name of one letter, `b` to "
     "`z`, is a variable of the handler",
     read_chooser_option, write_chooser_option, "chooser"},
    {NULL, &Ingredient_layout, "quantity and object; objects left out at the end are none",
     read_ingredient, write_ingredient, "ingredient"},
    {NULL, &Word_layout, NULL, read_word, write_word, "word"},
    {"", NULL, NULL, read_choice, write_choice, "choice"}, /* "/a|b|c" */
    {NULL, NULL, NULL, read_number, write_number, "number"},
};

unsigned words_of_value(const WordKind *kind)
{
    static const struct {
        WordRead *read;
        unsigned words;
    } several[] = {{read_font, 4}, {read_ingredient, 2}, {read_chooser_option, WORDS_ALL}};
    for (size_t i = 0; i < COUNT_OF(several); i++)
        if (several[i].read == kind->read)
            return several[i].words;
    return 1;
}

const WordKind *word_kind(const RecordLayout *type, const char *argument)
{
    const bool choice = strchr(argument, '|') != NULL;
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const WordKind *kind = &words[i];
        if (kind->type && kind->type != type)
            continue;
        if (kind->name && !*kind->name ? choice
            : kind->name               ? !strncmp(kind->name, argument, strlen(kind->name))
                                       : !choice && (kind->type || type->form != FORM_RECORD))
            return kind;
    }
    return NULL;
}

/* ---- the reference ---- */

static void describe_number(const RecordLayout *type, const char *argument, Writer *out)
{
    const NumberLimits limits = number_limits(type, argument);
    write_format(out, "number from %" PRId64 " to %" PRId64 "%s", limits.low, limits.high,
                 type == &Hsec_layout || type == &Hsec24_layout ? ", in 1/100 s" : "");
}

static void describe_choice(const char *argument, Writer *out)
{
    for (const char *c = argument; *c; c++)
        write_format(out, c == argument ? "`%c" : *c == '|' ? "`, `" : "%c", *c);
    write_format(out, "`");
}

void word_describe(const RecordLayout *type, const char *argument, Writer *out)
{
    const WordKind *kind = word_kind(type, argument);
    if (kind->notation)
        write_format(out, "%s", kind->notation);
    else if (kind->read == read_choice)
        describe_choice(argument, out);
    else if (kind->read == read_number)
        describe_number(type, argument, out);
    else if (kind->read == read_word)
        write_format(out, !strcmp(argument, "rest") ? "text to the end of the line" : "word");
    else if (!strcmp(argument, "npc"))
        write_format(out, "name of an NPC (`npcs/*.npc`)");
    else if (kind->read == read_sprite)
        write_format(out, "sprite in `%s/`, or `-`", argument);
    else
        name_describe(type, out);
}

WordForm word_form(const RecordLayout *type, const char *argument)
{
    const WordKind *kind = word_kind(type, argument);
    WordForm form = {.form = kind->form, .kind = -1};
    if (kind->read == read_choice) {
        form.choices = argument;
    } else if (kind->read == read_number) {
        const NumberLimits limits = number_limits(type, argument);
        form.low = limits.low;
        form.high = limits.high;
        form.unit = type == &Hsec_layout || type == &Hsec24_layout ? "1/100 s" : NULL;
    } else if (kind->read == read_word && !strcmp(argument, "rest")) {
        form.form = "line";
    } else if (!strcmp(argument, "npc")) {
        form.form = "name";
        form.kind = NAME_NPC;
    } else {
        form.kind = name_kind_of(kind->read, type, argument);
    }
    return form;
}
