/* The spelling of numbers in a project's text files. */
#include "tirnanog/sheets/words.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

NumberLimits number_limits(const RecordLayout *type, const char *argument)
{
    const bool is_signed = type->form == FORM_SIGNED;
    int64_t high = (int64_t)(is_signed ? primitive_max(type) / 2 : primitive_max(type));
    if (!strncmp(argument, "to", 2)) { /* "/to98" */
        high = strtol(argument + 2, NULL, 10);
        return (NumberLimits){is_signed ? -high : 0, high};
    }
    return (NumberLimits){is_signed ? -high - 1 : 0, high};
}

bool read_number(SheetCursor *cursor, const Field *field, const RecordLayout *type,
                 const char *argument, void *value)
{
    Text word;
    const char *what = field ? field->name : "a number";
    const NumberLimits limits = number_limits(type, argument);
    int64_t number;
    if (!sheet_take_word(cursor, what, &word))
        return false;
    if (!text_number(word, limits.low, limits.high, &number))
        return sheet_error(cursor, word,
                           "\"%.*s\" is not a number from %" PRId64 " to %" PRId64 "%s%s",
                           (int)word.size, word.at, limits.low, limits.high,
                           field ? " for " : "", field ? what : "");
    primitive_set(type, value, (uint64_t)number);
    return true;
}

void write_number(SheetCursor *cursor, const RecordLayout *type, const char *argument,
                  const void *value)
{
    (void)argument;
    if (type->form == FORM_SIGNED)
        sheet_put_format(cursor, "%" PRId64, (int64_t)primitive_get(type, value));
    else
        sheet_put_format(cursor, "%" PRIu64, primitive_get(type, value));
}
