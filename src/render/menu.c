/* The main menu, the pause and the credits. */
#include "render/parts.h"

enum { BUTTON_WIDTH = 160, BUTTON_HEIGHT = 24, BUTTON_GAP = 6 };

/* The engine's own words; games bring none for these. */
static const Text choice_texts[] = {
    [CHOICE_NEW] = {"New game", 8},   [CHOICE_CREDITS] = {"Credits", 7},
    [CHOICE_EXIT] = {"Exit", 4},      [CHOICE_RESUME] = {"Continue", 8},
    [CHOICE_MENU] = {"Main menu", 9},
};

/* Over the whole frame, keeping the shape: what is too much is cut off. */
static void cover(const Image *target, const Picture *picture, bool whole)
{
    if (!picture || picture->opacity == PICTURE_EMPTY)
        return;
    const int64_t w = picture->w, h = picture->h, tw = target->w, th = target->h;
    const bool by_width = whole ? tw * h < th * w : tw * h > th * w;
    const int32_t to_w = (int32_t)(by_width ? tw : w * th / h);
    const int32_t to_h = (int32_t)(by_width ? h * tw / w : th);
    blit_scaled(target, (Rect){((int32_t)tw - to_w) / 2, ((int32_t)th - to_h) / 2, to_w, to_h},
                &picture->image, 255);
}

static void draw_background(Renderer *renderer, World *world, const Image *target)
{
    const MenuLook *look = &renderer->content->menu->look;
    for (uint32_t y = 0; y < target->h; y++) /* our own sky */
        fill(target, (Rect){0, (int32_t)y, (int32_t)target->w, 1},
             PIXEL(12 + y * 20 / target->h, 16 + y * 28 / target->h, 36 + y * 48 / target->h,
                   255));
    if (!renderer->content->menu->enabled)
        return;
    cover(target, picture_of(&renderer->pictures, look->background, world->tick),
          look->flags & 2);
    const int64_t hsec = (int64_t)world->tick * 100 / renderer->content->rate;
    for (size_t i = 0; i < look->parallax_count; i++) {
        const MenuParallax *parallax = &look->parallaxes[i];
        const Picture *picture = picture_of(&renderer->pictures, parallax->sprite, world->tick);
        if (!picture || picture->w <= 0 || picture->h <= 0)
            continue;
        const int64_t steps = hsec / (parallax->time ? parallax->time : 1);
        const int64_t dx = steps * parallax->dx % picture->w;
        int32_t x = (int32_t)(dx > 0 ? dx - picture->w : dx);
        const int32_t y = (int32_t)target->h - picture->h;
        for (; x < (int32_t)target->w; x += picture->w)
            picture_draw(target, x, picture->h < (int32_t)target->h ? y : 0, picture);
    }
}

static void draw_title(Renderer *renderer, World *world, const Image *target)
{
    const TngMainMenu *menu = renderer->content->menu;
    const int32_t middle = (int32_t)target->w / 2, top = (int32_t)target->h / 8;
    const Picture *picture =
        menu->enabled ? picture_of(&renderer->pictures, menu->look.title, world->tick) : NULL;
    if (picture)
        picture_draw(target, middle - picture->w / 2, top, picture);
    if (menu->enabled && !(menu->look.flags & 1) && picture)
        return;
    FontStyle font = menu->look.title_font;
    if (!font.size)
        font.size = 2 * FONT_BUILTIN_SIZE;
    TextStyle style = theme_style(renderer, font, menu->look.title_shadow);
    const Text title = content_text(renderer->content, 0); /* text 0 is the title */
    const int32_t y = top + (picture ? picture->h + 4 : 16);
    if (PIXEL_A(style.colour))
        for (int32_t i = 1; i <= 2; i++)
            theme_text(renderer, target, middle + i, y + i, &style, title, ALIGN_CENTRE);
    style.colour = menu->enabled && PIXEL_A(menu->look.title_colour)
                       ? menu->look.title_colour
                       : PIXEL(255, 224, 144, 255);
    theme_text(renderer, target, middle, y, &style, title, ALIGN_CENTRE);
}

