/* The table of language names. */
#include "tirnanog/translations/language_names.h"

enum { LTR, RTL };

const LanguageName language_names[] = {
#define LANGUAGE(code, direction, name) {code, name, (direction) == RTL},
#include "tirnanog/translations/language_names.def"
#undef LANGUAGE
};

const size_t language_name_count = COUNT_OF(language_names);

const LanguageName *language_name(Text code)
{
    for (size_t i = 0; i < language_name_count; i++)
        if (text_is(code, language_names[i].code))
            return &language_names[i];
    return NULL;
}

bool language_code_ok(Text code)
{
    return code.size == 2 && code.at[0] >= 'a' && code.at[0] <= 'z' && code.at[1] >= 'a' &&
           code.at[1] <= 'z';
}
