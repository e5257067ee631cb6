/* Parts, in order: opening a font; scripts and marks of characters; shaping; drawing glyphs.
 * Both libraries are loaded on first use (lazy_library.h): most games have no text that needs
 * them. */
#include "tirnanog/fonts/outline_font.h"

#include "base/lazy_library.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

#include <hb-ot.h>
#include <hb.h>

#define LIBFREETYPE(FUNCTION)                                                                  \
    FUNCTION(FT_Done_FreeType)                                                                 \
    FUNCTION(FT_Init_FreeType)                                                                 \
    FUNCTION(FT_Load_Glyph) FUNCTION(FT_Load_Sfnt_Table) FUNCTION(FT_New_Memory_Face)          \
        FUNCTION(FT_Outline_Embolden) FUNCTION(FT_Outline_Get_Bitmap)                          \
            FUNCTION(FT_Outline_Get_CBox) FUNCTION(FT_Outline_Transform)                       \
                FUNCTION(FT_Outline_Translate) FUNCTION(FT_Set_Pixel_Sizes)
LAZY_FUNCTIONS(libfreetype, LIBFREETYPE);

#define LIBHARFBUZZ(FUNCTION)                                                                  \
    FUNCTION(hb_blob_create)                                                                   \
    FUNCTION(hb_buffer_add_codepoints)                                                         \
    FUNCTION(hb_buffer_clear_contents) FUNCTION(hb_buffer_create) FUNCTION(hb_buffer_destroy)  \
        FUNCTION(hb_buffer_get_glyph_infos) FUNCTION(hb_buffer_get_glyph_positions)            \
            FUNCTION(hb_buffer_set_direction) FUNCTION(hb_buffer_set_flags)                    \
                FUNCTION(hb_buffer_set_script) FUNCTION(hb_face_create_for_tables)             \
                    FUNCTION(hb_face_destroy) FUNCTION(hb_font_create)                         \
                        FUNCTION(hb_font_destroy) FUNCTION(hb_font_get_nominal_glyph)          \
                            FUNCTION(hb_font_set_scale) FUNCTION(hb_ot_font_set_funcs)         \
                                FUNCTION(hb_shape) FUNCTION(hb_unicode_funcs_get_default)      \
                                    FUNCTION(hb_unicode_general_category)                      \
                                        FUNCTION(hb_unicode_script)
LAZY_FUNCTIONS(libharfbuzz, LIBHARFBUZZ);

enum { ASCII_END = 0x80 };

struct OutlineFont {
    FT_Library library;
    FT_Face face;
    hb_face_t *tables;
    hb_font_t *font;
    hb_buffer_t *buffer; /* reused by each call */
};

static void font_close(void *memory)
{
    OutlineFont *font = memory;
    libharfbuzz.hb_buffer_destroy(font->buffer);
    libharfbuzz.hb_font_destroy(font->font);
    libharfbuzz.hb_face_destroy(font->tables);
    libfreetype.FT_Done_FreeType(font->library); /* also frees its faces */
}

/* HarfBuzz gets tables from FreeType, which decompresses WOFF. */
static hb_blob_t *table_of(hb_face_t *tables, hb_tag_t tag, void *context)
{
    const OutlineFont *font = context;
    FT_ULong size = 0;
    (void)tables;
    if (libfreetype.FT_Load_Sfnt_Table(font->face, tag, 0, NULL, &size) || !size)
        return NULL;
    char *bytes = malloc(size);
    if (!bytes || libfreetype.FT_Load_Sfnt_Table(font->face, tag, 0, (FT_Byte *)bytes, &size)) {
        free(bytes);
        return NULL;
    }
    return libharfbuzz.hb_blob_create(bytes, (unsigned)size, HB_MEMORY_MODE_WRITABLE, bytes,
                                      free);
}

OutlineFont *outline_font_open(Bytes file, uint32_t face, Arena *arena, Report *report)
{
    OutlineFont *font = ARENA_ALLOC(arena, OutlineFont, 1);
    if (!LAZY_LOAD(libfreetype, report) || !LAZY_LOAD(libharfbuzz, report))
        return NULL;
    if (libfreetype.FT_Init_FreeType(&font->library)) {
        report_error(report, "FreeType cannot be initialized");
        return NULL;
    }
    arena_own(arena, font_close, font);
    if (libfreetype.FT_New_Memory_Face(font->library, file.data, (FT_Long)file.size,
                                       (FT_Long)face, &font->face)) {
        report_error(report, "not a font of a known format, or without face %u", face);
        return NULL;
    }
    if (!FT_IS_SCALABLE(font->face) || !FT_IS_SFNT(font->face)) {
        report_error(report, "the font has no outlines or no OpenType tables");
        return NULL;
    }
    font->tables = libharfbuzz.hb_face_create_for_tables(table_of, font, NULL);
    font->font = libharfbuzz.hb_font_create(font->tables);
    libharfbuzz.hb_ot_font_set_funcs(font->font);
    font->buffer = libharfbuzz.hb_buffer_create();
    return font;
}

bool outline_font_has(const OutlineFont *font, uint32_t code)
{
    hb_codepoint_t glyph;
    return libharfbuzz.hb_font_get_nominal_glyph(font->font, code, &glyph);
}

uint32_t text_script(uint32_t code)
{
    if (code < ASCII_END) /* most texts need no library */
        return (code | 0x20) >= 'a' && (code | 0x20) <= 'z' ? (uint32_t)HB_SCRIPT_LATIN : 0;
    if (!LAZY_LOAD(libharfbuzz, NULL))
        return 0;
    const hb_script_t script =
        libharfbuzz.hb_unicode_script(libharfbuzz.hb_unicode_funcs_get_default(), code);
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED ||
                   script == HB_SCRIPT_UNKNOWN
               ? 0
               : (uint32_t)script;
}

