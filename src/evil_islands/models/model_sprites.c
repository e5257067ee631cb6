/* Draws models as sprites, sheets and single images. Parts, in order: names and frames of a
 * strip (one clip in one direction); planning and its limits; sheets; single images. All frames
 * are measured before the first one is drawn, because all images have the same scale. Images
 * are drawn at four times their size and reduced. */
#include "evil_islands/models/model_sprites.h"

#include "base/hash.h"
#include "base/tasks.h"
#include "base/text.h"
#include "evil_islands/archives/file_store.h"
#include "evil_islands/models/model_view.h"
#include "tirnanog/container/tng_sprite_names.h"
#include "base/image/png_write.h"

#include <ctype.h>
#include <string.h>

enum { SAMPLES = 4, MARGIN = 1 }; /* samples per side of a pixel; margin in pixels */
#define SPRITE_SAMPLES_MAX (1ull << 32)
enum { SPRITE_TRIANGLES_MAX = 1 << 26 };

/* ---- names and frames ---- */

typedef struct Strip {
    int32_t clip; /* -1: at rest */
    unsigned direction, frames;
    float turn;  /* degrees, added to the direction */
    Text suffix; /* of its name: that of the clip; empty: at rest */
    Text path;
    Image image; /* the frames, side by side, and ... */
    Bytes png;   /* ... its file, if `encodes` */
    Arena *arena;
} Strip;

typedef struct Rendering {
    const Model *model;
    ModelPaints paints;
    bool encodes;
    SpriteSettings settings;
    float scale; /* pixels per unit; 0: the model fits in */
    ModelView view;
    Strip *strips;
    size_t strip_count;
    Table names; /* file names of clips, in lower case */
} Rendering;

/* Whether a clip loops: its name contains one of these words. Other clips are played once. */
static bool is_loop(Text name)
{
    static const char *const words[] = {"idle", "walk",  "run",   "stand", "fly", "swim",
                                        "move", "crawl", "sneak", "rest",  "wait"};
    char lower[64];
    const size_t size = name.size < sizeof lower - 1 ? name.size : sizeof lower - 1;
    for (size_t i = 0; i < size; i++)
        lower[i] = (char)tolower((unsigned char)name.at[i]);
    lower[size] = 0;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strstr(lower, words[i]))
            return true;
    return false;
}

/* Replaces letters that are not allowed in a project's file names by one that is. */
static Text plain_name(Text name, Arena *arena)
{
    char *copy = (char *)arena_text(arena, name).at;
    for (size_t i = 0; i < name.size; i++)
        if (!isalnum((unsigned char)copy[i]) && copy[i] != '.')
            copy[i] = '_';
    return (Text){copy, name.size};
}

Text model_clip_name(Text clip, Arena *arena) { return plain_name(clip, arena); }

/* The file name of a clip, with a number if another clip has the same file name. */
static Text clip_name(Rendering *rendering, Text name, Arena *arena, Report *report)
{
    const Text plain = plain_name(name, arena);
    Text out = plain;
    for (unsigned number = 2; table_get(&rendering->names, path_key(out, arena)); number++)
        out = arena_format(arena, "%.*s%u", (int)plain.size, plain.at, number);
    table_put(&rendering->names, path_key(out, arena), 0);
    if (out.size != plain.size)
        report_warning(report, "clip \"%.*s\" renamed to %.*s; %.*s is already used",
                       (int)name.size, name.at, (int)out.size, out.at, (int)plain.size,
                       plain.at);
    return out;
}

/* The clip's frame for image `index` of `count`. The last frame of a loop equals the first, so
 * it is not shown. */
static uint32_t frame_of(const ModelClip *clip, bool loop, unsigned index, unsigned count)
{
    if (count < 2)
        return 0;
    return loop ? (uint32_t)((uint64_t)index * clip->frame_count / count)
                : (uint32_t)((uint64_t)index * (clip->frame_count - 1) / (count - 1));
}

