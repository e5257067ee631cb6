/* world_hashes GAME RECORDING COUNT STEP FOLDER FRAME...: replays COUNT ticks as a window of
 * 640 x 360 pixels does, and prints `TICK HASH` of the world after every STEP of them; the
 * frames after these ticks are saved as FOLDER/frameTICK.png. tools/check_web.sh compares with
 * a browser. */
#include "../tests/lib/no_window.h"

#include "base/output/output.h"
#include "base/image/png_write.h"
#include "kit/jobs/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_message(void *context, const Message *message)
{
    (void)context;
    fprintf(stderr, "%.*s\n", (int)message->text.size, message->text.at);
}

static bool save_frame(Host *host, const char *folder, uint32_t tick, Arena *arena,
                       Report *report)
{
    const Bytes png = png_write(session_draw(host->session), NULL, arena);
    return file_save(arena_format(arena, "%s/frame%" PRIu32 ".png", folder, tick).at, &png, 1,
                     report);
}

static bool replay(Host *host, char **words, Arena *arena, Report *report)
{
    const uint32_t ticks = (uint32_t)atoi(words[3]), step = (uint32_t)atoi(words[4]);
    char **frame = words + 6;
    for (uint32_t tick = 1; tick <= ticks && !session_over(host->session); tick++) {
        host_tick(host);
        if (host->leave)
            return report_error(report, "the game is left at tick %" PRIu32, tick);
        if (tick % step == 0)
            printf("%" PRIu32 " %016" PRIx64 "\n", tick, world_hash(host->session->world));
        if (*frame && (uint32_t)atoi(*frame) == tick) {
            frame++;
            if (!save_frame(host, words[5], tick, arena, report))
                return false;
        }
    }
    return true;
}

int main(int count, char **words)
{
    static Session session;
    static Host host;
    if (count < 6) {
        fprintf(stderr, "usage: world_hashes GAME RECORDING COUNT STEP FOLDER FRAME...\n");
        return 2;
    }
    Arena *arena = arena_new();
    Report report = report_to(print_message, NULL);
    Bytes game, recording;
    if (!file_load(words[1], &game, arena, &report) ||
        !file_load(words[2], &recording, arena, &report))
        return 1;
    WindowSize size = {.w = 640, .h = 360};
    const PlayerOptions options = {.input = text_of_bytes(recording),
                                   .input_name = text_of(words[2])};
    if (!session_open(&session, game, &options, arena, &report) ||
        !host_open(&host, &session, NULL, &no_window, &size, &report))
        return 1;
    host_fit(&host);
    const bool ok = replay(&host, words, arena, &report);
    PlayerResult result;
    session_close(&session, &result);
    arena_free(arena);
    return ok ? 0 : 1;
}
