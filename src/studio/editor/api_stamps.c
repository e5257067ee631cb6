/* Areas of maps that were copied or kept under a name. They do not belong to the game, and are
 * not undone. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"

enum { STAMPS_MAX = 500, SIDE_MAX = 4096, CELLS_MAX = 1 << 20 /* of all together */ };

static bool is_side(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) > 0 &&
           json_integer_value(value) <= SIDE_MAX;
}

static bool is_layer(const json_t *layer, size_t count)
{
    const json_t *number = json_object_get(layer, "layer");
    const json_t *cells = json_object_get(layer, "cells");
    bool ok = json_is_integer(number) && json_integer_value(number) >= 0 &&
              json_integer_value(number) < MAP_LAYERS && json_is_array(cells) &&
              json_array_size(cells) == count;
    for (size_t i = 0; ok && i < count; i++)
        ok = json_is_string(json_array_get(cells, i));
    return ok;
}

/* `*left`: how many cells there may still be. */
static bool is_stamp(const json_t *stamp, size_t *left)
{
    const json_t *w = json_object_get(stamp, "w"), *h = json_object_get(stamp, "h");
    const json_t *odd = json_object_get(stamp, "odd");
    const json_t *layers = json_object_get(stamp, "layers");
    if (!json_is_string(json_object_get(stamp, "name")) || !is_side(w) || !is_side(h) ||
        !json_is_integer(odd) || json_integer_value(odd) < 0 || json_integer_value(odd) > 1 ||
        !json_is_array(layers) || json_array_size(layers) > MAP_LAYERS)
        return false;
    const size_t count = (size_t)json_integer_value(w) * (size_t)json_integer_value(h);
    const size_t all = count * (json_array_size(layers) + 1);
    bool ok = all <= *left;
    for (size_t i = 0; ok && i < json_array_size(layers); i++)
        ok = is_layer(json_array_get(layers, i), count);
    *left -= ok ? all : 0;
    return ok;
}

static bool are_stamps(const json_t *stamps)
{
    size_t left = CELLS_MAX;
    bool ok = json_is_array(stamps) && json_array_size(stamps) <= STAMPS_MAX;
    for (size_t i = 0; ok && i < json_array_size(stamps); i++)
        ok = is_stamp(json_array_get(stamps, i), &left);
    return ok;
}

static void put_layer(JsonWriter *json, const json_t *layer)
{
    const json_t *cells = json_object_get(layer, "cells");
    json_open(json, NULL);
    json_put_int(json, "layer", json_integer_value(json_object_get(layer, "layer")));
    json_open_list(json, "cells");
    for (size_t i = 0; i < json_array_size(cells); i++)
        json_put_text(json, NULL, text_of(json_string_value(json_array_get(cells, i))));
    json_close_list(json);
    json_close(json);
}

static void put_stamps(JsonWriter *json, const json_t *stamps)
{
    static const char *const numbers[] = {"w", "h", "odd"};
    json_open_list(json, NULL);
    for (size_t i = 0; i < json_array_size(stamps); i++) {
        const json_t *stamp = json_array_get(stamps, i);
        const json_t *layers = json_object_get(stamp, "layers");
        json_open(json, NULL);
        json_put_text(json, "name", text_of(json_string_value(json_object_get(stamp, "name"))));
        for (size_t j = 0; j < COUNT_OF(numbers); j++)
            json_put_int(json, numbers[j],
                         json_integer_value(json_object_get(stamp, numbers[j])));
        json_open_list(json, "layers");
        for (size_t j = 0; j < json_array_size(layers); j++)
            put_layer(json, json_array_get(layers, j));
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
}

void get_stamps(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    const json_t *stamps = kept_json(call, KEPT_STAMPS);
    put_stamps(&json, are_stamps(stamps) ? stamps : NULL);
    call_json(call, &json);
}

void post_stamps(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    if (!are_stamps(call->body)) {
        call_error(call, 400,
                   "an area of a map has a name, w, h, odd and layers of w x h names");
        return;
    }
    put_stamps(&json, call->body);
    keep_json(call, KEPT_STAMPS, &json, "the areas cannot be kept");
}
