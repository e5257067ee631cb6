/* Maps, dialogs, cutscenes and quests that only those name which cannot be reached themselves.
 *
 * What the player reaches: everything that handlers without a place name (of the start, of
 * actions and attributes), the handlers of reached quests and cutscenes, the neighbours of a
 * reached map, and what the handlers of its NPCs and objects name. NPCs and objects that are on
 * no map count as reached: spawners, markets and recipes bring them. So nothing that can be
 * reached is reported. */
#include "tirnanog/check/check.h"

#include "base/text.h"

typedef enum ReachKind {
    REACH_MAPS,
    REACH_DIALOGS,
    REACH_CUTSCENES,
    REACH_QUESTS,
    REACH_KINDS
} ReachKind;

static const struct {
    NameKind names;
    unsigned section;
    ScriptKind reference;
} kinds[REACH_KINDS] = {[REACH_MAPS] = {NAME_MAP, SECTION_MAPS, SCRIPT_MAP},
                        [REACH_DIALOGS] = {NAME_DIALOG, SECTION_DIALOGS, SCRIPT_DIALOG},
                        [REACH_CUTSCENES] = {NAME_CUTSCENE, SECTION_CUTSCENES, SCRIPT_CUTSCENE},
                        [REACH_QUESTS] = {NAME_QUEST, SECTION_QUESTS, SCRIPT_QUEST}};

/* Assets of one kind, by their number. */
typedef struct Reach {
    uint32_t *numbers; /* in handlers and records */
    bool *reached, *named;
    size_t count;
} Reach;

typedef struct ReachCheck {
    Project *project;
    const MapContents *maps;
    Reach kinds[REACH_KINDS];
    bool *npcs, *objects;     /* reached; objects by their sprite */
    uint32_t *object_sprites; /* per object */
    size_t npc_count, sprite_count;
    bool changed;
} ReachCheck;

static void reach(ReachCheck *check, ReachKind kind, uint32_t number)
{
    Reach *list = &check->kinds[kind];
    for (size_t i = 0; i < list->count; i++)
        if (list->numbers[i] == number && !list->reached[i])
            check->changed = list->reached[i] = true;
}

static void reach_thing(ReachCheck *check, bool *things, size_t count, uint32_t index)
{
    if (index < count && !things[index])
        check->changed = things[index] = true;
}

/* ---- what there is ---- */

static void list_kind(ReachCheck *check, ReachKind kind)
{
    const Project *project = check->project;
    const NameList *names = &project->names.kinds[kinds[kind].names];
    Reach *list = &check->kinds[kind];
    list->count = names->count;
    list->numbers = ARENA_ALLOC(project->arena, uint32_t, names->count + 1);
    list->reached = ARENA_ALLOC(project->arena, bool, names->count + 1);
    list->named = ARENA_ALLOC(project->arena, bool, names->count + 1);
    for (size_t i = 0; i < names->count; i++) {
        list->named[i] = names->used[i]; /* otherwise it is reported as unused */
        project->scripts.index(project->scripts.context, kinds[kind].reference, names->items[i],
                               &list->numbers[i]);
        names->used[i] = list->named[i];
    }
}

static void list_objects(ReachCheck *check)
{
    const Project *project = check->project;
    const TngSection *section = &project->by_type[SECTION_OBJECTS];
    const size_t count = section->kind ? section->count : 0;
    check->sprite_count = project->names.sprites[CATEGORY_TILES].count;
    check->objects = ARENA_ALLOC(project->arena, bool, check->sprite_count + 1);
    check->object_sprites = ARENA_ALLOC(project->arena, uint32_t, count + 1);
    for (size_t i = 0; i < count; i++)
        check->object_sprites[i] =
            ((const TngObjectAsset *)section->entries[i].descriptor)->sprite;
}

/* What is on no map at all counts as reached. */
static void list_placed(ReachCheck *check)
{
    const MapContents *maps = check->maps;
    const Project *project = check->project;
    check->npc_count = project->names.kinds[NAME_NPC].count;
    check->npcs = ARENA_ALLOC(project->arena, bool, check->npc_count + 1);
    memset(check->npcs, true, check->npc_count);
    memset(check->objects, true, check->sprite_count);
    for (size_t i = 0; i < maps->map_count; i++)
        for (size_t k = 0; maps->npcs[i] && k < maps->cell_count; k++) {
            if (maps->npcs[i][k] < check->npc_count)
                check->npcs[maps->npcs[i][k]] = false;
            if (maps->objects[i][k] < check->sprite_count)
                check->objects[maps->objects[i][k]] = false;
        }
}

