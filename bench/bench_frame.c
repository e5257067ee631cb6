/* The rows frame, frame-light, frame-500, frame-4k, frame-p99 and frame-memory: what a frame
 * costs without presenting it. Prints `row figure`, a line each. With the word `window` the row
 * frame-window: a frame with presenting it, and presenting alone.
 *
 * The map has 256 x 256 cells of 32 x 32 pixels and something in each cell of each of its
 * layers: an opaque ground, then plants and roofs with holes and soft edges, one kind in 32
 * moving; people walk about. Over the player's
 * street there are no roofs, as they would all hang together and not be drawn. */
#include "game.h"
#include "window.h"

#include "engine/world.h"
#include "formats/open/tmx.h"
#include "image/png_write.h"
#include "player/sdl/present.h"
#include "render/render.h"

#include <sys/resource.h>

enum { SIDE = 256, TILE = 32, GROUNDS = 16, OTHERS = 32, SPRITES = GROUNDS + OTHERS };
enum { FRAMES = 601, WARM_UP = 60 };

/* A disc with a soft edge and a hole, somewhat rough: `frames` of them side by side. */
static Image plant(uint32_t number, uint32_t frames, Arena *arena)
{
    const Image image = image_new(TILE * frames, TILE, arena);
    for (uint32_t y = 0; y < TILE; y++)
        for (uint32_t x = 0; x < TILE * frames; x++) {
            const int32_t dx = (int32_t)(x % TILE) - TILE / 2, dy = (int32_t)y - TILE / 2;
            const int32_t far = dx * dx + dy * dy, size = 120 + (int32_t)(number * 5 % 120);
            const int32_t edge = (size - far) * 6;
            const uint32_t alpha = edge < 0 || far < 20 ? 0 : edge > 255 ? 255 : (uint32_t)edge;
            *image_at(&image, x, y) =
                PIXEL(number * 6, 80 + next_random(60), 30 + x / TILE * 40, alpha);
        }
    return image;
}

static Image ground(uint32_t number, Arena *arena)
{
    const Image image = image_new(TILE, TILE, arena);
    for (uint32_t i = 0; i < TILE * TILE; i++)
        image.pixels[i] = PIXEL(40 + next_random(30), 90 + next_random(30), number * 8, 255);
    return image;
}

/* Sprites, and the map that is full of them. */
static void put_map(ProjectFiles *files, bool light, Arena *arena)
{
    TmxTileset *sets = ARENA_ALLOC(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++) {
        const uint32_t frames = i == SPRITES - 1 ? 4 : 1;
        const Image image = i < GROUNDS ? ground(i, arena) : plant(i, frames, arena);
        const Text path = arena_format(
            arena, frames > 1 ? "tiles/t%02u_sol3.png" : "tiles/t%02u_soo0.png", i);
        put(files, path, png_write(&image, NULL, arena), arena);
        sets[i] = (TmxTileset){.first = i + 1,
                               .name = arena_format(arena, "tiles_t%02u", i),
                               .image = arena_format(arena, "../%.*s", (int)path.size, path.at),
                               .w = TILE,
                               .h = TILE};
    }
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 8, 9, 10, 11};
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, COUNT_OF(ids));
    for (size_t l = 0; l < COUNT_OF(ids); l++) {
        uint32_t *cells = ARENA_ALLOC(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            if (ids[l] < 8 || i / SIDE < SIDE / 2 - 1 || i / SIDE > SIDE / 2 + 1)
                cells[i] = l ? GROUNDS + 1 + next_random(OTHERS) : 1 + next_random(GROUNDS);
        layers[l] = (TmxLayer){
            .id = ids[l], .w = SIDE, .h = SIDE, .cells = cells, .name = TEXT("layer")};
    }
    TmxProperty night = {.name = TEXT("daylight"), .value = TEXT("60 night")};
    const TmxMap map = {.properties = &night,
                        .property_count = light,
                        .w = SIDE,
                        .h = SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .tilesets = sets,
                        .tileset_count = SPRITES,
                        .layers = layers,
                        .layer_count = COUNT_OF(ids)};
    put(files, TEXT("maps/meadow.tmx"), tmx_write(&map, arena), arena);
}

static void put_people(ProjectFiles *files, uint32_t people, Arena *arena)
{
    Writer start = writer_to(arena);
    write_format(&start, "TirNanoG StartUp\ne start {\nlocation(meadow,128,128,so)\n");
    for (uint32_t i = 0; i < people; i++) { /* the first 50 can be seen */
        const uint32_t near = i < 50;
        write_format(&start, "npc(meadow,%u,%u,walker)\n",
                     near ? 112 + next_random(32) : next_random(SIDE),
                     near ? 118 + next_random(20) : next_random(SIDE));
    }
    write_format(&start, "}\n");
    put(files, TEXT("game/startup.cfg"), writer_bytes(&start), arena);
    put_text(files, "npcs/walker.npc",
             "TirNanoG NPC\nWalker\nrandom 100 60 0\nl hero hero_walk - - - - - - - - - - - - "
             "- - - - - -\n",
             arena);
}

static void put_interface(ProjectFiles *files, bool light, Arena *arena)
{
    Image bar = image_new(300, 48, arena), strip = image_new(256, 4, arena);
    for (uint32_t i = 0; i < 300 * 48; i++)
        bar.pixels[i] = PIXEL(30, 20, 60, 200);
    for (uint32_t i = 0; i < 256 * 4; i++)
        strip.pixels[i] = PIXEL(20, 20, 90, 140);
    put(files, TEXT("ui/bar_soo0.png"), png_write(&bar, NULL, arena), arena);
    put(files, TEXT("ui/night_soo0.png"), png_write(&strip, NULL, arena), arena);
    put_text(files, "ui/hud.cfg",
             "TirNanoG HUD\nbar bar\nbar -\n8 32 32 7 6 6 10\nbar - 0\nbar bar 32 32 4 4\n"
             ". . 12 plain\nbar bar bar\np 0 62 22 hp hp bar bar\n",
             arena);
    if (light) {
        put_text(files, "game/light.atr", "TirNanoG Attribute\np Light\n8\n", arena);
        put_text(files, "game/attributes.cfg", "TirNanoG AttrConf\n10 5\nlight\n-\n-\n", arena);
    }
}

