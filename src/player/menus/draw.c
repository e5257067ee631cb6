/* Drawing of pages: a window with a heading and rows; a note at the upper edge. */
#include "player/menus/menus_internal.h"

enum { WIDTH = 520, HEIGHT = 320, SMALL_HEIGHT = 120, PREVIEW = 128, PADDING = 8, ARROW = 18 };

static Rect window(Renderer *renderer, const Image *layer, const Menus *menus,
                   const OpenPage *page)
{
    const bool small = page->page == MENU_CONFIRM ||
                       (page->page == MENU_TYPE && !menus->keyboard.shown) ||
                       (page->page == MENU_LIST && menus->list.small);
    const int32_t lw = (int32_t)layer->w, lh = (int32_t)layer->h;
    const Rect box = theme_window(renderer, layer, WIDTH, small ? SMALL_HEIGHT : HEIGHT, 8);
    fill(layer, (Rect){0, 0, lw, lh}, PIXEL(4, 6, 16, 120));
    hit_area_add(renderer, (Rect){0, 0, lw, lh}, HIT_BUTTONS, BUTTON_CANCEL);
    const Rect in = window_draw(renderer, layer, box);
    if (page->page != MENU_MESSAGE)
        return heading_draw(renderer, layer, in, page_title(menus, page, renderer));
    const int32_t left = theme_padding(renderer, PADDING_WINDOW_LEFT, PADDING);
    const int32_t top = theme_padding(renderer, PADDING_WINDOW_TOP, PADDING);
    const Rect capacity = {in.x + left, in.y + top, in.w - 2 * left, in.h - top - PADDING};
    const Text text = page_title(menus, page, renderer);
    const TextStyle wanted =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const TextStyle style =
        theme_fit_paragraph(renderer, &wanted, text,
                            (Spot){capacity.w, capacity.h - theme_line(&wanted) - 2 * PADDING});
    const TextPart before = describe_as(renderer, PART_BODY);
    const int32_t used = theme_paragraph(renderer, layer, capacity.x, capacity.y, capacity.w,
                                         &style, text, ALIGN_LEFT);
    describe_as(renderer, before);
    return (Rect){capacity.x, capacity.y + used + PADDING, capacity.w,
                  capacity.h - used - PADDING};
}

static void draw_row(Renderer *renderer, const Image *layer, Rect area, uint32_t row,
                     bool selected, const MenuRow *of, Arena *scratch)
{
    const TextStyle style = theme_font(renderer, selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                                       theme_colour(renderer, of->inactive ? COLOUR_INACTIVE
                                                              : selected ? COLOUR_TEXT_SELECTED
                                                                         : COLOUR_TEXT));
    const int32_t arrow = of->adjustable ? (int32_t)text_measure(&style, TEXT("<")).w + 8 : 0;
    const int32_t wide = touch_size(renderer, arrow > ARROW ? arrow : ARROW);
    const int32_t ends = of->adjustable ? 2 * wide + 8 : 6; /* arrows and gaps */
    /* A long value leaves half of the row to the title. */
    const int32_t value_w = (int32_t)text_measure(&style, of->value).w;
    const int32_t half = (area.w - ends) / 2;
    const int32_t taken = !of->value.size ? 0 : ends + (value_w < half ? value_w : half);
    if (selected) /* all of the value, although it may be shortened */
        describe_add(renderer, PART_ROW,
                     arena_format(scratch, "%.*s%s%.*s", (int)of->title.size, of->title.at,
                                  of->value.size ? ": " : "", (int)of->value.size,
                                  of->value.at));
    const TextPart before = describe_as(renderer, PART_SIGN);
    theme_option_next_to(renderer, layer, area, row, selected, of->title, !of->inactive, taken);
    describe_as(renderer, before);
    if (!of->value.size)
        return;
    const Spot left = {area.w - taken - 8, area.h};
    const TextStyle title = theme_fit(renderer, &style, of->title, left);
    const int32_t edge = of->adjustable ? wide + 4 : 6;
    const int32_t capacity = area.w - ends - (int32_t)text_measure(&title, of->title).w - 16;
    const TextStyle fit = theme_fit(renderer, &style, of->value, (Spot){capacity, area.h});
    const Text value = theme_fitting(&fit, of->value, capacity, scratch);
    const int32_t y = theme_row_text(renderer, area, &style);
    const int32_t lower = (theme_line(&style) - theme_line(&fit)) / 2;
    const int32_t w = (int32_t)text_measure(&fit, value).w;
    const int32_t x =
        theme_mirror(renderer, area, (Rect){area.x + area.w - edge - w, 0, w, 0}).x;
    theme_sign(renderer, layer, x, y + lower, &fit, value, ALIGN_LEFT);
    if (!of->adjustable)
        return;
    /* Not mirrored: the left key decreases the value. */
    const Rect less = {x - wide - 4, area.y, wide, area.h},
               more = {x + w + 4, area.y, wide, area.h};
    TextStyle arrows = style;
    arrows.right_to_left = false;
    theme_sign(renderer, layer, less.x + wide / 2, y, &arrows, TEXT("<"), ALIGN_CENTRE);
    theme_sign(renderer, layer, more.x + wide / 2, y, &arrows, TEXT(">"), ALIGN_CENTRE);
    hit_area_add(renderer, less, HIT_LESS, row);
    hit_area_add(renderer, more, HIT_MORE, row);
}

