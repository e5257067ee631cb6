/* Parts, in order: the position of faces; limits; the contact sheet; portraits and their
 * dialogs. No field marks the face: it is where layers other than the base are, in a square
 * twice as large, moved into the figure. */
#include "mages/sprites/lay_faces.h"

#include "kit/open/picture_reduce.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn_draw.h"

/* ---- position of faces ---- */

static void box_add(Rect *box, const LayLayer *layer)
{
    for (size_t i = 0; i < layer->count; i++) {
        const LayCell *cell = &layer->cells[i];
        if (!box->w)
            *box = (Rect){cell->x, cell->y, cell->w, cell->h};
        const int32_t right = box->x + box->w, bottom = box->y + box->h;
        box->x = cell->x < box->x ? cell->x : box->x;
        box->y = cell->y < box->y ? cell->y : box->y;
        box->w = (cell->x + cell->w > right ? cell->x + cell->w : right) - box->x;
        box->h = (cell->y + cell->h > bottom ? cell->y + cell->h : bottom) - box->y;
    }
}

/* Start of a range of `size` around `middle`, moved into the available range if it fits. */
static int32_t place(int32_t middle, int32_t size, int32_t start, int32_t whole)
{
    const int32_t at = middle - size / 2;
    if (size >= whole)
        return start - (size - whole) / 2;
    return at < start ? start : at + size > start + whole ? start + whole - size : at;
}

static uint64_t pixels_of(Rect box) { return (uint64_t)box.w * (uint64_t)box.h; }

/* The part of a box inside the canvas. */
static Rect clipped(Rect box, const LayPlan *plan)
{
    const int32_t x = box.x > 0 ? box.x : 0, y = box.y > 0 ? box.y : 0;
    const int32_t right = box.x + box.w, bottom = box.y + box.h;
    const int32_t w = (int32_t)plan->w, h = (int32_t)plan->h;
    return (Rect){x, y, (right < w ? right : w) - x, (bottom < h ? bottom : h) - y};
}

Rect lay_face_box(const LayPlan *plan)
{
    Rect face = {0}, all = {0};
    for (size_t i = 0; i < plan->layer_count; i++) {
        if (plan->layers[i].type != LAY_OVERLAY)
            box_add(&all, &plan->layers[i]);
        if (plan->layers[i].type != LAY_OVERLAY && plan->layers[i].type != LAY_BASE)
            box_add(&face, &plan->layers[i]);
    }
    if (!all.w)
        all = (Rect){0, 0, (int32_t)plan->w, (int32_t)plan->h};
    if (!face.w)
        face = all;
    const int32_t wanted = 2 * (face.w > face.h ? face.w : face.h);
    const int32_t most = all.w > all.h ? all.w : all.h;
    const int32_t side = wanted < most ? wanted : most;
    const Rect square = {place(face.x + face.w / 2, side, all.x, all.w),
                         place(face.y + face.h / 2, side, all.y, all.h), side, side};
    return pixels_of(square) > LAY_FACE_PIXELS_MAX ? clipped(square, plan) : square;
}

static Image draw_part(const LayPlan *plan, const LayPicture *picture, Rect box, Arena *arena)
{
    LayPicture part = *picture;
    part.box = box;
    const Image image = image_new((uint32_t)box.w, (uint32_t)box.h, arena);
    lay_draw(plan, &part, &image);
    return image;
}

static Image draw_small(const LayPlan *plan, const LayPicture *picture, Rect box, uint32_t side,
                        Arena *arena)
{
    Arena *scratch = arena_new();
    const Image whole = draw_part(plan, picture, box, scratch);
    uint32_t w = whole.w, h = whole.h;
    picture_fit(&w, &h, side);
    const Image small = picture_reduced(&whole, w, h, arena);
    arena_free(scratch);
    return small;
}

/* ---- limits ---- */

enum {
    LAY_LOOKS_MAX = 1 << 28, /* pixels to inspect for all images together */
};

/* A cell is skipped quickly if it is outside the face; triangles are drawn row by row. */
static uint64_t looks_of(const LayLayer *layer)
{
    uint64_t looks = (uint64_t)layer->count * LAY_CELL;
    for (size_t i = 0; layer->triangles && i < layer->count; i++)
        looks += (uint64_t)layer->cells[i].w * layer->cells[i].h;
    return looks;
}

uint64_t lay_faces_looks(const LayPlan *plan)
{
    const uint64_t pixels = pixels_of(lay_face_box(plan));
    uint64_t looks = 0;
    for (size_t i = 0; i < plan->picture_count; i++) {
        looks += pixels;
        for (size_t k = 0; k < plan->pictures[i].layer_count; k++)
            looks += looks_of(&plan->layers[plan->pictures[i].layers[k]]);
    }
    return looks;
}

bool lay_faces_check(const LayPlan *plan, Report *report)
{
    const Rect box = lay_face_box(plan);
    if (pixels_of(box) > LAY_FACE_PIXELS_MAX)
        return report_error(report, "the face is %d x %d pixels, more than %d million", box.w,
                            box.h, LAY_FACE_PIXELS_MAX >> 20);
    return lay_faces_looks(plan) <= LAY_LOOKS_MAX ||
           report_error(report, "the faces of %zu pictures take more than %d million pixels",
                        plan->picture_count, LAY_LOOKS_MAX >> 20);
}

/* ---- the contact sheet ---- */

