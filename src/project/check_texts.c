/* Letters of texts and translations that no font of the game has, and texts of one line that do
 * not fit into their box. */
#include "project/check.h"

#include "base/text.h"
#include "formats/open/font_builtin.h"
#include "formats/open/po.h"
#include "formats/open/ssfn_draw.h"

#include <inttypes.h>

typedef struct Letters {
    const SsfnFont **fonts; /* those of the project and that of the player */
    size_t font_count;
    uint8_t *seen; /* a bit for each code point that was reported about the file */
    Arena *arena;
} Letters;

/* As the renderer reads them: one font of each file. A damaged one was reported. */
static void load_fonts(const Project *project, Letters *letters)
{
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        SsfnSet set;
        if (path_is_kind(file->path, NAME_FONT) &&
            ssfn_read(file->bytes, &set, letters->arena, &silent) && set.count)
            *ARENA_PUSH(letters->arena, letters->fonts, letters->font_count) =
                ssfn_select(&set, false, false);
    }
    *ARENA_PUSH(letters->arena, letters->fonts, letters->font_count) =
        font_builtin(letters->arena);
}

static void begin_file(Letters *letters)
{
    letters->seen = arena_alloc(letters->arena, SSFN_CODE_COUNT / 8, 1);
}

/* Whether an item of a text is drawn as a box, or as U+0 for the same reason. */
static bool is_missing(const Letters *letters, const TextItem *item)
{
    if (item->code <= ' ' || (item->font && item->code >= SSFN_LIGATURE_FIRST))
        return false;
    for (size_t i = 0; i < letters->font_count; i++)
        if (ssfn_glyph(letters->fonts[i], item->code))
            return false;
    return true;
}

/* Reports each letter once for a file, at the first text that has it. */
static void check_text(Letters *letters, Text text, SourcePosition place, Report *report)
{
    enum { LISTED = 8 };
    const TextStyle style = {
        .fonts = letters->fonts, .count = (uint32_t)letters->font_count, .size = 12};
    Writer list = writer_to(letters->arena);
    size_t count = 0;
    TextWalk walk = text_walk(&style, text);
    TextItem item;
    while (text_walk_next(&walk, &item)) {
        uint8_t *seen = &letters->seen[item.code / 8];
        const uint8_t bit = (uint8_t)(1 << item.code % 8);
        if (*seen & bit || !is_missing(letters, &item))
            continue;
        *seen |= bit;
        if (count++ < LISTED)
            write_format(&list, "%s\"%.*s\" (U+%04X)", count > 1 ? ", " : "", (int)item.size,
                         text.at + item.at, item.code);
    }
    if (count > LISTED)
        write_format(&list, " and %zu more", count - LISTED);
    const Text all = writer_text(&list);
    if (count)
        report_warning_at(report, place,
                          "no font has %.*s: boxes are drawn; add a font to fonts/ (oisin "
                          "convert FONT.ttf -o fonts/NAME.sfn)",
                          (int)all.size, all.at);
}

/* ---- boxes ---- */

typedef struct TextCheck {
    const Project *project;
    Letters letters;
    TextStyle styles[TEXT_BOXES];
    uint8_t *boxes; /* of each text: a bit for each kind */
} TextCheck;

/* As the renderer draws texts that do not fit: with two thirds of the size. */
static TextStyle smallest_style(const TextCheck *check, FontStyle font)
{
    const Project *project = check->project;
    const NameList *names = &project->names.kinds[NAME_FONT];
    const SsfnFont **fonts = ARENA_ALLOC(check->letters.arena, const SsfnFont *, 2);
    const uint32_t size = font.size ? font.size : FONT_BUILTIN_SIZE;
    TextStyle style = {.fonts = fonts,
                       .size = (size * 2 + 2) / 3,
                       .bold = font.style & SSFN_BOLD,
                       .italic = font.style & SSFN_ITALIC};
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; font.font && i < names->count; i++) {
        SsfnSet set;
        if (text_equal(names_string_at(&project->names, font.font), names->items[i]) &&
            ssfn_read(project->entities[NAME_FONT][i]->bytes, &set, check->letters.arena,
                      &silent) &&
            set.count)
            fonts[style.count++] = ssfn_select(&set, false, false);
    }
    fonts[style.count++] = check->letters.fonts[check->letters.font_count - 1];
    return style;
}

