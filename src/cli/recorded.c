#include "cli/recorded.h"

#include "player/replay.h"

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

static bool watch(Replay *replay, const Recording *recording, Transcript *transcript)
{
    size_t next = 0;
    while (replay_goes_on(replay)) {
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

bool recorded_scenario(const TngFile *game, const ScriptNames *names, Text file, Text name,
                       TranscriptResult *out, Arena *arena, Report *report)
{
    Recording recording;
    Replay replay;
    ReplayGame played = replay_game(game, names, arena, report);
    if (!recording_read(file, &recording, arena, report) || has_load(&recording, report) ||
        !replay_begin(&replay, &played, &recording))
        return false;
    const TranscriptOptions options = {.seed = recording.has_seed ? recording.seed : 0,
                                       .language = recording.language.name,
                                       .skip_menu = recording.skip_menu};
    Transcript *transcript = transcript_new(replay.world, game, names, &options, arena);
    const bool ok =
        watch(&replay, &recording, transcript) && transcript_end(transcript, name, out, report);
    replay_end(&replay);
    return ok;
}
