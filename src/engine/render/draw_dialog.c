/* Dialogs and choosers. */
#include "base/text.h"
#include "engine/render/render_internal.h"

enum { MARGIN = 10, PADDING = 8, HEIGHT_MIN = 84 };

/* A dialog's text appears letter by letter, at the player's reading speed. */
static size_t letters_shown(const Renderer *renderer, PlayerContext ctx)
{
    const uint64_t age = ctx.world->tick - ctx.player->screen.since;
    if (!renderer->options.text_speed || renderer->options.reduced_motion ||
        renderer->finished == ctx.player->screen.since + 1)
        return SIZE_MAX;
    return (size_t)(1 + age * renderer->options.text_speed / renderer->content->rate);
}

static size_t letters_of(Text text)
{
    size_t count = 0;
    for (size_t at = 0; at < text.size; count++)
        utf8_next(text, &at);
    return count;
}

bool render_text_pending(const Renderer *renderer, PlayerContext ctx)
{
    const TngDialog *dialog =
        ctx.player->screen.screen == SCREEN_DIALOG
            ? content_record(renderer->content, SECTION_DIALOGS, ctx.player->screen.record)
            : NULL;
    return dialog && letters_shown(renderer, ctx) <
                         letters_of(content_text(renderer->content, dialog->message));
}

void render_text_finish(Renderer *renderer, PlayerContext ctx)
{
    renderer->finished = ctx.player->screen.since + 1;
}

static Portrait portrait_of(Renderer *renderer, PlayerContext ctx, const TngDialog *dialog)
{
    const SpriteRef sprite = dialog->portrait;
    if (sprite.index >= TNG_PLAYER_PORTRAIT && sprite.index != TNG_NO_SPRITE)
        return portrait_of_player(renderer, ctx, ctx.world->tick);
    if (sprite.index == TNG_NO_SPRITE && ctx.player->screen.speaker)
        return portrait_of_npc(renderer, ctx.player->screen.speaker - 1, ctx.world->tick);
    return portrait_of_sprite(renderer, sprite, ctx.world->tick);
}

/* `min`: of an answer. */
static int32_t options_height(Renderer *renderer, const TngDialog *dialog,
                              const ScreenState *screen, const TextStyle *style, int32_t min,
                              int32_t w, const Image *target, Spot at)
{
    int32_t y = 0;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const Text text =
            content_text(renderer->content, dialog->options[screen->options[i]].text);
        const int32_t text_h =
            theme_paragraph(renderer, NULL, 0, 0, w - 16, style, text, ALIGN_LEFT);
        const int32_t h = text_h > min ? text_h : min;
        if (target) {
            const Rect area = {at.x, at.y + y, w, h};
            theme_option(renderer, target, area, i, i == screen->selected, TEXT(""), true);
            TextStyle own =
                theme_font(renderer, i == screen->selected ? FONT_TEXT_SELECTED : FONT_TEXT,
                           theme_row_colour(renderer, i == screen->selected, true));
            own.size = own.size > style->size ? style->size : own.size;
            theme_paragraph(renderer, target, at.x + 10, at.y + y + (h - text_h) / 2 + 1,
                            w - 16, &own, text, ALIGN_LEFT);
        }
        y += h;
    }
    return y;
}

/* At the lower right: the dialog can be closed. The triangle blinks, the word does not. */
static void draw_go_on(Renderer *renderer, const Image *target, Rect box, int32_t right,
                       uint32_t tick)
{
    enum { SIZE = 5, EDGE = 6, GAP = 6 };
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TITLE));
    const Text word = word_of(renderer, WORD_GO_ON);
    const int32_t x = right - 2 * SIZE, y = box.y + box.h - EDGE - SIZE;
    const TextPart before = describe_as(renderer, PART_ROW);
    theme_text(renderer, target, x - GAP, box.y + box.h - theme_line(&style), &style, word,
               ALIGN_RIGHT);
    describe_as(renderer, before);
    for (int32_t i = 0; i < SIZE && (renderer->options.reduced_motion || !(tick / 12 & 1)); i++)
        fill(target, (Rect){x + i, y + i, 2 * (SIZE - i) - 1, 1}, style.colour);
}

/* The text styles of a dialog, and the resulting heights of its parts. */
typedef struct DialogLook {
    TextStyle title, style;
    int32_t title_h, text_h, gap, h;
    int32_t answer; /* the minimum of each */
} DialogLook;

