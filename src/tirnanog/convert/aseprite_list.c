/* Parts, in order: frames; tags; strips. Numbers of the list are checked against the image. */
#include "tirnanog/convert/aseprite_list.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "base/image/png.h"
#include "base/image/png_write.h"
#include "tirnanog/container/tng_sprites.h"
#include "tirnanog/convert/clip_names.h"
#include "tirnanog/convert/clip_time.h"
#include "tirnanog/sprites/sheet_cut.h"

enum { FRAMES_MAX = 65535, MS_MAX = 65535 };

typedef struct Frame {
    uint32_t x, y, w, h;       /* in the sheet */
    uint32_t left, top;        /* where that is in the whole frame ... */
    uint32_t whole_w, whole_h; /* ... of this size */
    uint32_t ms;
} Frame;

typedef struct Listed {
    const Image *sheet;
    Text stem;
    const char *category;
    Frame *frames;
    size_t count;
    Table seen;
    uint64_t pixels; /* of all strips */
    ProjectFiles *out;
    Arena *arena;
    Report *report;
} Listed;

/* ---- frames ---- */

static bool number_in(const json_t *object, const char *key, uint32_t max, uint32_t *out)
{
    const json_t *value = json_object_get(object, key);
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > max)
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool read_frame(Listed *listed, const json_t *from)
{
    const json_t *place = json_object_get(from, "frame"),
                 *whole = json_object_get(from, "sourceSize"),
                 *part = json_object_get(from, "spriteSourceSize");
    const size_t number = listed->count;
    Frame *frame = ARENA_PUSH(listed->arena, listed->frames, listed->count);
    *frame = (Frame){.ms = 100};
    if (!number_in(place, "x", PNG_SIDE_MAX, &frame->x) ||
        !number_in(place, "y", PNG_SIDE_MAX, &frame->y) ||
        !number_in(place, "w", PNG_SIDE_MAX, &frame->w) ||
        !number_in(place, "h", PNG_SIDE_MAX, &frame->h) || !frame->w || !frame->h)
        return report_error(listed->report, "frame %zu has no place in the sheet", number);
    if (json_is_true(json_object_get(from, "rotated")))
        return report_error(listed->report, "frame %zu is rotated; export it without that",
                            number);
    if (frame->x + frame->w > listed->sheet->w || frame->y + frame->h > listed->sheet->h)
        return report_error(
            listed->report, "frame %zu ends at %u,%u, the sheet has %u x %u pixels", number,
            frame->x + frame->w, frame->y + frame->h, listed->sheet->w, listed->sheet->h);
    if (!number_in(whole, "w", PNG_SIDE_MAX, &frame->whole_w) ||
        !number_in(whole, "h", PNG_SIDE_MAX, &frame->whole_h) ||
        !number_in(part, "x", PNG_SIDE_MAX, &frame->left) ||
        !number_in(part, "y", PNG_SIDE_MAX, &frame->top)) {
        frame->whole_w = frame->w;
        frame->whole_h = frame->h;
        frame->left = frame->top = 0;
    }
    if (!frame->whole_w || !frame->whole_h)
        return report_error(listed->report, "frame %zu has no size", number);
    (void)number_in(from, "duration", MS_MAX, &frame->ms);
    return true;
}

/* The order of a JSON object is that of its text, and of the animation. */
static bool read_frames(Listed *listed, const json_t *tree)
{
    json_t *frames = json_object_get(tree, "frames"), *frame;
    const char *name;
    size_t i;
    if (json_is_array(frames)) {
        json_array_foreach(frames, i, frame)
        {
            if (listed->count == FRAMES_MAX || !read_frame(listed, frame))
                return false;
        }
    } else {
        json_object_foreach(frames, name, frame)
        {
            if (listed->count == FRAMES_MAX || !read_frame(listed, frame))
                return false;
        }
    }
    return listed->count || report_error(listed->report, "the list has no frames");
}

/* ---- strips ---- */

static uint32_t frame_ms(const void *context, uint32_t frame)
{
    return ((const Listed *)context)->frames[frame].ms;
}

