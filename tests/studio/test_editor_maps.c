/* studio/editor: maps as the page shows and paints them: pieces of their picture, drafts,
 * terrains, stamps. */
#include "lib/edit_kit.h"

#include "base/image/png.h"
#include "base/output/output.h"
#include "base/text.h"
#include "tirnanog/container/tng.h"
#include "engine/render/map_picture.h"
#include "engine/render/map_view.h"
#include "tirnanog/maps/map_layers.h"

enum { SIDE = 64, WATER_X = 20, WATER_Y = 20 };

static Bytes get_bytes(EditKit *edit, const char *address)
{
    const HttpAnswer answer = edit_answer(edit, "GET", address, NULL, (Bytes){0});
    assert_int_equal(answer.status, 200);
    return answer.bytes;
}

static const uint16_t *cells_of(EditKit *edit, const char *map)
{
    const Bytes bytes =
        get_bytes(edit, arena_format(edit->kit->arena, "api/map-cells?path=%s", map).at);
    assert_int_equal(bytes.size, MAP_LAYERS * SIDE * SIDE * sizeof(uint16_t));
    uint16_t *copy = ARENA_ALLOC(edit->kit->arena, uint16_t, MAP_LAYERS * SIDE * SIDE);
    memcpy(copy, bytes.data, bytes.size);
    return copy;
}

static uint16_t number_of(const json_t *view, const char *list, const char *name)
{
    const json_t *names = json_object_get(view, list);
    for (size_t i = 0; i < json_array_size(names); i++)
        if (!strcmp(json_string_value(json_array_get(names, i)), name))
            return (uint16_t)i;
    fail_msg("no %s in %s", name, list);
    return 0;
}

static const json_t *send_ok(EditKit *edit, const char *address, const char *body)
{
    unsigned status;
    const json_t *answer = edit_send(edit, "POST", address, NULL, body, &status);
    if (status != 200)
        fail_msg("%s: %s", address, edit_text(answer, "error"));
    return answer;
}

/* ---- pictures ---- */

static Image game_picture(EditKit *edit, const char *map)
{
    const HttpAnswer game = edit_answer(edit, "GET", "api/game", NULL, (Bytes){0});
    const json_t *view =
        edit_get(edit, arena_format(edit->kit->arena, "api/map-view?path=maps/%s.tmx", map).at);
    TngFile *file = ARENA_ALLOC(edit->kit->arena, TngFile, 1);
    Image image;
    assert_true(tng_read(game.bytes, file, edit->kit->arena, &edit->kit->report));
    assert_true(render_map(file, number_of(view, "maps", map), &image, edit->kit->arena,
                           &edit->kit->report));
    return image;
}

static unsigned difference(Pixel a, Pixel b)
{
    unsigned most = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const int one = (int)(a >> shift & 255), two = (int)(b >> shift & 255);
        const unsigned by = (unsigned)abs(one - two);
        most = by > most ? by : most;
    }
    return most;
}

/* `oisin convert` draws the same picture of the whole map, without people and spawners. */
static void pieces_are_like(EditKit *edit, const char *map)
{
    enum { PIECE = 512, BACKGROUND = PIXEL(40, 42, 44, 255), PEOPLE = 1 << 5 | 1 << 6 };
    Arena *arena = edit->kit->arena;
    const Image drawn = game_picture(edit, map), whole = image_new(drawn.w, drawn.h, arena);
    for (size_t i = 0; i < (size_t)whole.w * whole.h; i++)
        whole.pixels[i] = BACKGROUND;
    image_over(&whole, 0, 0, &drawn);
    for (uint32_t y = 0; y < whole.h; y += PIECE)
        for (uint32_t x = 0; x < whole.w; x += PIECE) {
            const Bytes bytes = get_bytes(
                edit, arena_format(arena,
                                   "api/map-piece?path=maps/%s.tmx&x=%u&y=%u&w=%d&h=%d&"
                                   "layers=%d&scale=1",
                                   map, x, y, PIECE, PIECE, 0x7ff & ~PEOPLE)
                          .at);
            assert_int_equal(bytes.size, PIECE * PIECE * sizeof(Pixel));
            const Pixel *piece = (const Pixel *)(const void *)bytes.data;
            for (uint32_t row = 0; row < PIECE && y + row < whole.h; row++)
                for (uint32_t column = 0; column < PIECE && x + column < whole.w; column++)
                    if (difference(piece[row * PIECE + column],
                                   *image_at(&whole, x + column, y + row)) > 2)
                        fail_msg("%s differs at %u,%u", map, x + column, y + row);
        }
}