/* Direction 0 shows the model unturned; the others follow in equal steps. */
static float turn_of(const Strip *strip)
{
    return strip->turn - 360.0f * (float)strip->direction / SPRITE_DIRECTIONS;
}

/* Runs in a thread. Only one frame at a time is in memory at four times its size. */
static void draw_strip(void *context, size_t index)
{
    const Rendering *rendering = context;
    Strip *strip = &rendering->strips[index];
    const Model *model = rendering->model;
    const ModelClip *clip = strip->clip < 0 ? NULL : &model->clips[strip->clip];
    const uint32_t side = rendering->settings.side;
    Arena *scratch = arena_new();
    ModelView view = rendering->view;
    view.turn = turn_of(strip);
    const Image all =
        image_new(side * strip->frames, side, rendering->encodes ? scratch : strip->arena);
    for (unsigned i = 0; i < strip->frames; i++) {
        Arena *arena = arena_new();
        const Raster raster = raster_new(side * SAMPLES, side * SAMPLES, arena);
        model_draw(model, &rendering->paints, strip->clip,
                   clip ? frame_of(clip, is_loop(clip->name), i, strip->frames) : 0, &view,
                   &raster);
        const Image frame = raster_reduced(&raster.image, SAMPLES, true, arena);
        if (rendering->settings.outline)
            raster_outline(&frame, PIXEL(0, 0, 0, 255), arena);
        image_copy(&all, (int32_t)(i * side), 0, &frame);
        arena_free(arena);
    }
    if (rendering->encodes)
        strip->png = png_write(&all, NULL, strip->arena);
    else
        strip->image = all;
    arena_free(scratch);
}

/* ---- planning ---- */

/* Whether a list such as "walk,idle" selects the clip: by its name, or by a part of the name.
 */
static bool is_chosen(const char *list, Text name, Arena *arena)
{
    Text rest = list ? text_of(list) : TEXT("");
    if (!rest.size)
        return true;
    for (size_t from = 0; from < rest.size;) {
        size_t to = from;
        while (to < rest.size && rest.at[to] != ',')
            to++;
        const Text word = text_lowered(text_trimmed(text_slice(rest, from, to)), arena);
        size_t at;
        if (word.size && text_find_part(text_lowered(name, arena), word, &at))
            return true;
        from = to + 1;
    }
    return false;
}

/* A strip for each direction. The name says which clip, direction, repetition and frame
 * count. */
static void add_strips(Rendering *rendering, int32_t clip, Arena *arena, Report *report)
{
    const Model *model = rendering->model;
    const ModelClip *of = clip < 0 ? NULL : &model->clips[clip];
    const unsigned most = rendering->settings.frames;
    const unsigned frames = !of ? 1 : of->frame_count < most ? of->frame_count : most;
    const Text name = plain_name(model->name, arena);
    const Text of_clip = of ? clip_name(rendering, of->name, arena, report) : TEXT("");
    for (unsigned i = 0; i < rendering->settings.directions; i++) {
        const unsigned direction = i * SPRITE_DIRECTIONS / rendering->settings.directions;
        *ARENA_PUSH(arena, rendering->strips, rendering->strip_count) =
            (Strip){.clip = clip,
                    .direction = direction,
                    .frames = frames,
                    .suffix = of_clip,
                    .path = arena_format(
                        arena, "%.*s%s%.*s_%s%c%c.png", (int)name.size, name.at, of ? "_" : "",
                        (int)of_clip.size, of_clip.at, tng_direction_names[direction],
                        of && is_loop(of->name) ? 'l' : 'o', tng_frame_letter(frames))};
    }
}

/* Makes images large enough for so many pixels; the side is even, so that the middle is one. */
static bool side_for(Rendering *rendering, float pixels, Report *report)
{
    if (!(pixels + 2 * MARGIN + 2 <= SPRITE_SIDE_MAX))
        return report_error(report, "the model is larger than %d pixels", SPRITE_SIDE_MAX);
    const uint32_t side = (uint32_t)ceilf(pixels) + 2 * MARGIN;
    rendering->settings.side = (side < SPRITE_SIDE_MIN ? SPRITE_SIDE_MIN : side) + side % 2;
    return true;
}

