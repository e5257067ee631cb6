/* What the player owns: inventory with equipment and values, and quests. */
#include "render/parts.h"

enum { SLOT = 34, ROWS_MOST = 5, PADDING = 8 };

static Rect heading(Renderer *renderer, const Image *target, Rect panel, const char *title)
{
    const TextStyle style =
        theme_font(renderer, FONT_TITLE, theme_colour(renderer, COLOUR_TITLE));
    theme_text(renderer, target, panel.x + panel.w / 2, panel.y + 4, &style, text_of(title),
               ALIGN_CENTRE);
    const int32_t line = theme_line(&style) + 8;
    return (Rect){panel.x + PADDING, panel.y + line, panel.w - 2 * PADDING,
                  panel.h - line - PADDING};
}

static bool is_worn(const World *world, uint32_t sprite)
{
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        if (world->equipped[i] == sprite)
            return true;
    return false;
}

static void draw_slot(Renderer *renderer, const World *world, const Image *target, Rect area,
                      uint32_t index, bool selected)
{
    const TngHud *hud = renderer->content->hud;
    const Picture *back = picture_of(
        &renderer->pictures, selected ? hud->slot_selected : hud->slot_background, world->tick);
    if (!renderer->content->has_hud || !back || back->opacity == PICTURE_EMPTY) {
        fill(target, area, PIXEL(40, 48, 84, 200));
        outline(target, area, selected ? PIXEL(255, 216, 128, 255) : PIXEL(84, 92, 132, 255));
    } else {
        theme_icon(target, area, back);
        if (selected)
            outline(target, area, PIXEL(255, 216, 128, 255));
    }
    if (index >= world->item_count)
        return;
    const Item *item = &world->items[index];
    theme_icon(target, (Rect){area.x + 2, area.y + 2, area.w - 4, area.h - 4},
               object_icon(renderer, item->sprite));
    if (is_worn(world, item->sprite))
        fill(target, (Rect){area.x + 3, area.y + 3, 4, 4}, PIXEL(120, 232, 120, 255));
    if (item->count > 1) {
        const TextStyle style =
            theme_style(renderer, hud->count_font, PIXEL(255, 255, 255, 255));
        theme_text(renderer, target, area.x + area.w - 2,
                   area.y + area.h - theme_line(&style) + 2, &style,
                   arena_format(renderer->scratch, "%u", item->count), ALIGN_RIGHT);
    }
}

/* Attributes with a title, and their values, from the `first` on; returns the
 * first one there was no room for. */
static size_t draw_values(Renderer *renderer, World *world, const Image *target, Rect area,
                          size_t first)
{
    const TngAttributes *attributes = renderer->content->attributes;
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = theme_line(&style);
    int32_t y = area.y;
    size_t i = first;
    for (; i < attributes->attribute_count && y + line <= area.y + area.h; i++) {
        const TngAttribute *attribute = &attributes->attributes[i];
        const Text title = content_text(renderer->content, attribute->title);
        if (!title.size)
            continue;
        theme_text(renderer, target, area.x, y, &style, title, ALIGN_LEFT);
        theme_text(renderer, target, area.x + area.w, y, &style,
                   arena_format(renderer->scratch, "%d",
                                world_attribute(world, ENTITY_PLAYER, attribute->name)),
                   ALIGN_RIGHT);
        y += line;
    }
    return i;
}

/* The picture with the slots and what is worn in them; returns its height. */
static int32_t draw_equipment(Renderer *renderer, const World *world, const Image *target,
                              Rect area)
{
    const TngHud *hud = renderer->content->hud;
    const Picture *picture =
        renderer->content->has_hud
            ? picture_of(&renderer->pictures, hud->equipment_background, world->tick)
            : NULL;
    if (!picture || picture->w > area.w || picture->h > area.h)
        return 0;
    const int32_t x = area.x + (area.w - picture->w) / 2;
    picture_draw(target, x, area.y, picture);
    const TngSlots *slots = renderer->content->slots;
    for (size_t i = 0; i < slots->slots_count && i < TNG_EQUIP_SLOTS; i++) {
        if (world->equipped[i] == TNG_NO_SPRITE)
            continue;
        const Rect slot = {x + slots->slots[i].left, area.y + slots->slots[i].top,
                           hud->slot_width ? hud->slot_width : 32,
                           hud->slot_height ? hud->slot_height : 32};
        theme_icon(target, slot, object_icon(renderer, world->equipped[i]));
    }
    return picture->h + PADDING;
}

