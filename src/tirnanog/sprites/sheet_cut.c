/* Parts, in order: reading a layout; writing it; cutting a sheet; the reference. Lines are read
 * word by word with the offset of each word, because messages show its column. */
#include "tirnanog/sprites/sheet_cut.h"

#include "base/hash.h"
#include "base/stream.h"
#include "base/text.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png.h"

static const char magic[] = "TirNanoG Layout";
static const char *const categories[] = {"ui", "tiles", "chars", "portraits", "backs", "-"};

typedef struct Line {
    Text text;
    uint32_t number;
    size_t at;
    Report *report;
} Line;

#define FAIL_AT(line, where, ...)                                                              \
    report_error_at((line)->report,                                                            \
                    (SourcePosition){(line)->number, (uint32_t)(where) + 1, (line)->text},     \
                    __VA_ARGS__)

static void skip_blanks(Line *line)
{
    while (line->at < line->text.size &&
           (line->text.at[line->at] == ' ' || line->text.at[line->at] == '\t'))
        line->at++;
}

/* The next word; `from` is its start. */
static Text next_word(Line *line, size_t *from)
{
    skip_blanks(line);
    *from = line->at;
    Text rest = text_slice(line->text, line->at, line->text.size);
    const Text word = text_word(&rest);
    line->at = line->text.size - rest.size;
    return word;
}

/* The column of a message is that of the word, which may be missing at the end of the line. */
static bool next_number(Line *line, const char *what, int64_t least, uint16_t *out)
{
    size_t from;
    int64_t number;
    const Text word = next_word(line, &from);
    if (!text_number(word, least, SHEET_NUMBER_MAX, &number))
        return FAIL_AT(line, from, "%s is a number from %d to %d, not \"%.*s\"", what,
                       (int)least, SHEET_NUMBER_MAX, (int)word.size, word.at);
    *out = (uint16_t)number;
    return true;
}

/* Row gap before column gap, as the format has it. */
static bool read_grid(Line *line, SheetLayout *out)
{
    size_t from;
    if (!next_number(line, "the sprite width", 1, &out->w) ||
        !next_number(line, "the sprite height", 1, &out->h) ||
        !next_number(line, "the left margin", 0, &out->left) ||
        !next_number(line, "the top margin", 0, &out->top) ||
        !next_number(line, "the vertical padding", 0, &out->vpad) ||
        !next_number(line, "the horizontal padding", 0, &out->hpad))
        return false;
    const Text word = next_word(line, &from);
    for (size_t i = 0; i < COUNT_OF(categories); i++)
        if (text_is(word, categories[i])) {
            out->category = text_is(word, "-") ? TEXT("") : text_of(categories[i]);
            const Text more = next_word(line, &from);
            return !more.size || FAIL_AT(line, from, "the line ends with the category");
        }
    return FAIL_AT(line, from,
                   "the category is one of ui, tiles, chars, portraits, backs, -, not \"%.*s\"",
                   (int)word.size, word.at);
}

/* A number in a block, and the comma or parenthesis after it. */
static bool block_number(Line *line, uint16_t *out, char *behind)
{
    skip_blanks(line);
    const size_t from = line->at;
    while (line->at < line->text.size && line->text.at[line->at] >= '0' &&
           line->text.at[line->at] <= '9')
        line->at++;
    int64_t number;
    if (!text_number(text_slice(line->text, from, line->at), 0, SHEET_NUMBER_MAX, &number))
        return FAIL_AT(line, from, "a block is (x,y) or (x1,y1,x2,y2)");
    *out = (uint16_t)number;
    skip_blanks(line);
    *behind = line->at < line->text.size ? line->text.at[line->at++] : 0;
    return *behind == ',' || *behind == ')' ||
           FAIL_AT(line, line->at - (*behind != 0), "a block is (x,y) or (x1,y1,x2,y2)");
}

/* A short block (x,y) is one cell: numbers[count - 2] and [count - 1] are then the same
 * cell. */
