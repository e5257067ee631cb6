/* What the same frames cost in a browser, see tests/web/bench.mjs: saves the scene of
 * bench_frame and a recording of it as FOLDER/scene.tng and FOLDER/scene.input, and prints
 * `native MS`, the mean time of the processor for drawing a frame of it as a window of 1280 x
 * 720 does. */
#include "scene.h"

#include "../tests/lib/no_window.h"

#include "player/frame_changes.h"

enum { FRAMES = 600, WARM_UP = 60 };

static Bytes walking(Arena *arena)
{
    static const char *const ways[] = {"ea", "we", "we", "ea"};
    Writer out = writer_to(arena);
    write_format(&out, "# oisin input 1\nseed 1\nskip-menu\n");
    for (uint32_t i = 0; i < 10 * FRAMES; i += 40)
        write_format(&out, "%u direction %s\n", i, ways[i / 40 % COUNT_OF(ways)]);
    write_format(&out, "%d end\n", 10 * FRAMES);
    return writer_bytes(&out);
}

static double draw(Bytes game, Bytes recording, Arena *arena, Report *report)
{
    static Session session;
    static Host host;
    WindowSize size = {.w = 1280, .h = 720};
    const PlayerOptions options = {.input = text_of_bytes(recording),
                                   .input_name = TEXT("scene.input")};
    if (!session_open(&session, game, &options, arena, report) ||
        !host_open(&host, &session, NULL, &no_window, &size, report))
        exit(1);
    host_fit(&host);
    static double times[FRAMES];
    for (int i = -WARM_UP; i < FRAMES; i++) {
        Rect areas[FRAME_AREAS_MAX];
        const Image *before;
        host_tick(&host);
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        const Image *frame = host_draw(&host, &before);
        if (frame && before)
            frame_changes(before, frame, areas);
        if (i >= 0)
            times[i] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    return median(times, FRAMES);
}

int main(int count, char **words)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    ProjectFiles files;
    if (count != 2)
        return 2;
    scene_files(&files, 50, false, arena, &report);
    const Bytes game = game_bytes(&files, arena, &report), recording = walking(arena);
    file_save(words[1], "scene.tng", game);
    file_save(words[1], "scene.input", recording);
    printf("native %.4f\n", draw(game, recording, arena, &report));
    arena_free(arena);
    return 0;
}
