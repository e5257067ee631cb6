/* Parts, in order: UTF-8; lines and words; numbers; the most similar name; floats; comparison
 * without case. Letters are those of ASCII and nothing depends on the locale, except that
 * floats need the locale "C", which the library sets for its calls. */
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Overlong forms, surrogates and values above U+10FFFF are invalid (RFC 3629): they yield
 * U+FFFD and advance by one byte, so that the next valid character is found. */
uint32_t utf8_next(Text text, size_t *at)
{
    const uint8_t *data = (const uint8_t *)text.at + *at;
    const size_t left = text.size - *at;
    const uint8_t first = data[0];
    *at += 1;
    if (first < 0x80)
        return first;
    const unsigned more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || left <= more)
        return 0xFFFD;
    uint32_t character = first & (0x3Fu >> more);
    for (unsigned i = 1; i <= more; i++) {
        if ((data[i] & 0xC0) != 0x80)
            return 0xFFFD;
        character = character << 6 | (data[i] & 0x3F);
    }
    static const uint32_t min[] = {0, 0x80, 0x800, 0x10000};
    if (character < min[more] || character > 0x10FFFF ||
        (character >= 0xD800 && character < 0xE000))
        return 0xFFFD;
    *at += more;
    return character;
}

/* `out` has space for 4 bytes; the caller passes a valid character. */
size_t utf8_put(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    const unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t heads[] = {0, 0xC0, 0xE0, 0xF0};
    for (unsigned i = more; i; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(heads[more] | c);
    return more + 1;
}

/* A real U+FFFD takes three bytes: the number of bytes read distinguishes it from an error. */
size_t utf8_invalid(Text text)
{
    for (size_t at = 0; at < text.size;) {
        const size_t before = at;
        if (utf8_next(text, &at) == 0xFFFD && at == before + 1)
            return before;
    }
    return text.size;
}

/* Only whole characters remain, if the text is valid. */
Text utf8_cut(Text text, size_t max)
{
    if (text.size <= max)
        return text;
    while (max && ((unsigned char)text.at[max] & 0xC0) == 0x80)
        max--;
    return text_slice(text, 0, max);
}

/* Accepts LF and CRLF. A last line without an end counts; an empty rest is not a line. */
bool text_line(Text *rest, Text *line)
{
    if (!rest->size)
        return false;
    const char *end = memchr(rest->at, '\n', rest->size);
    size_t size = end ? (size_t)(end - rest->at) : rest->size;
    const size_t taken = end ? size + 1 : size;
    if (size && rest->at[size - 1] == '\r')
        size--;
    *line = (Text){rest->at, size};
    *rest = text_slice(*rest, taken, rest->size);
    return true;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Empty at the end. Words are separated by spaces and tabs. */
Text text_word(Text *rest)
{
    size_t from = 0;
    while (from < rest->size && is_blank(rest->at[from]))
        from++;
    size_t to = from;
    while (to < rest->size && !is_blank(rest->at[to]))
        to++;
    const Text word = text_slice(*rest, from, to);
    *rest = text_slice(*rest, to, rest->size);
    return word;
}

/* Editors on Windows begin UTF-8 files with U+FEFF. */
Text text_without_mark(Text text)
{
    return text_starts(text, "\xEF\xBB\xBF") ? text_slice(text, 3, text.size) : text;
}

Text text_trimmed(Text text)
{
    while (text.size && (is_blank(text.at[0]) || text.at[0] == '\r'))
        text = text_slice(text, 1, text.size);
    while (text.size && (is_blank(text.at[text.size - 1]) || text.at[text.size - 1] == '\r'))
        text.size--;
    return text;
}

/* At most 19 digits: the absolute value cannot overflow 64 bits. `out` is unchanged after an
 * error. */
bool text_number(Text text, int64_t min, int64_t max, int64_t *out)
{
    const bool negative = text.size && text.at[0] == '-';
    size_t i = negative;
    if (i == text.size || text.size - i > 19)
        return false;
    uint64_t digits = 0;
    for (; i < text.size; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        digits = digits * 10 + (uint64_t)(text.at[i] - '0');
    }
    if (digits > INT64_MAX)
        return false;
    const int64_t value = negative ? -(int64_t)digits : (int64_t)digits;
    if (value < min || value > max)
        return false;
    *out = value;
    return true;
}

/* Exactly `digits` digits, without a prefix; 8 at most. */
bool text_hex(Text text, unsigned digits, uint32_t *out)
{
    if (text.size != digits)
        return false;
    uint32_t value = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.at[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    *out = value;
    return true;
}

bool text_find(Text text, char wanted, size_t *at)
{
    const char *found = text.size ? memchr(text.at, wanted, text.size) : NULL;
    if (found)
        *at = (size_t)(found - text.at);
    return found;
}

bool text_find_part(Text text, Text part, size_t *at)
{
    for (size_t from = 0; from + part.size <= text.size; from++) {
        const size_t starts = text.size - part.size + 1 - from;
        const char *found = memchr(text.at + from, part.at[0], starts);
        if (!found)
            return false;
        from = (size_t)(found - text.at);
        if (memcmp(found, part.at, part.size) == 0) {
            *at = from;
            return true;
        }
    }
    return false;
}

/* Optimal string alignment distance over three rows; names longer than 63 bytes are either
 * equal or far. */
unsigned text_distance(Text a, Text b, unsigned limit)
{
    enum { MAX = 64 };
    const size_t difference = a.size > b.size ? a.size - b.size : b.size - a.size;
    if (difference > limit || a.size >= MAX || b.size >= MAX)
        return text_equal(a, b) ? 0 : limit + 1;
    unsigned rows[3][MAX];
    unsigned *before = rows[0], *last = rows[1], *row = rows[2];
    for (unsigned j = 0; j <= b.size; j++)
        last[j] = before[j] = j;
    for (unsigned i = 1; i <= a.size; i++) {
        row[0] = i;
        for (unsigned j = 1; j <= b.size; j++) {
            const unsigned change = last[j - 1] + (a.at[i - 1] != b.at[j - 1]);
            unsigned min = last[j] + 1;
            min = row[j - 1] < min ? row[j - 1] + 1 : min;
            min = change < min ? change : min;
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1] &&
                before[j - 2] < min)
                min = before[j - 2] + 1;
            row[j] = min;
        }
        unsigned *spare = before;
        before = last;
        last = row;
        row = spare;
    }
    return last[b.size] <= limit ? last[b.size] : limit + 1;
}

/* The longer the word, the more errors are allowed; of equally near ones the first wins. */
Text text_nearest(Text word, const Text *candidates, size_t count)
{
    unsigned best = word.size < 5 ? 1 : word.size < 12 ? 2 : 3;
    Text nearest = TEXT("");
    for (size_t i = 0; i < count; i++) {
        const unsigned distance = text_distance(word, candidates[i], best);
        if (distance <= best && (!nearest.size || distance < best)) {
            best = distance;
            nearest = candidates[i];
        }
    }
    return nearest;
}

/* The fewest digits that read back as the same float; nine are always enough. */
void text_float(float number, char out[FLOAT_DIGITS])
{
    enum { MIN = 6, ENOUGH = 9 };
    for (int precision = MIN; precision <= ENOUGH; precision++) {
        snprintf(out, FLOAT_DIGITS, "%.*g", precision, (double)number);
        const float back = strtof(out, NULL);
        if (back == number)
            break;
    }
}

/* strtof() accepts more ("inf", hexadecimal): other characters are rejected before. */
bool text_to_float(Text text, float *out)
{
    char digits[400], *end;
    if (!text.size || text.size >= sizeof digits)
        return false;
    memcpy(digits, text.at, text.size);
    digits[text.size] = 0;
    if (strspn(digits, "0123456789.eE+-") != text.size)
        return false;
    *out = strtof(digits, &end);
    return !*end && isfinite(*out);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

int text_compare_caseless(Text a, Text b)
{
    for (size_t i = 0; i < a.size && i < b.size; i++) {
        const int order = (unsigned char)lower(a.at[i]) - (unsigned char)lower(b.at[i]);
        if (order)
            return order;
    }
    return (a.size > b.size) - (a.size < b.size);
}

bool text_equal_caseless(Text a, Text b)
{
    return a.size == b.size && !text_compare_caseless(a, b);
}

bool text_is_caseless(Text a, const char *string)
{
    return text_equal_caseless(a, text_of(string));
}

Text text_lowered(Text text, Arena *arena)
{
    const Text copy = arena_text(arena, text);
    for (size_t i = 0; i < copy.size; i++)
        ((char *)copy.at)[i] = lower(copy.at[i]);
    return copy;
}

Text text_to_zero(Text text)
{
    const char *zero = text.size ? memchr(text.at, 0, text.size) : NULL;
    return zero ? (Text){text.at, (size_t)(zero - text.at)} : text;
}