enum {
    MARGIN = 8,
    LABEL = 20,
    SIDE_MIN = 16,
    SHEET_PIXELS_MAX = 1 << 24,
};

static const Pixel PAPER = 0xFF3A3230, BENEATH = 0xFF5A524E, INK = 0xFFF0F0F0;

static void fill(const Image *target, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                 Pixel colour)
{
    for (uint32_t row = y; row < y + h; row++)
        for (uint32_t column = x; column < x + w; column++)
            *image_at(target, column, row) = colour;
}

/* The part of a name that fits below an image: the end, which identifies the expression. */
static Text label_of(const TextStyle *style, Text name, int64_t width)
{
    while (name.size > 1 && text_measure(style, name).w > width)
        do /* whole characters only */
            name = text_slice(name, 1, name.size);
        while (name.size > 1 && ((uint8_t)*name.at & 0xC0) == 0x80);
    return name;
}

/* Where images are on a sheet. */
typedef struct SheetGrid {
    uint32_t side, columns, rows;
} SheetGrid;

/* The size of images for which all fit on the sheet. Small faces get room for their names. */
static uint32_t sheet_side(const LayPlan *plan, uint32_t most)
{
    enum { NAMES = 96 };
    const uint32_t wide = (uint32_t)lay_face_box(plan).w, wanted = most ? most : LAY_SHEET_SIDE;
    const uint32_t least = wanted < NAMES ? wanted : NAMES;
    uint32_t side = wide < wanted ? wide : wanted;
    side = side < least ? least : side;
    while (side > SIDE_MIN &&
           (uint64_t)plan->picture_count * (side + MARGIN) * (side + MARGIN + LABEL) >
               SHEET_PIXELS_MAX)
        side = side * 3 / 4;
    return side;
}

static SheetGrid sheet_grid(const LayPlan *plan, uint32_t most)
{
    const uint32_t count = (uint32_t)plan->picture_count;
    SheetGrid grid = {.side = sheet_side(plan, most), .columns = 1};
    while ((uint64_t)grid.columns * grid.columns * 2 < (uint64_t)count * 3)
        grid.columns++;
    grid.rows = (count + grid.columns - 1) / grid.columns;
    return grid;
}

void lay_contact_sheet_size(const LayPlan *plan, uint32_t most, uint32_t *w, uint32_t *h)
{
    const SheetGrid grid = sheet_grid(plan, most);
    *w = MARGIN + grid.columns * (grid.side + MARGIN);
    *h = MARGIN + grid.rows * (grid.side + MARGIN + LABEL);
}

bool lay_contact_sheet(const LayPlan *plan, uint32_t most, Image *out, Arena *arena,
                       Report *report)
{
    const Rect box = lay_face_box(plan);
    uint32_t w, h;
    if (!lay_faces_check(plan, report))
        return false;
    const uint32_t count = (uint32_t)plan->picture_count;
    const SheetGrid grid = sheet_grid(plan, most);
    const uint32_t side = grid.side, columns = grid.columns;
    lay_contact_sheet_size(plan, most, &w, &h);
    *out = image_new(w, h, arena);
    fill(out, 0, 0, out->w, out->h, PAPER);
    Arena *scratch = arena_new(), *glyphs = arena_new(), *raster = arena_new();
    const SsfnFont *font = font_builtin(arena);
    const TextStyle style = {
        .fonts = &font, .count = 1, .size = FONT_BUILTIN_SIZE, .colour = INK};
    TextCache cache = text_cache(glyphs, raster, 1 << 20);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = MARGIN + i % columns * (side + MARGIN);
        const uint32_t y = MARGIN + i / columns * (side + MARGIN + LABEL);
        const Image small = draw_small(plan, &plan->pictures[i], box, side, scratch);
        const Text label = label_of(&style, plan->pictures[i].name, side);
        fill(out, x, y, side, side, BENEATH);
        image_over(out, (int32_t)(x + (side - small.w) / 2), (int32_t)(y + side - small.h),
                   &small);
        text_draw(out, x + (side - text_measure(&style, label).w) / 2, y + side + 2, &style,
                  label, &cache);
        arena_reset(scratch);
    }
    arena_free(scratch);
    arena_free(glyphs);
    arena_free(raster);
    return true;
}

/* ---- for a game ---- */

Image lay_portrait(const LayPlan *plan, const LayPicture *picture, uint32_t side, Arena *arena)
{
    return draw_small(plan, picture, lay_face_box(plan), side, arena);
}

Text lay_portrait_name(Text name, Arena *arena)
{
    enum {
        NAME_MAX = 190
    }; /* names_ok allows 200, and the sprite's name is longer than this
        * one */
    Text out = arena_text(arena, name);
    char *letters = (char *)out.at;
    for (size_t i = 0; i < out.size; i++) {
        const char c = letters[i];
        if (c >= 'A' && c <= 'Z')
            letters[i] = (char)(c - 'A' + 'a');
        else if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'))
            letters[i] = '_';
    }
    return out.size > NAME_MAX ? text_slice(out, out.size - NAME_MAX, out.size) : out;
}

Text lay_dialog(Text title, Text portrait, Arena *arena)
{
    return arena_format(arena,
                        "TirNanoG Dialog\r\n%.*s\r\nThis is my face \"%.*s\".\r\n- %.*s 1\r\n",
                        (int)title.size, title.at, (int)portrait.size, portrait.at,
                        (int)portrait.size, portrait.at);
}