/* Computes the scale at which all frames fit, and the position of the origin. */
static bool find_scale(Rendering *rendering, Report *report)
{
    ModelReach reach = {0};
    const Model *model = rendering->model;
    ModelView *view = &rendering->view;
    for (size_t i = 0; i < rendering->strip_count; i++) {
        const Strip *strip = &rendering->strips[i];
        const ModelClip *clip = strip->clip < 0 ? NULL : &model->clips[strip->clip];
        view->turn = turn_of(strip);
        for (unsigned frame = 0; frame < strip->frames; frame++)
            model_reach(model, strip->clip,
                        clip ? frame_of(clip, is_loop(clip->name), frame, strip->frames) : 0,
                        view, &reach);
    }
    const float wide = 2 * reach.aside, high = reach.most - reach.least;
    const float largest = high > wide ? high : wide;
    if (!(largest > 1e-6f))
        return report_error(report, "the model has nothing that can be drawn");
    if (rendering->scale > 0 && !side_for(rendering, largest * rendering->scale, report))
        return false;
    const float side = (float)rendering->settings.side;
    view->scale = rendering->scale > 0 ? rendering->scale * SAMPLES
                                       : (side - 2 * MARGIN) / largest * SAMPLES;
    view->x = side * SAMPLES / 2;
    view->y = (side - MARGIN) * SAMPLES + reach.least * view->scale;
    return true;
}

/* Limits the cost of all images, in samples and triangles, to about ten seconds. */
static bool check_work(const Rendering *rendering, Report *report)
{
    uint64_t frames = 0, triangles = 0;
    for (size_t i = 0; i < rendering->strip_count; i++)
        frames += rendering->strips[i].frames;
    for (size_t i = 0; i < rendering->model->bone_count; i++)
        if (rendering->model->bones[i].fig)
            triangles += rendering->model->bones[i].fig->index_count / 3;
    const uint64_t side = (uint64_t)rendering->settings.side * SAMPLES;
    return (frames * side * side <= SPRITE_SAMPLES_MAX &&
            frames * triangles <= SPRITE_TRIANGLES_MAX) ||
           report_error(
               report,
               "%llu frames of %u x %u pixels and %llu triangles are too much at once: "
               "choose fewer --clips or --poses, or a smaller --size",
               (unsigned long long)frames, rendering->settings.side, rendering->settings.side,
               (unsigned long long)triangles);
}

/* Takes the cost of drawing from the budget: `cover` pixels, see model_cover. */
static bool spend(const ModelLook *look, uint64_t cover, Report *report)
{
    uint64_t whole = MODEL_COVER_MAX;
    uint64_t *budget = look->budget ? look->budget : &whole;
    if (cover > *budget)
        return report_error(report, "its triangles cover too many pixels to be drawn");
    *budget -= cover;
    return true;
}

/* The cost of all strips, of which each is measured by its first frame. */
static bool spend_strips(Rendering *rendering, const ModelLook *look, Report *report)
{
    const uint32_t side = rendering->settings.side * SAMPLES;
    uint64_t cover = 0;
    for (size_t i = 0; i < rendering->strip_count; i++) {
        const Strip *strip = &rendering->strips[i];
        rendering->view.turn = turn_of(strip);
        cover += strip->frames *
                 model_cover(rendering->model, strip->clip, 0, &rendering->view, side, side);
    }
    return spend(look, cover, report);
}

bool model_stage_open(const ConversionJob *job, ModelStage *out, Arena *arena, Report *report)
{
    const ModelSource source = model_source(job);
    if (!model_load(&source, &out->model, arena, report))
        return false;
    out->paints = model_paints(&out->model, arena, report);
    return true;
}