static void find_boxes(TextCheck *check, const ProjectTexts *texts)
{
    enum { FONT_TITLE = 2 };
    const TngAlerts *alerts = check->project->by_type[SECTION_ALERTS].record;
    const TngElements *elements = check->project->by_type[SECTION_ELEMENTS].record;
    check->styles[BOX_ALERT] = smallest_style(check, alerts ? alerts->font : (FontStyle){0});
    check->styles[BOX_TITLE] = smallest_style(
        check, elements && elements->font_count > FONT_TITLE ? elements->fonts[FONT_TITLE].font
                                                             : (FontStyle){0});
    check->boxes = arena_alloc(check->letters.arena, check->project->names.texts.count, 1);
    for (size_t i = 0; i < texts->place_count; i++)
        for (TextBox box = 0; box < TEXT_BOXES; box++)
            if (text_box_has(box, &texts->places[i]))
                check->boxes[texts->places[i].text] |= (uint8_t)(1 << box);
}

static void check_width(const TextCheck *check, TextBox box, Text text, SourcePosition place,
                        Report *report)
{
    const int64_t width = text_measure(&check->styles[box], text).w;
    if (width > text_boxes[box].width)
        report_warning_at(report, place,
                          "too long for %s: %" PRId64 " pixels, with letters of the smallest "
                          "size; the box has %" PRId64 " in a picture of the usual width",
                          text_boxes[box].name, width, text_boxes[box].width);
}

/* ---- texts and translations ---- */

static void check_places(TextCheck *check, const ProjectTexts *texts)
{
    Text path = {NULL, 0};
    for (size_t i = 0; i < texts->place_count; i++) {
        const TextPlace *place = &texts->places[i];
        const SourcePosition position = {.line = place->line};
        const Text text = names_text_at(&check->project->names, place->text);
        Report about = report_child(check->project->report, place->path);
        if (!text_equal(place->path, path))
            begin_file(&check->letters);
        path = place->path;
        check_text(&check->letters, text, position, &about);
        for (TextBox box = 0; box < TEXT_BOXES; box++)
            if (text_box_has(box, place))
                check_width(check, box, text, position, &about);
    }
}

static void check_translation(TextCheck *check, const ProjectFile *file)
{
    Report silent = report_to(NULL, NULL);
    Report about = report_child(check->project->report, file->path);
    PoFile po;
    if (!text_starts(file->path, "lang/") || !text_ends(file->path, ".po") ||
        !po_read(file->bytes, &po, check->letters.arena, &silent))
        return;
    begin_file(&check->letters);
    for (size_t i = 0; i < po.count; i++) {
        const PoEntry *entry = &po.entries[i];
        const SourcePosition position = {.line = entry->line};
        const uint32_t *text = table_get(&check->project->names.texts.numbers, entry->id);
        check_text(&check->letters, entry->text, position, &about);
        for (TextBox box = 0; text && box < TEXT_BOXES; box++)
            if (check->boxes[*text] & 1 << box)
                check_width(check, box, entry->text, position, &about);
    }
}

void project_check_texts(Project *project, ProjectTexts *texts)
{
    TextCheck check = {.project = project, .letters = {.arena = arena_new()}};
    load_fonts(project, &check.letters);
    find_boxes(&check, texts);
    check_places(&check, texts);
    for (size_t i = 0; i < project->files->count; i++)
        check_translation(&check, &project->files->items[i]);
    arena_free(check.letters.arena);
}