void inventory_draw(Renderer *renderer, World *world, const Image *target)
{
    const ScreenState *screen = &world->screen;
    enum { SIDE = 184, GAP = 14, HEIGHT = 344, GRID = INVENTORY_COLUMNS * SLOT };
    const int32_t box_w = GRID + GAP + SIDE + 2 * PADDING + 6;
    const Rect box = {((int32_t)target->w - box_w) / 2, ((int32_t)target->h - HEIGHT) / 2,
                      box_w, HEIGHT};
    const Rect in = heading(renderer, target, theme_panel(target, box), "Inventory");
    const uint32_t first_row = screen->selected / INVENTORY_COLUMNS >= ROWS_MOST
                                   ? screen->selected / INVENTORY_COLUMNS - ROWS_MOST + 1
                                   : 0;
    for (uint32_t i = 0; i < INVENTORY_COLUMNS * ROWS_MOST; i++) {
        const uint32_t index = i + first_row * INVENTORY_COLUMNS;
        const Rect slot = {in.x + (int32_t)(i % INVENTORY_COLUMNS) * SLOT,
                           in.y + (int32_t)(i / INVENTORY_COLUMNS) * SLOT, SLOT - 2, SLOT - 2};
        draw_slot(renderer, world, target, slot, index,
                  index == screen->selected && screen->option_count);
        if (index < screen->option_count)
            theme_hot(renderer, slot, index);
    }
    const Rect right = {in.x + GRID + GAP, in.y, in.w - GRID - GAP, in.h};
    const int32_t down = draw_equipment(renderer, world, target, right);
    const TextStyle style =
        theme_font(renderer, FONT_TEXT_SELECTED, theme_colour(renderer, COLOUR_TEXT_SELECTED));
    const Text name =
        screen->selected < world->item_count
            ? object_title(renderer, world->items[screen->selected].sprite, renderer->scratch)
            : TEXT("Nothing here");
    const int32_t below = in.y + ROWS_MOST * SLOT + 2;
    theme_text(renderer, target, in.x, below, &style, name, ALIGN_LEFT);
    const int32_t values = below + theme_line(&style) + 4;
    const size_t left = draw_values(
        renderer, world, target, (Rect){right.x, right.y + down, right.w, right.h - down}, 0);
    draw_values(renderer, world, target, (Rect){in.x, values, GRID - 2, in.y + in.h - values},
                left);
}

void quests_draw(Renderer *renderer, World *world, const Image *target)
{
    const ScreenState *screen = &world->screen;
    const Rect box = {((int32_t)target->w - 440) / 2, ((int32_t)target->h - 268) / 2, 440, 268};
    const Rect in = heading(renderer, target, theme_panel(target, box), "Quests");
    const TextStyle style =
        theme_font(renderer, FONT_TEXT, theme_colour(renderer, COLOUR_TEXT));
    const int32_t line = theme_line(&style) + 2;
    const uint32_t rows = (uint32_t)(in.h * 3 / 5 / line);
    const uint32_t first = screen->selected >= rows ? screen->selected - rows + 1 : 0;
    for (uint32_t i = first; i < screen->option_count && i < first + rows; i++) {
        const uint32_t quest = screen->options[i];
        const TngQuest *record = content_record(renderer->content, SECTION_QUESTS, quest);
        if (!record)
            continue;
        static const char *const states[] = {"", "", " (done)", " (failed)"};
        const Text title = content_text(renderer->content, record->title);
        theme_option(renderer, target,
                     (Rect){in.x, in.y + (int32_t)(i - first) * line, in.w, line}, i,
                     i == screen->selected,
                     arena_format(renderer->scratch, "%.*s%s", (int)title.size, title.at,
                                  states[world->quests[quest] & 3]),
                     world->quests[quest] == QUEST_OPEN);
    }
    if (!screen->option_count) {
        theme_text(renderer, target, in.x + in.w / 2, in.y + in.h / 2, &style,
                   TEXT("No quests yet"), ALIGN_CENTRE);
        return;
    }
    const TngQuest *record =
        content_record(renderer->content, SECTION_QUESTS, screen->options[screen->selected]);
    const int32_t y = in.y + (int32_t)rows * line + 4;
    fill(target, (Rect){in.x, y - 3, in.w, 1}, PIXEL(150, 132, 84, 255));
    if (record)
        theme_paragraph(renderer, target, in.x, y, in.w, &style,
                        content_text(renderer->content, record->description), ALIGN_LEFT);
}