static void pieces_are_the_picture_of_the_map(void **state)
{
    (void)state;
    static const char *const projects[][2] = {{"examples/segais", "town"},
                                              {"examples/segais-iso", "fort"},
                                              {"examples/segais-hex", "causeway"}};
    for (size_t i = 0; i < COUNT_OF(projects); i++) {
        EditKit *edit = edit_begin(projects[i][0]);
        pieces_are_like(edit, projects[i][1]);
        edit_end(edit);
    }
}

static void smaller_pieces_are_means_of_pixels(void **state)
{
    EditKit *edit = *state;
    const char *address =
        "api/map-piece?path=maps/town.tmx&x=256&y=256&w=64&h=64&layers=2047&scale=%d";
    Arena *arena = edit->kit->arena;
    const Bytes whole = arena_copy(arena, get_bytes(edit, arena_format(arena, address, 1).at));
    const Bytes small = get_bytes(edit, arena_format(arena, address, 4).at);
    assert_int_equal(small.size * 16, whole.size);
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 16; x++) {
            unsigned sum = 0;
            for (uint32_t i = 0; i < 16; i++)
                sum += whole.data[4 * ((y * 4 + i / 4) * 64 + x * 4 + i % 4)];
            assert_in_range(small.data[4 * (y * 16 + x)] + 1, sum / 16, sum / 16 + 2);
        }
}

static void impossible_pieces_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const queries[] = {
        "x=0&y=0&w=0&h=8&layers=1&scale=1",        "x=0&y=0&w=8&h=4097&layers=1&scale=1",
        "x=0&y=0&w=9&h=8&layers=1&scale=2",        "x=0&y=0&w=8&h=8&layers=2048&scale=1",
        "x=0&y=0&w=8&h=8&layers=1&scale=9",        "x=0&y=0&w=8&h=8&layers=1&scale=0",
        "x=99999999&y=0&w=8&h=8&layers=1&scale=1", "x=&y=0&w=8&h=8&layers=1&scale=1"};
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        const HttpAnswer answer = edit_answer(
            edit, "GET",
            arena_format(edit->kit->arena, "api/map-piece?path=maps/town.tmx&%s", queries[i])
                .at,
            NULL, (Bytes){0});
        assert_int_equal(answer.status, 400);
    }
    static const char *const absent[] = {
        "api/map-view?path=maps/nowhere.tmx", "api/map-cells?path=config",
        "api/map-piece?path=maps/nowhere.tmx&x=0&y=0&w=8&h=8&layers=1&scale=1",
        "api/map-thing?path=maps/../maps/nowhere.tmx&layer=0&number=0"};
    for (size_t i = 0; i < COUNT_OF(absent); i++)
        assert_int_equal(edit_answer(edit, "GET", absent[i], NULL, (Bytes){0}).status, 404);
}

static void things_are_pictures_of_what_is_placed(void **state)
{
    EditKit *edit = *state;
    const json_t *view = edit_get(edit, "api/map-view?path=maps/town.tmx");
    static const struct {
        const char *list, *name;
        unsigned layer;
    } things[] = {{"tiles", "anvil", MAP_LAYER_OBJECTS},
                  {"npcs", "brid", MAP_LAYER_NPCS},
                  {"spawners", "bats", MAP_LAYER_SPAWNERS}};
    for (size_t i = 0; i < COUNT_OF(things); i++) {
        Image image;
        const Bytes png = get_bytes(
            edit, arena_format(edit->kit->arena,
                               "api/map-thing?path=maps/town.tmx&layer=%u&number=%u",
                               things[i].layer, number_of(view, things[i].list, things[i].name))
                      .at);
        assert_true(png_read(png, &image, NULL, edit->kit->arena, &edit->kit->report));
        assert_true(image.w > 4 && image.h > 4);
        const Rect box = image_opaque_box(&image);
        assert_true(box.w == (int32_t)image.w && box.h == (int32_t)image.h);
    }
}

/* ---- drafts ---- */

