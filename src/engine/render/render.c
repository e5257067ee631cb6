/* render_frame draws the world (map_scene.c) and then the interface: HUD, the current screen,
 * and the program's own pages (renderer_overlay). If their scales differ, each is drawn into a
 * layer of its own and enlarged. The second half maps positions of the frame back to the world
 * or the interface, for clicks and hovering. */
#include "engine/render/render_internal.h"

enum { GLYPHS_MAX = 4 << 20, FADE_TICKS = 12, TOASTS_BELOW = 112 /* above the HUD */ };

/* How far tiles extend beyond their cells, and which of them are animated. */
static void measure_tiles(Renderer *renderer)
{
    const uint32_t count = (uint32_t)content_count(renderer->content, SECTION_TILES);
    renderer->tile_count = count;
    renderer->tiles = ARENA_ALLOC(renderer->arena, TileFacts, count + 1u);
    renderer->max_w = renderer->content->grid.tile_w;
    renderer->max_h = renderer->content->grid.tile_h;
    for (uint32_t i = 0; i < count; i++) {
        const TngAnimation *animation =
            sprite_direction(content_sprite(renderer->content, SPRITE_OBJECT, i), 0);
        if (!animation)
            continue;
        if (animation->w > renderer->max_w)
            renderer->max_w = animation->w;
        if (animation->h > renderer->max_h)
            renderer->max_h = animation->h;
        renderer->tiles[i].moves = animation->frame_count > 1;
        renderer->tiles_move |= renderer->tiles[i].moves;
    }
    light_measure(renderer);
}

Renderer *renderer_new(World *world, Arena *arena, Report *report)
{
    Renderer *renderer = ARENA_ALLOC(arena, Renderer, 1);
    renderer->content = world->content;
    renderer->arena = arena;
    renderer->report = report;
    renderer->scratch = arena_new();
    renderer->pictures = pictures_of(world->content, arena, report);
    renderer->movies = movies_new(world->content->game, arena, report);
    renderer->builtin = font_builtin(arena);
    renderer->fonts.arena = renderer->coloured.arena = arena;
    renderer->cache = text_cache(arena_new(), arena_new(), GLYPHS_MAX);
    renderer->shaper = text_shaper_new(arena);
    renderer->layers.arena = arena_new();
    renderer->options = (RenderOptions){.zoom = 1, .ui_zoom = 1, .text_percent = 100};
    measure_tiles(renderer);
    return renderer;
}

void renderer_free(Renderer *renderer)
{
    movies_free(renderer->movies);
    arena_free(renderer->cache.glyphs);
    arena_free(renderer->cache.scratch);
    arena_free(renderer->scratch);
    arena_free(renderer->layers.arena);
}

static uint32_t limited(uint32_t value, uint32_t min, uint32_t max)
{
    return value < min ? min : value > max ? max : value;
}

void renderer_set(Renderer *renderer, const RenderOptions *options)
{
    const RenderOptions old = renderer->options;
    RenderOptions *now = &renderer->options;
    *now = *options;
    now->zoom = limited(now->zoom, 1, ZOOM_MAX);
    now->ui_zoom = limited(now->ui_zoom, 1, ZOOM_MAX);
    now->text_percent = limited(now->text_percent, 50, 300);
    now->colours = limited(now->colours, 0, COLOURS_CONTRAST);
    now->text_speed = limited(now->text_speed, 0, 1000);
    now->touch = limited(now->touch, 0, TOUCH_MAX);
    now->letters = limited(now->letters, 0, TOUCH_MAX);
    if (old.zoom != renderer->options.zoom || old.ui_zoom != renderer->options.ui_zoom)
        renderer->layers.w = 0; /* allocates them again */
}