static void measure_dialog(Renderer *renderer, const TngDialog *dialog,
                           const ScreenState *screen, int32_t w, DialogLook *look)
{
    const Text name = content_text(renderer->content, dialog->title);
    const Text message = content_text(renderer->content, dialog->message);
    look->title_h = name.size ? theme_line(&look->title) + 3 : 0;
    look->text_h = message.size ? theme_paragraph(renderer, NULL, 0, 0, w, &look->style,
                                                  message, ALIGN_LEFT)
                                : 0;
    look->gap = screen->option_count && look->text_h ? 4 : 0;
    look->h = look->title_h + look->text_h + look->gap +
              options_height(renderer, dialog, screen, &look->style, look->answer, w, NULL,
                             (Spot){0, 0});
}

/* Reduces the letters until all of the dialog is visible, down to a readable size, then the
 * height of answers for fingers. */
static DialogLook fit_dialog(Renderer *renderer, const TngDialog *dialog,
                             const ScreenState *screen, Spot space)
{
    enum { MIN = 8 };
    DialogLook look = {
        .title = theme_font(renderer, FONT_TITLE, theme_colour(renderer, COLOUR_TITLE)),
        .style = theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT)),
        .answer = touch_size(renderer, 0)};
    measure_dialog(renderer, dialog, screen, space.x, &look);
    const uint32_t legible = renderer->options.letters, min = legible > MIN ? legible : MIN;
    while (look.h > space.y && (look.style.size > min || look.answer > 0)) {
        look.answer -= look.style.size <= min; /* rather small answers than hidden ones */
        look.style.size -= look.style.size > min;
        look.title.size -= look.title.size > look.style.size;
        measure_dialog(renderer, dialog, screen, space.x, &look);
    }
    theme_note_overflow(renderer, content_text(renderer->content, dialog->message), true,
                        look.h, space.y);
    return look;
}

void dialog_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const TngDialog *dialog =
        content_record(renderer->content, SECTION_DIALOGS, screen->record);
    if (!dialog)
        return;
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    const Portrait portrait = portrait_of(renderer, ctx, dialog);
    const int32_t face = portrait.w < w / 4 ? portrait.w : w / 4;
    const Spot border = dialog_frame_border(renderer);
    const Text name = content_text(renderer->content, dialog->title);
    const int32_t left = theme_padding(renderer, PADDING_WINDOW_LEFT, PADDING);
    const int32_t top =
        theme_padding(renderer, name.size ? PADDING_TITLE_TOP : PADDING_WINDOW_TOP, PADDING);
    const int32_t inner = w - 2 * MARGIN - 2 * left - border.x - (face ? face + PADDING : 0);
    const Text message = content_text(renderer->content, dialog->message);
    const bool go_on = !screen->option_count && !screen->until;
    const TextStyle mark = theme_font(renderer, FONT_TEXT, 0);
    const int32_t mark_h = go_on ? theme_line(&mark) : 0;
    const DialogLook look =
        fit_dialog(renderer, dialog, screen,
                   (Spot){inner, h - 2 * MARGIN - top - PADDING - border.y - mark_h});
    const int32_t title_h = look.title_h, text_h = look.text_h, gap = look.gap;
    int32_t box_h = look.h + mark_h + top + PADDING + border.y;
    const int32_t face_h = portrait.h < h / 2 ? portrait.h : h / 2;
    if (box_h < face_h + border.y + 4)
        box_h = face_h + border.y + 4;
    if (box_h < HEIGHT_MIN)
        box_h = HEIGHT_MIN;
    const Rect box = {MARGIN, h - MARGIN - box_h, w - 2 * MARGIN, box_h};
    const Rect in = dialog_frame_draw(renderer, target, box);
    if (renderer->toasts_end > box.y - 4)
        renderer->toasts_end = box.y - 4;
    int32_t x = in.x + left, y = in.y + top;
    if (portrait.count) {
        const int32_t at = dialog->left ? x : in.x + in.w - left - face;
        portrait_draw(target, (Rect){at, in.y + (in.h - face_h) / 2, face, face_h}, &portrait);
        x += dialog->left ? face + PADDING : 0;
    }
    const TextPart before = describe_as(renderer, PART_TITLE);
    if (title_h)
        theme_text_in(renderer, target, x, y, (Spot){inner, title_h}, &look.title, name,
                      ALIGN_LEFT);
    y += title_h;
    describe_as(renderer, PART_BODY);
    theme_paragraph_part(renderer, target, (Rect){x, y, inner, 0}, &look.style, message,
                         ALIGN_LEFT, letters_shown(renderer, ctx));
    describe_as(renderer, before);
    options_height(renderer, dialog, screen, &look.style, look.answer, inner, target,
                   (Spot){x, y + text_h + gap});
    if (!screen->option_count) {
        theme_hit_area(renderer, (Rect){0, 0, w, h}, 0);
        if (go_on)
            draw_go_on(renderer, target, in, x + inner, ctx.world->tick - screen->since);
    }
}