static bool read_block(Line *line, SheetBlock *out)
{
    const size_t from = line->at;
    uint16_t numbers[4];
    size_t count = 0;
    char behind = ',';
    if (line->text.at[line->at++] != '(')
        return FAIL_AT(line, from, "a block is (x,y) or (x1,y1,x2,y2)");
    while (count < 4 && behind == ',')
        if (!block_number(line, &numbers[count++], &behind))
            return false;
    if (behind != ')' || count % 2)
        return FAIL_AT(line, from, "a block has two numbers or four");
    *out = (SheetBlock){.x1 = numbers[0],
                        .y1 = numbers[1],
                        .x2 = numbers[count - 2],
                        .y2 = numbers[count - 1],
                        .column = (uint32_t)from + 1};
    if (out->x1 > out->x2 || out->y1 > out->y2)
        return FAIL_AT(line, from, "the last block comes before the first");
    return true;
}

static bool read_direction(Line *line, SheetSprite *out)
{
    size_t from;
    const Text word = next_word(line, &from);
    for (unsigned i = 0; i < 8; i++)
        if (text_is(word, tng_direction_names[i])) {
            out->direction = (uint8_t)i;
            return true;
        }
    return FAIL_AT(line, from, "a sprite begins with so, sw, we, nw, no, ne, ea or se");
}

/* Names become parts of file names and of words in text files. */
static bool name_ok(Text name)
{
    for (size_t i = 0; i < name.size; i++) {
        const char c = name.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '_' || c == '.'))
            return false;
    }
    return name.size > 0;
}

/* The line's place is kept, because cutting reports problems of blocks later. */
static bool read_sprite(Line *line, SheetSprite *out, Arena *arena)
{
    size_t from;
    *out = (SheetSprite){.line = line->number};
    if (!read_direction(line, out))
        return false;
    const Text loop = next_word(line, &from);
    if (!text_is(loop, "o") && !text_is(loop, "f") && !text_is(loop, "l"))
        return FAIL_AT(line, from, "the animation is o (once), f (forth and back) or l (loop)");
    out->loop = loop.at[0];
    const Text suffix = next_word(line, &from);
    if (!text_is(suffix, "-")) {
        if (!name_ok(suffix))
            return FAIL_AT(line, from, "a suffix has letters, digits, _ and ., or is -");
        out->suffix = suffix;
    }
    for (skip_blanks(line); line->at < line->text.size; skip_blanks(line)) {
        if (out->block_count == SHEET_FRAMES_MAX)
            return FAIL_AT(line, line->at, "a sprite has at most %d frames", SHEET_FRAMES_MAX);
        if (!read_block(line, ARENA_PUSH(arena, out->blocks, out->block_count)))
            return false;
    }
    return true;
}

/* Continues after a wrong line, so that all errors are reported. A sprite without frames is
 * kept for sheet_layout_write(), but not cut. */
bool sheet_layout_read(Text file, SheetLayout *out, Arena *arena, Report *report)
{
    Report about = report_child(report, report->subject);
    Line line = {.text = file, .number = 1, .report = &about};
    bool ok = true;
    *out = (SheetLayout){0};
    about.page = "lyt";
    file = text_without_mark(file);
    if (!text_line(&file, &line.text) || !text_is(text_trimmed(line.text), magic)) {
        line.text = (Text){0};
        return FAIL_AT(&line, 0, "the first line must be \"%s\"", magic);
    }
    line.number = 2;
    if (!text_line(&file, &line.text))
        return report_error_at(&about, (SourcePosition){2, 1, TEXT("")},
                               "the line of the grid is missing");
    if (!read_grid(&line, out))
        return false;
    for (line.number = 3; text_line(&file, &line.text); line.number++) {
        SheetSprite sprite;
        line.at = 0;
        if (!text_trimmed(line.text).size)
            continue;
        if (!read_sprite(&line, &sprite, arena)) {
            ok = false;
            continue;
        }
        if (!sprite.block_count)
            report_warning_at(&about, (SourcePosition){.line = line.number},
                              "a sprite without frames");
        *ARENA_PUSH(arena, out->sprites, out->sprite_count) = sprite;
    }
    return ok;
}

/* The short form for single cells is the usual one. */
static void write_block(Writer *writer, const SheetBlock *block)
{
    if (block->x1 == block->x2 && block->y1 == block->y2)
        write_format(writer, " (%u,%u)", block->x1, block->y1);
    else
        write_format(writer, " (%u,%u,%u,%u)", block->x1, block->y1, block->x2, block->y2);
}