static void draw_screen(Renderer *renderer, PlayerContext ctx, const ScreenState *screen,
                        const Image *target)
{
    static void (*const draw[SCREENS])(Renderer *, PlayerContext, const Image *) = {
        [SCREEN_MENU] = menu_draw,       [SCREEN_DIALOG] = dialog_draw,
        [SCREEN_CHOOSER] = chooser_draw, [SCREEN_INVENTORY] = inventory_draw,
        [SCREEN_QUESTS] = quests_draw,   [SCREEN_MARKET] = market_draw,
        [SCREEN_CRAFT] = craft_draw,     [SCREEN_PAUSE] = pause_draw,
        [SCREEN_CREDITS] = credits_draw, [SCREEN_CREATE] = create_draw,
        [SCREEN_STATS] = stats_draw,     [SCREEN_SKILLS] = skills_draw};
    if (screen->screen == SCREEN_CUTSCENE)
        cutscene_draw(renderer, ctx.world, screen, target);
    else if (draw[screen->screen])
        draw[screen->screen](renderer, ctx, target);
}

/* The opacity of the fade after entering a map, 0 to 255. */
static uint32_t darkness(const Renderer *renderer, PlayerContext ctx)
{
    const uint32_t age = ctx.world->tick - ctx.player->arrived;
    const bool dark = !renderer->options.reduced_motion && age < FADE_TICKS &&
                      ctx.player->arrived > ctx.world->play_started + 1;
    return dark ? 255 - age * 255 / FADE_TICKS : 0;
}

static void draw_world(Renderer *renderer, PlayerContext ctx, bool seen, const Image *target)
{
    const Rect whole = {0, 0, (int32_t)target->w, (int32_t)target->h};
    if (seen)
        scene_draw(renderer, ctx, target);
    fill(target, whole, PIXEL(0, 0, 0, seen ? darkness(renderer, ctx) : 255));
}

/* Draws the screen beneath the pause as if it were on top. */
static void draw_paused(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    Player *before = ARENA_ALLOC(renderer->scratch, Player, 1);
    *before = *ctx.player;
    before->screen = ctx.player->paused;
    draw_screen(renderer, (PlayerContext){ctx.world, before}, &before->screen, target);
}

/* Under a window, only parts of the HUD would be visible. */
static bool hud_is_seen(const Renderer *renderer, const Player *player)
{
    const Screen top = (Screen)player->screen.screen;
    const Screen game = top == SCREEN_PAUSE ? (Screen)player->paused.screen : top;
    return game == SCREEN_GAME && player->under.screen != SCREEN_CUTSCENE &&
           !renderer->overlay.modal;
}

/* Screens in the middle of the frame. */
static bool is_window(Screen screen)
{
    return screen == SCREEN_INVENTORY || screen == SCREEN_STATS || screen == SCREEN_SKILLS ||
           screen == SCREEN_QUESTS || screen == SCREEN_MARKET || screen == SCREEN_CRAFT ||
           screen == SCREEN_PAUSE;
}

/* New items and chat beside windows, alerts over them, too. */
static void draw_toasts(Renderer *renderer, PlayerContext ctx, bool seen, const Image *target)
{
    const Screen top = (Screen)ctx.player->screen.screen;
    if (seen && top != SCREEN_CUTSCENE && ctx.player->under.screen != SCREEN_CUTSCENE)
        chat_draw(renderer, ctx, target);
    if (ctx.player->started && top != SCREEN_MENU)
        alerts_draw(renderer, ctx, target);
}

static Text map_title(const Renderer *renderer, PlayerContext ctx)
{
    const uint32_t index = context_actor(ctx)->map;
    const MapState *map = index < ctx.world->map_count ? ctx.world->maps[index] : NULL;
    return map && map->record ? content_text(renderer->content, map->record->title) : TEXT("");
}

static void draw_interface(Renderer *renderer, PlayerContext ctx, bool seen,
                           const Image *target)
{
    const Screen top = (Screen)ctx.player->screen.screen;
    renderer->windowed = renderer->overlay.modal || is_window(top);
    renderer->toasts_end = (int32_t)target->h - (renderer->windowed ? 2 : TOASTS_BELOW);
    if (seen && top != SCREEN_CUTSCENE && ctx.player->under.screen != SCREEN_CUTSCENE)
        names_draw(renderer, ctx, target);
    if (seen && hud_is_seen(renderer, ctx.player))
        hud_draw(renderer, ctx, target);
    if (ctx.player->under.screen == SCREEN_CUTSCENE)
        draw_screen(renderer, ctx, &ctx.player->under, target);
    if (top == SCREEN_PAUSE && ctx.player->paused.screen != SCREEN_GAME)
        draw_paused(renderer, ctx, target);
    describe_clear(renderer);
    describe_rows(renderer, ctx.player->screen.selected, ctx.player->screen.option_count);
    if (top == SCREEN_GAME && seen)
        describe_add(renderer, PART_TITLE, map_title(renderer, ctx));
    draw_screen(renderer, ctx, &ctx.player->screen, target);
    if (renderer->overlay.modal) {
        renderer->hit_area_count = 0;
        describe_clear(renderer);
    }
    if (renderer->overlay.draw)
        renderer->overlay.draw(renderer->overlay.context, renderer, ctx, target);
    draw_toasts(renderer, ctx, seen, target);
}

