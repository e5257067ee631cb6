/* Where the nodes of the graph were moved. Places do not belong to the game, and are not
 * undone. */
#include "studio/editor/editor_internal.h"

enum { PLACE_MAX = 10000000 }; /* pixels from the middle */

static bool is_place(const json_t *place)
{
    bool ok = json_is_array(place) && json_array_size(place) == 2;
    for (size_t i = 0; ok && i < 2; i++) {
        const json_t *number = json_array_get(place, i);
        ok = json_is_integer(number) && json_integer_value(number) <= PLACE_MAX &&
             json_integer_value(number) >= -PLACE_MAX;
    }
    return ok;
}

static bool are_places(json_t *places)
{
    const char *path;
    json_t *place;
    bool ok = json_is_object(places);
    json_object_foreach(places, path, place) ok &= is_place(place);
    return ok;
}

static void put_places(JsonWriter *json, json_t *places)
{
    const char *path;
    json_t *place;
    json_open(json, NULL);
    json_object_foreach(places, path, place)
    {
        json_open_list(json, path);
        for (size_t i = 0; i < 2; i++)
            json_put_int(json, NULL, json_integer_value(json_array_get(place, i)));
        json_close_list(json);
    }
    json_close(json);
}

void get_places(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_t *places = kept_json(call, KEPT_PLACES);
    put_places(&json, are_places(places) ? places : NULL);
    call_json(call, &json);
}

void post_places(Call *call)
{
    json_t *places = (json_t *)(uintptr_t)call->body;
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    if (!are_places(places)) {
        call_error(call, 400, "a place is two numbers");
        return;
    }
    put_places(&json, places);
    keep_json(call, KEPT_PLACES, &json, "the places cannot be kept");
}