/* Line ends are CR LF, as in all text files of a project that are written here. */
Text sheet_layout_write(const SheetLayout *layout, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_format(&writer, "%s\r\n%u %u %u %u %u %u %.*s\r\n", magic, layout->w, layout->h,
                 layout->left, layout->top, layout->vpad, layout->hpad,
                 layout->category.size ? (int)layout->category.size : 1,
                 layout->category.size ? layout->category.at : "-");
    for (size_t i = 0; i < layout->sprite_count; i++) {
        const SheetSprite *sprite = &layout->sprites[i];
        const Text suffix = sprite->suffix.size ? sprite->suffix : TEXT("-");
        write_format(&writer, "%s %c %.*s", tng_direction_names[sprite->direction],
                     sprite->loop, (int)suffix.size, suffix.at);
        for (size_t j = 0; j < sprite->block_count; j++)
            write_block(&writer, &sprite->blocks[j]);
        write_text(&writer, TEXT("\r\n"));
    }
    return writer_text(&writer);
}

/* ---- cutting ---- */

static uint32_t block_columns(const SheetBlock *block) { return block->x2 - block->x1 + 1u; }

static uint32_t block_rows(const SheetBlock *block) { return block->y2 - block->y1 + 1u; }

/* Computed with 64 bits: numbers of a layout may be large. All frames must have equal sizes. */
static bool blocks_fit(const SheetLayout *layout, const SheetSprite *sprite, const Image *sheet,
                       Report *report)
{
    const SheetBlock *first = sprite->blocks;
    for (size_t i = 0; i < sprite->block_count; i++) {
        const SheetBlock *block = &sprite->blocks[i];
        const SourcePosition place = {.line = sprite->line, .column = block->column};
        const uint64_t right =
            layout->left + (uint64_t)block->x2 * (layout->w + layout->hpad) + layout->w;
        const uint64_t bottom =
            layout->top + (uint64_t)block->y2 * (layout->h + layout->vpad) + layout->h;
        if (right > sheet->w || bottom > sheet->h)
            return report_error_at(
                report, place, "the block ends at %llu,%llu, the sheet has %u x %u pixels",
                (unsigned long long)right, (unsigned long long)bottom, sheet->w, sheet->h);
        if (block_columns(block) != block_columns(first) ||
            block_rows(block) != block_rows(first))
            return report_error_at(report, place, "%u x %u blocks, the first frame has %u x %u",
                                   block_columns(block), block_rows(block),
                                   block_columns(first), block_rows(first));
    }
    return true;
}

/* Gaps between the blocks of a frame are left out. The blocks fit: blocks_fit() was called. */
static void cut_frame(const SheetLayout *layout, const SheetBlock *block, const Image *sheet,
                      const Image *target, uint32_t left)
{
    for (uint32_t y = 0; y < block_rows(block); y++)
        for (uint32_t x = 0; x < block_columns(block); x++) {
            const Image part = image_part(
                sheet, layout->left + (block->x1 + x) * (layout->w + (uint32_t)layout->hpad),
                layout->top + (block->y1 + y) * (layout->h + (uint32_t)layout->vpad), layout->w,
                layout->h);
            image_copy(target, (int32_t)(left + x * layout->w), (int32_t)(y * layout->h),
                       &part);
        }
}

/* The name has everything that a build needs: direction, repetition and number of frames. */
static Text picture_path(const SheetLayout *layout, const SheetSprite *sprite, Text name,
                         Arena *arena)
{
    return arena_format(
        arena, "%.*s%s%.*s%s%.*s_%s%c%c.png", (int)layout->category.size,
        layout->category.at ? layout->category.at : "", layout->category.size ? "/" : "",
        (int)name.size, name.at, sprite->suffix.size ? "_" : "", (int)sprite->suffix.size,
        sprite->suffix.at ? sprite->suffix.at : "", tng_direction_names[sprite->direction],
        sprite->loop, tng_frame_letter((unsigned)sprite->block_count));
}

bool sheet_name_ok(Text name, Report *report)
{
    return name_ok(name) ||
           report_error(report, "a name has letters, digits, _ and ., not \"%.*s\"",
                        (int)name.size, name.at);
}