void renderer_overlay(Renderer *renderer, RenderOverlay overlay)
{
    renderer->overlay = overlay;
}

void renderer_watch_overflows(Renderer *renderer, OverflowWatch watch)
{
    renderer->overflows = watch;
}

void renderer_scene(Renderer *renderer, SceneCapture taker) { renderer->taker = taker; }

bool renderer_capture_pending(const Renderer *renderer) { return renderer->taker.take; }

static void give_scene(Renderer *renderer, const Image *scene)
{
    const SceneCapture taker = renderer->taker;
    renderer->taker = (SceneCapture){0};
    if (taker.take)
        taker.take(taker.context, scene);
}

void render_frame(Renderer *renderer, PlayerContext ctx, const Image *target)
{
    const Screen top = (Screen)ctx.player->screen.screen;
    const bool seen = ctx.player->started && top != SCREEN_MENU && top != SCREEN_CREDITS;
    if (!target->w || !target->h)
        return;
    arena_reset(renderer->scratch);
    renderer->hit_area_count = 0;
    renderer->description = (Description){.notice_count = 0};
    describe_clear(renderer);
    renderer->window = (Rect){0, 0, (int32_t)target->w, (int32_t)target->h};
    layers_fit(renderer, target);
    const Image below = layers_world(renderer, target);
    if (!renderer->options.interface_only)
        draw_world(renderer, ctx, seen, &below);
    give_scene(renderer, &below);
    if (seen && renderer->author.views && !renderer->options.scene_only)
        overlay_draw(renderer, ctx, &below);
    const Image above = layers_interface(renderer, target);
    if (!renderer->options.scene_only)
        draw_interface(renderer, ctx, seen, &above);
    if (!renderer->options.scene_only)
        overlay_draw_timeline(renderer, &above);
    layers_finish(renderer, target);
}

Spot render_layer_spot(const Renderer *renderer, int32_t x, int32_t y)
{
    const int32_t zoom = (int32_t)renderer->options.ui_zoom;
    return (Spot){x / zoom, y / zoom};
}

bool render_hover(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                  WorldInput *input)
{
    const Spot at = render_layer_spot(renderer, x, y);
    return hit_area_hover(renderer, ctx, at.x, at.y, input);
}

uint32_t render_entity(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y)
{
    const int32_t zoom = (int32_t)renderer->options.zoom;
    const Spot at = {renderer->camera.x + x / zoom, renderer->camera.y + y / zoom};
    return ctx.player->screen.screen == SCREEN_GAME ? world_entity(ctx, at) : ENTITY_NONE;
}

void render_press(Renderer *renderer, bool down, int32_t x, int32_t y)
{
    renderer->press_down = down;
    renderer->press = render_layer_spot(renderer, x, y);
}

bool render_pick(const Renderer *renderer, PlayerContext ctx, int32_t x, int32_t y,
                 WorldInput *input)
{
    const int32_t zoom = (int32_t)renderer->options.zoom;
    const int32_t ui_zoom = (int32_t)renderer->options.ui_zoom;
    if (hit_area_pick(renderer, ctx, x / ui_zoom, y / ui_zoom, input))
        return true;
    if (ctx.player->screen.screen != SCREEN_GAME)
        return false;
    input->go = 1;
    input->target_x = renderer->camera.x + x / zoom;
    input->target_y = renderer->camera.y + y / zoom;
    return true;
}
