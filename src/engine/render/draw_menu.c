/* The main menu, the pause and the credits. */
#include "engine/render/render_internal.h"

enum { BUTTON_WIDTH = 160, BUTTON_HEIGHT = 24, BUTTON_GAP = 6, MARGIN = 10, BUTTON_MARK = 10 };

/* Words by Choice: both enums have their own order. */
static const uint8_t choice_words[CHOICES] = {
    [CHOICE_CONTINUE] = WORD_CONTINUE,  [CHOICE_NEW] = WORD_NEW,
    [CHOICE_LOAD] = WORD_LOAD,          [CHOICE_OPTIONS] = WORD_OPTIONS,
    [CHOICE_LANGUAGES] = WORD_LANGUAGE, [CHOICE_CREDITS] = WORD_CREDITS,
    [CHOICE_WEBSITE] = WORD_WEBSITE,    [CHOICE_EXIT] = WORD_EXIT,
    [CHOICE_RESUME] = WORD_RESUME,      [CHOICE_SAVE] = WORD_SAVE,
    [CHOICE_MENU] = WORD_MENU};

/* Over the whole frame, keeping the aspect ratio; the rest is cropped. */
static void cover(const Image *target, const SpriteFrame *picture, bool whole)
{
    if (!picture || picture->w <= 0 || picture->h <= 0)
        return;
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    const Scale scale = (whole ? scale_to_fit : scale_to_cover)(picture->w, picture->h, w, h);
    picture_draw_scaled(target, (w - scaled(picture->w, scale)) / 2,
                        (h - scaled(picture->h, scale)) / 2, picture, scale, 255);
}

/* Time since the menu was opened in 1/100 s: its music started then. */
static uint32_t film_time(const Renderer *renderer, PlayerContext ctx)
{
    const ScreenState *menu =
        ctx.player->under.screen == SCREEN_MENU ? &ctx.player->under : &ctx.player->screen;
    return (uint32_t)((uint64_t)(ctx.world->tick - menu->since) * 100 /
                      renderer->content->rate);
}

/* Where the first of repeated images begins: from -size + 1 to 0. */
static int32_t phase_of(int64_t offset, int32_t size)
{
    const int64_t rest = offset % size;
    return (int32_t)(rest > 0 ? rest - size : rest);
}

/* In an upright frame, layers are enlarged as the background is, and begin where it does:
 * clouds stay in its sky. */
static Scale parallax_scale(const Image *target, Spot background, int32_t *from)
{
    const int32_t w = (int32_t)target->w, h = (int32_t)target->h;
    *from = 0;
    if (h <= w || background.x <= 0 || background.y <= 0 || background.y >= h)
        return (Scale){1, 1};
    const Scale scale = scale_to_cover(background.x, background.y, w, h);
    *from = (w - scaled(background.x, scale)) / 2;
    return scale;
}

/* From back to front: the built-in background, movie or picture, parallax layers. With reduced
 * motion nothing moves. */
void menu_background_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    World *world = ctx.world;
    const MenuLook *look = &renderer->content->menu->look;
    for (uint32_t y = 0; y < target->h; y++) /* built-in background */
        fill(target, (Rect){0, (int32_t)y, (int32_t)target->w, 1},
             PIXEL(12 + y * 20 / target->h, 16 + y * 28 / target->h, 36 + y * 48 / target->h,
                   255));
    if (!renderer->content->menu->enabled)
        return;
    const bool still = renderer->options.reduced_motion;
    const Image *film =
        movie_frame(renderer->movies, look->movie, still ? 0 : film_time(renderer, ctx), true);
    if (film)
        movie_draw(target, film, look->flags & 2, renderer->scratch);
    const SpriteFrame *background =
        film ? NULL : picture_of(&renderer->pictures, look->background, world->tick);
    cover(target, background, look->flags & 2);
    const int64_t centiseconds =
        still ? 0 : (int64_t)world->tick * 100 / renderer->content->rate;
    const Spot size = film         ? (Spot){(int32_t)film->w, (int32_t)film->h}
                      : background ? (Spot){background->w, background->h}
                                   : (Spot){0, 0};
    int32_t from;
    const Scale scale = parallax_scale(target, size, &from);
    for (size_t i = 0; i < look->parallax_count; i++) {
        const MenuParallax *parallax = &look->parallaxes[i];
        const SpriteFrame *picture =
            picture_of(&renderer->pictures, parallax->sprite, world->tick);
        const int32_t w = picture ? scaled(picture->w, scale) : 0;
        const int32_t h = picture ? scaled(picture->h, scale) : 0;
        if (w <= 0 || h <= 0)
            continue;
        const int64_t steps = centiseconds / (parallax->time ? parallax->time : 1);
        /* Repeated sideways; if it moves up or down, in that direction as well. */
        const int32_t left = phase_of(from + steps * parallax->dx, w);
        int32_t y = h < (int32_t)target->h ? (int32_t)target->h - h : 0;
        int32_t end = y + 1;
        if (parallax->dy) {
            y = phase_of(y + steps * parallax->dy, h);
            end = (int32_t)target->h;
        }
        for (; y < end; y += h)
            for (int32_t x = left; x < (int32_t)target->w; x += w)
                if (h == picture->h)
                    picture_draw(target, x, y, picture);
                else
                    picture_draw_scaled(target, x, y, picture, scale, 255);
    }
}

