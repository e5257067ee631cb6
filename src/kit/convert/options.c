/* Parses the values of typed options; see options.h. */
#include "kit/convert/options.h"

#include "base/stream.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

bool options_given(const GivenOptions *given, const char *name)
{
    return given->value(given, name) != NULL;
}

/* Always false, for the caller to return. */
bool options_misuse(const GivenOptions *given, const char *format, ...)
{
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    given->misuse(given->context, text);
    return false;
}

static bool parse_number(const GivenOptions *given, const char *name, const char *value,
                         int64_t min, int64_t max, int64_t *out)
{
    return text_number(text_of(value), min, max, out) ||
           options_misuse(
               given, "--%s: expected a number from %" PRId64 " to %" PRId64 ", found \"%s\"",
               name, min, max, value);
}

bool options_number(const GivenOptions *given, const char *name, int64_t min, int64_t max,
                    int64_t fallback, int64_t *out)
{
    const char *value = given->value(given, name);
    *out = fallback;
    return !value || parse_number(given, name, value, min, max, out);
}

/* The kind of the row tells the type of the member. */
static void set_number(const Setting *row, int64_t number, void *settings)
{
    char *member = (char *)settings + row->member;
    if (row->kind == SETTING_REAL)
        *(float *)(void *)member = (float)number;
    else
        *(uint32_t *)(void *)member = (uint32_t)number;
}

/* Everything else is 0: not given. */
void options_default(const Subject *subject, void *settings)
{
    memset(settings, 0, subject->size);
    for (const Setting *row = subject->rows; row->name; row++)
        if (row->kind == SETTING_NUMBER || row->kind == SETTING_REAL)
            set_number(row, row->fallback, settings);
}

/* "ui, tiles, chars or portraits". */
static Text list_of(const char *words, Arena *arena)
{
    Writer out = writer_to(arena);
    Text rest = text_of(words), next = text_word(&rest);
    for (Text word = next; word.size; word = next) {
        next = text_word(&rest);
        write_format(&out, "%s%.*s",
                     !out.size   ? ""
                     : next.size ? ", "
                                 : " or ",
                     (int)word.size, word.at);
    }
    return writer_text(&out);
}

/* `value` is kept, not copied: it is an argument of the program. */
static bool parse_choice(const Setting *row, const GivenOptions *given, const char *value,
                         const char **out)
{
    Text rest = text_of(row->words);
    for (Text word; (word = text_word(&rest)).size;)
        if (text_is(word, value)) {
            *out = value;
            return true;
        }
    const Text list = list_of(row->words, given->arena);
    return options_misuse(given, "--%s: expected %.*s, found \"%s\"", row->name, (int)list.size,
                          list.at, value);
}

/* Files of options are loaded later, by the caller. */
bool setting_parse(const Setting *row, const GivenOptions *given, const char *value,
                   void *settings)
{
    void *member = (char *)settings + row->member;
    int64_t number;
    switch (row->kind) {
    case SETTING_FLAG:
        *(bool *)member = true;
        return true;
    case SETTING_NUMBER:
    case SETTING_REAL:
        if (!parse_number(given, row->name, value, row->min, row->max, &number))
            return false;
        set_number(row, number, settings);
        return true;
    case SETTING_WORDS:
        *(const char **)member = value;
        return true;
    case SETTING_CHOICE:
        return parse_choice(row, given, value, member);
    case SETTING_PARSED:
        return row->parse(given, value, settings);
    case SETTING_LOADED:
    case SETTING_LOADED_MAP:
    case SETTING_TARGET:
    case SETTING_LOADED_LIST:
        break;
    }
    return true;
}
