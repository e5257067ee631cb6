/* The other tabs of the bag: attributes, skills, quests. */
#include "engine/render/render_internal.h"

static void draw_nothing(Renderer *renderer, const Image *target, Rect in, Word word)
{
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const TextPart before = describe_as(renderer, PART_BODY);
    theme_text_in(renderer, target, in.x + in.w / 2, in.y + in.h / 2, (Spot){in.w, in.h},
                  &style, word_of(renderer, word), ALIGN_CENTRE);
    describe_as(renderer, before);
}

/* The number of rows that fit, and the first visible one. */
static uint32_t shown_rows(const ScreenState *screen, int32_t height, int32_t line,
                           uint32_t *first)
{
    const uint32_t rows = height > line ? (uint32_t)(height / line) : 1;
    *first = screen->selected >= rows ? screen->selected - rows + 1 : 0;
    return rows;
}

/* What is left beside buttons for fingers. */
static Rect scrolled(Renderer *renderer, const ScreenState *screen, const Image *target,
                     Rect area, uint32_t first, uint32_t rows)
{
    return touch_scroll(renderer, target, area,
                        (ListView){0, screen->option_count, first, rows, 1});
}

/* Marks at the edges of a list that does not fit. */
static void draw_more(const Renderer *renderer, const ScreenState *screen, const Image *target,
                      Rect area, uint32_t first, uint32_t rows)
{
    theme_more(renderer, target, area, first > 0, first + rows < screen->option_count);
}

static int32_t free_points(PlayerContext ctx)
{
    const TngAttributes *attributes = ctx.world->content->attributes;
    return attributes->special_count > 3 && attributes->special[3]
               ? world_attribute(ctx, context_entity(ctx), attributes->special[3])
               : 0;
}

void stats_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const TngAttributes *attributes = renderer->content->attributes;
    Rect in = tabs_draw(renderer, target, TAB_STATS);
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = touch_size(renderer, theme_line(&style) + 3);
    const int32_t points = free_points(ctx);
    uint32_t first;
    if (points > 0) {
        const TextPart before = describe_as(renderer, PART_BODY);
        theme_text_in(renderer, target, in.x, in.y, (Spot){in.w, line}, &style,
                      arena_format(renderer->scratch, "%s: %d",
                                   word_of(renderer, WORD_POINTS).at, points),
                      ALIGN_LEFT);
        describe_as(renderer, before);
        in = (Rect){in.x, in.y + line, in.w, in.h - line};
    }
    const uint32_t rows = shown_rows(screen, in.h, line, &first);
    in = scrolled(renderer, screen, target, in, first, rows);
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const TngAttribute *attribute = &attributes->attributes[screen->options[i]];
        const Rect row = {in.x, in.y + (int32_t)(i - first) * line, in.w, line};
        const Text value =
            arena_format(renderer->scratch, "%d",
                         world_attribute(ctx, context_entity(ctx), attribute->name));
        theme_option_next_to(renderer, target, row, i, i == screen->selected,
                             content_text(renderer->content, attribute->title), true,
                             (int32_t)text_measure(&style, value).w + touch_size(renderer, 24) +
                                 16);
        TextStyle own = style;
        own.colour = theme_row_colour(renderer, i == screen->selected, true);
        const int32_t y = theme_row_text(renderer, row, &own), plus = touch_size(renderer, 24);
        theme_text_mirrored(renderer, target, row, row.x + row.w - plus - 8, y, &own, value,
                            ALIGN_RIGHT);
        if (points <= 0 || attribute->type != ATTRIBUTE_PRIMARY)
            continue;
        theme_sign_mirrored(renderer, target, row, row.x + row.w - plus / 2, y, &own, TEXT("+"),
                            ALIGN_CENTRE);
        const Rect more = {row.x + row.w - plus, row.y, plus, row.h};
        hit_area_add(renderer, theme_mirror(renderer, row, more), HIT_MORE, i);
    }
    draw_more(renderer, screen, target, (Rect){in.x, in.y, in.w, (int32_t)rows * line}, first,
              rows);
}

