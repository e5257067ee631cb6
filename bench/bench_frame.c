/* The rows frame, frame-light, frame-500, frame-4k, frame-p99 and frame-memory: what a frame
 * costs without presenting it. Prints `row figure`, a line each. With the word `window` the row
 * frame-window: a frame with presenting it, and presenting alone. The scene is that of
 * scene.h. */
#include "scene.h"
#include "window.h"

#include "engine/world.h"
#include "player/sdl/present.h"
#include "engine/render/render.h"

#include <sys/resource.h>

enum { FRAMES = 601, WARM_UP = 60 };

typedef struct Session {
    World *world;
    Renderer *renderer;
} Session;

static Session open_session(uint32_t people, bool light, Arena *arena, Report *report)
{
    ProjectFiles files;
    scene_files(&files, people, light, arena, report);
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
