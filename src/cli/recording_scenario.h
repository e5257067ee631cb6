/* Recordings as scenarios: studio/scenario/transcript.h with player/replay.h. */
#ifndef OISIN_CLI_RECORDING_SCENARIO_H
#define OISIN_CLI_RECORDING_SCENARIO_H

#include "studio/scenario/transcript.h"

/* Replays a recording, and writes what was played as a scenario. False after an error with its
 * line: the recording does not fit the game, loads a saved game, or has no step. */
bool recorded_scenario(const TngFile *game, const ScriptNames *names, Text recording, Text name,
                       TranscriptResult *out, Arena *arena, Report *report);
/* The same for a program that waits: at most two hours of play, and `seconds` of this
 * machine's time for the replay and for playing what is written. */
bool recorded_scenario_within(uint32_t seconds, const TngFile *game, const ScriptNames *names,
                              Text recording, Text name, TranscriptResult *out, Arena *arena,
                              Report *report);

#endif