/* A click there opens the website, if the menu offers it. */
static void link_website(Renderer *renderer, PlayerContext ctx, Rect area)
{
    for (uint32_t i = 0; i < ctx.player->screen.option_count; i++)
        if (ctx.player->screen.options[i] == CHOICE_WEBSITE)
            theme_hit_area(renderer, area, i);
}

/* The picture, and the text if the game wants both (bit 0 of the flags) or has no picture. */
static void draw_title(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const TngMainMenu *menu = renderer->content->menu;
    const int32_t middle = (int32_t)target->w / 2, top = (int32_t)target->h / 8;
    const Text title = content_text(renderer->content, 0); /* text 0 is the title */
    describe_add(renderer, PART_TITLE, title);
    const SpriteFrame *picture =
        menu->enabled ? picture_of(&renderer->pictures, menu->look.title, ctx.world->tick)
                      : NULL;
    if (picture) {
        const Rect area = {middle - picture->w / 2, top, picture->w, picture->h};
        picture_draw(target, area.x, area.y, picture);
        link_website(renderer, ctx, area);
    }
    if (menu->enabled && !(menu->look.flags & 1) && picture)
        return;
    FontStyle font = menu->look.title_font;
    if (!font.size)
        font.size = 2 * FONT_BUILTIN_SIZE;
    TextStyle style = theme_style(renderer, font, menu->look.title_shadow);
    style = theme_fit(renderer, &style, title,
                      (Spot){(int32_t)target->w - 2 * MARGIN, (int32_t)target->h / 4});
    const int32_t y = top + (picture ? picture->h + 4 : (int32_t)target->h / 24);
    if (PIXEL_A(style.colour))
        for (int32_t i = 1; i <= 2; i++)
            theme_shadow(renderer, target, middle + i, y + i, &style, title, ALIGN_CENTRE);
    style.colour = menu->enabled && PIXEL_A(menu->look.title_colour)
                       ? menu->look.title_colour
                       : PIXEL(255, 224, 144, 255);
    theme_text(renderer, target, middle, y, &style, title, ALIGN_CENTRE);
    const int32_t w = (int32_t)text_measure(&style, title).w;
    link_website(renderer, ctx, (Rect){middle - w / 2, y, w, theme_line(&style)});
}

/* A game's button: left end, repeated middle, right end; higher for large letters. */
static bool draw_game_button(Renderer *renderer, const MenuButton *button, Rect area,
                             const Image *target)
{
    const SpriteFrame *left = picture_of(&renderer->pictures, button->left, 0);
    const SpriteFrame *middle = picture_of(&renderer->pictures, button->background, 0);
    const SpriteFrame *right = picture_of(&renderer->pictures, button->right, 0);
    if (!middle || middle->w <= 0)
        return false;
    if (area.h > middle->h && middle->h > 0 && theme_enlarged(renderer)) {
        const Image whole = image_new((uint32_t)area.w, (uint32_t)middle->h, renderer->scratch);
        draw_game_button(renderer, button, (Rect){0, 0, area.w, middle->h}, &whole);
        blit_scaled(target, area, &whole, 255);
        return true;
    }
    const int32_t from = area.x + (left ? left->w : 0);
    const int32_t to = area.x + area.w - (right ? right->w : 0);
    for (int32_t x = from; x < to; x += middle->w) {
        const int32_t space = to - x < middle->w ? to - x : middle->w;
        const int32_t w = space - middle->left < (int32_t)middle->image.w
                              ? space - middle->left
                              : (int32_t)middle->image.w;
        if (w <= 0 || middle->opacity == PICTURE_EMPTY)
            continue;
        const Image part = image_part(&middle->image, 0, 0, (uint32_t)w, middle->image.h);
        blit(target, x + middle->left, area.y + middle->top, &part, middle->opacity);
    }
    picture_draw(target, area.x, area.y, left);
    picture_draw(target, to, area.y, right);
    return true;
}