/* `side` is used if the settings leave it open. */
static Rendering rendering_of(const ModelStage *stage, const ModelLook *look, uint32_t side,
                              Arena *arena)
{
    const float *body = look->complexion;
    float weights[FIG_VARIANTS];
    Rendering rendering = {
        .model = &stage->model,
        .paints = stage->paints,
        .settings = look->sprites,
        .scale = look->scale,
        .names = table_new(arena),
        .view = {.pitch = look->sprites.pitch, .unlit = look->sprites.unlit}};
    if (!rendering.settings.side)
        rendering.settings.side = side;
    model_weights(body[0], body[1], body[2], weights);
    rendering.view.body = model_body(&stage->model, weights);
    return rendering;
}

static ModelLook look_of(const ConversionJob *job)
{
    ModelLook look = {.sprites = model_settings(job)->sprites};
    memcpy(look.complexion, model_settings(job)->complexion, sizeof look.complexion);
    return look;
}

/* Always false. */
static bool report_no_clip(const Model *model, const char *clips, Report *report)
{
    return report_error(report, "none of its %zu clips is like \"%s\"", model->clip_count,
                        clips);
}

/* Draws all strips of the chosen clips. */
static bool render(Rendering *rendering, const ModelLook *look, Arena *arena, Report *report)
{
    const Model *model = rendering->model;
    const char *clips = rendering->settings.clips;
    for (size_t i = 0; look->clips && i < look->clip_count; i++)
        add_strips(rendering, look->clips[i], arena, report);
    for (size_t i = 0; !look->clips && i < model->clip_count; i++)
        if (is_chosen(clips, model->clips[i].name, arena))
            add_strips(rendering, (int32_t)i, arena, report);
    if (!look->clips && !rendering->strip_count && model->clip_count)
        return report_no_clip(model, clips, report);
    if (!rendering->strip_count)
        add_strips(rendering, -1, arena, report);
    /* Again if the size follows from the scale. */
    if (!check_work(rendering, report) || !find_scale(rendering, report) ||
        (rendering->scale > 0 && !check_work(rendering, report)) ||
        !spend_strips(rendering, look, report))
        return false;
    for (size_t i = 0; i < rendering->strip_count; i++)
        rendering->strips[i].arena = arena_new();
    tasks_run(draw_strip, rendering, rendering->strip_count);
    for (size_t i = 0; i < rendering->strip_count; i++)
        arena_adopt(arena, rendering->strips[i].arena);
    return true;
}

/* Strips become files directly: encoding them in the threads saves memory. */
bool model_to_sprites(ConversionJob *job, Arena *arena, Report *report)
{
    ModelStage stage;
    if (!model_settings(job)->sprites.chosen)
        return report_error(report, "converting a model to a folder requires --as sprites; "
                                    "otherwise expected a .glb or .png output");
    if (!model_stage_open(job, &stage, arena, report))
        return false;
    const ModelLook look = look_of(job);
    Rendering rendering = rendering_of(&stage, &look, SPRITE_SIDE, arena);
    rendering.encodes = true;
    if (!render(&rendering, &look, arena, report))
        return false;
    for (size_t i = 0; i < rendering.strip_count; i++)
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){rendering.strips[i].path, rendering.strips[i].png};
    project_files_sort(&job->files_out);
    return true;
}

/* ---- sheets ---- */

/* Columns of strips: one, or as many as keep the sheet within the height. */
static uint32_t columns_of(const Rendering *rendering)
{
    enum { HEIGHT = 4096 };
    const size_t rows =
        rendering->settings.side < HEIGHT ? HEIGHT / rendering->settings.side : 1;
    return (uint32_t)((rendering->strip_count + rows - 1) / rows);
}

static unsigned longest_of(const Rendering *rendering)
{
    unsigned longest = 1;
    for (size_t i = 0; i < rendering->strip_count; i++)
        if (rendering->strips[i].frames > longest)
            longest = rendering->strips[i].frames;
    return longest;
}