bool text_is_mark(uint32_t code)
{
    if (code < ASCII_END || !LAZY_LOAD(libharfbuzz, NULL))
        return false;
    const hb_unicode_general_category_t category = libharfbuzz.hb_unicode_general_category(
        libharfbuzz.hb_unicode_funcs_get_default(), code);
    return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
           category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK;
}

size_t outline_font_shape(OutlineFont *font, const ShapeRun *run, ShapedGlyph **out,
                          Arena *arena)
{
    hb_buffer_t *buffer = font->buffer;
    libharfbuzz.hb_buffer_clear_contents(buffer);
    libharfbuzz.hb_buffer_add_codepoints(buffer, run->codes, (int)run->count,
                                         (unsigned)run->from, (int)(run->to - run->from));
    libharfbuzz.hb_buffer_set_direction(buffer, run->right_to_left ? HB_DIRECTION_RTL
                                                                   : HB_DIRECTION_LTR);
    libharfbuzz.hb_buffer_set_script(buffer,
                                     run->script ? (hb_script_t)run->script : HB_SCRIPT_COMMON);
    /* The language remains unset: HarfBuzz would take it from the environment. */
    libharfbuzz.hb_buffer_set_flags(
        buffer, (run->from == 0 ? HB_BUFFER_FLAG_BOT : HB_BUFFER_FLAG_DEFAULT) |
                    (run->to == run->count ? HB_BUFFER_FLAG_EOT : HB_BUFFER_FLAG_DEFAULT));
    const int scale = (int)run->em * OUTLINE_UNITS;
    libharfbuzz.hb_font_set_scale(font->font, scale, scale);
    libharfbuzz.hb_shape(font->font, buffer, NULL, 0);
    unsigned count;
    const hb_glyph_info_t *glyphs = libharfbuzz.hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t *positions =
        libharfbuzz.hb_buffer_get_glyph_positions(buffer, NULL);
    *out = ARENA_ALLOC(arena, ShapedGlyph, count);
    for (unsigned i = 0; i < count; i++)
        (*out)[i] = (ShapedGlyph){glyphs[i].codepoint, glyphs[i].cluster, positions[i].x_offset,
                                  positions[i].y_offset, positions[i].x_advance};
    return count;
}

/* Draws the outline in the face's slot. */
static GlyphImage draw_outline(OutlineFont *font, Arena *arena)
{
    enum { SIDE_MAX = 4 * GLYPH_PIXELS_MAX };
    FT_Outline *outline = &font->face->glyph->outline;
    FT_BBox box;
    libfreetype.FT_Outline_Get_CBox(outline, &box);
    /* Arithmetic shifts of negative numbers are not portable. */
    const FT_Pos left = box.xMin & ~63L, right = (box.xMax + 63) & ~63L;
    const FT_Pos bottom = box.yMin & ~63L, top = (box.yMax + 63) & ~63L;
    const FT_Pos w = (right - left) / 64, h = (top - bottom) / 64;
    GlyphImage image = {0};
    if (w <= 0 || h <= 0 || w > SIDE_MAX || h > SIDE_MAX)
        return image;
    uint8_t *coverage = arena_alloc(arena, (size_t)w * (size_t)h, 1);
    FT_Bitmap bitmap = {.rows = (unsigned)h,
                        .width = (unsigned)w,
                        .pitch = (int)w,
                        .buffer = coverage,
                        .num_grays = 256,
                        .pixel_mode = FT_PIXEL_MODE_GRAY};
    libfreetype.FT_Outline_Translate(outline, -left, -bottom);
    if (libfreetype.FT_Outline_Get_Bitmap(font->library, outline, &bitmap))
        return image;
    image = (GlyphImage){.x = (int32_t)(left / 64),
                         .y = (int32_t)(-top / 64),
                         .w = (uint32_t)w,
                         .h = (uint32_t)h,
                         .coverage = coverage};
    return image;
}

GlyphImage outline_glyph_draw(OutlineFont *font, uint32_t glyph, const OutlineStyle *style,
                              Arena *arena)
{
    enum {
        BOLD_PART = 24,
        SLANT = 0x366A
    }; /* strokes are wider by em / 24; tangent of 12 degrees */
    const FT_Face face = font->face;
    if (libfreetype.FT_Set_Pixel_Sizes(face, 0, style->em) ||
        libfreetype.FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) ||
        face->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
        return (GlyphImage){0};
    FT_Outline *outline = &face->glyph->outline;
    if (style->bold && !(face->style_flags & FT_STYLE_FLAG_BOLD)) {
        const FT_Pos wider = (FT_Pos)style->em * OUTLINE_UNITS / BOLD_PART;
        libfreetype.FT_Outline_Embolden(outline, wider);
        /* The advance remains, so that joined letters touch: widened to both sides. */
        libfreetype.FT_Outline_Translate(outline, -wider / 2, -wider / 2);
    }
    if (style->italic && !(face->style_flags & FT_STYLE_FLAG_ITALIC)) {
        const FT_Matrix slant = {0x10000, SLANT, 0, 0x10000};
        libfreetype.FT_Outline_Transform(outline, &slant);
    }
    libfreetype.FT_Outline_Translate(
        outline, (FT_Pos)(style->shift * OUTLINE_UNITS / OUTLINE_SHIFTS), 0);
    return draw_outline(font, arena);
}