static const char *draft_body(EditKit *edit, unsigned layer, const char *cells, bool terrains)
{
    return arena_format(edit->kit->arena,
                        "{\"path\": \"maps/town.tmx\", \"layer\": %u, \"cells\": [%s], "
                        "\"terrains\": %s}",
                        layer, cells, terrains ? "true" : "false")
        .at;
}

static void drafts_are_shown_and_change_no_file(void **state)
{
    EditKit *edit = *state;
    const char *piece = "api/map-piece?path=maps/town.tmx&x=96&y=96&w=64&h=64&layers=1&scale=1";
    const uint64_t files = edit_hash(edit);
    const json_t *view = edit_get(edit, "api/map-view?path=maps/town.tmx");
    const unsigned cobble = number_of(view, "tiles", "cobble_15");
    const uint16_t *before = cells_of(edit, "maps/town.tmx");
    const Bytes shown = arena_copy(edit->kit->arena, get_bytes(edit, piece));
    const json_t *cells = json_object_get(
        send_ok(edit, "api/map-draft",
                draft_body(
                    edit, 0,
                    arena_format(edit->kit->arena, "4, 4, %u, -1, 4, 0, 4, 64, 0", cobble).at,
                    false)),
        "cells");
    assert_int_equal(json_array_size(cells), 3); /* cells outside are left out */
    assert_int_equal(json_integer_value(json_array_get(cells, 2)), cobble);
    assert_int_equal(cells_of(edit, "maps/town.tmx")[4 * SIDE + 4], cobble);
    assert_memory_not_equal(get_bytes(edit, piece).data, shown.data, shown.size);
    assert_true(edit_hash(edit) == files);
    /* A page that opens the map sees the file. */
    edit_get(edit, "api/map-view?path=maps/town.tmx");
    assert_memory_equal(cells_of(edit, "maps/town.tmx"), before,
                        MAP_LAYERS * SIDE * SIDE * sizeof *before);
    assert_memory_equal(get_bytes(edit, piece).data, shown.data, shown.size);
}

/* The cells of an answer, as {"names", "cells"} of api/map. */
static Text as_change(EditKit *edit, const json_t *view, const json_t *cells)
{
    Writer names = writer_to(edit->kit->arena), list = writer_to(edit->kit->arena);
    for (size_t i = 0; i < json_array_size(cells); i += 3) {
        const size_t number = (size_t)json_integer_value(json_array_get(cells, i + 2));
        write_format(&names, "%s\"%s\"", i ? ", " : "",
                     json_string_value(json_array_get(json_object_get(view, "tiles"), number)));
        write_format(&list, "%s%d, %d, %zu", i ? ", " : "",
                     (int)json_integer_value(json_array_get(cells, i)),
                     (int)json_integer_value(json_array_get(cells, i + 1)), i / 3);
    }
    return arena_format(edit->kit->arena,
                        "{\"layer\": 0, \"names\": [%.*s], \"cells\": [%.*s]}",
                        (int)writer_text(&names).size, writer_text(&names).at,
                        (int)writer_text(&list).size, writer_text(&list).at);
}

/* `oisin maps paint` does not change what a terrain brush has painted, with grass on the sea
 * and sand on grass. */
static void terrains_are_painted_with_their_transitions(void **state)
{
    (void)state;
    EditKit *edit = edit_begin("examples/skerry");
    Arena *arena = edit->kit->arena;
    static const char *const map = "maps/island.tmx";
    static const char *const brushes[] = {"isle_grass", "isle_sand", "isle_grass"};
    size_t others = 0;
    for (size_t i = 0; i < COUNT_OF(brushes); i++) {
        const json_t *view = edit_get(edit, "api/map-view?path=maps/island.tmx");
        const unsigned brush = number_of(view, "tiles", brushes[i]);
        bool is_terrain = false;
        const json_t *terrains = json_object_get(view, "terrains");
        for (size_t j = 0; j < json_array_size(terrains); j++)
            is_terrain |= json_integer_value(json_array_get(terrains, j)) == brush;
        assert_true(is_terrain);
        Writer list = writer_to(arena);
        for (unsigned y = 0; y < 7; y++) /* from the corner of the map to its middle */
            for (unsigned x = 0; x < 9; x++)
                write_format(&list, "%s%zu, %zu, %u", x || y ? ", " : "", x * (i + 1),
                             y * (i + 2), brush);
        const json_t *cells = json_object_get(
            send_ok(edit, "api/map-draft",
                    arena_format(arena,
                                 "{\"path\": \"%s\", \"layer\": 0, \"cells\": [%.*s], "
                                 "\"terrains\": true}",
                                 map, (int)writer_text(&list).size, writer_text(&list).at)
                        .at),
            "cells");
        for (size_t j = 2; j < json_array_size(cells); j += 3)
            others += json_integer_value(json_array_get(cells, j)) != brush;
        send_ok(edit, "api/map?path=maps/island.tmx", as_change(edit, view, cells).at);
        const Text painted = edit_file(edit, map);
        const uint16_t *shown = cells_of(edit, map);
        send_ok(edit, "api/automap", "{\"path\": \"maps/island.tmx\"}");
        assert_true(text_equal(painted, edit_file(edit, map)));
        edit_get(edit, "api/map-view?path=maps/island.tmx");
        assert_memory_equal(cells_of(edit, map), shown,
                            MAP_LAYERS * SIDE * SIDE * sizeof *shown);
    }
    assert_true(others > 20);
    edit_check(edit);
    edit_end(edit);
}

