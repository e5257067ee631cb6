#include "authoring/lint/positions.h"

#include "base/text.h"
#include "engine/world.h"

/* The position of a call `location(MAP, X, Y, ...)` with constants; false if `it` is none. The
 * instruction before the call is the direction, the one before that the map. */
static bool is_location(const Instruction before[2], const Instruction *it)
{
    return opcode_family(it->op) == FAMILY_CALL && it->value == COMMAND_location &&
           before[1].op == OP_PUSHMAP;
}

static void check_script(World *world, const ProjectScript *script, Report *report)
{
    Instruction before[2] = {0}, it;
    const Bytes code = script->code.bytes;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size) {
        const Cell cell = {before[1].x, before[1].y};
        if (is_location(before, &it) && grid_inside(&world->content->grid, cell) &&
            !world_cell_is_open(
                world, content_find(world->content, SECTION_MAPS, before[1].value), cell)) {
            const uint32_t line = script_position_at(script, it.at).line;
            Report about = report_child(report, script->file);
            report_warning_at(&about, (SourcePosition){.line = line},
                              "nobody can leave cell %d,%d: it is blocked", cell.x, cell.y);
        }
        before[1] = before[0];
        before[0] = it;
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
