/* Parts, in order: the options; the image. It uses a Renderer that has only what drawing
 * choices needs, without a world, so that figures look the same in the editor and in the game.
 * */
#include "engine/render/figure_view.h"

#include "engine/render/blit.h"
#include "engine/render/render_internal.h"

enum { FRAMES_MAX = 64, PIXELS_MAX = 1 << 24 };

struct FigureView {
    TngFile game;
    Renderer *renderer; /* with what pictures of figures need only */
    uint32_t group_count;
    FigureGroup *groups;
};

/* ---- the options ---- */

static FigureGroup read_group(Content *content, uint32_t index, Arena *arena)
{
    const TngOptions *options = content_record(content, SECTION_OPTIONS, index);
    FigureGroup group = {0};
    if (!options)
        return group;
    Text *names = ARENA_ALLOC(arena, Text, options->option_count + 1u);
    for (uint32_t i = 0; i < options->option_count; i++)
        names[i] = content_text(content, options->options[i].name);
    group.name = content_text(content, options->name);
    group.options = names;
    group.option_count = options->option_count;
    group.palette_count = content_palettes(content, index);
    return group;
}

static size_t find_language(const TngFile *game, Text code)
{
    const size_t count = tng_language_count(game);
    for (size_t i = 0; i < count && code.size == 2; i++)
        if (!memcmp(((const TngLanguage *)tng_language(game, i)->record)->code, code.at, 2))
            return i;
    return 0;
}

FigureView *figure_view_new(Bytes game, Text language, Arena *arena, Report *report)
{
    FigureView *view = ARENA_ALLOC(arena, FigureView, 1);
    Renderer *renderer = view->renderer = ARENA_ALLOC(arena, Renderer, 1);
    if (!tng_read(game, &view->game, arena, report))
        return NULL;
    renderer->content =
        content_new(&view->game, find_language(&view->game, language), arena, report);
    renderer->pictures = pictures_of(renderer->content, arena, report);
    renderer->arena = renderer->coloured.arena = arena;
    view->group_count = (uint32_t)content_count(renderer->content, SECTION_OPTIONS);
    view->groups = ARENA_ALLOC(arena, FigureGroup, view->group_count + 1);
    for (uint32_t i = 0; i < view->group_count; i++)
        view->groups[i] = read_group(renderer->content, i, arena);
    return view;
}

uint32_t figure_view_group_count(const FigureView *view) { return view->group_count; }

FigureGroup figure_view_group(const FigureView *view, uint32_t group)
{
    return view->groups[group];
}

uint32_t figure_view_columns(const FigureView *view)
{
    uint32_t columns = 0;
    for (uint32_t i = 0; i < view->group_count; i++) {
        const TngOptions *options = content_record(view->renderer->content, SECTION_OPTIONS, i);
        for (uint32_t j = 0; options && j < options->option_count; j++)
            for (uint32_t k = 0; k < options->options[j].sprite_count && k < FIGURE_COLUMNS;
                 k++)
                if (options->options[j].sprites[k].index != TNG_NO_SPRITE)
                    columns |= 1u << k;
    }
    return columns;
}

/* ---- the image ---- */

static uint32_t common_multiple(uint32_t a, uint32_t b)
{
    uint32_t x = a, y = b;
    while (y) {
        const uint32_t rest = x % y;
        x = y;
        y = rest;
    }
    return a / x * b;
}

static const SpriteFrame *layer_at(FigureView *view, const Figure *figure, uint32_t layer,
                                   unsigned direction, uint32_t age)
{
    const uint32_t group = content_options_layer(view->renderer->content, layer);
    const OptionChoice choice = {group, figure->choices[group], figure->palettes[group]};
    return choice_picture(view->renderer, choice, (ActorPose){figure->column, direction, age});
}

/* The size of a frame, and the number of frames after which all layers begin again. */
static void measure(FigureView *view, const Figure *figure, FigureImage *out)
{
    uint32_t period = 1, longest = 1;
    for (uint32_t layer = 0; layer < view->group_count; layer++)
        for (unsigned direction = 0; direction < FIGURE_DIRECTIONS; direction++) {
            const uint32_t group = content_options_layer(view->renderer->content, layer);
            const TngAnimation *animation = choice_animation(
                view->renderer, (OptionChoice){group, figure->choices[group], 0},
                (ActorPose){figure->column, direction, 0});
            if (!animation)
                continue;
            const uint32_t count = animation->frame_count, type = animation->type >> 6;
            longest = count > longest ? count : longest;
            /* Forth and back (1) shows the first and the last frame once. */
            if (type != 0 && count > 1 && period < FRAMES_MAX)
                period = common_multiple(period, type == 1 ? 2 * count - 2 : count);
            out->w = animation->w > out->w ? animation->w : out->w;
            out->h = animation->h > out->h ? animation->h : out->h;
        }
    out->once = period == 1;
    out->frames = out->once ? longest : period;
    if (out->frames > FRAMES_MAX)
        out->frames = FRAMES_MAX;
}

/* Layers stand on the same spot, as actors.c draws them. */
static void draw_figure(FigureView *view, const Figure *figure, FigureImage *out,
                        unsigned direction, uint32_t frame)
{
    const uint32_t age = frame * view->renderer->content->picture_ticks;
    const int32_t x = (int32_t)(frame * out->w + out->w / 2);
    const int32_t y = (int32_t)((direction + 1) * out->h);
    for (uint32_t layer = 0; layer < view->group_count; layer++) {
        const SpriteFrame *picture = layer_at(view, figure, layer, direction, age);
        if (picture)
            picture_draw(&out->image, x - picture->w / 2, y - picture->h, picture);
    }
}

bool figure_view_draw(FigureView *view, const Figure *figure, FigureImage *out, Arena *arena,
                      Report *report)
{
    *out = (FigureImage){0};
    measure(view, figure, out);
    if (!out->w || !out->h)
        return true;
    if ((uint64_t)out->w * out->frames * out->h * FIGURE_DIRECTIONS > PIXELS_MAX)
        return report_error(report,
                            "%u frames of %u x %u pixels in %d directions are too many to be "
                            "shown",
                            out->frames, out->w, out->h, FIGURE_DIRECTIONS);
    out->image = image_new(out->w * out->frames, out->h * FIGURE_DIRECTIONS, arena);
    for (unsigned direction = 0; direction < FIGURE_DIRECTIONS; direction++)
        for (uint32_t frame = 0; frame < out->frames; frame++)
            draw_figure(view, figure, out, direction, frame);
    image_unpremultiply(&out->image);
    return true;
}
