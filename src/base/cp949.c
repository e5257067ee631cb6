/* Parts, in order: KS X 1001, from cp949_rows.def; the other syllables; both. The other
 * syllables need no table: the n-th one is found by a binary search for how many syllables of
 * KS X 1001 come before it, since these are in the order of Unicode. */
#include "base/cp949.h"

#include "base/text.h"

enum {
    TRAIL = 0xA1,    /* first trail byte of KS X 1001 */
    COLUMNS = 94,    /* of a row */
    HANGUL = 0xAC00, /* first syllable of Unicode */
    SYLLABLES = 11172,
    FIRST_ROW = 0xB0, /* lead bytes of the syllables of KS X 1001 */
    KNOWN = 25 * COLUMNS,
    OTHERS = SYLLABLES - KNOWN,
    OTHER_LEAD = 0x81,
    WIDE = 178, /* pairs of a lead byte below 0xA1 that hold other syllables, and ... */
    NARROW = 84 /* ... of one from there */
};

static const struct {
    uint8_t lead;
    const char *characters;
} rows[] = {
#define ROW(lead, characters) {lead, characters},
#include "base/cp949_rows.def"
#undef ROW
};

/* ---- KS X 1001 ---- */

static uint32_t in_row(uint8_t lead, unsigned column)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].lead == lead) {
            const Text text = text_of(rows[i].characters);
            size_t at = 0;
            uint32_t character = ' ';
            for (unsigned k = 0; k <= column && at < text.size; k++)
                character = utf8_next(text, &at);
            return character == ' ' ? 0 : character;
        }
    return 0;
}

static bool find_in_rows(uint32_t character, uint8_t out[2])
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Text text = text_of(rows[i].characters);
        unsigned column = 0;
        for (size_t at = 0; at < text.size; column++)
            if (utf8_next(text, &at) == character) {
                out[0] = rows[i].lead;
                out[1] = (uint8_t)(TRAIL + column);
                return true;
            }
    }
    return false;
}

/* ---- the other syllables ---- */

/* The syllable of KS X 1001 with this number. */
static uint32_t known_syllable(unsigned number)
{
    return in_row((uint8_t)(FIRST_ROW + number / COLUMNS), number % COLUMNS);
}

/* How many syllables of KS X 1001 come before a character. */
static unsigned known_before(uint32_t character)
{
    unsigned low = 0, high = KNOWN;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (known_syllable(middle) < character)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The n-th syllable that KS X 1001 does not have. */
static uint32_t other_syllable(unsigned number)
{
    unsigned low = 0, high = KNOWN; /* known ones before it */
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (known_syllable(middle) <= HANGUL + number + middle)
            low = middle + 1;
        else
            high = middle;
    }
    return HANGUL + number + low;
}

/* Trail bytes are 0x41 to 0x5A, 0x61 to 0x7A and from 0x81. */
static bool column_of(uint8_t trail, unsigned *out)
{
    if (trail >= 0x41 && trail <= 0x5A)
        *out = trail - 0x41u;
    else if (trail >= 0x61 && trail <= 0x7A)
        *out = trail - 0x61u + 26;
    else if (trail >= 0x81 && trail <= 0xFE)
        *out = trail - 0x81u + 52;
    else
        return false;
    return true;
}

static uint8_t trail_of(unsigned column)
{
    return (uint8_t)(column < 26   ? 0x41 + column
                     : column < 52 ? 0x61 + column - 26
                                   : 0x81 + column - 52);
}

/* The number of the pair that begins the syllables of a lead byte. */
static unsigned first_of_lead(unsigned lead)
{
    return lead < TRAIL ? (lead - OTHER_LEAD) * WIDE
                        : (TRAIL - OTHER_LEAD) * WIDE + (lead - TRAIL) * NARROW;
}

/* ---- both ---- */

uint32_t cp949_character(uint8_t lead, uint8_t trail)
{
    unsigned column;
    if (lead < OTHER_LEAD || !column_of(trail, &column))
        return 0;
    if (lead >= TRAIL && trail >= TRAIL)
        return in_row(lead, (unsigned)trail - TRAIL);
    const unsigned number = first_of_lead(lead) + column;
    return number < OTHERS ? other_syllable(number) : 0;
}

bool cp949_pair(uint32_t character, uint8_t out[2])
{
    if (character < HANGUL || character >= HANGUL + SYLLABLES)
        return character > ' ' && find_in_rows(character, out);
    const unsigned known = known_before(character);
    if (known < KNOWN && known_syllable(known) == character) {
        out[0] = (uint8_t)(FIRST_ROW + known / COLUMNS);
        out[1] = (uint8_t)(TRAIL + known % COLUMNS);
        return true;
    }
    const unsigned number = character - HANGUL - known, wide = (TRAIL - OTHER_LEAD) * WIDE;
    const bool narrow = number >= wide;
    out[0] = (uint8_t)(narrow ? TRAIL + (number - wide) / NARROW : OTHER_LEAD + number / WIDE);
    out[1] = trail_of(narrow ? (number - wide) % NARROW : number % WIDE);
    return true;
}
