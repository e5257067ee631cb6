/* Parts, in order: showing; the check of a font file; parsing. JSON is made of the model
 * (ssfn_write.h) and not of the file: tables that share bytes or are ordered differently give
 * the same JSON, and the format's `exact` keeps such files. */
#include "tirnanog/fonts/ssfn_json.h"

#include "base/record.h"
#include "tirnanog/fonts/ssfn_write.h"

/* Records for the parts of a model, only used for JSON: the binary format has no fixed layout
 * (see ssfn.c). */
#define RECORD_FILE "tirnanog/fonts/ssfn_json.def"
#include "base/record_struct.h"
#include "base/record_define.h"

static const char *const name_keys[SSFN_NAME_COUNT] = {"name",     "family_name",  "subfamily",
                                                       "revision", "manufacturer", "licence"};

bool ssfn_is(Bytes start)
{
    return start.size >= 4 &&
           (!memcmp(start.data, "SFN2", 4) || !memcmp(start.data, "SFNC", 4));
}

/* ---- showing ---- */

static void show_glyph(const SsfnModelGlyph *glyph, JsonWriter *json, Arena *arena)
{
    FontGlyph out = {.code = glyph->code,
                     .overlap = glyph->overlap,
                     .w = glyph->w,
                     .h = glyph->h,
                     .advance_x = glyph->advance_x,
                     .advance_y = glyph->advance_y,
                     .pieces_count = glyph->piece_count,
                     .kerns_count = glyph->kern_count};
    out.pieces = ARENA_ALLOC(arena, FontPiece, glyph->piece_count);
    out.kerns = ARENA_ALLOC(arena, FontKern, glyph->kern_count);
    for (size_t i = 0; i < glyph->piece_count; i++)
        out.pieces[i] = (FontPiece){glyph->pieces[i].x, glyph->pieces[i].y,
                                    glyph->pieces[i].colour, glyph->pieces[i].shape};
    for (size_t i = 0; i < glyph->kern_count; i++)
        out.kerns[i] = (FontKern){glyph->kerns[i].next, glyph->kerns[i].x, glyph->kerns[i].y};
    record_show(&FontGlyph_layout, &out, NULL, json);
}

static bool show_font(const SsfnFont *font, bool whole, JsonWriter *json, Arena *arena,
                      Report *report)
{
    SsfnModel model;
    if (!ssfn_model(font, &model, arena, report))
        return false;
    json_open(json, NULL);
    for (size_t i = 0; i < SSFN_NAME_COUNT; i++)
        json_put_text(json, name_keys[i], model.names[i]);
    const FontHead head = {model.family, model.style,    model.width,
                           model.height, model.baseline, model.underline};
    record_show_fields(&FontHead_layout, &head, NULL, json);
    json_open_list(json, "ligatures");
    for (size_t i = 0; i < model.ligature_count; i++)
        json_put_text(json, NULL, model.ligatures[i]);
    json_close_list(json);
    json_open_list(json, "colours");
    for (size_t i = 0; i < model.colour_count; i++)
        json_put_uint(json, NULL, model.colours[i]);
    json_close_list(json);
    if (whole) {
        json_open_list(json, "glyphs");
        for (size_t i = 0; i < model.glyph_count; i++)
            show_glyph(&model.glyphs[i], json, arena);
    } else {
        json_put_uint(json, "glyph_count", font->glyph_count);
        json_open_list(json, "ranges");
        for (size_t i = 0; i < font->range_count; i++)
            json_put_text(
                json, NULL,
                arena_format(arena, "U+%X-U+%X", font->ranges[i].first, font->ranges[i].last));
    }
    json_close_list(json);
    json_close(json);
    return true;
}

bool ssfn_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    SsfnSet set;
    if (!ssfn_read(file, &set, arena, report))
        return false;
    json_put_bool(json, "collection", set.collection);
    json_put_bool(json, "compressed", set.compressed);
    json_open_list(json, "fonts");
    bool ok = true;
    for (size_t i = 0; i < set.count && ok; i++)
        ok = show_font(&set.fonts[i], whole, json, arena, report);
    json_close_list(json);
    return ok;
}

Text ssfn_title(Bytes file, Arena *arena)
{
    SsfnSet set;
    Report silent = report_to(NULL, NULL);
    return ssfn_read(file, &set, arena, &silent) && set.count ? set.fonts[0].names[SSFN_NAME]
                                                              : TEXT("");
}

/* The maximum x of each contour's points; 0 for other kinds. */
static const uint8_t *greatest_x(const SsfnFont *font, Arena *arena)
{
    uint8_t *most = ARENA_ALLOC(arena, uint8_t, font->fragment_count);
    for (uint32_t i = 0; i < font->fragment_count; i++) {
        const SsfnFragment *item = &font->fragments[i];
        const uint8_t *data = font->bytes.data + item->at;
        if (item->kind != SSFN_CONTOUR)
            continue;
        for (uint32_t at = item->header + (item->count + 3u) / 4; at < item->size; at += 2)
            most[i] = data[at] > most[i] ? data[at] : most[i];
    }
    return most;
}

static bool is_cut(const SsfnFont *font, const SsfnGlyph *glyph, const uint8_t *most)
{
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind == SSFN_CONTOUR && part->x + most[part->fragment] >= glyph->w)
            return true;
    }
    return false;
}

/* Renderers draw only as many columns as the width of the glyph. */
static void check_widths(const SsfnFont *font, Arena *arena, Report *report)
{
    const uint8_t *most = greatest_x(font, arena);
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < font->glyph_count; i++)
        if (is_cut(font, &font->glyphs[i], most) && !count++)
            first = font->glyphs[i].code;
    if (count)
        report_warning(
            report,
            "%u glyph%s points beyond %s width, first U+%04X: strokes are not drawn. "
            "Fonts that were converted by an earlier version: convert them again",
            count, count == 1 ? " has" : "s have", count == 1 ? "its" : "their", first);
}

