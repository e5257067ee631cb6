#include "render/parts.h"

enum { GLYPHS_MOST = 4 << 20, FADE_TICKS = 12 };

/* How far tiles reach out of their cells. */
static void measure_tiles(Renderer *renderer)
{
    const uint32_t count = (uint32_t)content_count(renderer->content, SECTION_TILES);
    renderer->most_w = renderer->content->grid.tile_w;
    renderer->most_h = renderer->content->grid.tile_h;
    for (uint32_t i = 0; i < count; i++) {
        const TngAnimation *animation =
            sprite_direction(content_sprite(renderer->content, SPRITE_OBJECT, i), 0);
        if (animation && animation->w > renderer->most_w)
            renderer->most_w = animation->w;
        if (animation && animation->h > renderer->most_h)
            renderer->most_h = animation->h;
    }
}

Renderer *renderer_new(World *world, Arena *arena, Report *report)
{
    Renderer *renderer = ARENA_TAKE(arena, Renderer, 1);
    renderer->content = world->content;
    renderer->arena = arena;
    renderer->report = report;
    renderer->scratch = arena_new();
    renderer->pictures = pictures_of(world->content, arena, report);
    renderer->builtin = font_builtin(arena);
    renderer->fonts.arena = arena;
    renderer->cache = text_cache(arena_new(), arena_new(), GLYPHS_MOST);
    measure_tiles(renderer);
    return renderer;
}

void renderer_free(Renderer *renderer)
{
    arena_free(renderer->cache.glyphs);
    arena_free(renderer->cache.scratch);
    arena_free(renderer->scratch);
}

static void draw_screen(Renderer *renderer, World *world, const ScreenState *screen,
                        const Image *target)
{
    switch ((Screen)screen->screen) {
    case SCREEN_GAME:
        break;
    case SCREEN_MENU:
        menu_draw(renderer, world, target);
        break;
    case SCREEN_DIALOG:
        dialog_draw(renderer, world, target);
        break;
    case SCREEN_CHOOSER:
        chooser_draw(renderer, world, target);
        break;
    case SCREEN_CUTSCENE:
        cutscene_draw(renderer, world, screen, target);
        break;
    case SCREEN_INVENTORY:
        inventory_draw(renderer, world, target);
        break;
    case SCREEN_QUESTS:
        quests_draw(renderer, world, target);
        break;
    case SCREEN_MARKET:
        market_draw(renderer, world, target);
        break;
    case SCREEN_CRAFT:
        craft_draw(renderer, world, target);
        break;
    case SCREEN_PAUSE:
        pause_draw(renderer, world, target);
        break;
    case SCREEN_CREDITS:
        credits_draw(renderer, world, target);
        break;
    }
}

void render_frame(Renderer *renderer, World *world, const Image *target)
{
    const Rect whole = {0, 0, (int32_t)target->w, (int32_t)target->h};
    const Screen top = (Screen)world->screen.screen;
    arena_reset(renderer->scratch);
    renderer->w = target->w;
    renderer->h = target->h;
    renderer->hot_count = 0;
    fill(target, whole, PIXEL(0, 0, 0, 255));
    if (world->started && top != SCREEN_MENU && top != SCREEN_CREDITS) {
        scene_draw(renderer, world, target);
        const uint32_t age = world->tick - world->arrived;
        if (age < FADE_TICKS && world->arrived > world->play_started + 1)
            fill(target, whole, PIXEL(0, 0, 0, 255 - age * 255 / FADE_TICKS));
        if (top != SCREEN_CUTSCENE && world->under.screen != SCREEN_CUTSCENE)
            hud_draw(renderer, world, target);
    }
    if (world->under.screen == SCREEN_CUTSCENE)
        draw_screen(renderer, world, &world->under, target);
    draw_screen(renderer, world, &world->screen, target);
    if (world->started && top != SCREEN_MENU)
        alerts_draw(renderer, world, target);
}

bool render_pick(const Renderer *renderer, const World *world, int32_t x, int32_t y,
                 WorldInput *input)
{
    for (size_t i = renderer->hot_count; i-- > 0;) { /* the uppermost first */
        const Hot *hot = &renderer->hots[i];
        if (x < hot->area.x || y < hot->area.y || x >= hot->area.x + hot->area.w ||
            y >= hot->area.y + hot->area.h)
            continue;
        if (hot->option >= HOT_ITEM)
            input->item = hot->option - HOT_ITEM + 1;
        else if (hot->option == HOT_BAG)
            input->buttons |= BUTTON_INVENTORY;
        else if (hot->option < world->screen.option_count)
            input->option = hot->option + 1;
        else
            input->buttons |= BUTTON_CONFIRM;
        return true;
    }
    if (world->screen.screen != SCREEN_GAME)
        return false;
    input->go = 1;
    input->target_x = renderer->camera.x + x;
    input->target_y = renderer->camera.y + y;
    return true;
}
