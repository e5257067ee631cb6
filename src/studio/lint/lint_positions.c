/* Finds calls of `location` with constant arguments in the code of handlers, and asks a world
 * that has not begun whether these cells are open. Other positions are known only when a
 * handler runs. */
#include "studio/lint/lint_positions.h"

#include "base/text.h"
#include "engine/world.h"

static void check_script(World *world, const ProjectScript *script, Report *report)
{
    CodeLocation to;
    for (size_t at = 0; code_next_location(script->code.bytes, &at, &to);) {
        const Cell cell = {to.x, to.y};
        const uint32_t map = content_find(world->content, SECTION_MAPS, to.map);
        if (grid_inside(&world->content->grid, cell) && !world_cell_is_open(world, map, cell)) {
            Report about = report_child(report, script->file);
            report_warning_at(&about,
                              (SourcePosition){.line = script_position_at(script, to.at).line},
                              "nobody can leave cell %d,%d: it is blocked", cell.x, cell.y);
        }
    }
}

void lint_positions(const TngFile *game, const ProjectScripts *scripts, Arena *arena,
                    Report *report)
{
    Report silent = report_to(NULL, NULL);
    World *world = world_new(game, &(WorldOptions){.wait = true}, arena, &silent);
    for (size_t i = 0; world && i < scripts->count; i++)
        check_script(world, &scripts->items[i], report);
}
