/* Maps as pictures, drawn by the renderer of the game, so that what is painted is what is
 * played. The page shows a map in pieces, and sends what is being painted before it is written.
 */
#include "studio/editor/built_game.h"

#include "base/image/png_write.h"
#include "base/image/raster.h"
#include "base/text.h"
#include "tirnanog/maps/map_layers.h"

enum { PIECE_MAX = 4096 /* pixels of a side */, SCALE_MAX = 8, THING = 96 };

static MapView *view_of(Call *call, Text path, bool afresh)
{
    if (text_ends(path, ".tmx"))
        return built_map(call, path, afresh);
    call_error(call, 404, "the project has no such map");
    return NULL;
}

static MapView *view_of_request(Call *call)
{
    return view_of(call, http_argument(call->request, "path"), false);
}

static bool number_of(const Call *call, const char *name, int64_t min, int64_t max,
                      int64_t *out)
{
    return text_number(http_argument(call->request, name), min, max, out);
}

/* ---- what the page needs to know ---- */

static void put_grid(JsonWriter *json, const Grid *grid)
{
    uint32_t w, h;
    grid_picture_size(grid, &w, &h);
    json_open(json, "grid");
    json_put_int(json, "type", grid->type);
    json_put_int(json, "side", grid->side);
    json_put_int(json, "tileW", grid->tile_w);
    json_put_int(json, "tileH", grid->tile_h);
    json_put_int(json, "column", grid->column);
    json_put_int(json, "row", grid->row);
    json_put_uint(json, "w", w);
    json_put_uint(json, "h", h);
    json_close(json);
}

static void put_things(JsonWriter *json, const char *key, const MapView *view, unsigned layer)
{
    json_open_list(json, key);
    for (uint32_t i = 0; i < map_view_things(view, layer); i++)
        json_put_text(json, NULL, map_view_thing_name(view, layer, i));
    json_close_list(json);
}

/* Objects that lead to another place: [object, map, x, y]. */
static void put_doors(JsonWriter *json, MapView *view)
{
    json_open_list(json, "doors");
    for (uint32_t i = 0; i < map_view_things(view, MAP_LAYER_OBJECTS); i++) {
        uint32_t map;
        Cell cell;
        if (!map_view_door(view, i, &map, &cell))
            continue;
        json_open_list(json, NULL);
        json_put_uint(json, NULL, i);
        json_put_uint(json, NULL, map);
        json_put_int(json, NULL, cell.x);
        json_put_int(json, NULL, cell.y);
        json_close_list(json);
    }
    json_close_list(json);
}

/* The rules for these tiles; NULL: they have errors, or are older than the game. */
static const TerrainRules *terrains_of(const Call *call, const MapView *view)
{
    const ProjectModel *model = call_model(call);
    const TerrainRules *rules = model ? project_model_terrains(model) : NULL;
    return rules && rules->automap.tile_count == map_view_things(view, 0) ? rules : NULL;
}

/* `clear`: those of which a tile shows what lies below, a path for example. */
static void put_terrains(JsonWriter *json, const Call *call, MapView *view)
{
    const TerrainRules *rules = terrains_of(call, view);
    const uint32_t count = rules ? (uint32_t)rules->automap.tile_count : 0;
    bool *clear = ARENA_ALLOC(call->arena, bool, count + 1);
    Arena *scratch = arena_new_within(call->arena);
    for (uint32_t i = 0; i < count; i++) {
        if (rules->terrains[i] != i && !clear[rules->terrains[i]])
            clear[rules->terrains[i]] = !map_view_covers(view, i, scratch);
        arena_reset(scratch);
    }
    json_open_list(json, "terrains");
    for (uint32_t i = 0; i < count; i++)
        if (terrain_has_rules(rules, (uint16_t)i))
            json_put_uint(json, NULL, i);
    json_close_list(json);
    json_open_list(json, "clear");
    for (uint32_t i = 0; i < count; i++)
        if (clear[i] && terrain_has_rules(rules, (uint16_t)i))
            json_put_uint(json, NULL, i);
    json_close_list(json);
}

void get_map_view(Call *call)
{
    MapView *view = view_of(call, http_argument(call->request, "path"), true);
    if (!view)
        return;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    uint32_t w, h;
    json_open(&json, NULL);
    put_grid(&json, map_view_grid(view));
    json_open_list(&json, "maps");
    for (uint32_t i = 0; i < map_view_maps(view); i++)
        json_put_text(&json, NULL, map_view_map_name(view, i));
    json_close_list(&json);
    put_things(&json, "tiles", view, MAP_LAYER_OBJECTS);
    put_things(&json, "npcs", view, MAP_LAYER_NPCS);
    put_things(&json, "spawners", view, MAP_LAYER_SPAWNERS);
    put_doors(&json, view);
    put_terrains(&json, call, view);
    map_view_reach(view, &w, &h);
    json_put_uint(&json, "reachW", w);
    json_put_uint(&json, "reachH", h);
    json_close(&json);
    call_json(call, &json);
}

static void send_bytes(Call *call, const void *data, size_t size)
{
    call->answer->status = 200;
    call->answer->type = "application/octet-stream";
    call->answer->bytes = (Bytes){data, size};
}

void get_map_cells(Call *call)
{
    MapView *view = view_of_request(call);
    if (view)
        send_bytes(call, map_view_cells(view),
                   MAP_LAYERS * grid_cells(map_view_grid(view)) * sizeof(uint16_t));
}

void get_map_masks(Call *call)
{
    MapView *view = view_of_request(call);
    if (view)
        send_bytes(call, map_view_masks(view), grid_cells(map_view_grid(view)));
}

/* ---- pictures ---- */

