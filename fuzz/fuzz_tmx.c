/* Tiled maps: what can be read is written, and reads as the same again. */
#include "tirnanog/maps/tmx.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same(const TmxMap *a, const TmxMap *b)
{
    bool ok = a->orientation == b->orientation && a->w == b->w && a->h == b->h &&
              a->property_count == b->property_count && a->tileset_count == b->tileset_count &&
              a->layer_count == b->layer_count && a->polygon_count == b->polygon_count;
    for (size_t i = 0; ok && i < a->property_count; i++)
        ok = text_equal(a->properties[i].name, b->properties[i].name) &&
             text_equal(a->properties[i].value, b->properties[i].value);
    for (size_t i = 0; ok && i < a->tileset_count; i++)
        ok = a->tilesets[i].first == b->tilesets[i].first &&
             text_equal(a->tilesets[i].name, b->tilesets[i].name);
    for (size_t i = 0; ok && i < a->layer_count; i++) {
        const TmxLayer *x = &a->layers[i], *y = &b->layers[i];
        ok = x->id == y->id && x->w == y->w && x->h == y->h &&
             memcmp(x->cells, y->cells, sizeof *x->cells * x->w * x->h) == 0;
    }
    for (size_t i = 0; ok && i < a->polygon_count; i++) {
        const TmxPolygon *x = &a->polygons[i], *y = &b->polygons[i];
        ok = x->point_count == y->point_count && text_equal(x->name, y->name) &&
             (!x->point_count ||
              memcmp(x->points, y->points, sizeof *x->points * x->point_count) == 0);
    }
    return ok;
}

/* The same bytes as a template of an object on an isometric map. */
static void read_template(Bytes file, Arena *arena)
{
    Report report = report_to(NULL, NULL);
    const TmxMap map = {.orientation = TMX_ISOMETRIC, .tile_w = 65535, .tile_h = 1};
    TmxPolygon template, object = {0};
    if (tx_read(file, &template, arena, &report))
        (void)tmx_polygon_place(&map, &object, &template, arena);
    else if (report.errors != 1)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    TmxMap map, again;
    /* Cells beyond this make the fuzzer slow, and teach it nothing. */
    enum { CELLS_MAX = 1 << 16 };
    if (tmx_read((Bytes){data, size}, &map, arena, &report)) {
        size_t cells = 0;
        for (size_t i = 0; i < map.layer_count; i++)
            cells += (size_t)map.layers[i].w * map.layers[i].h;
        if (cells < CELLS_MAX &&
            (!tmx_read(tmx_write(&map, arena), &again, arena, &report) || !same(&map, &again)))
            abort();
    } else if (report.errors != 1) {
        abort();
    }
    read_template((Bytes){data, size}, arena);
    arena_free(arena);
    return 0;
}