/* Copies a strip to its place, and writes its line of the layout. */
static void place_strip(const Rendering *rendering, const Strip *strip, uint32_t column,
                        uint32_t row, const Image *sheet, Writer *out)
{
    const uint32_t side = rendering->settings.side;
    const bool loop = strip->clip >= 0 && is_loop(rendering->model->clips[strip->clip].name);
    image_copy(sheet, (int32_t)(column * side), (int32_t)(row * side), &strip->image);
    write_format(out, "%s %c %.*s", tng_direction_names[strip->direction], loop ? 'l' : 'o',
                 strip->suffix.size ? (int)strip->suffix.size : 1,
                 strip->suffix.size ? strip->suffix.at : "-");
    for (unsigned i = 0; i < strip->frames; i++)
        write_format(out, " (%u,%u)", column + i, row);
    write_format(out, "\n");
}

/* The layout has the same order as the strips; columns are as wide as the longest strip. */
bool model_sheet(const ModelStage *stage, const ModelLook *look, const char *folder,
                 ModelSheet *out, Arena *arena, Report *report)
{
    Rendering rendering = rendering_of(stage, look, SPRITE_SIDE, arena);
    Writer layout = writer_to(arena);
    if (!render(&rendering, look, arena, report))
        return false;
    const uint32_t side = rendering.settings.side, columns = columns_of(&rendering);
    const uint32_t longest = longest_of(&rendering);
    const uint32_t rows = (uint32_t)(rendering.strip_count + columns - 1) / columns;
    const uint64_t w = (uint64_t)side * longest * columns, h = (uint64_t)side * rows;
    if (w > MODEL_SHEET_SIDE_MAX || h > MODEL_SHEET_SIDE_MAX || w * h > MODEL_SHEET_PIXELS_MAX)
        return report_error(
            report,
            "a sheet of %zu sprites would have %llu x %llu pixels: choose fewer "
            "--clips or --poses, or a smaller --size",
            rendering.strip_count, (unsigned long long)w, (unsigned long long)h);
    const Image sheet = image_new((uint32_t)w, (uint32_t)h, arena);
    write_format(&layout, "TirNanoG Layout\n%u %u 0 0 0 0 %s\n", side, side, folder);
    for (uint32_t i = 0; i < rendering.strip_count; i++)
        place_strip(&rendering, &rendering.strips[i], i / rows * longest, i % rows, &sheet,
                    &layout);
    *out = (ModelSheet){.png = png_write(&sheet, NULL, arena),
                        .image = sheet,
                        .side = side,
                        .layout = writer_text(&layout),
                        .sprite_count = rendering.strip_count};
    return true;
}

/* ---- single images ---- */

/* The strips of a clip from all sides: what an image that turns must have room for. */
static bool find_round_scale(Rendering *rendering, int32_t clip, Report *report)
{
    enum { FRAMES = 4 };
    const Model *model = rendering->model;
    const uint32_t count = clip < 0 ? 1 : model->clips[clip].frame_count;
    Strip strips[SPRITE_DIRECTIONS];
    for (unsigned i = 0; i < SPRITE_DIRECTIONS; i++)
        strips[i] =
            (Strip){.clip = clip, .direction = i, .frames = count < FRAMES ? count : FRAMES};
    rendering->strips = strips;
    rendering->strip_count = SPRITE_DIRECTIONS;
    const bool ok = check_work(rendering, report) && find_scale(rendering, report);
    rendering->strips = NULL;
    rendering->strip_count = 0;
    return ok;
}

/* Not `solid`: edges of single images stay smooth, unlike those of sprites. */
static Image picture_of(const Rendering *rendering, int32_t clip, uint32_t frame, Arena *arena)
{
    const uint32_t side = rendering->settings.side * SAMPLES;
    const Raster raster = raster_new(side, side, arena);
    model_draw(rendering->model, &rendering->paints, clip, frame, &rendering->view, &raster);
    return raster_reduced(&raster.image, SAMPLES, false, arena);
}

