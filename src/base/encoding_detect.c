/* Parts, in order: kinds of bytes; the points of a word in each encoding; texts, means and the
 * decision. Only words with a byte above 7F are weighed. If several encodings have the same
 * points, the first one of the enumeration counts, which is cp1251. */
#include "base/encoding_detect.h"

/* Points. They are found by trying: tests/base/test_encoding.c has short texts of all editions.
 */
enum {
    LETTER = 20,    /* a letter in its place */
    ODD = -20,      /* a letter or a sign that has no place there */
    LONELY = -5,    /* a letter of cp1250 that is a word */
    BROKEN = -60,   /* bytes without a character */
    SYLLABLE = 40,  /* of KS X 1001 */
    RARE = -30,     /* other pairs: Hanja, syllables that nearly no word has */
    SEQUENCE = 60,  /* of UTF-8 */
    ALONE = 10,     /* a sequence of two bytes without Latin letters around it */
    CYRILLIC = 45,  /* such a sequence that is a Russian letter */
    FILE_MAX = 160, /* of a file, for the mean of all */
};

static bool is_latin(uint8_t byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_high(uint8_t byte) { return byte >= 0x80; }

/* Signs that stand between words in both code pages: dashes, quotes, an ellipsis, a no-break
 * space, guillemets, degrees, and so on. */
static bool is_sign(uint8_t byte)
{
    static const uint8_t signs[] = {0x82, 0x84, 0x85, 0x86, 0x87, 0x89, 0x8B, 0x91,
                                    0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9B,
                                    0xA0, 0xA4, 0xA6, 0xA7, 0xA9, 0xAB, 0xAC, 0xAD,
                                    0xAE, 0xB0, 0xB1, 0xB5, 0xB6, 0xB7, 0xBB};
    return memchr(signs, byte, sizeof signs) != NULL;
}

/* ---- cp1251 ---- */

static bool is_cyrillic_small(uint8_t byte) { return byte >= 0xE0 || byte == 0xB8; }
static bool is_cyrillic_capital(uint8_t byte)
{
    return (byte >= 0xC0 && byte <= 0xDF) || byte == 0xA8;
}

enum { NUMERO = 0xB9 }; /* the sign "No" */

static int64_t weigh_cyrillic(const uint8_t *word, size_t size, size_t latin)
{
    int64_t points = 0;
    for (size_t i = 0; i < size; i++) {
        const uint8_t byte = word[i], before = i ? word[i - 1] : 0;
        if (!is_high(byte) || is_sign(byte))
            continue;
        if (byte == NUMERO && size == 1)
            points += LETTER;
        else if (latin || (!is_cyrillic_small(byte) && !is_cyrillic_capital(byte)))
            points += ODD;
        else /* a capital does not follow a small letter */
            points += is_cyrillic_capital(byte) && is_cyrillic_small(before) ? ODD : LETTER;
    }
    return points;
}

/* ---- cp1250 ---- */

/* Letters of Polish, Czech, Slovak and German. */
static bool is_central(uint8_t byte)
{
    static const uint8_t letters[] = {
        0xA3, 0xA5, 0xAF, 0xB3, 0xB9, 0xBF, 0x8C, 0x8F, 0x9C, 0x9F, 0xC6, 0xCA, 0xD1,
        0xD3, 0xE6, 0xEA, 0xF1, 0xF3, 0xC4, 0xD6, 0xDC, 0xE4, 0xF6, 0xFC, 0xDF, 0xC1,
        0xC8, 0xCF, 0xC9, 0xCC, 0xCD, 0xD2, 0xD8, 0x8A, 0x8D, 0xDA, 0xD9, 0xDD, 0x8E,
        0xE1, 0xE8, 0xEF, 0xE9, 0xEC, 0xED, 0xF2, 0xF8, 0x9A, 0x9D, 0xFA, 0xF9, 0xFD,
        0x9E, 0xC5, 0xBC, 0xD4, 0xC0, 0xE5, 0xBE, 0xF4, 0xE0};
    return memchr(letters, byte, sizeof letters) != NULL;
}

static int64_t weigh_central(const uint8_t *word, size_t size, size_t latin)
{
    int64_t points = 0;
    for (size_t i = 0; i < size; i++)
        if (is_high(word[i]) && !is_sign(word[i]))
            points += !is_central(word[i]) ? ODD : latin ? LETTER : size == 1 ? LONELY : ODD;
    return points;
}

/* ---- cp949 ---- */

/* Guillemets and other signs in UTF-8; in cp949 syllables that nearly no word has. */
static bool is_latin_sign(uint8_t lead, uint8_t trail) { return lead == 0xC2 && trail < 0xC0; }

static int64_t weigh_korean(const uint8_t *word, size_t size)
{
    int64_t points = 0;
    for (size_t i = 0; i < size; i++) {
        const uint8_t lead = word[i], trail = i + 1 < size ? word[i + 1] : 0;
        if (!is_high(lead))
            continue;
        const bool pair = lead >= 0x81 && lead <= 0xFD && trail >= 0x41 && trail != 0xFF;
        const bool known = trail >= 0xA1;
        if (!pair || (lead > 0xC6 && !known))
            points += BROKEN;
        else if (known && lead >= 0xB0 && lead <= 0xC8 && !is_latin_sign(lead, trail))
            points += SYLLABLE;
        else if (!known || lead > 0xA3) /* or a sign */
            points += RARE;
        i += pair;
    }
    return points;
}

/* ---- UTF-8 ---- */

static int64_t weigh_utf8(const uint8_t *word, size_t size, size_t latin)
{
    int64_t points = 0;
    for (size_t i = 0; i < size; i++) {
        const uint8_t lead = word[i];
        const unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
        unsigned found = 0;
        if (!is_high(lead))
            continue;
        while (found < more && i + found + 1 < size && word[i + found + 1] >= 0x80 &&
               word[i + found + 1] < 0xC0)
            found++;
        const bool whole = lead >= 0xC2 && lead <= 0xF4 && found == more;
        /* Many Hangul syllables of cp949 are sequences of two bytes. In cp1251, a Russian
         * letter of UTF-8 is a capital and a sign or a letter of another language. */
        points += !whole                                                  ? BROKEN
                  : more > 1 || latin || is_latin_sign(lead, word[i + 1]) ? SEQUENCE
                  : lead == 0xD0 || lead == 0xD1                          ? CYRILLIC
                                                                          : ALONE;
        i += whole ? more : 0;
    }
    return points;
}

/* ---- all ---- */

static void weigh_word(EncodingPoints *points, const uint8_t *word, size_t size)
{
    size_t latin = 0;
    for (size_t i = 0; i < size; i++)
        latin += is_latin(word[i]);
    points->points[ENCODING_CP1251] += weigh_cyrillic(word, size, latin);
    points->points[ENCODING_CP1250] += weigh_central(word, size, latin);
    points->points[ENCODING_UTF8] += weigh_utf8(word, size, latin);
    points->points[ENCODING_CP949] += weigh_korean(word, size);
}

void encoding_weigh(EncodingPoints *points, Text text)
{
    const uint8_t *bytes = (const uint8_t *)text.at;
    for (size_t i = 0, to; i < text.size; i = to + 1) {
        bool high = false;
        for (to = i; to < text.size && (is_latin(bytes[to]) || is_high(bytes[to])); to++)
            high |= is_high(bytes[to]);
        if (high)
            weigh_word(points, bytes + i, to - i);
    }
}

static bool is_empty(const EncodingPoints *points)
{
    for (unsigned i = 0; i < ENCODINGS; i++)
        if (points->points[i])
            return false;
    return true;
}

void encoding_mean_add(EncodingMean *mean, const EncodingPoints *file)
{
    if (is_empty(file))
        return;
    mean->count++;
    for (unsigned i = 0; i < ENCODINGS; i++) {
        const int64_t one = file->points[i];
        mean->sums.points[i] += one > FILE_MAX ? FILE_MAX : one < -FILE_MAX ? -FILE_MAX : one;
    }
}

Encoding encoding_decide(const EncodingMean *mean, const EncodingPoints *file)
{
    unsigned best = 0;
    int64_t highest = 0;
    for (unsigned i = 0; i < ENCODINGS; i++) {
        int64_t all = file ? file->points[i] : 0;
        if (mean && mean->count)
            all += mean->sums.points[i] / (int64_t)mean->count;
        if (!i || all > highest) {
            highest = all;
            best = i;
        }
    }
    return (Encoding)best;
}