typedef struct Session {
    World *world;
    Renderer *renderer;
} Session;

/* As `oisin new` makes it, with all that. */
static Session open_session(uint32_t people, bool light, Arena *arena, Report *report)
{
    ProjectFiles files;
    random_state = 7;
    begin_game(&files, arena, report);
    put_text(&files, "config", "TirNanoG Project 0\nmygame\northo 32 32 256\n", arena);
    put_map(&files, light, arena);
    put_people(&files, people, arena);
    put_interface(&files, light, arena);
    TngFile *game = open_game(&files, arena, report);
    Session session = {world_new(game, &(WorldOptions){.skip_menu = true}, arena, report),
                       NULL};
    session.renderer = renderer_new(session.world, arena, report);
    return session;
}

typedef struct Costs {
    double draw, p99, both; /* ms of the processor: the median frame, one of a hundred, median
                               with its tick */
} Costs;

static Costs play(Session *session, uint32_t w, uint32_t h, uint32_t zoom, Arena *arena)
{
    static double draw[FRAMES], both[FRAMES];
    static const Direction walk[] = {EAST, WEST, WEST, EAST};
    const Image target = image_new(w, h, arena);
    renderer_set(session->renderer,
                 &(RenderOptions){.zoom = zoom, .ui_zoom = zoom, .text_percent = 100});
    for (int i = -WARM_UP; i < FRAMES; i++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        world_tick(session->world,
                   &(WorldInput){.direction =
                                     1u + (uint32_t)walk[(i + WARM_UP) / 40 % COUNT_OF(walk)]});
        const double middle = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        render_frame(session->renderer, local_context(session->world), &target);
        const double end = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        if (i >= 0) {
            draw[i] = end - middle;
            both[i] = end - start;
        }
    }
    qsort(draw, FRAMES, sizeof *draw, double_order);
    return (Costs){draw[FRAMES / 2], draw[FRAMES * 99 / 100], median(both, FRAMES)};
}

/* Processor time of drawing and presenting, as the player does it. */
static double show(Window *window, Session *session, Arena *arena)
{
    static double times[FRAMES];
    const Image images[2] = {image_new(WINDOW_WIDTH, WINDOW_HEIGHT, arena),
                             image_new(WINDOW_WIDTH, WINDOW_HEIGHT, arena)};
    Presenter presenter = {.screen = window->screen};
    presenter_fit(&presenter, fit_frame(WINDOW_WIDTH, WINDOW_HEIGHT, true), 0);
    for (int i = -WARM_UP; i < FRAMES; i++) {
        world_tick(session->world, &(WorldInput){.direction = 1u + (i / 40 % 2 ? EAST : WEST)});
        const Image *target = &images[i & 1], *before = &images[~i & 1];
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        window_events();
        render_frame(session->renderer, local_context(session->world), target);
        presenter_show(&presenter, before, target);
        if (i >= 0)
            times[i] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    presenter_close(&presenter);
    return median(times, FRAMES);
}

/* Processor time of presenting a frame that is ready. */
static double show_alone(Window *window, Arena *arena)
{
    static double times[FRAMES];
    const Image target = image_new(WINDOW_WIDTH, WINDOW_HEIGHT, arena);
    for (int i = -WARM_UP; i < FRAMES; i++) {
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        target.pixels[i + WARM_UP] = PIXEL(255, 255, 255, 255);
        window_show(window, target.pixels);
        if (i >= 0)
            times[i] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    return median(times, FRAMES);
}

static void show_window(Arena *arena, Report *report)
{
    Window window = window_open();
    Session session = open_session(50, false, arena, report);
    const double ours = show(&window, &session, arena);
    printf("frame-window %.4f %.4f\n", ours, show_alone(&window, arena));
    renderer_free(session.renderer);
    SDL_Quit();
}

int main(int count, char **words)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    if (count > 1 && !strcmp(words[1], "window")) {
        show_window(arena, &report);
        arena_free(arena);
        return 0;
    }
    Session small = open_session(50, false, arena, &report);
    const Costs usual = play(&small, 1280, 720, 1, arena);
    printf("frame %.4f\nframe-p99 %.4f\n", usual.draw, usual.p99 / usual.draw);
    struct rusage usage; /* with all that building the game took */
    getrusage(RUSAGE_SELF, &usage);
    printf("frame-memory %.1f\n", (double)usage.ru_maxrss / 1024);
    printf("frame-4k %.4f\n", play(&small, 3840, 2160, 1, arena).draw);
    printf("frame-4k-zoomed %.4f\n", play(&small, 3840, 2160, 2, arena).draw);
    Session dark = open_session(50, true, arena, &report);
    printf("frame-light %.4f\n", play(&dark, 1280, 720, 1, arena).draw);
    Session many = open_session(500, false, arena, &report);
    const Costs crowd = play(&many, 1280, 720, 1, arena);
    printf("frame-500 %.4f\nframe-500-both %.4f\n", crowd.draw, crowd.both);
    renderer_free(small.renderer);
    renderer_free(dark.renderer);
    renderer_free(many.renderer);
    arena_free(arena);
    return 0;
}
