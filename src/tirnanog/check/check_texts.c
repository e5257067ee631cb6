/* Letters of texts and translations that no font of the game has. */
#include "tirnanog/check/check.h"

#include "base/text.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/translations/po.h"
#include "tirnanog/fonts/ssfn_draw.h"
#include "tirnanog/fonts/text_layout.h"

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
    if (item->code <= ' ' || text_is_ignorable(item->code) ||
        (item->font && item->code >= SSFN_LIGATURE_FIRST))
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

/* ---- texts and translations ---- */

static void check_places(Letters *letters, const Project *project, const ProjectTexts *texts)
{
    Text path = {NULL, 0};
    for (size_t i = 0; i < texts->place_count; i++) {
        const TextPlace *place = &texts->places[i];
        const SourcePosition position = {.line = place->line};
        const Text text = names_text_at(&project->names, place->text);
        Report about = report_child(project->report, place->path);
        if (!text_equal(place->path, path))
            begin_file(letters);
        path = place->path;
        check_text(letters, text, position, &about);
    }
}

static void check_translation(Letters *letters, const Project *project, const ProjectFile *file)
{
    Report silent = report_to(NULL, NULL);
    Report about = report_child(project->report, file->path);
    PoFile po;
    if (!text_starts(file->path, "lang/") || !text_ends(file->path, ".po") ||
        !po_read(file->bytes, &po, letters->arena, &silent))
        return;
    begin_file(letters);
    for (size_t i = 0; i < po.count; i++)
        check_text(letters, po.entries[i].text, (SourcePosition){.line = po.entries[i].line},
                   &about);
}

void project_check_texts(Project *project, ProjectTexts *texts)
{
    Letters letters = {.arena = arena_new()};
    load_fonts(project, &letters);
    check_places(&letters, project, texts);
    for (size_t i = 0; i < project->files->count; i++)
        check_translation(&letters, project, &project->files->items[i]);
    arena_free(letters.arena);
}