static bool strip_write(Listed *listed, Text path, const uint32_t *frames, size_t count)
{
    const Frame *first = &listed->frames[frames[0]];
    const uint64_t wide = (uint64_t)first->whole_w * count;
    listed->pixels += wide * first->whole_h;
    if (wide > PNG_SIDE_MAX || listed->pixels > PNG_PIXELS_MAX)
        return report_error(listed->report, "the sprites become too large");
    for (size_t i = 0; i < count; i++) {
        const Frame *frame = &listed->frames[frames[i]];
        if (frame->whole_w != first->whole_w || frame->whole_h != first->whole_h)
            return report_error(listed->report, "%.*s: its frames have different sizes",
                                (int)path.size, path.at);
    }
    const Image strip = image_new((uint32_t)wide, first->whole_h, listed->arena);
    for (size_t i = 0; i < count; i++) {
        const Frame *frame = &listed->frames[frames[i]];
        const Image from = image_part(listed->sheet, frame->x, frame->y, frame->w, frame->h);
        const Image to =
            image_part(&strip, (uint32_t)i * first->whole_w, 0, first->whole_w, first->whole_h);
        image_copy(&to, (int32_t)frame->left, (int32_t)frame->top, &from);
    }
    *ARENA_PUSH(listed->arena, listed->out->items, listed->out->count) =
        (ProjectFile){path, png_write(&strip, NULL, listed->arena)};
    return true;
}

static bool tag_write(Listed *listed, Text tag, const ClipTag *part)
{
    const ClipDurations durations = {frame_ms, listed};
    uint32_t frames[SHEET_FRAMES_MAX];
    size_t count;
    ClipName name;
    char loop;
    if (!clip_name_parse(tag, &name, listed->arena))
        return report_error(listed->report,
                            "tag \"%.*s\": the name of a sprite has letters and digits",
                            (int)tag.size, tag.at);
    if (!clip_tag_frames(part, &durations, frames, SHEET_FRAMES_MAX, &count, &loop))
        return report_error(listed->report, "tag \"%.*s\" needs more than %d frames of 1/8 s",
                            (int)tag.size, tag.at, SHEET_FRAMES_MAX);
    const Text key =
        arena_format(listed->arena, "%.*s%s%.*s_%s", (int)listed->stem.size, listed->stem.at,
                     name.name.size ? "_" : "", (int)name.name.size, name.name.at,
                     tng_direction_names[name.direction]);
    if (*table_put(&listed->seen, key, (uint32_t)listed->out->count) != listed->out->count)
        return report_error(listed->report, "two tags become the sprite %.*s", (int)key.size,
                            key.at);
    return strip_write(listed,
                       arena_format(listed->arena, "%s/%.*s%c%c.png", listed->category,
                                    (int)key.size, key.at, loop,
                                    tng_frame_letter((unsigned)count)),
                       frames, count);
}

/* ---- tags ---- */

static bool read_tag(Listed *listed, const json_t *from)
{
    const char *name = json_string_value(json_object_get(from, "name")),
               *direction = json_string_value(json_object_get(from, "direction")),
               *repeat = json_string_value(json_object_get(from, "repeat"));
    const uint32_t last = (uint32_t)listed->count - 1;
    ClipTag part = {0};
    int64_t times = 0;
    if (!name || !number_in(from, "from", last, &part.from) ||
        !number_in(from, "to", last, &part.to) || part.from > part.to)
        return report_error(listed->report, "tag \"%s\" has frames that are not in the list",
                            name ? name : "");
    part.turns = direction && !strncmp(direction, "pingpong", 8);
    part.back =
        direction && (!strcmp(direction, "reverse") || !strcmp(direction, "pingpong_reverse"));
    if (repeat && text_number(text_of(repeat), 1, SHEET_FRAMES_MAX, &times))
        part.repeat = (uint32_t)times;
    return tag_write(listed, text_of(name), &part);
}

static bool write_all(Listed *listed, const json_t *tree)
{
    const json_t *tags = json_object_get(json_object_get(tree, "meta"), "frameTags");
    if (!read_frames(listed, tree))
        return false;
    const size_t count = json_array_size(tags);
    if (!count) {
        const ClipTag whole = {.to = (uint32_t)listed->count - 1};
        return tag_write(listed, TEXT(""), &whole);
    }
    for (size_t i = 0; i < count; i++)
        if (!read_tag(listed, json_array_get(tags, i)))
            return false;
    return true;
}

bool aseprite_list_sprites(Bytes file, const Image *sheet, Text stem, const char *category,
                           ProjectFiles *out, Arena *arena, Report *report)
{
    Report about =
        report_child(report, arena_format(arena, "%.*s.json", (int)stem.size, stem.at));
    const json_t *tree = json_read(file, arena, &about);
    Listed listed = {.sheet = sheet,
                     .stem = stem,
                     .category = category,
                     .seen = table_new(arena),
                     .out = out,
                     .arena = arena,
                     .report = &about};
    return tree && write_all(&listed, tree);
}

bool aseprite_list_is(Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const json_t *tree = json_read(file, arena, &silent);
    const json_t *frames = json_object_get(tree, "frames");
    const json_t *first =
        json_is_array(frames)
            ? json_array_get(frames, 0)
            : json_object_iter_value(json_object_iter((json_t *)(uintptr_t)frames));
    return json_is_object(json_object_get(first, "frame"));
}