/* False if the game has no picture for input boxes, which is its fifth button. */
bool menu_box_draw(Renderer *renderer, const Image *target, Rect area)
{
    enum { INPUT_BOX = 4 };
    const MenuLook *look = &renderer->content->menu->look;
    const bool has = renderer->content->menu->enabled && look->button_count > INPUT_BOX;
    const SpriteFrame *middle =
        has ? picture_of(&renderer->pictures, look->buttons[INPUT_BOX].background, 0) : NULL;
    if (!middle || middle->h < 1)
        return false;
    const Image whole = image_new((uint32_t)area.w, (uint32_t)middle->h, renderer->scratch);
    if (!draw_game_button(renderer, &look->buttons[INPUT_BOX], (Rect){0, 0, area.w, middle->h},
                          &whole))
        return false;
    blit_scaled(target, area, &whole, 255);
    return true;
}

Pixel menu_box_colour(const Renderer *renderer, Pixel otherwise)
{
    enum { INPUT_BOX = 4 };
    const MenuLook *look = &renderer->content->menu->look;
    return look->button_count > INPUT_BOX && PIXEL_A(look->buttons[INPUT_BOX].colour)
               ? look->buttons[INPUT_BOX].colour
               : otherwise;
}

/* The style of a button's label: normal, selected, pressed, inactive
 * (docs/reference/formats/tng.md). */
static TextStyle button_style(Renderer *renderer, unsigned state)
{
    const MenuLook *look = &renderer->content->menu->look;
    const MenuButton *button = look->button_count > state ? &look->buttons[state]
                               : look->button_count       ? &look->buttons[0]
                                                          : NULL;
    const Pixel colour = button && PIXEL_A(button->colour)
                             ? button->colour
                             : theme_colour(renderer, (ThemeColour)(COLOUR_BUTTON + state));
    return look->button_font.size ? theme_style(renderer, look->button_font, colour)
                                  : theme_font(renderer, FONT_BUTTON, colour);
}

/* `size` of the letters: the same for all buttons. Option NONE: an inactive one. */
static void draw_button(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                        bool selected, Text text, uint32_t size)
{
    const MenuLook *look = &renderer->content->menu->look;
    const unsigned state = option == NONE                     ? 3
                           : hit_area_pressed(renderer, area) ? 2
                           : selected                         ? 1
                                                              : 0;
    const MenuButton *button = look->button_count > state ? &look->buttons[state]
                               : look->button_count       ? &look->buttons[0]
                                                          : NULL;
    const bool own = !button || !draw_game_button(renderer, button, area, target);
    if (own)
        theme_panel(target, area);
    if (own && selected)
        outline(target, (Rect){area.x - 1, area.y - 1, area.w + 2, area.h + 2},
                PIXEL(255, 216, 128, 255));
    /* The padding is for letters of the default size. */
    const int32_t padding = own || theme_enlarged(renderer) ? 0 : look->button_padding;
    TextStyle style = button_style(renderer, state);
    style.size = size;
    const int32_t line = theme_line(&style), middle = area.y + (area.h - line) / 2 + 1;
    const Rect label = {area.x + BUTTON_MARK, middle, area.w - 2 * BUTTON_MARK, line};
    style.colour = theme_legible(target, label, style.colour, option != NONE);
    if (selected)
        describe_row_area(renderer, area);
    renderer->inactive = option == NONE;
    theme_text(renderer, target, area.x + area.w / 2, padding ? area.y + padding : middle,
               &style, text, ALIGN_CENTRE);
    if (selected) /* not only by colour */
        theme_sign_mirrored(renderer, target, area, area.x + BUTTON_MARK, middle, &style,
                            TEXT(">"), ALIGN_LEFT);
    renderer->inactive = false;
    if (option != NONE)
        theme_hit_area(renderer, area, option);
}

/* The buttons of a menu. Those for saved games are inactive while there are none, if the
 * program can save. */
typedef struct MenuButtons {
    struct {
        uint8_t choice;
        uint32_t option; /* NONE: inactive */
    } rows[CHOICES];
    uint32_t count;
} MenuButtons;

