/* Lines that cannot be described by a table of words, and the table of them: an attribute's
 * value, masks, tiles; handlers are in words_script.c. */
#include "tirnanog/sheets/words_script.h"

#include "base/text.h"
#include "tirnanog/sheets/words_names.h"
#include "tirnanog/sheets/reference.h"

#include <assert.h>

/* ---- an attribute's second line ---- */

static bool read_value(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    (void)layout;
    TngAttribute *attribute = record;
    if (!sheet_next_line(cursor))
        return attribute->type == 0 ||
               sheet_error(cursor, cursor->line, "the second line is missing");
    const bool calculated = attribute->type == 2 || attribute->type == 4;
    if (attribute->type == 0) /* ignored for primary attributes */
        return true;
    if (!calculated)
        return read_number(cursor, layout_field(&TngAttribute_layout, TEXT("value")),
                           &i32_layout, "", &attribute->value);
    const size_t from = (size_t)(cursor->line.at - cursor->file.at);
    const ScriptSource source = {cursor->file, from, from + cursor->line.size};
    ScriptCode code;
    if (!script_compile_expression(&source, cursor->scripts, &cursor->compile, &code,
                                   cursor->arena, cursor->report))
        return false;
    if (code.bytes.size > UINT16_MAX)
        return sheet_error(cursor, cursor->line, "the expression is too long");
    attribute->expression_size = (u16)code.bytes.size;
    attribute->script = (Bytecode *)code.bytes.data;
    if (cursor->places)
        script_positions_add(cursor->places, &source, &code, cursor->arena);
    return true;
}

static void write_value(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    (void)layout;
    const TngAttribute *attribute = record;
    if (attribute->type == 2 || attribute->type == 4) {
        const ScriptStyle style = {.crlf = true, .expression = true};
        put_code(cursor, TEXT("expression"),
                 (Bytes){attribute->script, attribute->expression_size}, &style);
    } else {
        sheet_put_format(cursor, "%d", attribute->type & 1 ? attribute->value : 0);
    }
    sheet_end_line(cursor);
}

/* ---- collision masks and tile rules ---- */

static bool read_mask(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    (void)layout;
    TngObject *object = &((ProjectObject *)record)->object;
    const size_t w = object->mask_width, h = object->mask_height;
    bool ok = true;
    enum { MASK_MAX = 2048 }; /* maximum size of a sprite in pixels, more than in cells */
    if (w > MASK_MAX || h > MASK_MAX)
        return sheet_error(cursor, cursor->line, "a mask of %zu x %zu cells is too large", w,
                           h);
    object->mask = arena_alloc(cursor->arena, w * h + 1, 1);
    for (size_t y = 0; y < h; y++) {
        if (!sheet_next_line(cursor))
            return sheet_error(cursor, cursor->line, "the mask has %zu of %zu lines", y, h);
        for (size_t x = 0; x < w && ok; x++)
            ok = read_number(cursor, NULL, &u8_layout, "to31", &object->mask[y * w + x]);
        const Text extra = text_word(&cursor->rest);
        if (extra.size && ok)
            ok =
                sheet_error(cursor, extra, "this line of the mask has more than %zu values", w);
    }
    return ok;
}

static void write_mask(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    (void)layout;
    const TngObject *object = &((const ProjectObject *)record)->object;
    for (size_t y = 0; y < object->mask_height; y++) {
        for (size_t x = 0; x < object->mask_width; x++)
            sheet_put_format(cursor, "%u", object->mask[y * object->mask_width + x]);
        sheet_end_line(cursor);
    }
}

