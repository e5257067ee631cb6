/* The screen for character creation. */
#include "engine/render/render_internal.h"

enum { WIDTH = 600, HEIGHT = 336, PREVIEW = 176, PADDING = 8 };

/* A preview of the player, turning and walking. */
static void draw_preview(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area)
{
    const uint32_t age = ctx.world->tick - ctx.player->screen.since;
    const unsigned direction =
        renderer->options.reduced_motion ? SOUTH : age / (2 * renderer->content->rate) * 2 % 8;
    for (uint32_t i = 0; i < ctx.world->choice_count; i++) {
        const TngOptions *options = content_record(renderer->content, SECTION_OPTIONS, i);
        if (!options || ctx.player->choices[i] >= options->option_count)
            continue;
        const CharacterOption *option = &options->options[ctx.player->choices[i]];
        const SpriteFrame *picture = NULL;
        for (int column = ROW_WALK; column >= ROW_IDLE && !picture; column--)
            if (column < option->sprite_count)
                picture = picture_at(&renderer->pictures, option->sprites[column].category,
                                     option->sprites[column].index, direction, age);
        picture =
            picture_recoloured(renderer, picture, options->palettes, ctx.player->palettes[i]);
        if (!picture)
            continue;
        /* Double size if there is space, because it is the main content. */
        const int32_t by = picture->w * 2 <= area.w && picture->h * 2 <= area.h ? 2 : 1;
        picture_draw_scaled(target, area.x + (area.w - picture->w * by) / 2,
                            area.y + area.h - picture->h * by, picture, (Scale){by, 1}, 255);
    }
}

static void draw_left(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area)
{
    const Portrait portrait = portrait_of_player(renderer, ctx, 0);
    const int32_t half = area.h / 2;
    fill(target, area, PIXEL(0, 0, 0, 70));
    if (area.w > area.h && portrait.count) { /* beside each other */
        const int32_t wide = area.w / 2;
        portrait_draw(target, (Rect){area.x + 4, area.y + 4, wide - 8, area.h - 8}, &portrait);
        draw_preview(renderer, ctx, target, (Rect){area.x + wide, area.y, wide, area.h - 8});
        return;
    }
    portrait_draw(target, (Rect){area.x + 4, area.y + 4, area.w - 8, half - 8}, &portrait);
    draw_preview(renderer, ctx, target,
                 portrait.count ? (Rect){area.x, area.y + half, area.w, half - 8}
                                : (Rect){area.x, area.y + 8, area.w, area.h - 16});
}

static Text row_title(Renderer *renderer, World *world, uint32_t option)
{
    const uint32_t index = option & OPTION_INDEX;
    const TngOptions *group;
    switch (option) {
    case OPTION_NAME:
        return word_of(renderer, WORD_NAME);
    case OPTION_DONE:
        return word_of(renderer, WORD_BEGIN);
    case OPTION_BACK:
        return word_of(renderer, WORD_BACK);
    }
    if (option & OPTION_POINTS)
        return content_text(renderer->content,
                            renderer->content->attributes->attributes[index].title);
    (void)world;
    group = content_record(renderer->content, SECTION_OPTIONS, index);
    if (option & OPTION_PALETTE)
        return arena_format(renderer->scratch, "  %s", word_of(renderer, WORD_COLOURS).at);
    return group ? content_text(renderer->content, group->name) : TEXT("");
}

static Text row_value(Renderer *renderer, PlayerContext ctx, uint32_t option)
{
    const uint32_t index = option & OPTION_INDEX;
    if (option == OPTION_NAME)
        return text_of(ctx.player->name[0] ? ctx.player->name : "...");
    if (option == OPTION_DONE || option == OPTION_BACK)
        return TEXT("");
    if (option & OPTION_POINTS)
        return arena_format(renderer->scratch, "%d", context_actor(ctx)->values[index]);
    if (option & OPTION_PALETTE)
        return arena_format(renderer->scratch, "%u / %u", ctx.player->palettes[index] + 1,
                            world_palettes(ctx.world, index));
    const TngOptions *group = content_record(renderer->content, SECTION_OPTIONS, index);
    return group && ctx.player->choices[index] < group->option_count
               ? content_text(renderer->content,
                              group->options[ctx.player->choices[index]].name)
               : TEXT("-");
}

