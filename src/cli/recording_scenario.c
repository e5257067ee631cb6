/* Replays a recording in a world and hands each tick to the transcript, which writes the
 * scenario. For callers that wait, both the recorded and the real time are limited. */
#include "cli/recording_scenario.h"

#include "cli/stopwatch.h"
#include "engine/world.h"
#include "player/replay.h"

enum { PLAY_MAX = 2 * 3600 /* s */, TICKS_PER_LOOK = 256 };

static bool has_load(const Recording *recording, Report *report)
{
    for (size_t i = 0; i < recording->count; i++)
        if (recording->items[i].load.size)
            return !report_error(report,
                                 "a saved game is loaded at tick %u; a scenario begins with a "
                                 "new game",
                                 recording->items[i].frame);
    return false;
}

static bool is_short(const Replay *replay, const Recording *recording, const Stopwatch *watch,
                     Report *report)
{
    const uint64_t most = (uint64_t)PLAY_MAX * replay->world->content->rate;
    return !watch || recording->frames <= most ||
           report_error(report,
                        "it has %u ticks; here, at most %llu (two hours) become a scenario: "
                        "use `oisin replay test`",
                        recording->frames, (unsigned long long)most);
}

static bool play_again(Replay *replay, const Recording *recording, Transcript *transcript,
                       const Stopwatch *watch, Report *report)
{
    size_t next = 0;
    while (replay_goes_on(replay)) {
        if (watch && replay->frame % TICKS_PER_LOOK == 0 && stopwatch_is_over(watch))
            return report_error(report,
                                "stopped at tick %u of %u after %u seconds: use `oisin replay "
                                "test`",
                                replay->frame, recording->frames, watch->seconds);
        while (next < recording->count && recording->items[next].frame < replay->frame)
            next++;
        const RecordedInput *item =
            next < recording->count && recording->items[next].frame == replay->frame
                ? &recording->items[next]
                : NULL;
        for (size_t i = 0; item && i < item->run_count; i++)
            if (item->runs[i].code.size)
                transcript_run(transcript, item->runs[i].code);
        if (!replay_tick(replay))
            return false;
        transcript_tick(transcript, &replay->input);
    }
    return true;
}

/* `watch` NULL: no limit. */
static bool recorded(const Stopwatch *watch, const TngFile *game, const ScriptNames *names,
                     Text file, Text name, TranscriptResult *out, Arena *arena, Report *report)
{
    Recording recording;
    Replay replay;
    ReplayGame played = replay_game(game, names, arena, report);
    if (!recording_read(file, &recording, arena, report) || has_load(&recording, report) ||
        !replay_begin(&replay, &played, &recording))
        return false;
    const TranscriptOptions options = {.seed = recording.has_seed ? recording.seed : 0,
                                       .language = recording.language.name,
                                       .skip_menu = recording.skip_menu,
                                       .clock = stopwatch_clock(watch)};
    Transcript *transcript = transcript_new(replay.world, game, names, &options, arena);
    const bool ok = is_short(&replay, &recording, watch, report) &&
                    play_again(&replay, &recording, transcript, watch, report) &&
                    transcript_end(transcript, name, out, report);
    replay_end(&replay);
    return ok;
}

bool recorded_scenario(const TngFile *game, const ScriptNames *names, Text file, Text name,
                       TranscriptResult *out, Arena *arena, Report *report)
{
    return recorded(NULL, game, names, file, name, out, arena, report);
}

bool recorded_scenario_within(uint32_t seconds, const TngFile *game, const ScriptNames *names,
                              Text file, Text name, TranscriptResult *out, Arena *arena,
                              Report *report)
{
    const Stopwatch watch = stopwatch(seconds);
    return recorded(&watch, game, names, file, name, out, arena, report);
}