/* Several layers are one step; the view has what was written, and after undo what was before.
 */
static void written_cells_are_shown(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const uint64_t files = edit_hash(edit);
    const json_t *view = edit_get(edit, "api/map-view?path=maps/town.tmx");
    const uint16_t *before = cells_of(edit, "maps/town.tmx");
    send_ok(edit, "api/map?path=maps/town.tmx",
            "{\"layers\": [{\"layer\": 0, \"names\": [\"cobble_15\"], \"cells\": [3, 4, 0]}, "
            "{\"layer\": 5, \"names\": [\"brid\"], \"cells\": [9, 9, 0, 8, 9, -1]}]}");
    const uint16_t *after = cells_of(edit, "maps/town.tmx");
    assert_int_equal(after[4 * SIDE + 3], number_of(view, "tiles", "cobble_15"));
    assert_int_equal(after[(MAP_LAYER_NPCS * SIDE + 9) * SIDE + 9],
                     number_of(view, "npcs", "brid"));
    edit_restart(edit, false);
    edit_get(edit, "api/map-view?path=maps/town.tmx");
    assert_memory_equal(cells_of(edit, "maps/town.tmx"), after,
                        MAP_LAYERS * SIDE * SIDE * sizeof *after);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_true(edit_hash(edit) == files);
    assert_memory_equal(cells_of(edit, "maps/town.tmx"), before,
                        MAP_LAYERS * SIDE * SIDE * sizeof *before);
}

static void impossible_drafts_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const bodies[] = {
        "{\"path\": \"maps/town.tmx\", \"layer\": 11, \"cells\": []}",
        "{\"path\": \"maps/town.tmx\", \"layer\": -1, \"cells\": []}",
        "{\"path\": \"maps/town.tmx\", \"layer\": 0, \"cells\": [1, 2]}",
        "{\"path\": \"maps/town.tmx\", \"layer\": 0}"};
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        edit_send(edit, "POST", "api/map-draft", NULL, bodies[i], &status);
        assert_int_equal(status, 400);
    }
    const uint16_t *before = cells_of(edit, "maps/town.tmx");
    const json_t *cells = json_object_get(
        send_ok(edit, "api/map-draft", draft_body(edit, MAP_LAYER_NPCS, "1, 1, 60000", true)),
        "cells");
    assert_int_equal(json_array_size(cells), 0);
    assert_memory_equal(cells_of(edit, "maps/town.tmx"), before,
                        MAP_LAYERS * SIDE * SIDE * sizeof *before);
}

/* ---- stamps ---- */

