/* A quest of Evil Islands: a row of new_job.def. */
#include "evil_islands/objects/quest.h"
#include "kit/jobs/new_job.h"

bool new_quest(const char *zone, Text name, ProjectFiles *files, Arena *arena, Report *report)
{
    ProjectFile *items = arena_alloc(arena, 2, sizeof *items);
    items[0].path = arena_format(arena, "%s.mq", name.at);
    items[1].path = arena_format(arena, "%s.mob", name.at);
    *files = (ProjectFiles){.game = name, .items = items, .count = 2};
    return quest_new(name, text_of(zone), &items[0].bytes, &items[1].bytes, arena, report);
}
