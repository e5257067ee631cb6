/* Parses the list and selects the first language that the game has, otherwise English,
 * otherwise the game's first. */
#include "player/player_languages.h"

#include "base/text.h"

/* The language of the next tag in the list; false: there are no more tags. */
static bool next_language(Text *list, Text *out)
{
    size_t end = 0, size = 0;
    if (!list->size)
        return false;
    while (end < list->size && list->at[end] != ':')
        end++;
    while (size < end && !memchr("_-.@", list->at[size], 4))
        size++;
    *out = text_slice(*list, 0, size);
    *list = text_slice(*list, end < list->size ? end + 1 : end, list->size);
    return true;
}

static bool find_code(const TngFile *game, Text code, size_t *out)
{
    for (size_t i = 0; i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        const Text known = {language->code, sizeof language->code};
        if (text_equal_caseless(known, code)) {
            *out = i;
            return true;
        }
    }
    return false;
}

bool languages_find(const TngFile *game, Text list, size_t *out)
{
    Text code;
    while (next_language(&list, &code))
        if (find_code(game, code, out))
            return true;
    return false;
}

size_t languages_choose(const TngFile *game, Text list)
{
    size_t found = 0;
    if (!languages_find(game, list, &found) && !find_code(game, TEXT("en"), &found))
        found = 0;
    return found;
}

Text languages_first(Text list)
{
    Text code;
    while (next_language(&list, &code))
        if (code.size == 2 && code.at[0] >= 'a' && code.at[0] <= 'z' && code.at[1] >= 'a' &&
            code.at[1] <= 'z')
            return code;
    return TEXT("");
}