static void stamps_are_kept_with_the_project(void **state)
{
    EditKit *edit = *state;
    static const char stamp[] =
        "[{\"name\": \"well\", \"w\": 2, \"h\": 1, \"odd\": 0, \"layers\": "
        "[{\"layer\": 4, \"cells\": [\"anvil\", \"\"]}]}]";
    static const char *const wrong[] = {
        "{}",
        "[{\"name\": \"x\", \"w\": 2, \"h\": 1, \"odd\": 0}]",
        "[{\"name\": \"x\", \"w\": 0, \"h\": 1, \"odd\": 0, \"layers\": []}]",
        "[{\"name\": \"x\", \"w\": 1, \"h\": 1, \"odd\": 2, \"layers\": []}]",
        "[{\"name\": \"x\", \"w\": 4096, \"h\": 4096, \"odd\": 0, \"layers\": []}]",
        "[{\"name\": \"x\", \"w\": 1, \"h\": 1, \"odd\": 0, \"layers\": [{\"layer\": 11, "
        "\"cells\": [\"\"]}]}]",
        "[{\"name\": \"x\", \"w\": 1, \"h\": 2, \"odd\": 0, \"layers\": [{\"layer\": 1, "
        "\"cells\": [\"\"]}]}]"};
    unsigned status;
    assert_int_equal(json_array_size(edit_get(edit, "api/stamps")), 0);
    send_ok(edit, "api/stamps", stamp);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        edit_send(edit, "POST", "api/stamps", NULL, wrong[i], &status);
        assert_int_equal(status, 400);
    }
    edit_restart(edit, false);
    const json_t *kept = edit_get(edit, "api/stamps");
    assert_string_equal(edit_text(json_array_get(kept, 0), "name"), "well");
    assert_true(edit_file(edit, ".oisin/stamps.json").size > 0);
    edit_check(edit);
    edit_restart(edit, true);
    edit_send(edit, "POST", "api/stamps", NULL, "[]", &status);
    assert_int_equal(status, 409);
    edit_write(edit, ".oisin/stamps.json", TEXT("[{\"name\": 3}]"));
    assert_int_equal(json_array_size(edit_get(edit, "api/stamps")), 0);
}

/* ---- the page's copy of the grid ---- */

/* web/edit/map_grid.js has the same cells and boxes, on all grids, with odd sizes of tiles. */
static void the_page_knows_where_cells_are(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Writer out = writer_to(kit->arena);
    write_format(&out, "[");
    for (unsigned type = 0; type < 4; type++)
        for (unsigned size = 0; size < 12; size++) {
            const TngHeader header = {
                .type_bits = (uint8_t)type,
                .tile_width_low = (uint8_t)(1 + next_random(70)),
                .tile_height_low = (uint8_t)(1 + next_random(70)),
                .map_log2 = (uint8_t)(1 + next_random(7)),
            };
            const Grid grid = grid_of(&header);
            write_format(&out,
                         "%s{\"grid\": {\"type\": %d, \"side\": %d, \"tileW\": %d, \"tileH\": "
                         "%d, \"column\": %d, \"row\": %d}, \"points\": [",
                         type || size ? ",\n" : "", grid.type, grid.side, grid.tile_w,
                         grid.tile_h, grid.column, grid.row);
            uint32_t w, h;
            grid_picture_size(&grid, &w, &h);
            for (unsigned i = 0; i < 300; i++) {
                const Spot spot = {(int32_t)(next_random(w + 40)) - 20,
                                   (int32_t)(next_random(h + 40)) - 20};
                const Cell cell = grid_cell_at(&grid, spot);
                const Spot box = grid_box(&grid, cell);
                write_format(&out, "%s[%d,%d,%d,%d,%d,%d,%d]", i ? "," : "", spot.x, spot.y,
                             cell.x, cell.y, grid_inside(&grid, cell), box.x, box.y);
            }
            write_format(&out, "]}");
        }
    write_format(&out, "]\n");
    char path[FOLDER_SIZE];
    if (!has_tool("node"))
        skip();
    assert_true(make_temporary_folder(path, "grid"));
    const char *file = arena_format(kit->arena, "%s/cells.json", path).at;
    const Bytes json = writer_bytes(&out);
    assert_true(file_save(file, &json, 1, &kit->report));
    assert_int_equal(
        system(arena_format(kit->arena, "node tests/web/map_grid.mjs '%s'", file).at), 0);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_the_picture_of_the_map),
        EDIT(smaller_pieces_are_means_of_pixels),
        EDIT(impossible_pieces_are_refused),
        EDIT(things_are_pictures_of_what_is_placed),
        EDIT(drafts_are_shown_and_change_no_file),
        EDIT(terrains_are_painted_with_their_transitions),
        EDIT(written_cells_are_shown),
        EDIT(impossible_drafts_are_refused),
        EDIT(stamps_are_kept_with_the_project),
        cmocka_unit_test(the_page_knows_where_cells_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
