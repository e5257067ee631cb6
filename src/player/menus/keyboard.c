/* Parts, in order: rows and characters of the layouts; moving the selection; drawing. Capitals
 * are computed from the code of the letter, so keyboards.def has one set of rows for each
 * language. */
#include "player/menus/keyboard.h"

#include "base/text.h"
#include "engine/render/blit.h"
#include "engine/render/screen_words.h"

enum { SPECIAL_KEYS = KEY_DONE, GAP = 2 };

static const struct {
    const char *code, *rows[KEYBOARD_ROWS];
} layouts[] = {
#define KEYBOARD(code, a, b, c, d, e) {code, {a, b, c, d, e}},
#include "player/menus/keyboards.def"
};

static const char *const *rows_of(const char *code)
{
    for (size_t i = 0; i < COUNT_OF(layouts); i++)
        if (!strncmp(layouts[i].code, code, 2))
            return layouts[i].rows;
    return layouts[0].rows;
}

static uint32_t length(const char *row)
{
    uint32_t count = 0;
    for (; *row; row++)
        count += (*row & 0xC0) != 0x80;
    return count;
}

/* The number of rows with characters; the special keys follow. */
static uint32_t row_count(const Keyboard *keyboard)
{
    const char *const *rows = rows_of(keyboard->code);
    uint32_t count = 0;
    while (count < KEYBOARD_ROWS && rows[count][0])
        count++;
    return count;
}

static uint32_t column_count(const Keyboard *keyboard, uint32_t row)
{
    return row < row_count(keyboard) ? length(rows_of(keyboard->code)[row])
                                     : (uint32_t)SPECIAL_KEYS;
}

/* Capital letters are 32 before the small ones in ASCII, Latin-1 and Cyrillic, and the
 * character before in Latin Extended-A. Sharp s has none there. */
static uint32_t capital(uint32_t code)
{
    const bool latin = code >= 0xE0 && code <= 0xFE && code != 0xF7;
    if ((code >= 'a' && code <= 'z') || latin || (code >= 0x430 && code <= 0x44F))
        return code - 0x20;
    if (code >= 0x450 && code <= 0x45F)
        return code - 0x50;
    const bool even = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
    const bool small =
        code >= 0x100 && code <= 0x17E && code != 0x138 && code != 0x149 && (code & 1) != even;
    return small ? code - 1 : code;
}

static uint32_t character_at(const char *row, uint32_t column, bool shift)
{
    size_t at = 0;
    uint32_t code = 0;
    for (uint32_t i = 0; i <= column; i++)
        code = utf8_next(text_of(row), &at);
    return shift ? capital(code) : code;
}

Text keyboard_characters(const char *code, Arena *arena)
{
    Writer out = writer_to(arena);
    const char *const *rows = rows_of(code);
    for (int shift = 0; shift < 2; shift++)
        for (size_t i = 0; i < KEYBOARD_ROWS; i++)
            for (uint32_t k = 0; k < length(rows[i]); k++) {
                char bytes[4];
                const size_t size = utf8_put(bytes, character_at(rows[i], k, shift));
                write_text(&out, (Text){bytes, size});
            }
    return writer_text(&out);
}

/* Rows differ in their number of keys: the position in the row is kept. */
void keyboard_move(Keyboard *keyboard, int32_t dx, int32_t dy)
{
    const int32_t rows = (int32_t)row_count(keyboard) + 1;
    const int32_t before = (int32_t)column_count(keyboard, keyboard->row);
    keyboard->row = (uint32_t)(((int32_t)keyboard->row + dy + rows) % rows);
    const int32_t columns = (int32_t)column_count(keyboard, keyboard->row);
    int32_t column = (int32_t)keyboard->column;
    if (columns != before)
        column = (2 * column + 1) * columns / (2 * before);
    keyboard->column = (uint32_t)((column + dx + columns) % columns);
}