/* The scale suits all directions, so that the image does not jump while it turns. */
bool model_turned(const ModelStage *stage, const ModelLook *look, const ModelMoment *moment,
                  Bytes *out, Arena *arena, Report *report)
{
    Rendering rendering = rendering_of(stage, look, SPRITE_PICTURE_SIDE, arena);
    const Model *model = &stage->model;
    if (moment->clip >= 0 && ((size_t)moment->clip >= model->clip_count ||
                              moment->frame >= model->clips[moment->clip].frame_count))
        return report_error(report, "the model has no such clip, or the clip no such frame");
    if (!find_round_scale(&rendering, moment->clip, report))
        return false;
    rendering.view.turn = -moment->turn;
    const Image picture = picture_of(&rendering, moment->clip, moment->frame, arena);
    if (rendering.settings.outline)
        raster_outline(&picture, PIXEL(0, 0, 0, 255), arena);
    *out = png_write(&picture, NULL, arena);
    return true;
}

/* Sets the position of the origin in the image, at which the object stands on its cell. */
bool model_standing(const ModelStage *stage, const ModelLook *look, float turn,
                    ModelStanding *out, Arena *arena, Report *report)
{
    Rendering rendering = rendering_of(stage, look, SPRITE_SIDE, arena);
    ModelView *view = &rendering.view;
    ModelReach reach = {0};
    view->turn = turn;
    model_reach(rendering.model, -1, 0, view, &reach);
    const float scale = look->scale, aside = reach.aside * scale;
    const float above = reach.most * scale, below = -reach.least * scale;
    if (!reach.any)
        return report_error(report, "the model has nothing that can be drawn");
    if (!(2 * aside + 4 <= SPRITE_SIDE_MAX) || !(above + below + 4 <= SPRITE_SIDE_MAX) ||
        !(fabsf(above) <= SPRITE_SIDE_MAX))
        return report_error(report, "the model is larger than %d pixels", SPRITE_SIDE_MAX);
    const int32_t x = (int32_t)ceilf(aside) + MARGIN, y = (int32_t)ceilf(above) + MARGIN;
    const int32_t h = y + (int32_t)ceilf(below) + MARGIN;
    const Raster raster =
        raster_new((uint32_t)(2 * x * SAMPLES), (uint32_t)(h * SAMPLES), arena);
    view->scale = scale * SAMPLES;
    view->x = (float)(x * SAMPLES);
    view->y = (float)(y * SAMPLES);
    if (!spend(look, model_cover(rendering.model, -1, 0, view, raster.image.w, raster.image.h),
               report))
        return false;
    model_draw(rendering.model, &rendering.paints, -1, 0, view, &raster);
    *out = (ModelStanding){raster_reduced(&raster.image, SAMPLES, true, arena), x, y};
    return true;
}

/* Without --clips the model is at rest; otherwise the first frame of the first chosen clip. */
bool model_to_picture(ConversionJob *job, Arena *arena, Report *report)
{
    ModelStage stage;
    Strip strip = {.clip = -1, .frames = 1, .turn = 30};
    if (!model_stage_open(job, &stage, arena, report))
        return false;
    const ModelLook look = look_of(job);
    Rendering rendering = rendering_of(&stage, &look, SPRITE_PICTURE_SIDE, arena);
    for (size_t i = 0;
         i < stage.model.clip_count && strip.clip < 0 && model_settings(job)->sprites.clips;
         i++)
        if (is_chosen(model_settings(job)->sprites.clips, stage.model.clips[i].name, arena))
            strip.clip = (int32_t)i;
    if (model_settings(job)->sprites.clips && strip.clip < 0)
        return report_no_clip(&stage.model, model_settings(job)->sprites.clips, report);
    rendering.strips = &strip;
    rendering.strip_count = 1;
    if (!check_work(&rendering, report) || !find_scale(&rendering, report) ||
        !spend_strips(&rendering, &look, report))
        return false;
    const Image picture = picture_of(&rendering, strip.clip, 0, arena);
    job->output = png_write(&picture, NULL, arena);
    return true;
}
