/* Steps that set the scene: scripts that run like event handlers. */
#include "studio/scenario/scenario_internal.h"

bool do_script(Run *run, const Step *step)
{
    return run_script(run, step->code, ENTITY_PLAYER);
}

bool do_place(Run *run, const Step *step)
{
    const Value *values = step->values;
    const uint32_t map = run_map(run, &values[0]);
    const Cell cell = {values[1].number, values[2].number};
    if (!grid_inside(&run->world->content->grid, cell))
        return run_fail_anyway(run, "the map has %d columns and rows",
                               run->world->content->grid.side);
    if (!run_script(run, step->code, ENTITY_PLAYER))
        return false;
    const Cell here = run_here(run);
    if (context_actor(local_context(run->world))->map != map || here.x != cell.x ||
        here.y != cell.y)
        return run_fail(run, "the player cannot be placed there");
    return true;
}

bool do_set(Run *run, const Step *step)
{
    enum { CALCULATED = 2, GLOBAL_CALCULATED = 4 };
    const Value *attribute = &step->values[0], *npc = &step->values[1];
    const Content *content = run->world->content;
    const uint32_t ordinal = content_attribute(content, attribute->index);
    Target target = {.entity = ENTITY_PLAYER};
    const unsigned type =
        ordinal == NONE ? CALCULATED : content->attributes->attributes[ordinal].type;
    if (type == CALCULATED || type == GLOBAL_CALCULATED)
        return run_fail_anyway(run, "%.*s is calculated", (int)attribute->word.size,
                               attribute->word.at);
    return (!npc->given || target_need(run, npc, &target)) &&
           run_script(run, step->code, target.entity);
}

bool do_remove(Run *run, const Step *step)
{
    Target target;
    return target_need(run, &step->values[0], &target) &&
           run_script(run, step->code, target.entity);
}
