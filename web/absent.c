/* What a page does not have: the system's fonts. These are the functions that other files
 * of the module call for them; tools/web_sources.py leaves out those that have them. */
#include "tirnanog/fonts/outline_font.h"
#include "tirnanog/fonts/ssfn_import.h"

/* ---- fonts: PlayerOptions.font is NULL, so there is never a font file ---- */

bool ssfn_import(Bytes file, uint32_t face, const SsfnCodes *ranges, size_t count, SsfnModel *out, Arena *arena,
                 Report *report)
{
    (void)file, (void)face, (void)ranges, (void)count, (void)out, (void)arena;
    return report_error(report, "fonts cannot be converted in a browser");
}

OutlineFont *outline_font_open(Bytes file, uint32_t face, Arena *arena, Report *report)
{
    (void)file, (void)face, (void)arena;
    report_error(report, "fonts of the system cannot be used in a browser");
    return NULL;
}

bool outline_font_has(const OutlineFont *font, uint32_t code)
{
    (void)font, (void)code;
    return false;
}

size_t outline_font_shape(OutlineFont *font, const ShapeRun *run, ShapedGlyph **out, Arena *arena)
{
    (void)font, (void)run, (void)out, (void)arena;
    return 0;
}

GlyphImage outline_glyph_draw(OutlineFont *font, uint32_t glyph, const OutlineStyle *style, Arena *arena)
{
    (void)font, (void)glyph, (void)style, (void)arena;
    return (GlyphImage){0};
}

uint32_t text_script(uint32_t code)
{
    (void)code;
    return 0;
}

bool text_is_mark(uint32_t code) { return code >= 0x300 && code < 0x370; }
