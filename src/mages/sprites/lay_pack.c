/* Parts, in order: cells; regions in which images differ; entries; eyes and mouths separately;
 * the sheet. Cells are equal if their inner 30 x 30 pixels are: the gutter around them has the
 * pixels of the neighbours, and is that of the first use. */
#include "mages/sprites/lay_pack.h"

#include "base/hash.h"

#include <stdlib.h>

enum { CELLS_MAX = LAY_SHEET_COLUMNS * LAY_SHEET_ROWS, C_ROWS = 64, OVERLAY_MARK = 0x10 };

/* The pixels of a cell with its gutter. */
typedef struct CellPixels {
    Pixel pixels[LAY_CELL * LAY_CELL];
    bool opaque;
} CellPixels;

typedef struct Picture {
    uint32_t face, mouth, eye;
    bool overlay;
    uint32_t *cells; /* by position on the lattice: 1 + number of the cell, 0: transparent */
} Picture;

typedef struct Area {
    uint32_t x, y, end_x, end_y; /* in cells; empty if x == end_x */
} Area;

struct LayPacker {
    uint32_t w, h, columns, rows;
    int32_t origin_x, origin_y;
    CellPixels **cells; /* in order of first use */
    uint32_t cell_count;
    uint32_t *slots; /* hash table of 1 + cell, twice as large as the maximum number of cells */
    Picture *pictures;
    size_t count;
    Arena *arena;
    /* the result */
    LayFile file;
    uint32_t first_cell; /* first cell of the sheet */
    LayFlavour flavour;
    bool separate;
};

enum { SLOTS = 2 * CELLS_MAX };

LayPacker *lay_packer_new(uint32_t w, uint32_t h, int32_t origin_x, int32_t origin_y,
                          Arena *arena)
{
    LayPacker *packer = ARENA_ALLOC(arena, LayPacker, 1);
    *packer = (LayPacker){.w = w,
                          .h = h,
                          .columns = (w + LAY_PITCH - 1) / LAY_PITCH,
                          .rows = (h + LAY_PITCH - 1) / LAY_PITCH,
                          .origin_x = origin_x,
                          .origin_y = origin_y,
                          .slots = ARENA_ALLOC(arena, uint32_t, SLOTS),
                          .arena = arena};
    return packer;
}

void lay_packer_separate(LayPacker *packer) { packer->separate = true; }

void lay_packer_edges(const LayPacker *packer, int32_t *right, int32_t *bottom)
{
    *right = (int32_t)packer->w - packer->origin_x;
    *bottom = (int32_t)packer->h - packer->origin_y;
}

/* ---- cells ---- */

/* Copies the pixels of the canvas at (x, y), 32 x 32; pixels outside the image are transparent.
 * Fully transparent pixels have no colour. */
static void cut(const LayFull *picture, int32_t x, int32_t y, Pixel *out)
{
    memset(out, 0, LAY_CELL * LAY_CELL * sizeof *out);
    const int32_t left = x - picture->x, top = y - picture->y;
    const int32_t w = (int32_t)picture->image.w, h = (int32_t)picture->image.h;
    const int32_t from = left < 0 ? -left : 0, to = left + LAY_CELL > w ? w - left : LAY_CELL;
    for (int32_t row = top < 0 ? -top : 0; row < LAY_CELL && top + row < h; row++)
        for (int32_t column = from; column < to; column++) {
            const Pixel pixel =
                *image_at(&picture->image, (uint32_t)(left + column), (uint32_t)(top + row));
            out[row * LAY_CELL + column] = PIXEL_A(pixel) ? pixel : 0;
        }
}

/* Hashes the 30 x 30 pixels in the middle, which are the cell's content. */
static uint64_t content_hash(const Pixel *pixels, bool *empty, bool *opaque)
{
    uint64_t hash = 0;
    uint32_t any = 0;
    *opaque = true;
    for (size_t row = 1; row <= LAY_PITCH; row++) {
        const Pixel *line = pixels + row * LAY_CELL + 1;
        hash = hash_bytes(hash, (Bytes){(const uint8_t *)line, LAY_PITCH * sizeof *line});
        for (size_t i = 0; i < LAY_PITCH; i++) {
            any |= line[i];
            *opaque = *opaque && PIXEL_A(line[i]) == 255;
        }
    }
    *empty = any == 0;
    return hash;
}