/* The screen's options are the choices that are possible now. */
static bool has_choice(const ScreenState *screen, Choice choice)
{
    for (uint32_t i = 0; i < screen->option_count; i++)
        if (screen->options[i] == choice)
            return true;
    return false;
}

/* More rows than choices are possible only in damaged data. */
static void add_button(MenuButtons *buttons, uint32_t choice, uint32_t option)
{
    if (buttons->count == CHOICES)
        return;
    buttons->rows[buttons->count].choice = (uint8_t)choice;
    buttons->rows[buttons->count++].option = option;
}

static MenuButtons buttons_of(const Player *player)
{
    const ScreenState *screen = &player->screen;
    const bool saves = player->offers & OFFER_SAVE && player->offers & OFFER_OPTIONS;
    MenuButtons buttons = {.count = 0};
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const uint32_t choice = screen->options[i] % CHOICES;
        if (choice == CHOICE_NEW && saves && !has_choice(screen, CHOICE_CONTINUE))
            add_button(&buttons, CHOICE_CONTINUE, NONE);
        add_button(&buttons, choice, i);
        if ((choice == CHOICE_NEW || choice == CHOICE_SAVE) && saves &&
            !has_choice(screen, CHOICE_LOAD))
            add_button(&buttons, CHOICE_LOAD, NONE);
    }
    return buttons;
}

static Text button_text(const Renderer *renderer, const MenuButtons *buttons, uint32_t row)
{
    return word_of(renderer, (Word)choice_words[buttons->rows[row].choice]);
}

/* Buttons as wide as the longest label needs, or as there is space for a column; at least `min`
 * high. All have letters of the same size, which is returned. */
static uint32_t fit_buttons(Renderer *renderer, const MenuButtons *buttons, int32_t rows,
                            Spot space, int32_t min, Spot *button)
{
    TextStyle style = button_style(renderer, 0);
    const int32_t sides = 2 * (BUTTON_MARK + (int32_t)text_measure(&style, TEXT("> ")).w);
    const int32_t max = rows ? space.y / rows - 2 : space.y, line = theme_line(&style) + 4;
    const int32_t high = line < max ? line : max;
    button->x = BUTTON_WIDTH;
    button->y = high > min && renderer->options.text_percent > 100 ? high : min;
    for (uint32_t i = 0; i < buttons->count; i++) {
        const TextStyle fit = theme_fit(renderer, &style, button_text(renderer, buttons, i),
                                        (Spot){space.x - sides, button->y - 2});
        style.size = fit.size < style.size ? fit.size : style.size;
    }
    for (uint32_t i = 0; i < buttons->count; i++) {
        const int32_t w =
            (int32_t)text_measure(&style, button_text(renderer, buttons, i)).w + sides;
        button->x = w > button->x ? w : button->x;
    }
    return style.size;
}

/* Draws buttons in a column, or in two if fingers need that, centred between `top` and the
 * lower edge, spaced to fit. */
static void draw_buttons(Renderer *renderer, PlayerContext ctx, int32_t top,
                         const Image *target)
{
    const ScreenState *screen = &ctx.player->screen;
    const MenuLook *look = &renderer->content->menu->look;
    const SpriteFrame *middle =
        look->button_count ? picture_of(&renderer->pictures, look->buttons[0].background, 0)
                           : NULL;
    const MenuButtons buttons = buttons_of(ctx.player);
    const int32_t count = (int32_t)buttons.count;
    const int32_t space = (int32_t)target->h - top - MARGIN;
    const int32_t min =
        touch_size(renderer, middle && middle->h > 0 ? middle->h : BUTTON_HEIGHT);
    const int32_t columns = touch_used(renderer) && count * min > space ? 2 : 1;
    const int32_t rows = (count + columns - 1) / columns;
    const int32_t wide =
        ((int32_t)target->w - 2 * MARGIN - (columns - 1) * BUTTON_GAP) / columns;
    Spot button;
    const uint32_t size =
        fit_buttons(renderer, &buttons, rows, (Spot){wide, space}, min, &button);
    const int32_t h = button.y;
    int32_t step = h + BUTTON_GAP;
    if (rows > 1 && rows * step - BUTTON_GAP > space)
        step = (space - h) / (rows - 1);
    top += (space - (rows - 1) * step - h) / 2;
    const int32_t left =
        ((int32_t)target->w - columns * button.x - (columns - 1) * BUTTON_GAP) / 2;
    for (int32_t i = 0; i < count; i++) {
        const Rect area = {left + i / rows * (button.x + BUTTON_GAP), top + i % rows * step,
                           button.x, h};
        const uint32_t option = buttons.rows[i].option;
        draw_button(renderer, target, area, option, option == screen->selected,
                    button_text(renderer, &buttons, (uint32_t)i), size);
    }
}