/* Lines of two words are speeds, lines of nine are automap rules. */
static bool read_tile(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    ProjectTile *tile = record;
    bool ok = true;
    while (sheet_next_line(cursor)) {
        Text words[9], ahead = cursor->rest;
        size_t count = 0;
        for (Text word; count < 9 && (word = text_word(&ahead)).size;)
            words[count++] = word;
        if (!count)
            continue;
        if (count == 2) {
            TileSpeed *speed =
                sheet_append(layout, layout_field(layout, TEXT("speeds")), tile, cursor->arena);
            if (tile->speed_count > cursor->ways_max)
                return sheet_error(cursor, cursor->line,
                                   "too many speeds; the maximum is %u, one for each way of "
                                   "moving",
                                   cursor->ways_max);
            ok &= read_number(cursor, layout_field(&TileSpeed_layout, TEXT("speed")),
                              &u16_layout, "", &speed->speed) &&
                  read_name(cursor, NULL, &SoundIndex_layout, "", &speed->sound);
        } else if (count == 9 && !text_word(&ahead).size) {
            ProjectRule *rule =
                sheet_append(layout, layout_field(layout, TEXT("rules")), tile, cursor->arena);
            if (!rule)
                return sheet_error(cursor, cursor->line, "too many rules; the maximum is 255");
            memcpy(rule->masks, words, sizeof words);
        } else {
            ok = sheet_error(cursor, cursor->line,
                             "a line has two words (speed, sound) or nine (an automap rule)");
        }
    }
    return ok;
}

static void write_tile(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    (void)layout;
    const ProjectTile *tile = record;
    for (size_t i = 0; i < tile->speed_count; i++) {
        sheet_put_format(cursor, "%u", tile->speeds[i].speed);
        write_name(cursor, &SoundIndex_layout, "", &tile->speeds[i].sound);
        sheet_end_line(cursor);
    }
    for (size_t i = 0; i < tile->rule_count; i++) {
        for (size_t j = 0; j < 9; j++)
            sheet_put(cursor, tile->rules[i].masks[j]);
        sheet_end_line(cursor);
    }
}

/* ---- the table ---- */

static const BlockKind blocks[] = {
    {"script", "e EVENT {\n    STATEMENTS\n}", read_script, write_script},
    {"value", "VALUE", read_value, write_value},
    {"events", "e EVENT [PARAMETER] {\n    STATEMENTS\n}", read_event, write_event},
    {"startup", "e EVENT {\n    STATEMENTS\n}", read_startup, write_startup},
    {"actions", "e ACTION RANGE [NAME] {\n    STATEMENTS\n}", read_action, write_action},
    {"mask", "TYPE TYPE ...", read_mask, write_mask},
    {"tile", "SPEED SOUND\nTILE TILE TILE TILE TILE TILE TILE TILE TILE", read_tile,
     write_tile},
};

const BlockKind *block_kind(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(blocks); i++)
        if (!strcmp(name, blocks[i].name))
            return &blocks[i];
    assert(!"a sheet names a block that there is none of");
    return NULL;
}

/* ---- the reference ---- */

void mask_describe(Writer *out)
{
    /* By the number; engine/rules/map_rules.c has the same order. */
    static const struct {
        const char *name, *doc;
    } types[] = {
        {"walkable", "all ways of moving pass"},
        {"blocking", "nothing passes"},
        {"swimmable", "swimming and flying"},
        {"flyable", "flying only"},
        {"climbable", "on foot, climbing at half speed; flying"},
        {"jumpable", "on foot, driving and riding, with a jump; flying"},
        {"above", "a bridge: all pass over it, swimmers below"},
        {"below", "all pass below it; flying passes over it"},
    };
    write_format(out, "The mask of an object (`objects/NAME.obj`) has a number for each cell. "
                      "The first number of its last row is the cell where the object stands on "
                      "the map. Each number is the sum of a type and up to two more:\n\n| "
                      "number | type | passage |\n|--:|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(types); i++)
        write_format(out, "| %zu | %s | %s |\n", i, types[i].name, types[i].doc);
    write_format(
        out, "| 8 | trigger | the handlers of the object react on this cell |\n| 16 | fifth | "
             "open for the fifth way of moving |\n\nSo 8 is a thing to step on, 9 a thing that "
             "blocks and can be clicked on, 0 a cell that belongs to the image only. A mask of "
             "size 0 x 0 has one cell with 9, in the middle of the image's bottom.\n\nExample: "
             "a house of 3 x 2 cells with a door in the middle of its front.\n\n    1 1 1\n    "
             "1 9 1\n\nOn isometric maps and `hexv`, every second row is half a cell further "
             "right, and its last number 0. On `hexh`, every second column is half a cell "
             "lower. While playing a project, the key F1 shows the masks of the map.\n");
}