/* Lines of the history are wrapped, with the selected one on top. */
static void draw_history(Menus *menus, Renderer *renderer, const Image *layer, Rect in,
                         const OpenPage *page, Arena *scratch)
{
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const uint32_t rows = page_rows(menus, page);
    int32_t y = in.y;
    for (uint32_t i = page->selected; i < rows && y < in.y + in.h; i++) {
        const MenuRow row = page_row(menus, page, i, renderer, scratch);
        const TextStyle fit = /* the selected one must be visible */
            i == page->selected
                ? theme_fit_paragraph(renderer, &style, row.title, (Spot){in.w, in.h})
                : style;
        const int32_t h =
            theme_paragraph(renderer, NULL, 0, 0, in.w, &fit, row.title, ALIGN_LEFT);
        if (y + h > in.y + in.h && i != page->selected)
            break;
        const TextPart before =
            describe_as(renderer, i == page->selected ? PART_ROW : PART_OTHER);
        theme_paragraph(renderer, layer, in.x, y, in.w, &fit, row.title, ALIGN_LEFT);
        describe_as(renderer, before);
        y += h + 4;
    }
    const TextPart before = describe_as(renderer, PART_BODY);
    if (!rows)
        theme_text_in(renderer, layer, in.x + in.w / 2, in.y + in.h / 2, (Spot){in.w, in.h},
                      &style, word_of(renderer, WORD_NO_HISTORY), ALIGN_CENTRE);
    describe_as(renderer, before);
}

/* Draws the button that deletes a saved game. */
static void draw_remove(Renderer *renderer, const Image *layer, Rect in, uint32_t row)
{
    enum { WIDTH_MIN = 72, HEIGHT_MIN = 24 };
    const Text text = word_of(renderer, WORD_REMOVE);
    const Spot size = push_button_size(renderer, text, (Spot){WIDTH_MIN, HEIGHT_MIN});
    const int32_t capacity = (in.w - PREVIEW) / 2 - PADDING,
                  w = size.x < capacity ? size.x : capacity;
    push_button_draw(renderer, layer, (Rect){in.x + in.w - w, in.y + in.h - size.y, w, size.y},
                     text, HIT_LESS, row);
}

/* The line that is typed: in the box of the main menu or of the chat, if the game has it. */
static bool draw_typed(const Menus *menus, Renderer *renderer, PlayerContext ctx,
                       const Image *layer, Rect in, Arena *scratch)
{
    const bool chat = ctx.player->screen.screen != SCREEN_CREATE;
    const SpriteFrame *middle = chat ? element_picture(renderer, ELEMENT_CHAT_MIDDLE) : NULL;
    TextStyle style = theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_CHAT));
    const int32_t line = theme_line(&style) + 2;
    const int32_t h =
        touch_size(renderer, middle && middle->h > line ? middle->h : line + PADDING);
    const Rect area = {in.x, in.y, in.w, h < in.h ? h : in.h};
    if (chat ? !strip_draw(renderer, layer, area, ELEMENT_CHAT_LEFT)
             : !menu_box_draw(renderer, layer, area))
        return false;
    if (!chat)
        style.colour = menu_box_colour(renderer, style.colour);
    const TextPart before = describe_as(renderer, PART_SIGN);
    theme_text_in(renderer, layer, area.x + PADDING, area.y + (area.h - line) / 2 + 1,
                  (Spot){area.w - 2 * PADDING, line}, &style,
                  arena_format(scratch, "%s_", menus->typed), ALIGN_LEFT);
    describe_as(renderer, before);
    describe_add(renderer, PART_ROW, text_of(menus->typed));
    theme_hit_area(renderer, area, 0);
    return true;
}