/* Frames are joined side by side. The pixels of all images together are limited. */
bool sheet_cut(const SheetLayout *layout, const Image *sheet, Text name, SheetPictures *out,
               Arena *arena, Report *report)
{
    Table seen = table_new(arena);
    uint64_t pixels = 0;
    *out = (SheetPictures){0};
    if (!sheet_name_ok(name, report))
        return false;
    for (size_t i = 0; i < layout->sprite_count; i++) {
        const SheetSprite *sprite = &layout->sprites[i];
        const SourcePosition place = {.line = sprite->line, .column = 1};
        if (!sprite->block_count)
            continue;
        if (!blocks_fit(layout, sprite, sheet, report))
            return false;
        const uint32_t w = block_columns(sprite->blocks) * layout->w;
        const uint32_t h = block_rows(sprite->blocks) * layout->h;
        const uint64_t wide = (uint64_t)w * sprite->block_count;
        pixels += wide * h;
        if (wide > PNG_SIDE_MAX || pixels > PNG_PIXELS_MAX)
            return report_error_at(report, place, "the pictures become too large");
        const Text path = picture_path(layout, sprite, name, arena);
        if (*table_put(&seen, path, (uint32_t)i) != i)
            return report_error_at(report, place, "duplicate %.*s", (int)path.size, path.at);
        SheetPicture *picture = ARENA_PUSH(arena, out->items, out->count);
        *picture = (SheetPicture){path, image_new((uint32_t)wide, h, arena)};
        for (size_t j = 0; j < sprite->block_count; j++)
            cut_frame(layout, &sprite->blocks[j], sheet, &picture->image, (uint32_t)j * w);
    }
    return true;
}

/* ---- the reference ---- */

const char sheet_layout_example[] = "TirNanoG Layout\n"
                                    "32 48 0 0 0 0 chars\n"
                                    "so l walk (0,0) (1,0) (2,0) (3,0)\n"
                                    "no l walk (0,1) (1,1) (2,1) (3,1)\n"
                                    "so o - (0,2,1,3)\n";

void sheet_layout_describe(Writer *out)
{
    write_format(
        out,
        "# lyt: how a sheet of sprites is cut\n\n"
        "`oisin convert SHEET.png --layout NAME.lyt -o PROJECT` cuts an image into "
        "the images of a project. First line: `%s`. `oisin convert SHEET.png --preset "
        "NAME -o NAME.lyt` writes the layout of a sheet of another program (`oisin help "
        "convert`).\n\n"
        "## Line 2\n\n"
        "    (width) (height) (left) (top) (row gap) (column gap) (folder)\n\n"
        "The size of a block in pixels, 1 to %d; the position of the first block; "
        "the gaps between rows and between columns; the folder of the images:",
        magic, SHEET_NUMBER_MAX);
    for (size_t i = 0; i < COUNT_OF(categories); i++)
        write_format(out, "%s `%s`", i ? "," : "", categories[i]);
    write_format(out,
                 " (`-`: none).\n\n## The lines after that\n\n"
                 "    (direction) (repetition) (suffix) (block) (block) ...\n\n"
                 "A sprite with up to %d frames. Directions:",
                 SHEET_FRAMES_MAX);
    for (unsigned i = 0; i < 8; i++)
        write_format(out, "%s `%s`", i ? "," : "", tng_direction_names[i]);
    write_format(
        out,
        ". Repetition: `o` once, `f` forth and back, `l` in a loop. The suffix is added to "
        "the name of the sheet; `-` for none. A block is `(column,row)`, both from 0, or "
        "`(column,row,column,row)` from its first to its last block.\n\n"
        "A layout next to its sheet, `tiles/village.lyt` and `tiles/village.png` (also in "
        "`chars/`), needs no `convert`: its sprites belong to the project, "
        "and those of `tiles/` are a tileset for Tiled after `oisin maps sync`. On maps, use "
        "the tile of the first block. If several lines begin with the same block, its tile is "
        "the sprite of the first of them. Without any line, each block that is not "
        "transparent is a sprite, `village_0` and so on, counted as Tiled does.\n\n"
        "The images have the names that `oisin formats sprites` describes.\n\n"
        "## Example\n\n");
    Text rest = text_of(sheet_layout_example), line;
    while (text_line(&rest, &line))
        write_format(out, "    %.*s\n", (int)line.size, line.at);
}