/* Positions 0 to 8 are a 3 x 3 grid over the frame, row by row; 9 to 12 are the midpoints
 * between the corners and the centre. */
static Spot anchor_of(const TngChooser *chooser, unsigned position, const Image *target)
{
    const int32_t w = (int32_t)target->w - 2 * chooser->left;
    const int32_t h = (int32_t)target->h - 2 * chooser->top;
    if (position < 9)
        return (Spot){chooser->left + w * (int32_t)(position % 3) / 2,
                      chooser->top + h * (int32_t)(position / 3) / 2};
    const int32_t i = (int32_t)position - 9;
    return (Spot){chooser->left + w * (1 + 2 * (i & 1)) / 4,
                  chooser->top + h * (1 + 2 * (i >> 1 & 1)) / 4};
}

static void draw_rectangle(Renderer *renderer, const ChooserOption *option, uint32_t row,
                           bool selected, const Image *target)
{
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    const int32_t x1 = option->sprites[0] & 255, y1 = option->sprites[0] >> 8;
    const int32_t x2 = option->sprites[1] & 255, y2 = option->sprites[1] >> 8;
    const Rect area = {w * x1 / 100, h * y1 / 100, w * (x2 - x1) / 100, h * (y2 - y1) / 100};
    if (selected)
        outline(target, area, PIXEL(255, 232, 144, 200));
    theme_hit_area(renderer, area, row);
}

/* Options of the middle column, except those between the corners, are beside each other;
 * those of all other positions are one below the other. */
static bool is_row(unsigned position) { return position < 9 && position % 3 == 1; }

/* The image of a position's option; NULL if it has none. */
static const SpriteFrame *option_picture(Renderer *renderer, PlayerContext ctx,
                                         const ChooserOption *option, bool selected)
{
    const uint16_t sprite = selected && option->sprites[1] != TNG_NO_SPRITE
                                ? option->sprites[1]
                                : option->sprites[0];
    return picture_at(&renderer->pictures, 0, sprite, 0,
                      ctx.world->tick - ctx.player->screen.since);
}

/* Half the width of each row, by position. */
static void measure_rows(Renderer *renderer, PlayerContext ctx, const TngChooser *chooser,
                         int32_t half[13])
{
    const ScreenState *screen = &ctx.player->screen;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const ChooserOption *option = &chooser->options[screen->options[i]];
        const unsigned position = option->position & 0x7F;
        const SpriteFrame *picture =
            position < 13 ? option_picture(renderer, ctx, option, i == screen->selected) : NULL;
        if (picture && is_row(position))
            half[position] += picture->w + (half[position] ? chooser->horizontal : 0);
    }
    for (size_t i = 0; i < 13; i++)
        half[i] /= 2;
}

void chooser_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const TngChooser *chooser =
        content_record(renderer->content, SECTION_CHOOSERS, screen->record);
    int32_t used[13] = {0}, half[13] = {0};
    describe_add(renderer, PART_TITLE, word_of(renderer, WORD_CHOOSE));
    if (chooser)
        measure_rows(renderer, ctx, chooser, half);
    /* The background is not an option (seeds/proj_format.txt, Event Handlers). */
    hit_area_add(renderer, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, HIT_BUTTONS,
                 BUTTON_CANCEL);
    for (uint32_t i = 0; chooser && i < screen->option_count; i++) {
        const ChooserOption *option = &chooser->options[screen->options[i]];
        const unsigned position = option->position & 0x7F;
        const bool selected = i == screen->selected;
        if (position >= 13) {
            draw_rectangle(renderer, option, i, selected, target);
            continue;
        }
        const SpriteFrame *picture = option_picture(renderer, ctx, option, selected);
        if (!picture)
            continue;
        const Spot anchor = anchor_of(chooser, position, target);
        const int32_t column = (int32_t)(position < 9 ? position % 3 : 1);
        const int32_t row = (int32_t)(position < 9 ? position / 3 : 1);
        const int32_t along = used[position];
        const Rect area =
            is_row(position)
                ? (Rect){anchor.x - half[position] + along, anchor.y - picture->h * row / 2,
                         picture->w, picture->h}
                : (Rect){anchor.x - picture->w * column / 2,
                         anchor.y - picture->h * row / 2 + (row == 2 ? -along : along),
                         picture->w, picture->h};
        used[position] += is_row(position) ? picture->w + chooser->horizontal
                                           : picture->h + chooser->vertical;
        if (hit_area_pressed(renderer, area) && option->sprites[2] != TNG_NO_SPRITE)
            picture = picture_at(&renderer->pictures, 0, option->sprites[2], 0,
                                 ctx.world->tick - screen->since);
        picture_draw(target, area.x, area.y, picture);
        theme_hit_area(renderer, area, i);
    }
}
