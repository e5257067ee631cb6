/* Code page 932 by tables in both directions, which are filled from cp932_rows.def: the
 * characters of each lead byte in order, a space where a pair has none. The pairs for private
 * use follow a rule and are computed. */
#include "base/cp932.h"

#include "base/recode.h"

enum {
    ESCAPE = 0xF700,
    ESCAPE_FIRST = 0xF780,
    ESCAPE_LAST = 0xF7FF,
    KATAKANA = 0xFF61, /* of the byte 0xA1 */
    KATAKANA_FIRST = 0xA1,
    KATAKANA_LAST = 0xDF,
    LEAD = 0x81, /* the first lead byte */
    LEADS = 0xFD - LEAD,
    TRAIL = 0x40,
    COLUMNS = 188,
    PRIVATE = 0xE000, /* the pairs from 0xF040 to 0xF9FC, in order */
    PRIVATE_LEAD = 0xF0,
    PRIVATE_LEADS = 10
};

struct Cp932 {
    uint16_t characters[LEADS][COLUMNS]; /* 0: none */
    uint16_t pairs[1 << 16];             /* by character; 0: none */
};

static const struct {
    uint8_t lead;
    const char *characters;
} rows[] = {
#define ROW(lead, characters) {lead, characters},
#include "base/cp932_rows.def"
#undef ROW
};

/* Trail bytes are 0x40 to 0x7E and 0x80 to 0xFC. */
static uint8_t trail_of(unsigned column) { return (uint8_t)(TRAIL + column + (column >= 63)); }

static void add(Cp932 *page, unsigned lead, unsigned column, uint32_t character)
{
    page->characters[lead - LEAD][column] = (uint16_t)character;
    page->pairs[character] = (uint16_t)(lead << 8 | trail_of(column));
}

Cp932 *cp932_new(Arena *arena)
{
    Cp932 *page = ARENA_ALLOC(arena, Cp932, 1);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Text text = text_of(rows[i].characters);
        unsigned column = 0;
        for (size_t at = 0; at < text.size; column++) {
            const uint32_t character = utf8_next(text, &at);
            if (character != ' ')
                add(page, rows[i].lead, column, character);
        }
    }
    for (unsigned i = 0; i < PRIVATE_LEADS * COLUMNS; i++)
        add(page, PRIVATE_LEAD + i / COLUMNS, i % COLUMNS, PRIVATE + i);
    return page;
}

uint32_t cp932_character(const Cp932 *page, uint8_t lead, uint8_t trail)
{
    if (lead < LEAD || lead >= LEAD + LEADS || trail < TRAIL || trail == 0x7F || trail > 0xFC)
        return 0;
    return page->characters[lead - LEAD][trail - TRAIL - (trail > 0x7F)];
}

uint8_t cp932_escaped_byte(uint32_t character)
{
    return character >= ESCAPE_FIRST && character <= ESCAPE_LAST ? (uint8_t)(character - ESCAPE)
                                                                 : 0;
}

/* The character at `*at`, which moves after it. */
static uint32_t take_character(const void *of, Text text, size_t *at)
{
    const Cp932 *page = of;
    const uint8_t byte = (uint8_t)text.at[(*at)++];
    if (byte < 0x80)
        return byte;
    if (byte >= KATAKANA_FIRST && byte <= KATAKANA_LAST)
        return (uint32_t)KATAKANA + byte - KATAKANA_FIRST;
    const uint32_t pair =
        *at < text.size ? cp932_character(page, byte, (uint8_t)text.at[*at]) : 0;
    *at += pair != 0;
    return pair ? pair : (uint32_t)ESCAPE + byte;
}

Text cp932_decode(const Cp932 *page, Text text, Arena *arena)
{
    return recode_to_utf8(take_character, page, text, arena);
}

/* The bytes of a character; 0: it has none. */
static unsigned put_character(const void *of, uint32_t character, uint8_t out[RECODE_MAX])
{
    const Cp932 *page = of;
    const uint32_t katakana = character - KATAKANA + KATAKANA_FIRST;
    if (character < 0x80 || cp932_escaped_byte(character)) {
        out[0] = (uint8_t)character;
        return 1;
    }
    if (katakana >= KATAKANA_FIRST && katakana <= KATAKANA_LAST) {
        out[0] = (uint8_t)katakana;
        return 1;
    }
    const unsigned pair = character < COUNT_OF(page->pairs) ? page->pairs[character] : 0;
    out[0] = (uint8_t)(pair >> 8);
    out[1] = (uint8_t)pair;
    return pair ? 2 : 0;
}

bool cp932_encode(const Cp932 *page, Text text, Text *out, size_t *bad, Arena *arena)
{
    return recode_from_utf8(put_character, page, text, out, bad, arena);
}