/* A progress bar for a value with a maximum. */
static void draw_graph(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                       uint32_t attribute)
{
    const TngMainMenu *menu = renderer->content->menu;
    const Pixel bar = menu->enabled && PIXEL_A(menu->look.graph) ? menu->look.graph
                                                                 : PIXEL(120, 160, 232, 200);
    const Pixel grid = menu->enabled && PIXEL_A(menu->look.graph_grid) ? menu->look.graph_grid
                                                                       : PIXEL(0, 0, 0, 90);
    const int32_t most = renderer->content->attributes->most;
    const int32_t value = context_actor(ctx)->values[attribute];
    const int32_t seen = value < 0 ? 0 : value > most ? most : value;
    if (!most)
        return;
    fill(target, area, grid);
    fill(target, (Rect){area.x, area.y, (int32_t)((int64_t)area.w * seen / most), area.h}, bar);
}

/* A value between two arrow buttons. */
static void draw_value(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area,
                       uint32_t row, uint32_t option, const TextStyle *style)
{
    const int32_t arrow = (int32_t)text_measure(style, TEXT("<")).w + 8;
    const int32_t wide = touch_size(renderer, arrow > 16 ? arrow : 16);
    const Rect less = {area.x, area.y, wide, area.h};
    const Rect more = {area.x + area.w - wide, area.y, wide, area.h};
    const int32_t y = theme_row_text(renderer, area, style); /* aligned with its title */
    if (option & OPTION_POINTS)
        draw_graph(renderer, ctx, target,
                   (Rect){area.x + wide + 2, area.y + 3, area.w - 2 * wide - 4, area.h - 6},
                   option & OPTION_INDEX);
    TextStyle own = *style;
    if (option == OPTION_NAME && menu_box_draw(renderer, target, area))
        own.colour = menu_box_colour(renderer, style->colour);
    const Text value = row_value(renderer, ctx, option);
    if (option & OPTION_POINTS) {
        const int32_t w = (int32_t)text_measure(&own, value).w;
        own.colour =
            theme_legible(target, (Rect){area.x + area.w / 2 - w / 2, y, w, theme_line(&own)},
                          own.colour, true);
    }
    theme_text_in(renderer, target, area.x + area.w / 2, y, (Spot){area.w - 2 * wide, area.h},
                  &own, value, ALIGN_CENTRE);
    if (option == OPTION_NAME)
        return;
    TextStyle arrows = *style;
    arrows.right_to_left = false; /* not mirrored: the left key decreases the value */
    theme_sign(renderer, target, less.x + wide / 2, y, &arrows, TEXT("<"), ALIGN_CENTRE);
    theme_sign(renderer, target, more.x + wide / 2, y, &arrows, TEXT(">"), ALIGN_CENTRE);
    hit_area_add(renderer, less, HIT_LESS, row);
    hit_area_add(renderer, more, HIT_MORE, row);
}

static void draw_rows(Renderer *renderer, PlayerContext ctx, const Image *target, Rect area)
{
    const ScreenState *screen = &ctx.player->screen;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = touch_size(renderer, theme_line(&style) + 4);
    const uint32_t space = area.h > line ? (uint32_t)(area.h / line) : 1;
    const uint32_t first = screen->selected >= space ? screen->selected - space + 1 : 0;
    area = touch_scroll(renderer, target, area,
                        (ListView){0, screen->option_count, first, space, 1});
    for (uint32_t i = first; i < screen->option_count && i < first + space; i++) {
        const uint32_t option = screen->options[i];
        const Rect row = {area.x, area.y + (int32_t)(i - first) * line, area.w, line};
        const bool plain = option == OPTION_DONE || option == OPTION_BACK;
        theme_option_next_to(renderer, target, row, i, i == screen->selected,
                             row_title(renderer, ctx.world, option), true,
                             plain ? 0 : row.w * 3 / 5);
        TextStyle own = style;
        own.colour = theme_row_colour(renderer, i == screen->selected, true);
        if (!plain)
            draw_value(
                renderer, ctx, target,
                theme_mirror(renderer, row,
                             (Rect){row.x + row.w * 2 / 5, row.y, row.w * 3 / 5 - 4, row.h}),
                i, option, &own);
    }
    theme_more(renderer, target, area, first > 0, first + space < screen->option_count);
}

