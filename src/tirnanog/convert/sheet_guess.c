/* Parts, in order: pixels; tests of known_sheets.def; all rows. A size alone proves nothing:
 * figures have transparent pixels around them, and a photo has nearly as many colours as
 * pixels. */
#include "tirnanog/convert/sheet_guess.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/convert/aseprite_list.h"

typedef struct Sheet {
    const PresetSheet *given;
    const Image *image;
    Text name; /* without folder and suffix */
    bool photo;
    uint64_t transparent; /* pixels */
    SheetGuess *guess;    /* of the row that is tested */
    Arena *arena;
} Sheet;

/* ---- pixels ---- */

static bool is_clear(const Sheet *sheet, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
    const Image part = image_part(sheet->image, x, y, w, h);
    return !image_opaque_box(&part).w;
}

/* A photo has many colours (counted by 15 bits), few pixels that equal the one to the left, and
 * none that is transparent. */
static void look(Sheet *sheet)
{
    enum { COLOURS = 1 << 15, COLOURS_OF_PHOTO = 2048, PIXELS_FOR_A_PAIR = 8 };
    const Image *image = sheet->image;
    uint8_t *seen = ARENA_ALLOC(sheet->arena, uint8_t, COLOURS);
    uint64_t colours = 0, pairs = 0;
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++) {
            const Pixel pixel = *image_at(image, x, y);
            const uint32_t colour =
                PIXEL_R(pixel) >> 3 << 10 | PIXEL_G(pixel) >> 3 << 5 | PIXEL_B(pixel) >> 3;
            sheet->transparent += !PIXEL_A(pixel);
            pairs += x && *image_at(image, x - 1, y) == pixel;
            colours += !seen[colour];
            seen[colour] = 1;
        }
    sheet->photo = !sheet->transparent && colours > COLOURS_OF_PHOTO &&
                   pairs * PIXELS_FOR_A_PAIR < (uint64_t)image->w * image->h;
}

/* A tenth of the image is transparent. */
static bool has_air(const Sheet *sheet)
{
    return sheet->transparent * 10 >= (uint64_t)sheet->image->w * sheet->image->h;
}

/* ---- tests ---- */

static bool is_drawn(Sheet *sheet)
{
    return !sheet->photo && sheet->transparent < (uint64_t)sheet->image->w * sheet->image->h;
}

/* The first of 16 x 16 cells is empty, but not all of them. */
static bool has_no_first(Sheet *sheet)
{
    return is_clear(sheet, 0, 0, sheet->image->w / 16, sheet->image->h / 16) &&
           !is_clear(sheet, 0, 0, sheet->image->w, sheet->image->h);
}

/* The frame in the middle of each direction of a figure, which is the one that stands. */
static bool is_figure_at(const Sheet *sheet, uint32_t column, uint32_t row, uint32_t w,
                         uint32_t h)
{
    for (uint32_t i = 0; i < 4; i++)
        if (is_clear(sheet, (column + 1) * w, (row + i) * h, w, h))
            return false;
    return true;
}

static bool has_figures(Sheet *sheet)
{
    const uint32_t w = sheet->image->w / 12, h = sheet->image->h / 8;
    for (uint32_t i = 0; i < 8; i++)
        if (is_figure_at(sheet, i % 4 * 3, i / 4 * 4, w, h))
            return has_air(sheet);
    return false;
}

static bool is_figure(Sheet *sheet)
{
    const Image *image = sheet->image;
    Text name = sheet->name;
    while (name.size && name.at[0] == '!')
        name = text_slice(name, 1, name.size);
    return name.size && name.at[0] == '$' && image->w % 3 == 0 && image->h % 4 == 0 &&
           has_air(sheet) && is_figure_at(sheet, 0, 0, image->w / 3, image->h / 4);
}

/* The first frames of walking, in rows `row` to `row` + 3. */
static bool walks(const Sheet *sheet, uint32_t row)
{
    enum { CELL = 64 };
    for (uint32_t i = 0; i < 4; i++)
        if (is_clear(sheet, 0, (row + i) * CELL, CELL, CELL))
            return false;
    return has_air(sheet);
}

