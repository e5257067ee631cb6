/* The encoding of the game's texts in a JSON document. */
#include "base/game_text.h"
#include "kit/formats/format.h"

bool format_use_encoding(const json_t *json, GameTexts *before, Report *report)
{
    const json_t *name = json_object_get(json, "encoding");
    Encoding encoding = ENCODING_CP1251;
    *before = game_texts();
    if (name &&
        (!json_is_string(name) || !encoding_named(text_of(json_string_value(name)), &encoding)))
        return report_error(report, "unknown \"encoding\"; expected cp1251, cp1250, utf-8 or "
                                    "cp949");
    game_texts_choose(encoding);
    return true;
}