bool keyboard_select(Keyboard *keyboard, uint32_t option)
{
    const uint32_t key = option - KEYBOARD_OPTION;
    const uint32_t row = key / KEYBOARD_COLUMNS, column = key % KEYBOARD_COLUMNS;
    if (option < KEYBOARD_OPTION || row > row_count(keyboard) ||
        column >= column_count(keyboard, row))
        return false;
    keyboard->row = row;
    keyboard->column = column;
    return true;
}

KeyboardKey keyboard_key(const Keyboard *keyboard, char character[5])
{
    memset(character, 0, 5);
    if (keyboard->row >= row_count(keyboard))
        return (KeyboardKey)(KEY_SHIFT + keyboard->column);
    utf8_put(character, character_at(rows_of(keyboard->code)[keyboard->row], keyboard->column,
                                     keyboard->shift));
    return KEY_CHARACTER;
}

static Text label_of(const Keyboard *keyboard, const Renderer *renderer, uint32_t row,
                     uint32_t column, char character[5])
{
    static const Word words[SPECIAL_KEYS] = {WORD_KEY_SHIFT, WORD_KEY_SPACE, WORD_KEY_ERASE,
                                             WORD_KEY_DONE};
    Keyboard at = *keyboard;
    at.row = row;
    at.column = column;
    const KeyboardKey key = keyboard_key(&at, character);
    return key == KEY_CHARACTER ? text_of(character)
                                : word_of(renderer, words[key - KEY_SHIFT]);
}

static void draw_key(const Keyboard *keyboard, Renderer *renderer, const Image *layer,
                     Rect area, uint32_t row, uint32_t column)
{
    char character[5];
    const bool selected = keyboard->row == row && keyboard->column == column;
    const bool held = keyboard->shift && row == row_count(keyboard) && column == 0;
    const bool pressed = hit_area_pressed(renderer, area) || held;
    const Text label = label_of(keyboard, renderer, row, column, character);
    const TextStyle style =
        theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                   theme_colour(renderer, selected ? COLOUR_TEXT_SELECTED : COLOUR_TEXT));
    const Rect inside = {area.x + 1, area.y + 1, area.w - 2, area.h - 2};
    if (selected)
        fill(layer, area, theme_colour(renderer, COLOUR_TEXT_SELECTED));
    fill(layer, inside, theme_bar_colour(style.colour));
    for (int32_t i = 1; pressed && i <= 2; i++)
        outline(layer, (Rect){inside.x + i, inside.y + i, inside.w - 2 * i, inside.h - 2 * i},
                style.colour);
    const TextPart before = describe_as(renderer, selected ? PART_DETAIL : PART_OTHER);
    theme_text_in(renderer, layer, area.x + area.w / 2,
                  area.y + (area.h - theme_line(&style)) / 2, (Spot){area.w - 4, area.h},
                  &style, label, ALIGN_CENTRE);
    describe_as(renderer, before);
    hit_area_add(renderer, area, HIT_OPTION, KEYBOARD_OPTION + row * KEYBOARD_COLUMNS + column);
}

/* Rows with characters are centred; the special keys take the whole width. */
void keyboard_draw(const Keyboard *keyboard, Renderer *renderer, const Image *layer, Rect area)
{
    const uint32_t rows = row_count(keyboard) + 1;
    const int32_t h = area.h / (int32_t)rows, w = area.w / KEYBOARD_COLUMNS;
    for (uint32_t row = 0; row < rows; row++) {
        const int32_t columns = (int32_t)column_count(keyboard, row);
        const int32_t wide = row + 1 < rows ? w : area.w / columns;
        const int32_t left = area.x + (area.w - wide * columns) / 2;
        for (int32_t column = 0; column < columns; column++)
            draw_key(
                keyboard, renderer, layer,
                (Rect){left + column * wide, area.y + (int32_t)row * h, wide - GAP, h - GAP},
                row, (uint32_t)column);
    }
}