/* ---- what can be reached ---- */

static bool is_active(const ReachCheck *check, const ProjectScript *script)
{
    const size_t index = script->ref.index;
    switch (script->ref.section) {
    case SECTION_NPCS:
        return index >= check->npc_count || check->npcs[index];
    case SECTION_OBJECTS:
        return check->objects[check->object_sprites[index]];
    case SECTION_CUTSCENES:
        return index >= check->kinds[REACH_CUTSCENES].count ||
               check->kinds[REACH_CUTSCENES].reached[index];
    case SECTION_QUESTS:
        return index >= check->kinds[REACH_QUESTS].count ||
               check->kinds[REACH_QUESTS].reached[index];
    default:
        return true;
    }
}

static void follow_script(ReachCheck *check, const ProjectScript *script)
{
    Instruction it;
    const Bytes code = script->code.bytes;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size) {
        for (ReachKind kind = 0; kind < REACH_KINDS; kind++)
            if (it.reference == kinds[kind].reference)
                reach(check, kind, it.value);
        if (it.reference == SCRIPT_NPC)
            reach_thing(check, check->npcs, check->npc_count, it.value);
        if (it.reference == SCRIPT_OBJECT)
            reach_thing(check, check->objects, check->sprite_count, it.value);
    }
}

static void follow_map(ReachCheck *check, size_t index)
{
    const TngMap *map = project_asset(check->project, SECTION_MAPS, index);
    for (size_t i = 0; map && i < COUNT_OF(map->neighbours); i++)
        if (map->neighbours[i])
            reach(check, REACH_MAPS, map->neighbours[i]);
    for (size_t i = 0; check->maps->npcs[index] && i < check->maps->cell_count; i++) {
        reach_thing(check, check->npcs, check->npc_count, check->maps->npcs[index][i]);
        reach_thing(check, check->objects, check->sprite_count, check->maps->objects[index][i]);
    }
}

static void warn(ReachCheck *check, ReachKind kind)
{
    const Project *project = check->project;
    const Reach *list = &check->kinds[kind];
    for (size_t i = 0; i < list->count; i++) {
        if (list->reached[i] || !list->named[i])
            continue;
        Report about =
            report_child(project->report, project->entities[kinds[kind].names][i]->path);
        report_warning(&about, "only what cannot be reached itself leads to this %s",
                       file_kind(kinds[kind].names)->word);
    }
}

/* A game without a start begins on its first map. */
void project_check_reach(Project *project, const ProjectScripts *scripts,
                         const MapContents *maps)
{
    ReachCheck check = {.project = project, .maps = maps, .changed = true};
    bool *followed = ARENA_ALLOC(project->arena, bool, scripts->count + 1);
    for (ReachKind kind = 0; kind < REACH_KINDS; kind++)
        list_kind(&check, kind);
    bool *known = ARENA_ALLOC(project->arena, bool, check.kinds[REACH_MAPS].count + 1);
    list_objects(&check);
    list_placed(&check);
    const TngMainMenu *menu = project->by_type[SECTION_MAIN_MENU].record;
    if (menu && menu->intro)
        reach(&check, REACH_CUTSCENES, menu->intro);
    while (check.changed) {
        check.changed = false;
        for (size_t i = 0; i < scripts->count; i++)
            if (!followed[i] && is_active(&check, &scripts->items[i])) {
                followed[i] = true;
                follow_script(&check, &scripts->items[i]);
            }
        for (size_t i = 0; i < check.kinds[REACH_MAPS].count; i++)
            if (!known[i] && check.kinds[REACH_MAPS].reached[i]) {
                known[i] = true;
                follow_map(&check, i);
            }
        bool any = false;
        for (size_t i = 0; i < check.kinds[REACH_MAPS].count; i++)
            any |= check.kinds[REACH_MAPS].reached[i];
        if (!any && !check.changed && check.kinds[REACH_MAPS].count)
            check.changed = check.kinds[REACH_MAPS].reached[0] = true;
    }
    for (ReachKind kind = 0; kind < REACH_KINDS; kind++)
        warn(&check, kind);
    project->reach = (ProjectReach){.scripts = followed,
                                    .dialogs = check.kinds[REACH_DIALOGS].reached,
                                    .quests = check.kinds[REACH_QUESTS].reached};
}
