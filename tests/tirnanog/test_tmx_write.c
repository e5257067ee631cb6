/* Writing Tiled maps: they read the same, and Tiled takes them for its own. */
#include "lib/tmx_kit.h"

#include "base/stream.h"

#include <stdio.h>
#include <unistd.h>

static TmxMap sample(TmxOrientation orientation, const char *picture)
{
    static TmxProperty properties[] = {
        {.name = {"title", 5}, .value = {"a <\"&'> b\n\tc \xC3\xA9", 15}},
        {.name = {"parallax", 8}, .value = {"0", 1}},
        {.name = {"parallax", 8}, .value = {"1", 1}}};
    static TmxPoint points[] = {{16500, 8000}, {-1, 1}, {1234500, -1500}};
    static TmxPolygon polygons[] = {{.name = {"12", 2}, .points = points, .point_count = 3},
                                    {.name = {"3", 1}, .points = points + 1, .point_count = 1}};
    TmxTileset *tilesets = ARENA_ALLOC(arena, TmxTileset, 2);
    tilesets[0] = (TmxTileset){
        .first = 1, .name = TEXT("tiles_oak"), .image = text_of(picture), .w = 16, .h = 16};
    tilesets[1] = (TmxTileset){.first = 2, .name = TEXT("npcs_baker")};
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, 2);
    for (uint32_t i = 0; i < 2; i++) {
        layers[i] = (TmxLayer){.id = 6 - 5 * i, .w = 9 + i, .h = 7 - i, .name = TEXT("<x>")};
        layers[i].cells = ARENA_ALLOC(arena, uint32_t, layers[i].w * layers[i].h);
        for (uint32_t j = 0; j < layers[i].w * layers[i].h; j++)
            layers[i].cells[j] = (j * 7 + i) % 3;
    }
    return (TmxMap){.orientation = orientation,
                    .w = 8,
                    .h = 8,
                    .tile_w = 16,
                    .tile_h = 16,
                    .properties = properties,
                    .property_count = 3,
                    .tilesets = tilesets,
                    .tileset_count = 2,
                    .layers = layers,
                    .layer_count = 2,
                    .polygons = polygons,
                    .polygon_count = 2};
}

static void maps_equal(const TmxMap *a, const TmxMap *b)
{
    assert_int_equal(a->orientation, b->orientation);
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->h, b->h);
    assert_int_equal(a->tile_w, b->tile_w);
    assert_int_equal(a->tile_h, b->tile_h);
    assert_int_equal(a->property_count, b->property_count);
    for (size_t i = 0; i < a->property_count; i++) {
        assert_true(text_equal(a->properties[i].name, b->properties[i].name));
        assert_true(text_equal(a->properties[i].value, b->properties[i].value));
    }
    assert_int_equal(a->tileset_count, b->tileset_count);
    for (size_t i = 0; i < a->tileset_count; i++) {
        assert_int_equal(a->tilesets[i].first, b->tilesets[i].first);
        assert_true(text_equal(a->tilesets[i].name, b->tilesets[i].name));
    }
    assert_int_equal(a->layer_count, b->layer_count);
    for (size_t i = 0; i < a->layer_count; i++) {
        assert_int_equal(a->layers[i].id, b->layers[i].id);
        assert_int_equal(a->layers[i].w, b->layers[i].w);
        assert_int_equal(a->layers[i].h, b->layers[i].h);
        assert_memory_equal(a->layers[i].cells, b->layers[i].cells,
                            sizeof(uint32_t) * a->layers[i].w * a->layers[i].h);
    }
    assert_int_equal(a->polygon_count, b->polygon_count);
    for (size_t i = 0; i < a->polygon_count; i++) {
        assert_true(text_equal(a->polygons[i].name, b->polygons[i].name));
        assert_int_equal(a->polygons[i].point_count, b->polygons[i].point_count);
        assert_memory_equal(a->polygons[i].points, b->polygons[i].points,
                            sizeof(TmxPoint) * a->polygons[i].point_count);
    }
}

static void written_files_survive_a_round_trip(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        const TmxMap map = sample((TmxOrientation)i, "../tiles/a&b.png");
        const Bytes file = tmx_write(&map, arena);
        const TmxMap again = tmx_read_good(text_of_bytes(file));
        assert_int_equal(kit->messages.count, 0);
        maps_equal(&map, &again);
        for (size_t at = 0; at < file.size; at++)
            if (file.data[at] == '\n')
                assert_int_equal(file.data[at - 1], '\r');
    }
}

static void characters_invalid_in_xml_are_replaced(void **state)
{
    (void)state;
    TmxMap map = {.w = 1, .h = 1, .tile_w = 1, .tile_h = 1};
    map.properties = &(TmxProperty){.name = TEXT("a"), .value = {"\x01\xFF\xEF\xBF\xBF\0z", 7}};
    map.property_count = 1;
    const TmxMap again = tmx_read_good(text_of_bytes(tmx_write(&map, arena)));
    assert_true(text_is(again.properties[0].value, "?\xEF\xBF\xBD??z"));
}

static Bytes file_bytes(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return (Bytes){0};
    Writer writer = writer_to(arena);
    size_t size;
    uint8_t buffer[4096];
    while ((size = fread(buffer, 1, sizeof buffer, file)))
        write_bytes(&writer, (Bytes){buffer, size});
    fclose(file);
    return writer_bytes(&writer);
}

static void tiled_reads_written_maps(void **state)
{
    (void)state;
    if (!has_tool("tiled"))
        skip();
    char folder[FOLDER_SIZE];
    assert_true(make_temporary_folder(folder, "oisin-tmx"));
    for (int i = 0; i < 4; i++) {
        TmxMap map = sample((TmxOrientation)i, "");
        map.property_count = 1; /* Tiled sorts them, and keeps one of a name */
        const Bytes bytes = tmx_write(&map, arena);
        const char *in = arena_format(arena, "%s/in.tmx", folder).at;
        const char *out = arena_format(arena, "%s/out.tmx", folder).at;
        FILE *file = fopen(in, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
        fclose(file);
        const int status = system(arena_format(arena,
                                               "HOME=%s XDG_CONFIG_HOME=%s "
                                               "QT_QPA_PLATFORM=offscreen timeout 60 tiled "
                                               "--export-map tmx %s %s >/dev/null 2>&1",
                                               folder, folder, in, out)
                                      .at);
        assert_int_equal(status, 0);
        const TmxMap again = tmx_read_good(text_of_bytes(file_bytes(out)));
        maps_equal(&map, &again);
    }
    assert_int_equal(system(arena_format(arena, "rm -r %s", folder).at), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(written_files_survive_a_round_trip),
        TEST(characters_invalid_in_xml_are_replaced),
        TEST(tiled_reads_written_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