static bool same_content(const Pixel *a, const Pixel *b)
{
    for (size_t row = 1; row <= LAY_PITCH; row++)
        if (memcmp(a + row * LAY_CELL + 1, b + row * LAY_CELL + 1, LAY_PITCH * sizeof *a) != 0)
            return false;
    return true;
}

/* Returns 1 + the number of the cell; 0 if it is transparent, UINT32_MAX if there are too many.
 */
static uint32_t cell_of(LayPacker *packer, const Pixel *pixels)
{
    bool empty, opaque;
    const uint64_t hash = content_hash(pixels, &empty, &opaque);
    if (empty)
        return 0;
    size_t slot = hash % SLOTS;
    for (; packer->slots[slot]; slot = (slot + 1) % SLOTS)
        if (same_content(packer->cells[packer->slots[slot] - 1]->pixels, pixels))
            return packer->slots[slot];
    if (packer->cell_count == CELLS_MAX)
        return UINT32_MAX;
    CellPixels *cell = arena_alloc_raw(packer->arena, 1, sizeof *cell);
    memcpy(cell->pixels, pixels, sizeof cell->pixels);
    cell->opaque = opaque;
    *ARENA_PUSH(packer->arena, packer->cells, packer->cell_count) = cell;
    return packer->slots[slot] = packer->cell_count;
}

static bool check_numbers(const LayPacker *packer, const LayFull *picture, Report *report)
{
    const char *name = picture->name.at;
    const int size = (int)picture->name.size;
    if (picture->overlay ? picture->face > 255
                         : picture->face > UINT16_MAX || picture->mouth > 255 ||
                               (picture->eye && (picture->mouth > 2 || picture->eye > 84)))
        return report_error(report, "%.*s: face %u, mouth %u, eye %u do not fit a layout", size,
                            name, picture->face, picture->mouth, picture->eye);
    if (picture->x < 0 || picture->y < 0 ||
        (int64_t)picture->x + picture->image.w > packer->w ||
        (int64_t)picture->y + picture->image.h > packer->h)
        return report_error(
            report, "%.*s: %u x %u at %d, %d extends beyond the canvas of %u x %u", size, name,
            picture->image.w, picture->image.h, picture->x, picture->y, packer->w, packer->h);
    for (size_t i = 0; i < packer->count; i++) {
        const Picture *other = &packer->pictures[i];
        if (other->overlay == picture->overlay && other->face == picture->face &&
            other->mouth == picture->mouth && other->eye == picture->eye)
            return report_error(report, "%.*s: there is another picture of the same face", size,
                                name);
    }
    return true;
}

bool lay_packer_add(LayPacker *packer, const LayFull *picture, Report *report)
{
    Pixel pixels[LAY_CELL * LAY_CELL];
    if (!check_numbers(packer, picture, report))
        return false;
    Picture *kept = ARENA_PUSH(packer->arena, packer->pictures, packer->count);
    *kept = (Picture){picture->face, picture->mouth, picture->eye, picture->overlay,
                      arena_alloc_raw(packer->arena, (size_t)packer->columns * packer->rows,
                                      sizeof(uint32_t))};
    uint32_t *cell = kept->cells;
    for (uint32_t y = 0; y < packer->rows; y++)
        for (uint32_t x = 0; x < packer->columns; x++, cell++) {
            cut(picture, (int32_t)(x * LAY_PITCH) - 1, (int32_t)(y * LAY_PITCH) - 1, pixels);
            *cell = cell_of(packer, pixels);
            if (*cell == UINT32_MAX)
                return report_error(report, "%.*s: more than %d different cells",
                                    (int)picture->name.size, picture->name.at, CELLS_MAX);
        }
    return true;
}

/* ---- regions ---- */