/* A game's button: left end, the middle repeated, right end. */
static bool draw_game_button(Renderer *renderer, const MenuButton *button, Rect area,
                             const Image *target)
{
    const Picture *left = picture_of(&renderer->pictures, button->left, 0);
    const Picture *middle = picture_of(&renderer->pictures, button->background, 0);
    const Picture *right = picture_of(&renderer->pictures, button->right, 0);
    if (!middle || middle->w <= 0)
        return false;
    const int32_t from = area.x + (left ? left->w : 0);
    const int32_t to = area.x + area.w - (right ? right->w : 0);
    for (int32_t x = from; x < to; x += middle->w) {
        const int32_t room = to - x < middle->w ? to - x : middle->w;
        const int32_t w = room - middle->left < (int32_t)middle->image.w
                              ? room - middle->left
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

static void draw_button(Renderer *renderer, const Image *target, Rect area, uint32_t option,
                        bool selected, Text text)
{
    const MenuLook *look = &renderer->content->menu->look;
    const MenuButton *button = selected && look->button_count > 1 ? &look->buttons[1]
                               : look->button_count               ? &look->buttons[0]
                                                                  : NULL;
    Pixel colour = theme_colour(renderer, selected ? COLOUR_SELECTED : COLOUR_BUTTON);
    int32_t padding = 0;
    const bool own = !button || !draw_game_button(renderer, button, area, target);
    if (own)
        theme_panel(target, area);
    if (own && selected)
        outline(target, (Rect){area.x - 1, area.y - 1, area.w + 2, area.h + 2},
                PIXEL(255, 216, 128, 255));
    if (button && PIXEL_A(button->colour))
        colour = button->colour;
    padding = own ? 0 : look->button_padding;
    TextStyle style = look->button_font.size ? theme_style(renderer, look->button_font, colour)
                                             : theme_font(renderer, FONT_BUTTON, colour);
    const int32_t line = theme_line(&style);
    theme_text(renderer, target, area.x + area.w / 2,
               area.y + (padding ? padding : (area.h - line) / 2 + 1), &style, text,
               ALIGN_CENTRE);
    theme_hot(renderer, area, option);
}

static void draw_buttons(Renderer *renderer, World *world, int32_t top, const Image *target)
{
    const ScreenState *screen = &world->screen;
    const MenuLook *look = &renderer->content->menu->look;
    const Picture *middle =
        look->button_count ? picture_of(&renderer->pictures, look->buttons[0].background, 0)
                           : NULL;
    const int32_t h = middle && middle->h > 0 ? middle->h : BUTTON_HEIGHT;
    for (uint32_t i = 0; i < screen->option_count; i++) {
        const uint32_t choice = screen->options[i];
        const Rect area = {((int32_t)target->w - BUTTON_WIDTH) / 2,
                           top + (int32_t)i * (h + BUTTON_GAP), BUTTON_WIDTH, h};
        if (choice < COUNT_OF(choice_texts))
            draw_button(renderer, target, area, i, i == screen->selected, choice_texts[choice]);
    }
}

void menu_draw(Renderer *renderer, World *world, const Image *target)
{
    draw_background(renderer, world, target);
    draw_title(renderer, world, target);
    draw_buttons(renderer, world, (int32_t)target->h * 9 / 16, target);
}

void pause_draw(Renderer *renderer, World *world, const Image *target)
{
    fill(target, (Rect){0, 0, (int32_t)target->w, (int32_t)target->h}, PIXEL(4, 6, 16, 140));
    draw_buttons(renderer, world, (int32_t)target->h / 2 - 40, target);
}

static const struct {
    char letter;
    const char *title;
} groups[] = {{'g', "Game design and story"},
              {'c', "Concept art"},
              {'d', "Design"},
              {'a', "Animation"},
              {'f', "Fonts"},
              {'m', "Music"},
              {'s', "Sounds"},
              {'v', "Voices"},
              {'t', "Translation"},
              {'p', "Programming"}};

void credits_draw(Renderer *renderer, World *world, const Image *target)
{
    const TngCredits *credits = renderer->content->credits;
    draw_background(renderer, world, target);
    cover(target, picture_of(&renderer->pictures, credits->background, world->tick), false);
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
    /* It rolls: half a pixel a tick. */
    int32_t y = (int32_t)target->h - (int32_t)((world->tick - world->screen.since) / 2 % 4096);
    for (uint32_t i = 0; i < credits->groups_count; i++) {
        const CreditsGroup *group = &credits->groups[i];
        for (size_t k = 0; k < COUNT_OF(groups); k++)
            if (groups[k].letter == (char)group->category)
                theme_text(renderer, target, middle, y, &header, text_of(groups[k].title),
                           ALIGN_CENTRE);
        y += theme_line(&header) + 4;
        for (size_t k = 0; k < group->author_count; k++, y += theme_line(&name))
            theme_text(renderer, target, middle, y, &name,
                       tng_string(renderer->content->game, group->authors[k]), ALIGN_CENTRE);
        y += 12;
    }
}