bool ssfn_file_check(Bytes file, Arena *arena, Report *report)
{
    SsfnSet set;
    if (!ssfn_read(file, &set, arena, report))
        return false;
    for (size_t i = 0; i < set.count; i++) {
        if (!set.fonts[i].glyph_count)
            report_warning(report, "font %zu has no glyph", i);
        check_widths(&set.fonts[i], arena, report);
    }
    return true;
}

/* ---- parsing ---- */

static bool parse_glyph(const json_t *json, SsfnModelGlyph *out, Arena *arena, Report *report)
{
    FontGlyph glyph = {0};
    if (!record_parse(&FontGlyph_layout, &glyph, json, arena, report))
        return false;
    *out = (SsfnModelGlyph){.code = glyph.code,
                            .overlap = glyph.overlap,
                            .w = glyph.w,
                            .h = glyph.h,
                            .advance_x = glyph.advance_x,
                            .advance_y = glyph.advance_y,
                            .piece_count = glyph.pieces_count,
                            .kern_count = glyph.kerns_count};
    out->pieces = ARENA_ALLOC(arena, SsfnPiece, glyph.pieces_count);
    out->kerns = ARENA_ALLOC(arena, SsfnKern, glyph.kerns_count);
    for (size_t i = 0; i < glyph.pieces_count; i++)
        out->pieces[i] = (SsfnPiece){glyph.pieces[i].shape, glyph.pieces[i].colour,
                                     glyph.pieces[i].x, glyph.pieces[i].y};
    for (size_t i = 0; i < glyph.kerns_count; i++)
        out->kerns[i] = (SsfnKern){glyph.kerns[i].next, glyph.kerns[i].x, glyph.kerns[i].y};
    return true;
}

static bool parse_head(const json_t *json, SsfnModel *model, Arena *arena, Report *report)
{
    int64_t numbers[6];
    static const char *const keys[] = {"family", "style",    "width",
                                       "height", "baseline", "underline"};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (!json_get_int(json, keys[i], 0, 255, &numbers[i], report))
            return false;
    model->family = (uint8_t)numbers[0];
    model->style = (uint8_t)numbers[1];
    model->width = (uint8_t)numbers[2];
    model->height = (uint8_t)numbers[3];
    model->baseline = (uint8_t)numbers[4];
    model->underline = (uint8_t)numbers[5];
    for (size_t i = 0; i < SSFN_NAME_COUNT; i++)
        if (!json_get_text(json, name_keys[i], &model->names[i], arena, report))
            return false;
    return true;
}

static bool parse_font(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    SsfnModel model = {0};
    const json_t *ligatures = json_object_get(json, "ligatures");
    const json_t *colours = json_object_get(json, "colours");
    const json_t *glyphs = json_object_get(json, "glyphs");
    if (!parse_head(json, &model, arena, report))
        return false;
    if (!json_is_array(ligatures) || !json_is_array(colours) || !json_is_array(glyphs))
        return report_error(report, "\"ligatures\", \"colours\" and \"glyphs\" must be lists");
    model.ligature_count = (uint32_t)json_array_size(ligatures);
    model.ligatures = ARENA_ALLOC(arena, Text, model.ligature_count);
    for (size_t i = 0; i < model.ligature_count; i++) {
        const json_t *item = json_array_get(ligatures, i);
        if (!json_is_string(item))
            return report_error(report, "a ligature must be a text");
        model.ligatures[i] =
            arena_text(arena, (Text){json_string_value(item), json_string_length(item)});
    }
    model.colour_count = (uint32_t)json_array_size(colours);
    model.colours = ARENA_ALLOC(arena, uint32_t, model.colour_count);
    for (size_t i = 0; i < model.colour_count; i++) {
        const json_t *item = json_array_get(colours, i);
        const json_int_t colour = json_integer_value(item);
        if (!json_is_integer(item) || colour < 0 || colour > UINT32_MAX)
            return report_error(report, "a colour must be an integer from 0 to %u", UINT32_MAX);
        model.colours[i] = (uint32_t)colour;
    }
    model.glyph_count = (uint32_t)json_array_size(glyphs);
    model.glyphs = ARENA_ALLOC(arena, SsfnModelGlyph, model.glyph_count);
    for (size_t i = 0; i < model.glyph_count; i++)
        if (!parse_glyph(json_array_get(glyphs, i), &model.glyphs[i], arena, report))
            return false;
    return ssfn_write(&model, out, arena, report);
}

bool ssfn_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    const json_t *fonts = json_object_get(json, "fonts");
    const size_t count = json_array_size(fonts);
    if (!count)
        return report_error(report, "\"fonts\" must be a list with at least one font");
    Bytes *files = ARENA_ALLOC(arena, Bytes, count);
    for (size_t i = 0; i < count; i++)
        if (!parse_font(json_array_get(fonts, i), &files[i], arena, report))
            return false;
    *out = count > 1 || json_is_true(json_object_get(json, "collection"))
               ? ssfn_collect(files, count, arena)
               : files[0];
    if (json_is_true(json_object_get(json, "compressed")))
        *out = ssfn_compress(*out, arena);
    return true;
}

void ssfn_describe(Writer *writer)
{
    write_format(writer, "The bytes have no fixed layout; this is the JSON of `oisin convert` "
                         "(the bytes are described in specs/ssfn.md).\n\n");
    record_describe(&FontHead_layout, writer);
    record_describe(&FontGlyph_layout, writer);
    record_describe(&FontPiece_layout, writer);
    record_describe(&FontKern_layout, writer);
}