static int by_order(const void *a, const void *b)
{
    const Picture *x = a, *y = b;
    const uint32_t left[] = {x->overlay, x->face, x->eye, x->mouth};
    const uint32_t right[] = {y->overlay, y->face, y->eye, y->mouth};
    for (size_t i = 0; i < COUNT_OF(left); i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

static bool area_has(const Area *area, uint32_t x, uint32_t y)
{
    return x >= area->x && x < area->end_x && y >= area->y && y < area->end_y;
}

/* The bounding rectangle of all positions where these images differ. */
static Area differences(const LayPacker *packer, const Picture *pictures, size_t count)
{
    Area area = {packer->columns, packer->rows, 0, 0};
    for (size_t i = 1; i < count; i++)
        for (uint32_t y = 0; y < packer->rows; y++)
            for (uint32_t x = 0; x < packer->columns; x++) {
                const size_t at = (size_t)y * packer->columns + x;
                if (pictures[i].cells[at] == pictures[0].cells[at])
                    continue;
                area.x = x < area.x ? x : area.x;
                area.y = y < area.y ? y : area.y;
                area.end_x = x >= area.end_x ? x + 1 : area.end_x;
                area.end_y = y >= area.end_y ? y + 1 : area.end_y;
            }
    return area.end_x ? area : (Area){0, 0, 0, 0};
}

/* ---- entries ---- */

static void put_chunk(LayPacker *packer, uint32_t x, uint32_t y, uint32_t cell)
{
    const uint32_t place = cell - 1 + packer->first_cell;
    const uint32_t column = place % LAY_SHEET_COLUMNS, row = place / LAY_SHEET_COLUMNS;
    const bool c = packer->flavour == LAY_C;
    const float src_x = (float)(column * LAY_CELL + 1);
    const float src_y = (float)(row * LAY_CELL + 1);
    LayFile *file = &packer->file;
    file->chunks =
        arena_grow(packer->arena, file->chunks, file->chunk_count, sizeof *file->chunks);
    file->chunks[file->chunk_count++] =
        (LayChunk){(float)((int32_t)(x * LAY_PITCH) - packer->origin_x),
                   (float)((int32_t)(y * LAY_PITCH) - packer->origin_y),
                   c ? src_x / 2048 : src_x, c ? src_y / 1024 : src_y};
    *ARENA_PUSH(packer->arena, file->tail, file->tail_count) = packer->cells[cell - 1]->opaque;
}

/* Adds an entry with the image's cells inside one area and outside another. An entry without
 * cells is omitted, unless the image would be lost. */
static void put_entry(LayPacker *packer, uint32_t info, const Picture *picture,
                      const Area *inside, const Area *outside, bool keep)
{
    LayFile *file = &packer->file;
    const uint32_t first = file->chunk_count;
    for (uint32_t y = 0; y < packer->rows; y++)
        for (uint32_t x = 0; x < packer->columns; x++) {
            const uint32_t cell = picture->cells[(size_t)y * packer->columns + x];
            if (cell && area_has(inside, x, y) && !area_has(outside, x, y))
                put_chunk(packer, x, y, cell);
        }
    if (file->chunk_count == first && !keep)
        return;
    file->sprites =
        arena_grow(packer->arena, file->sprites, file->sprite_count, sizeof *file->sprites);
    file->sprites[file->sprite_count++] = (LaySprite){info, first, file->chunk_count - first};
}

static uint32_t info_of(LayType type, uint32_t face, uint32_t frame)
{
    return (uint32_t)type << 24 | face << 8 | frame;
}

static void put_face(LayPacker *packer, const Picture *pictures, size_t count,
                     const Area *face_area)
{
    const Area mouth_area = differences(packer, pictures, count);
    const bool alone = count == 1 && !pictures->mouth && !pictures->eye;
    bool eyes = false;
    for (size_t i = 0; i < count; i++)
        eyes = eyes || pictures[i].eye;
    put_entry(packer, (uint32_t)LAY_SUB << 24 | pictures->face, pictures, face_area,
              &mouth_area, alone);
    for (size_t i = 0; i < count && !alone; i++) {
        const Picture *picture = &pictures[i];
        const uint32_t info =
            eyes ? info_of(LAY_BOTH, picture->face, 3 * picture->eye + picture->mouth)
                 : info_of(LAY_MOUTH, picture->face, picture->mouth);
        put_entry(packer, info, picture, &mouth_area, &(Area){0, 0, 0, 0}, true);
    }
}

/* ---- eyes and mouths separately ---- */

enum { AREA_NONE, AREA_MOUTH, AREA_EYES };

/* What decides about each cell of a face: its mouth, its eyes, or neither. Returns false if a
 * cell changes with both. */
static bool find_areas(const LayPacker *packer, const Picture *pictures, size_t count,
                       uint8_t *areas)
{
    const size_t cells = (size_t)packer->columns * packer->rows;
    bool ok = true;
    for (size_t i = 1; i < count; i++) {
        const bool eyes = pictures[i].mouth == pictures[0].mouth;
        if (!eyes && pictures[i].eye != pictures[0].eye)
            continue;
        const uint8_t area = eyes ? AREA_EYES : AREA_MOUTH;
        for (size_t k = 0; k < cells; k++) {
            if (pictures[i].cells[k] == pictures[0].cells[k])
                continue;
            ok = ok && (areas[k] == AREA_NONE || areas[k] == area);
            areas[k] = area;
        }
    }
    return ok;
}

/* The first image with these eyes, or this mouth. */
static const Picture *picture_with(const Picture *pictures, size_t count, bool eyes,
                                   uint32_t number)
{
    for (size_t i = 0; i < count; i++)
        if (eyes ? pictures[i].eye == number && pictures[i].mouth == pictures[0].mouth
                 : pictures[i].mouth == number && pictures[i].eye == pictures[0].eye)
            return &pictures[i];
    return NULL;
}

static bool is_composed(const LayPacker *packer, const Picture *pictures, size_t count,
                        const uint8_t *areas, const Picture *picture)
{
    const Picture *mouth = picture_with(pictures, count, false, picture->mouth),
                  *eyes = picture_with(pictures, count, true, picture->eye);
    if (!mouth || !eyes)
        return false;
    for (size_t k = 0; k < (size_t)packer->columns * packer->rows; k++) {
        const Picture *from = areas[k] == AREA_MOUTH  ? mouth
                              : areas[k] == AREA_EYES ? eyes
                                                      : pictures;
        if (picture->cells[k] != from->cells[k])
            return false;
    }
    return true;
}

static void put_area(LayPacker *packer, uint32_t info, const Picture *picture,
                     const uint8_t *areas, uint8_t area, const Area *inside)
{
    LayFile *file = &packer->file;
    const uint32_t first = file->chunk_count;
    for (uint32_t y = 0; y < packer->rows; y++)
        for (uint32_t x = 0; x < packer->columns; x++) {
            const size_t at = (size_t)y * packer->columns + x;
            if (picture->cells[at] && areas[at] == area && (!inside || area_has(inside, x, y)))
                put_chunk(packer, x, y, picture->cells[at]);
        }
    file->sprites =
        arena_grow(packer->arena, file->sprites, file->sprite_count, sizeof *file->sprites);
    file->sprites[file->sprite_count++] = (LaySprite){info, first, file->chunk_count - first};
}

/* Adds the sub of a face, its mouths and its eyes. */
static bool put_face_separately(LayPacker *packer, const Picture *pictures, size_t count,
                                const Area *face_area, Report *report)
{
    uint8_t *areas =
        ARENA_ALLOC(packer->arena, uint8_t, (size_t)packer->columns * packer->rows);
    bool ok = find_areas(packer, pictures, count, areas), eyes = false, mouths = false;
    for (size_t i = 0; i < count && ok; i++) {
        ok = is_composed(packer, pictures, count, areas, &pictures[i]);
        eyes = eyes || pictures[i].eye;
        mouths = mouths || pictures[i].mouth;
    }
    if (!ok)
        return report_error(report,
                            "face %u: its eyes and its mouths change the same cells of 30 x 30 "
                            "pixels, or images of its first mouth or first eyes are missing",
                            pictures->face);
    put_area(packer, info_of(LAY_SUB, 0, 0) | pictures->face, pictures, areas, AREA_NONE,
             face_area);
    for (size_t i = 0; i < count; i++) {
        if (mouths && pictures[i].eye == pictures->eye)
            put_area(packer, info_of(LAY_MOUTH, pictures->face, pictures[i].mouth),
                     &pictures[i], areas, AREA_MOUTH, NULL);
        if (eyes && pictures[i].mouth == pictures->mouth)
            put_area(packer, info_of(LAY_EYES, pictures->face, pictures[i].eye), &pictures[i],
                     areas, AREA_EYES, NULL);
    }
    return true;
}

static bool put_entries(LayPacker *packer, size_t expressions, Report *report)
{
    const Area nothing = {0, 0, 0, 0}, all = {0, 0, packer->columns, packer->rows};
    const Picture *pictures = packer->pictures;
    const Area face_area = differences(packer, pictures, expressions);
    /* A character without faces has only its base. */
    const bool faceless =
        expressions == 1 && !pictures->face && !pictures->mouth && !pictures->eye;
    if (expressions)
        put_entry(packer, info_of(LAY_BASE, 0, 1), pictures, &all, &face_area, faceless);
    for (size_t i = 0, end; i < expressions && !faceless; i = end) {
        for (end = i + 1; end < expressions && pictures[end].face == pictures[i].face; end++)
            ;
        if (!packer->separate)
            put_face(packer, pictures + i, end - i, &face_area);
        else if (!put_face_separately(packer, pictures + i, end - i, &face_area, report))
            return false;
    }
    for (size_t i = expressions; i < packer->count; i++)
        put_entry(packer, info_of(LAY_OVERLAY, OVERLAY_MARK << 8, pictures[i].face),
                  &pictures[i], &all, &nothing, true);
    return true;
}

/* ---- the sheet ---- */

static Image draw_sheet(const LayPacker *packer, Arena *arena)
{
    const uint32_t cells = packer->first_cell + packer->cell_count;
    const uint32_t rows = (cells + LAY_SHEET_COLUMNS - 1) / LAY_SHEET_COLUMNS;
    Image sheet = image_new(LAY_SHEET_COLUMNS * LAY_CELL, rows * LAY_CELL, arena);
    for (uint32_t i = 0; i < packer->cell_count; i++) {
        const uint32_t place = i + packer->first_cell;
        for (uint32_t row = 0; row < LAY_CELL; row++)
            memcpy(image_at(&sheet, place % LAY_SHEET_COLUMNS * LAY_CELL,
                            place / LAY_SHEET_COLUMNS * LAY_CELL + row),
                   packer->cells[i]->pixels + row * LAY_CELL, LAY_CELL * sizeof(Pixel));
    }
    return sheet;
}

bool lay_packer_finish(LayPacker *packer, LayFlavour flavour, Lay *out, Image *sheet,
                       Arena *arena, Report *report)
{
    size_t expressions = 0;
    if (!packer->cell_count)
        return report_error(report,
                            packer->count ? "the pictures are empty" : "there are no pictures");
    if (flavour == LAY_C && packer->cell_count > C_ROWS * LAY_SHEET_COLUMNS)
        return report_error(report, "%u different cells; flavour C can address %d",
                            packer->cell_count, C_ROWS * LAY_SHEET_COLUMNS);
    qsort(packer->pictures, packer->count, sizeof *packer->pictures, by_order);
    while (expressions < packer->count && !packer->pictures[expressions].overlay)
        expressions++;
    packer->flavour = flavour;
    /* A B file whose coordinates are all below 2 would be detected as C. */
    packer->first_cell = flavour == LAY_B && packer->cell_count == 1;
    if (!put_entries(packer, expressions, report))
        return false;
    *out = (Lay){.flavour = flavour, .file = packer->file};
    *sheet = draw_sheet(packer, arena);
    return true;
}
