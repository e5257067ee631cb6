/* A condition outside of a scenario: `replay shrink --until`. */
#include "studio/scenario/scenario_internal.h"

struct Condition {
    Run run;
    Step step;
    Scenarios scenarios; /* without any: for the names */
};

Condition *condition_new(Text text, const TngFile *game, const ScriptNames *names, Arena *arena,
                         Report *report)
{
    Condition *condition = ARENA_ALLOC(arena, Condition, 1);
    if (!condition_read(text, names, &condition->step, arena, report))
        return NULL;
    Arena *scratch = arena_new_within(arena);
    condition->scenarios = (Scenarios){.names = names, .arena = arena};
    condition->run = (Run){.scenarios = &condition->scenarios,
                           .game = game,
                           .arena = arena,
                           .results = arena,
                           .scratch = scratch,
                           .step = &condition->step,
                           .report = report_to(NULL, NULL),
                           .removed = NONE};
    return condition;
}

bool condition_holds(Condition *condition, World *world)
{
    Run *run = &condition->run;
    arena_reset(run->scratch);
    run->world = world;
    run->heard_count = 0;
    run->alerts = 0;
    run_hear(run, 0);
    Writer found = writer_to(run->scratch);
    return condition->step.row->condition(run, condition->step.values, &found) !=
           condition->step.inverse;
}