/* Buttons begin below the title, at 3/8 of the height. */
void menu_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    menu_background_draw(renderer, ctx, target);
    draw_title(renderer, ctx, target);
    draw_buttons(renderer, ctx, (int32_t)target->h * 3 / 8, target);
}

/* The area of the whole frame does nothing, so that a click does not reach the map. */
void pause_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const Rect whole = {0, 0, (int32_t)target->w, (int32_t)target->h};
    const TextStyle style =
        theme_font(renderer, FONT_TITLE, theme_colour(renderer, COLOUR_SELECTED));
    const int32_t top = whole.h / 6;
    fill(target, whole, PIXEL(4, 6, 16, 140));
    hit_area_add(renderer, whole, HIT_NOTHING, 0);
    const TextPart before = describe_as(renderer, PART_TITLE);
    theme_text(renderer, target, whole.w / 2, top, &style, word_of(renderer, WORD_PAUSED),
               ALIGN_CENTRE);
    describe_as(renderer, before);
    draw_buttons(renderer, ctx, top + theme_line(&style), target);
}

static const struct {
    char letter;
    uint8_t word;
} groups[] = {{'g', WORD_BY_DESIGN},     {'c', WORD_BY_CONCEPT}, {'d', WORD_BY_ART},
              {'a', WORD_BY_ANIMATION},  {'f', WORD_BY_FONTS},   {'m', WORD_BY_MUSIC},
              {'s', WORD_BY_SOUNDS},     {'v', WORD_BY_VOICES},  {'t', WORD_BY_TRANSLATION},
              {'p', WORD_BY_PROGRAMMING}};

/* The credits scroll by half a pixel per tick; with reduced motion, page by page. */
static int32_t credits_top(const Renderer *renderer, PlayerContext ctx, int32_t height,
                           int32_t line)
{
    enum { LENGTH = 4096, COMMON_LINES = 2 };
    const int32_t scrolled =
        (int32_t)((ctx.world->tick - ctx.player->screen.since) / 2 % LENGTH);
    const int32_t page =
        height - COMMON_LINES * line > line ? height - COMMON_LINES * line : line;
    return renderer->options.reduced_motion ? line - scrolled / page * page : height - scrolled;
}

void credits_draw(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const TngCredits *credits = renderer->content->credits;
    menu_background_draw(renderer, ctx, target);
    cover(target, picture_of(&renderer->pictures, credits->background, ctx.world->tick), false);
    fill(target, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, PIXEL(4, 6, 16, 120));
    const TextStyle header =
        theme_style(renderer, credits->header_font,
                    PIXEL_A(credits->header_colour) ? credits->header_colour
                                                    : theme_colour(renderer, COLOUR_TITLE));
    const TextStyle name =
        theme_style(renderer, credits->name_font,
                    PIXEL_A(credits->name_colour) ? credits->name_colour
                                                  : theme_colour(renderer, COLOUR_TEXT));
    const int32_t middle = (int32_t)target->w / 2;
    const Spot space = {(int32_t)target->w, (int32_t)target->h};
    describe_add(renderer, PART_TITLE, word_of(renderer, WORD_CREDITS));
    const TextPart before = describe_as(renderer, PART_BODY);
    int32_t y = credits_top(renderer, ctx, space.y, theme_line(&name));
    for (uint32_t i = 0; i < credits->groups_count; i++) {
        const CreditsGroup *group = &credits->groups[i];
        for (size_t k = 0; k < COUNT_OF(groups); k++)
            if (groups[k].letter == (char)group->category)
                theme_text_in(renderer, target, middle, y, space, &header,
                              word_of(renderer, (Word)groups[k].word), ALIGN_CENTRE);
        y += theme_line(&header) + 4;
        for (size_t k = 0; k < group->author_count; k++, y += theme_line(&name))
            theme_text_in(renderer, target, middle, y, space, &name,
                          tng_string(renderer->content->game, group->authors[k]), ALIGN_CENTRE);
        y += 12;
    }
    describe_as(renderer, before);
}