static void draw_rows(Menus *menus, Renderer *renderer, const Image *layer, Rect in,
                      const OpenPage *page, Arena *scratch)
{
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const uint32_t rows = page_rows(menus, page);
    const bool saves = page->page == MENU_LOAD || page->page == MENU_SAVE;
    const int32_t line = touch_size(renderer, theme_line(&style) + 3);
    const int32_t list = saves ? in.h - PREVIEW - PADDING : in.h;
    const uint32_t capacity = list > line ? (uint32_t)(list / line) : 1;
    const uint32_t first = page->selected >= capacity ? page->selected - capacity + 1 : 0;
    const Rect left =
        touch_scroll(renderer, layer, (Rect){in.x, in.y, in.w, (int32_t)capacity * line},
                     (ListView){0, rows, first, capacity, 1});
    for (uint32_t i = first; i < rows && i < first + capacity; i++) {
        const MenuRow row = page_row(menus, page, i, renderer, scratch);
        const bool selected = i == page->selected;
        draw_row(renderer, layer,
                 (Rect){left.x, in.y + (int32_t)(i - first) * line, left.w, line}, i, selected,
                 &row, scratch);
        if (selected && row.slot)
            draw_remove(renderer, layer, in, i);
        if (selected && row.slot && row.slot->preview.pixels)
            blit_scaled(
                layer,
                (Rect){in.x + (in.w - PREVIEW) / 2, in.y + in.h - PREVIEW, PREVIEW, PREVIEW},
                &row.slot->preview, 255);
    }
    theme_more(renderer, layer, (Rect){in.x, in.y, in.w, (int32_t)capacity * line}, first > 0,
               first + capacity < rows);
    const TextPart before = describe_as(renderer, PART_BODY);
    if (saves && !rows)
        theme_text_in(renderer, layer, in.x + in.w / 2, in.y + in.h / 3, (Spot){in.w, in.h},
                      &style, word_of(renderer, WORD_NO_SLOTS), ALIGN_CENTRE);
    describe_as(renderer, before);
}

static void draw_note(Menus *menus, Renderer *renderer, const World *world, const Image *layer)
{
    const uint32_t age = world->tick + 1 - menus->note_tick;
    if (!menus->note_tick || age > NOTE_SECONDS * world->content->rate)
        return;
    const TextStyle wanted =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_CHAT));
    const TextStyle style = theme_fit(renderer, &wanted, text_of(menus->note),
                                      (Spot){(int32_t)layer->w - 24, (int32_t)layer->h});
    const int32_t w = (int32_t)text_measure(&style, text_of(menus->note)).w + 16;
    const int32_t x = ((int32_t)layer->w - w) / 2;
    fill(layer, (Rect){x, 4, w, theme_line(&style) + 6}, PIXEL(8, 10, 24, 190));
    const TextPart before = describe_notice(renderer, menus->note_tick);
    theme_text(renderer, layer, x + 8, 6, &style, text_of(menus->note), ALIGN_LEFT);
    describe_as(renderer, before);
}

static void draw_page(Menus *menus, const OpenPage *page, Renderer *renderer, PlayerContext ctx,
                      const Image *layer)
{
    if (page->page == MENU_OPTIONS || page->page == MENU_EXTENSIONS)
        menus_find_extensions(menus, ctx.world->content->game);
    Arena *scratch = arena_new();
    describe_rows(renderer, page->selected, page_rows(menus, page));
    Rect in = window(renderer, layer, menus, page);
    if (page->page == MENU_TYPE && menus->keyboard.shown) {
        const int32_t top = in.h / 5;
        keyboard_draw(&menus->keyboard, renderer, layer,
                      (Rect){in.x, in.y + top, in.w, in.h - top});
        in.h = top;
    }
    if (page->page == MENU_LIST)
        in = list_note_draw(menus, renderer, layer, in);
    if (page->page == MENU_HISTORY)
        draw_history(menus, renderer, layer, in, page, scratch);
    else if (page->page != MENU_TYPE || !draw_typed(menus, renderer, ctx, layer, in, scratch))
        draw_rows(menus, renderer, layer, in, page, scratch);
    arena_free(scratch);
}

void menus_draw(void *context, Renderer *renderer, PlayerContext ctx, const Image *layer)
{
    Menus *menus = context;
    const OpenPage *page = top_page(menus);
    menus->languages = (uint32_t)tng_language_count(ctx.world->content->game);
    memcpy(menus->keyboard.code, ctx.world->content->code, sizeof menus->keyboard.code);
    menus->spoken = (uint32_t)render_language_index(renderer);
    backdrop_draw(menus, layer);
    aside_draw(menus, renderer, ctx, layer);
    draw_note(menus, renderer, ctx.world, layer);
    if (menus->console)
        console_draw(menus->console, renderer, layer);
    if (page)
        draw_page(menus, page, renderer, ctx, layer);
    scan_draw(menus, renderer, layer);
}