void get_map_piece(Call *call)
{
    int64_t x, y, w, h, layers, scale;
    if (!number_of(call, "scale", 1, SCALE_MAX, &scale) ||
        !number_of(call, "x", INT16_MIN * 4, 1 << 24, &x) ||
        !number_of(call, "y", INT16_MIN * 4, 1 << 24, &y) ||
        !number_of(call, "w", 1, PIECE_MAX, &w) || !number_of(call, "h", 1, PIECE_MAX, &h) ||
        !number_of(call, "layers", 0, (1 << MAP_LAYERS) - 1, &layers) || w % scale ||
        h % scale) {
        call_error(call, 400, "a piece is x, y, w, h, layers and scale, which divides w and h");
        return;
    }
    MapView *view = view_of_request(call);
    if (!view)
        return;
    Image image = image_new((uint32_t)w, (uint32_t)h, call->arena);
    map_view_draw(view, &image, (int32_t)x, (int32_t)y, (uint32_t)layers);
    if (scale > 1)
        image = raster_reduced(&image, (uint32_t)scale, false, call->arena);
    send_bytes(call, image.pixels, (size_t)image.w * image.h * sizeof *image.pixels);
}

/* What is drawn of it, without its transparent edges. */
void get_map_thing(Call *call)
{
    int64_t layer, number;
    MapView *view;
    if (!number_of(call, "layer", 0, MAP_LAYERS - 1, &layer) ||
        !number_of(call, "number", 0, UINT16_MAX, &number)) {
        call_error(call, 400, "a thing is a layer and a number");
        return;
    }
    view = view_of_request(call);
    if (!view)
        return;
    Image image = image_new(THING, THING, call->arena);
    map_view_thing(view, &image, (unsigned)layer, (uint32_t)number);
    const Rect box = image_opaque_box(&image);
    const Image part = box.w ? image_part(&image, (uint32_t)box.x, (uint32_t)box.y,
                                          (uint32_t)box.w, (uint32_t)box.h)
                             : image_part(&image, 0, 0, 1, 1);
    call->answer->status = 200;
    call->answer->type = "image/png";
    call->answer->bytes = png_write(&part, NULL, call->arena);
}

/* ---- painting ---- */

typedef struct Draft {
    MapView *view;
    uint32_t side;
    unsigned layer;
    uint16_t *cells; /* of the layer */
    const json_t *list;
    uint32_t left, top, right, bottom; /* what is painted is between these, which are outside */
} Draft;

static bool read_draft(Call *call, Draft *draft)
{
    const json_int_t layer = json_integer_value(json_object_get(call->body, "layer"));
    draft->list = json_object_get(call->body, "cells");
    if (layer < 0 || layer >= MAP_LAYERS || !json_is_array(draft->list) ||
        json_array_size(draft->list) % 3) {
        call_error(call, 400, "a layer and a list of cells is expected: x, y, number, ...");
        return false;
    }
    draft->view = view_of(call, call_text(call, "path"), false);
    if (!draft->view)
        return false;
    const Grid *grid = map_view_grid(draft->view);
    draft->side = (uint32_t)grid->side;
    draft->layer = (unsigned)layer;
    draft->cells = map_view_cells(draft->view) + draft->layer * grid_cells(grid);
    return true;
}

static bool is_thing(const Draft *draft, json_int_t number)
{
    return number == TNG_NO_SPRITE ||
           (number >= 0 && number < map_view_things(draft->view, draft->layer));
}

/* Cells outside of the map, and numbers of nothing, are left out. */
static void paint(Draft *draft)
{
    draft->left = draft->top = UINT32_MAX;
    for (size_t i = 0; i + 2 < json_array_size(draft->list); i += 3) {
        const json_int_t x = json_integer_value(json_array_get(draft->list, i));
        const json_int_t y = json_integer_value(json_array_get(draft->list, i + 1));
        const json_int_t number = json_integer_value(json_array_get(draft->list, i + 2));
        if (x < 0 || y < 0 || x >= draft->side || y >= draft->side || !is_thing(draft, number))
            continue;
        draft->cells[(size_t)y * draft->side + (size_t)x] = (uint16_t)number;
        draft->left = x < draft->left ? (uint32_t)x : draft->left;
        draft->top = y < draft->top ? (uint32_t)y : draft->top;
        draft->right = x >= draft->right ? (uint32_t)x + 1 : draft->right;
        draft->bottom = y >= draft->bottom ? (uint32_t)y + 1 : draft->bottom;
    }
}

/* Puts the cells that are not as they were before. */
static void put_changed(JsonWriter *json, const Draft *draft, const uint16_t *before)
{
    json_open_list(json, "cells");
    for (uint32_t y = 0; y < draft->side; y++)
        for (uint32_t x = 0; x < draft->side; x++) {
            const size_t at = (size_t)y * draft->side + x;
            if (draft->cells[at] == before[at])
                continue;
            json_put_uint(json, NULL, x);
            json_put_uint(json, NULL, y);
            json_put_uint(json, NULL, draft->cells[at]);
        }
    json_close_list(json);
}

void post_map_draft(Call *call)
{
    Draft draft = {0};
    if (!read_draft(call, &draft))
        return;
    const size_t count = (size_t)draft.side * draft.side;
    uint16_t *before = arena_alloc_raw(call->arena, count, sizeof *before);
    memcpy(before, draft.cells, count * sizeof *before);
    paint(&draft);
    const TerrainRules *rules =
        call_flag(call, "terrains") ? terrains_of(call, draft.view) : NULL;
    if (rules && draft.right)
        terrain_paint_part(rules, map_view_grid(draft.view)->type, draft.side, draft.cells,
                           draft.left, draft.top, draft.right - draft.left,
                           draft.bottom - draft.top, call->arena);
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    put_changed(&json, &draft, before);
    json_close(&json);
    call_json(call, &json);
}
