/* glTF: reading animations. */
#include "kit/open/gltf_accessor.h"

/* The element of a list in `object` whose index is `index`; NULL after its end. */
static const json_t *inner(const json_t *object, const char *list, const json_t *index)
{
    return json_is_integer(index) && json_integer_value(index) >= 0
               ? json_array_get(json_object_get(object, list),
                                (size_t)json_integer_value(index))
               : NULL;
}

/* A spline has three elements per key; the middle one is the value. */
static void middle_of(const GltfReading *reading, GltfChannel *out, const float *values)
{
    float *middle = ARENA_ALLOC(reading->arena, float, (size_t)out->count * out->width);
    for (size_t i = 0; i < out->count; i++)
        memcpy(middle + i * out->width, values + (3 * i + 1) * out->width,
               out->width * sizeof *middle);
    out->values = middle;
}

static bool take_keys(GltfReading *reading, const json_t *sampler, GltfChannel *out)
{
    const Text how = gltf_text(reading, sampler, "interpolation");
    const unsigned spline = text_is(how, "CUBICSPLINE") ? 3 : 1;
    const float *values;
    uint32_t count;
    int32_t input, output;
    if (!gltf_index(reading, sampler, "input", "accessors", &input) ||
        !gltf_index(reading, sampler, "output", "accessors", &output))
        return false;
    if (input < 0 || output < 0)
        return report_error(reading->report, "an animation has a sampler without data");
    out->width = out->path == GLTF_WEIGHTS ? 1 : out->path == GLTF_ROTATION ? 4 : 3;
    out->steps = text_is(how, "STEP");
    if (!gltf_floats(reading, input, 1, &out->times, &out->count) ||
        !gltf_floats(reading, output, out->width, &values, &count))
        return false;
    if (out->path == GLTF_WEIGHTS && out->count)
        out->width = count / out->count / spline;
    if (!out->count || !out->width ||
        count != (uint64_t)out->count * spline * (out->path == GLTF_WEIGHTS ? out->width : 1))
        return report_error(reading->report, "an animation has %u times and %u values",
                            out->count, count);
    for (uint32_t i = 1; i < out->count; i++)
        if (!(out->times[i] > out->times[i - 1]))
            return report_error(reading->report, "the times of an animation do not increase");
    out->values = values;
    if (spline == 3)
        middle_of(reading, out, values);
    return true;
}

static bool take_animation(GltfReading *reading, const json_t *json, GltfAnimation *out)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    const json_t *channels = json_object_get(json, "channels");
    out->name = gltf_text(reading, json, "name");
    out->extras = gltf_extras(reading, json);
    out->channels = ARENA_ALLOC(reading->arena, GltfChannel, json_array_size(channels));
    for (size_t i = 0; i < json_array_size(channels); i++) {
        const json_t *channel = json_array_get(channels, i);
        const json_t *target = json_object_get(channel, "target");
        const Text path = gltf_text(reading, target, "path");
        GltfChannel *next = &out->channels[out->channel_count];
        size_t which = 0;
        if (!gltf_index(reading, target, "node", "nodes", &next->node))
            return false;
        while (which < COUNT_OF(paths) && !text_is(path, paths[which]))
            which++;
        if (next->node < 0 || which == COUNT_OF(paths))
            continue; /* defined by an extension */
        next->path = (GltfPath)which;
        if (!take_keys(reading, inner(json, "samplers", json_object_get(channel, "sampler")),
                       next))
            return false;
        out->channel_count++;
    }
    return true;
}

bool gltf_take_animations(GltfReading *reading, Gltf *out)
{
    out->animation_count = gltf_count(reading, "animations");
    out->animations = ARENA_ALLOC(reading->arena, GltfAnimation, out->animation_count);
    for (size_t i = 0; i < out->animation_count; i++)
        if (!take_animation(reading, gltf_element(reading, "animations", (int32_t)i),
                            &out->animations[i]))
            return false;
    return true;
}