void skills_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    enum { ROW = 36, ICON = 32 };
    const ScreenState *screen = &ctx.player->screen;
    Rect in = tabs_draw(renderer, target, TAB_SKILLS);
    uint32_t first;
    const int32_t high = touch_size(renderer, ROW - 2) + 2;
    const uint32_t rows = shown_rows(screen, in.h, high, &first);
    in = scrolled(renderer, screen, target, in, first, rows);
    if (!screen->option_count)
        draw_nothing(renderer, target, in, WORD_NO_SKILLS);
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const Item *item = &ctx.player->items[screen->options[i]];
        const Rect row = {in.x, in.y + (int32_t)(i - first) * high, in.w, high - 2};
        const Text title = object_title(renderer, item->sprite, renderer->scratch);
        const TextStyle style = theme_font(
            renderer, FONT_TEXT, theme_row_colour(renderer, i == screen->selected, true));
        theme_option(renderer, target, row, i, i == screen->selected, TEXT(""), true);
        const Rect icon = {row.x + 4, row.y + (row.h - ICON) / 2, ICON, ICON};
        theme_icon(target, theme_mirror(renderer, row, icon),
                   object_icon(renderer, item->sprite));
        const Text count = arena_format(renderer->scratch, "%u", item->count);
        const int32_t taken = (int32_t)text_measure(&style, count).w + 14;
        const Rect name = theme_mirror(
            renderer, row, (Rect){row.x + ICON + 12, row.y + 1, row.w / 2 - ICON - 20, row.h});
        theme_text_in(renderer, target, name.x, name.y, (Spot){name.w, name.h}, &style, title,
                      ALIGN_LEFT);
        theme_text_mirrored(renderer, target, row, row.x + row.w - 8, row.y + 1, &style, count,
                            ALIGN_RIGHT);
        object_facts_draw(renderer, ctx, target,
                          theme_mirror(renderer, row,
                                       (Rect){row.x + row.w / 2, row.y,
                                              row.w / 2 - (taken > 30 ? taken : 30), row.h}),
                          item->sprite, style.colour);
    }
    draw_more(renderer, screen, target, (Rect){in.x, in.y, in.w, (int32_t)rows * high}, first,
              rows);
}

static Text quest_line(Renderer *renderer, const Player *player, uint32_t quest)
{
    static const uint8_t states[] = {[QUEST_DONE] = WORD_DONE, [QUEST_FAILED] = WORD_FAILED};
    const TngQuest *record = content_record(renderer->content, SECTION_QUESTS, quest);
    const uint8_t state = player->quests[quest];
    const Text title = record ? content_text(renderer->content, record->title) : TEXT("");
    if (state != QUEST_DONE && state != QUEST_FAILED)
        return title;
    return arena_format(renderer->scratch, "%.*s (%s)", (int)title.size, title.at,
                        word_of(renderer, (Word)states[state]).at);
}

void quests_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const Rect in = tabs_draw(renderer, target, TAB_QUESTS);
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = touch_size(renderer, theme_line(&style) + 2);
    uint32_t first;
    const uint32_t rows = shown_rows(screen, in.h * 3 / 5, line, &first);
    if (!screen->option_count) {
        draw_nothing(renderer, target, in, WORD_NO_QUESTS);
        return;
    }
    const Rect list = scrolled(renderer, screen, target,
                               (Rect){in.x, in.y, in.w, (int32_t)rows * line}, first, rows);
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const Rect row = {list.x, list.y + (int32_t)(i - first) * line, list.w, line};
        theme_option(renderer, target, row, i, i == screen->selected,
                     quest_line(renderer, ctx.player, screen->options[i]),
                     ctx.player->quests[screen->options[i]] == QUEST_OPEN);
        hit_area_add(renderer, row, HIT_SELECT, i);
    }
    draw_more(renderer, screen, target, (Rect){in.x, in.y, in.w, (int32_t)rows * line}, first,
              rows);
    const TngQuest *record =
        content_record(renderer->content, SECTION_QUESTS, screen->options[screen->selected]);
    const int32_t y = in.y + (int32_t)rows * line + 4;
    fill(target, (Rect){in.x, y - 3, in.w, 1}, COLOUR_LINE);
    if (!record)
        return;
    const Text about = content_text(renderer->content, record->description);
    const TextStyle fit =
        theme_fit_paragraph(renderer, &style, about, (Spot){in.w, in.y + in.h - y});
    const TextPart before = describe_as(renderer, PART_DETAIL);
    theme_paragraph(renderer, target, in.x, y, in.w, &fit, about, ALIGN_LEFT);
    describe_as(renderer, before);
}
