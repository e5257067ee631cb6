/* Splits a name into words at separators and before capital letters, and removes the words at
 * its end, or the first word, that mean a direction. */
#include "tirnanog/convert/clip_names.h"

#include "base/text.h"

/* In the order of tng_direction_names. A single letter is a direction only at the end. */
static const char *const directions[8] = {
    "so s south down", "sw southwest downleft", "we w west left",  "nw northwest upleft",
    "no n north up",   "ne northeast upright",  "ea e east right", "se southeast downright",
};

const char *clip_direction_words(unsigned direction) { return directions[direction]; }

static bool direction_find(Text word, uint8_t *out)
{
    for (uint8_t i = 0; i < COUNT_OF(directions); i++) {
        Text rest = text_of(directions[i]);
        for (Text one; (one = text_word(&rest)).size;)
            if (text_equal(one, word)) {
                *out = i;
                return true;
            }
    }
    return false;
}

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

typedef struct Words {
    Text *items;
    size_t count;
} Words;

static bool words_split(Text text, Words *out, Arena *arena)
{
    size_t from = 0;
    *out = (Words){0};
    for (size_t i = 0; i <= text.size; i++) {
        const char c = i < text.size ? text.at[i] : ' ';
        const bool separator = strchr(" _-./", c) && c;
        if (!separator && !is_lower(c) && !is_upper(c) && !is_digit(c))
            return false;
        if (separator || (i && is_upper(c) && is_lower(text.at[i - 1]))) {
            if (i > from)
                *ARENA_PUSH(arena, out->items, out->count) =
                    text_lowered(text_slice(text, from, i), arena);
            from = i + separator;
        }
    }
    return true;
}

/* Removes the words of a direction. Two words are tried first: "down left" is not "left". */
static void direction_take(Words *words, uint8_t *out, Arena *arena)
{
    const size_t count = words->count;
    if (count >= 2) {
        const Text *last = &words->items[count - 2];
        if (direction_find(arena_format(arena, "%.*s%.*s", (int)last[0].size, last[0].at,
                                        (int)last[1].size, last[1].at),
                           out)) {
            words->count -= 2;
            return;
        }
    }
    if (count && direction_find(words->items[count - 1], out)) {
        words->count--;
    } else if (count && words->items[0].size > 1 && direction_find(words->items[0], out)) {
        words->items++;
        words->count--;
    }
}

bool clip_name_parse(Text text, ClipName *out, Arena *arena)
{
    Words words;
    *out = (ClipName){.name = TEXT("")};
    if (!words_split(text, &words, arena))
        return false;
    direction_take(&words, &out->direction, arena);
    for (size_t i = 0; i < words.count; i++)
        out->name = arena_format(arena, "%.*s%s%.*s", (int)out->name.size, out->name.at,
                                 i ? "_" : "", (int)words.items[i].size, words.items[i].at);
    return true;
}
