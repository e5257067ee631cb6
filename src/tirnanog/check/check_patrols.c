/* Patrols: NPCs that walk along a path which a map does not have stand there. */
#include "tirnanog/check/check.h"

#include "base/text.h"

enum { MOVEMENT_PATROL = 2 };

typedef struct PatrolCheck {
    Project *project;
    const MapContents *maps;
    const TngNpc **npcs; /* by number; NULL: it does not patrol */
    size_t npc_count;
    bool *there; /* by number: on the map that is checked */
} PatrolCheck;

/* `behave(patrol)`: the constant, then the call. */
static bool has_patrol_call(Bytes code)
{
    Instruction it;
    bool patrol = false;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size) {
        if (patrol && opcode_family(it.op) == FAMILY_CALL && it.value == COMMAND_behave)
            return true;
        patrol = instruction_is_constant(&it) && it.value == MOVEMENT_PATROL;
    }
    return false;
}

static bool is_sent(const ProjectScripts *scripts, size_t npc)
{
    bool sent = false;
    for (size_t i = 0; i < scripts->count; i++)
        sent |= scripts->items[i].ref.section == SECTION_NPCS &&
                scripts->items[i].ref.index == npc &&
                has_patrol_call(scripts->items[i].code.bytes);
    return sent;
}

static void find_patrols(PatrolCheck *check, const ProjectScripts *scripts)
{
    const Project *project = check->project;
    check->npc_count = project->names.kinds[NAME_NPC].count;
    check->npcs = ARENA_ALLOC(project->arena, const TngNpc *, check->npc_count + 1);
    check->there = ARENA_ALLOC(project->arena, bool, check->npc_count + 1);
    for (size_t i = 0; i < check->npc_count; i++) {
        const TngNpc *npc = project_asset(project, SECTION_NPCS, i);
        const bool patrols = npc && (npc->movement == MOVEMENT_PATROL || is_sent(scripts, i));
        check->npcs[i] = patrols ? npc : NULL;
    }
}

static void add_spawner(PatrolCheck *check, size_t index)
{
    const TngSpawner *spawner = project_asset(check->project, SECTION_SPAWNERS, index);
    for (size_t i = 0; spawner && i < spawner->kind_count; i++)
        if (spawner->kinds[i].npc.index < check->npc_count)
            check->there[spawner->kinds[i].npc.index] = true;
}

static void find_npcs(PatrolCheck *check, size_t map)
{
    const MapContents *maps = check->maps;
    const size_t spawner_count = check->project->names.kinds[NAME_SPAWNER].count;
    memset(check->there, false, check->npc_count);
    for (size_t i = 0; maps->npcs[map] && i < maps->cell_count; i++) {
        if (maps->npcs[map][i] < check->npc_count)
            check->there[maps->npcs[map][i]] = true;
        if (maps->spawners[map][i] < spawner_count)
            add_spawner(check, maps->spawners[map][i]);
    }
}

static bool has_path(const TngMap *map, uint32_t id)
{
    bool found = false;
    for (size_t i = 0; i < map->path_count; i++)
        found |= map->paths[i].id == id && map->paths[i].point_count;
    return found;
}

static void warn(const PatrolCheck *check, size_t npc, const TngMap *map, Text name)
{
    Arena *arena = check->project->arena;
    Report about =
        report_child(check->project->report, check->project->entities[NAME_NPC][npc]->path);
    Writer paths = writer_to(arena);
    for (size_t i = 0; i < map->path_count; i++)
        write_format(&paths, "%s%u", i ? ", " : "", map->paths[i].id);
    const Text list = writer_text(&paths);
    report_warning(&about,
                   "the map \"%.*s\" has no patrol path %u, so the NPC stands there (paths of "
                   "the map: %.*s)",
                   (int)name.size, name.at, check->npcs[npc]->path,
                   list.size ? (int)list.size : 4, list.size ? list.at : "none");
}

void project_check_patrols(Project *project, const ProjectScripts *scripts,
                           const MapContents *maps)
{
    PatrolCheck check = {.project = project, .maps = maps};
    find_patrols(&check, scripts);
    for (size_t i = 0; i < maps->map_count; i++) {
        const TngMap *map = project_asset(project, SECTION_MAPS, i);
        find_npcs(&check, i);
        for (size_t npc = 0; map && npc < check.npc_count; npc++)
            if (check.there[npc] && check.npcs[npc] && !has_path(map, check.npcs[npc]->path))
                warn(&check, npc, map, project->names.kinds[NAME_MAP].items[i]);
    }
}