static bool is_lpc(Sheet *sheet)
{
    enum { CELL = 64, ROWS = 21, WALK = 8 };
    return sheet->image->h >= ROWS * CELL && sheet->image->h % CELL == 0 && walks(sheet, WALK);
}

static bool is_lpc_walk(Sheet *sheet) { return walks(sheet, 0); }

static bool has_xml_list(Sheet *sheet)
{
    static const char root[] = "<TextureAtlas";
    Bytes list;
    if (!preset_list(sheet->given, ".xml", &list, sheet->arena))
        return false;
    for (size_t i = 0; i + sizeof root - 1 <= list.size; i++)
        if (!memcmp(list.data + i, root, sizeof root - 1))
            return true;
    return false;
}

static bool has_json_list(Sheet *sheet)
{
    Bytes list;
    return preset_list(sheet->given, ".json", &list, sheet->arena) &&
           aseprite_list_is(list, sheet->arena);
}

/* Nothing, or one colour, from side to side. */
static bool is_line(const Image *image, uint32_t at, bool across)
{
    const uint32_t length = across ? image->w : image->h;
    const Pixel first = *image_at(image, across ? 0 : at, across ? at : 0);
    for (uint32_t i = 0; i < length; i++)
        if (*image_at(image, across ? i : at, across ? at : i) != first)
            return false;
    return true;
}

static bool is_line_everywhere(const Image *image, uint32_t cell, bool across)
{
    const uint32_t length = across ? image->h : image->w;
    for (uint32_t at = cell; at < length; at += cell + 1)
        if (!is_line(image, at, across))
            return false;
    return true;
}

/* Tiles with a line of one pixel between them; an image of one colour has no tiles. */
static bool has_lines(Sheet *sheet)
{
    static const uint32_t cells[] = {64, 48, 32, 24, 18, 16, 8};
    const Image *image = sheet->image;
    for (size_t i = 0; i < COUNT_OF(cells); i++) {
        const uint32_t cell = cells[i], step = cell + 1;
        if ((image->w + 1) % step || (image->h + 1) % step || image->w < step * 2 ||
            image->h < step * 2 || !is_line_everywhere(image, cell, true) ||
            !is_line_everywhere(image, cell, false) || is_line(image, cell / 2, true))
            continue;
        sheet->guess->cell = cell;
        sheet->guess->spacing = 1;
        return true;
    }
    return false;
}

static bool has_cells(Sheet *sheet)
{
    static const uint32_t cells[] = {16, 18, 8};
    for (size_t i = 0; i < COUNT_OF(cells); i++)
        if (sheet->image->w % cells[i] == 0 && sheet->image->h % cells[i] == 0 &&
            sheet->image->w > cells[i]) {
            sheet->guess->cell = cells[i];
            return is_drawn(sheet);
        }
    return false;
}

/* ---- all rows ---- */

static const struct Known {
    const char *preset;
    uint32_t w, h;
    bool (*test)(Sheet *sheet);
    const char *tail;
} known[] = {
#define KNOWN(preset, w, h, test, tail) {preset, w, h, test, tail},
#include "tirnanog/convert/known_sheets.def"
};

static bool ends_with(Text name, const char *tail)
{
    const size_t size = strlen(tail);
    return name.size >= size &&
           text_is_caseless(text_slice(name, name.size - size, name.size), tail);
}

static bool is_listed(const SheetGuess *guesses, size_t count, const char *preset)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(guesses[i].preset, preset))
            return true;
    return false;
}

size_t sheet_guess(const PresetSheet *given, SheetGuess out[SHEET_GUESSES_MAX], Arena *arena)
{
    Sheet sheet = {.given = given,
                   .image = given->image,
                   .name = path_without_suffix(path_base(given->path)),
                   .arena = arena};
    size_t count = 0;
    look(&sheet);
    for (size_t i = 0; i < COUNT_OF(known) && count < SHEET_GUESSES_MAX; i++) {
        const struct Known *row = &known[i];
        SheetGuess guess = {.preset = row->preset};
        sheet.guess = &guess;
        if ((row->w && row->w != sheet.image->w) || (row->h && row->h != sheet.image->h) ||
            !ends_with(sheet.name, row->tail) || is_listed(out, count, row->preset) ||
            !row->test(&sheet))
            continue;
        out[count++] = guess;
    }
    return count;
}