/* The description of the selected row. */
static Text description(Renderer *renderer, PlayerContext ctx)
{
    const ScreenState *screen = &ctx.player->screen;
    const uint32_t option = screen->selected < screen->option_count
                                ? screen->options[screen->selected]
                                : OPTION_DONE;
    if (option >= OPTION_NAME && !(option & (OPTION_POINTS | OPTION_PALETTE)))
        return TEXT("");
    if (option & OPTION_POINTS)
        return TEXT("");
    const TngOptions *group =
        content_record(renderer->content, SECTION_OPTIONS, option & OPTION_INDEX);
    const uint32_t choice = ctx.player->choices[option & OPTION_INDEX];
    return group && choice < group->option_count
               ? content_text(renderer->content, group->options[choice].description)
               : TEXT("");
}

bool render_has_points(PlayerContext ctx)
{
    const ScreenState *screen = &ctx.player->screen;
    for (uint32_t i = 0; screen->screen == SCREEN_CREATE && i < screen->option_count; i++)
        if (screen->options[i] & OPTION_POINTS)
            return true;
    return false;
}

static Text points_text(Renderer *renderer, PlayerContext ctx)
{
    return render_has_points(ctx)
               ? arena_format(renderer->scratch, "%s: %d", word_of(renderer, WORD_POINTS).at,
                              world_points_left(ctx))
               : TEXT("");
}

void create_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const Rect box = theme_window(renderer, target, WIDTH, HEIGHT, 16);
    menu_background_draw(renderer, ctx, target);
    const Rect in = heading_draw(renderer, target, window_draw(renderer, target, box),
                                 word_of(renderer, WORD_CHARACTER));
    const int32_t preview = in.w * PREVIEW / WIDTH;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const Text about = description(renderer, ctx), points = points_text(renderer, ctx);
    const int32_t lines = 3 * theme_line(&style) + 4;
    const int32_t words = lines < in.h * 2 / 5 ? lines : in.h * 2 / 5;
    const bool upright = touch_upright(renderer, in);
    const int32_t figure = upright ? in.h * 3 / 10 : in.h;
    draw_left(renderer, ctx, target, (Rect){in.x, in.y, upright ? in.w : preview, figure});
    const Rect right =
        upright ? (Rect){in.x, in.y + figure + PADDING, in.w, in.h - figure - PADDING}
                : (Rect){in.x + preview + PADDING, in.y, in.w - preview - PADDING, in.h};
    draw_rows(renderer, ctx, target, (Rect){right.x, right.y, right.w, right.h - words});
    fill(target, (Rect){right.x, right.y + right.h - words + 1, right.w, 1}, COLOUR_LINE);
    const TextPart before = describe_as(renderer, PART_DETAIL);
    Rect below = {right.x, right.y + right.h - words + 4, right.w, words - 4};
    if (points.size) { /* always visible: they must be assigned now */
        theme_text_in(renderer, target, below.x, below.y, (Spot){below.w, below.h}, &style,
                      points, ALIGN_LEFT);
        below = (Rect){below.x, below.y + theme_line(&style), below.w,
                       below.h - theme_line(&style)};
    }
    const TextStyle small =
        theme_fit_paragraph(renderer, &style, about, (Spot){below.w, below.h});
    theme_paragraph(renderer, target, below.x, below.y, below.w, &small, about, ALIGN_LEFT);
    describe_as(renderer, before);
}
