/* Running handlers in a saved game: saved and resumed where they were. */
#include "engine/save/save_internal.h"

/* ---- saving ---- */

/* A player's own save (`alone`) has only the handlers of that player, and no scripts from
 * outside, whose numbers mean something else in another world. */
bool save_takes(const Save *save, const Task *task)
{
    if (!task->used)
        return false;
    return !save->alone || (save->world->players[task->player] == save->players[0] &&
                            task->ref.section != SCRIPT_FROM_OUTSIDE);
}

/* A number that stays the same in another build of the game: the sprite of an object, the
 * interval of a timed script; indexes of entries do not. */
static uint32_t owner_of(const TngFile *game, ScriptRef ref)
{
    const TngSection *section = tng_section(game, ref.section);
    if (!section || ref.index >= section->count)
        return ref.index;
    const void *descriptor = section->entries[ref.index].descriptor;
    return ref.section == SECTION_OBJECTS   ? ((const TngObjectAsset *)descriptor)->sprite
           : ref.section == SECTION_STARTUP ? ((const TngTimedAsset *)descriptor)->interval
                                            : ref.index;
}

/* NULL if the section has no events, or the index is too large. */
static const TngEvent *event_of(Content *content, ScriptRef ref)
{
    const void *record = ref.section == SECTION_NPCS || ref.section == SECTION_OBJECTS
                             ? content_record(content, ref.section, ref.index)
                             : NULL;
    if (!record || ref.event >= tng_script_count(ref.section, record))
        return NULL;
    return ref.section == SECTION_NPCS ? &((const TngNpc *)record)->events[ref.event]
                                       : &((const TngObject *)record)->events[ref.event];
}

/* The handler's index in the list; it is added if it is missing. */
static uint32_t handler_of(Save *save, ScriptRef ref)
{
    Content *content = save->world->content;
    void **known = number_map_put(&save->handlers, tng_script_key(ref));
    if (*known)
        return (uint32_t)(uintptr_t)*known - 1;
    SavNameKind kind;
    const TngEvent *event = event_of(content, ref);
    SavHandler handler = {.section = ref.section, .index = ref.index, .event = ref.event};
    handler.owner = owner_of(content->game, ref);
    if (event) {
        handler.type = event->type;
        handler.parameter = event->parameter;
    }
    if (handler_owner_kind(ref.section, &kind))
        save_note(save, kind, handler.owner);
    if (event && tng_event_is_using(event->type))
        save_note(save, SAV_NAME_OBJECT, event->parameter >> 8);
    size_t codes = save->handler_count;
    *ARENA_PUSH(save->arena, save->codes, codes) = content_script(content, ref);
    *ARENA_PUSH(save->arena, save->handler_list, save->handler_count) = handler;
    *known = (void *)(uintptr_t)save->handler_count;
    return (uint32_t)save->handler_count - 1;
}

/* Handlers whose owner was removed are in no chain (engine/state/task_pool.c). */
static bool *find_chained(const World *world, Arena *arena)
{
    bool *chained = ARENA_ALLOC(arena, bool, world->task_count);
    for (size_t i = 0; i < TASK_BUCKETS; i++)
        for (uint32_t at = world->task_heads[i]; at; at = world->task_chains[at - 1])
            chained[at - 1] = true;
    return chained;
}

static int compare_scripts(const void *a, const void *b)
{
    const SavScript *one = a, *other = b;
    return (one->index > other->index) - (one->index < other->index);
}

/* Handlers are listed in the order of their tasks; external scripts by number, in the order
 * in which they are added to the restored world. */
static void save_scripts(Save *save)
{
    SavScript *scripts = NULL;
    size_t count = 0;
    for (size_t i = 0; i < save->handler_count; i++)
        if (save->handler_list[i].section == SCRIPT_FROM_OUTSIDE)
            *ARENA_PUSH(save->arena, scripts, count) =
                (SavScript){save->handler_list[i].index, (u32)save->codes[i].size,
                            (byte *)(uintptr_t)save->codes[i].data};
    if (count)
        qsort(scripts, count, sizeof *scripts, compare_scripts);
    save->state->scripts = scripts;
    save->state->script_count = (u32)count;
}

/* The names of records that a waiting handler refers to are saved, so that another build can
 * find them. */
static void note_task(Save *save, const Task *task)
{
    SavNameKind kind;
    if (task->wait == WAIT_FREE && screen_record_kind(task->screen, &kind))
        save_note(save, kind, task->record);
}

/* Only values that are not 0 are written. The order is that of the slots, which is the order in
 * which handlers run. */
void save_tasks(Save *save)
{
    const World *world = save->world;
    const bool *chained = find_chained(world, save->arena);
    const void **rows = ARENA_ALLOC(save->arena, const void *, world->task_count);
    SaveRun *runs = ARENA_ALLOC(save->arena, SaveRun, world->task_count);
    SaveLocal *values = NULL;
    size_t count = 0, value_count = 0;
    for (uint32_t i = 0; i < world->task_count; i++) {
        const Task *task = world->tasks[i];
        const MachineRun *run = task->run;
        if (!save_takes(save, task) || (save->alone && count == CARRIED_MAX))
            continue;
        for (uint32_t k = 0; k < SCRIPT_LOCALS; k++)
            if (run->locals[k])
                *ARENA_PUSH(save->arena, values, value_count) =
                    (SaveLocal){(uint32_t)count, k, (uint32_t)run->locals[k]};
        for (uint32_t k = 0; k <= run->depth; k++)
            if (run->stack[k])
                *ARENA_PUSH(save->arena, values, value_count) =
                    (SaveLocal){(uint32_t)count, SCRIPT_LOCALS + k, (uint32_t)run->stack[k]};
        runs[count] = (SaveRun){handler_of(save, task->ref),
                                !chained[i],
                                run->step,
                                run->depth,
                                run->self,
                                run->opponent,
                                run->pending};
        note_task(save, task);
        rows[count++] = task;
    }
    save_rows(save, SAVE_tasks, rows, count);
    save_array(save, SAVE_runs, runs, count);
    save_array(save, SAVE_locals, values, value_count);
    save_scripts(save);
}

/* ---- loading ---- */

/* For messages only. */
static Text handler_name(const Load *load, const SavHandler *handler)
{
    SavNameKind kind;
    if (handler_owner_kind(handler->section, &kind)) {
        const Text name = load_name(load, kind, handler->owner);
        return arena_format(load->scratch, "%s %.*s", tng_section_kind(handler->section)->title,
                            (int)name.size, name.at);
    }
    const TngSectionKind *section = tng_section_kind(handler->section);
    return arena_format(load->scratch, "%s %u", section ? section->title : "external script",
                        handler->index);
}

/* The same event of the owner's new record. */
static uint32_t find_event(Load *load, const SavHandler *handler, uint32_t index)
{
    Content *content = load->world->content;
    uint32_t parameter = handler->parameter;
    if (tng_event_is_using(handler->type))
        parameter = (parameter & 0xFF) | load_number(load, SAV_NAME_OBJECT, parameter >> 8)
                                             << 8;
    for (uint32_t i = 0;; i++) {
        const TngEvent *event = event_of(content, (ScriptRef){handler->section, index, i});
        if (!event)
            return NONE;
        if (event->type == handler->type && event->parameter == parameter)
            return i;
    }
}

/* The handler in this build; section SECTION_TYPES + 1: it does not exist. */
static ScriptRef find_handler(Load *load, const SavHandler *handler)
{
    Content *content = load->world->content;
    ScriptRef ref = {handler->section, handler->index, handler->event};
    SavNameKind kind;
    if (handler_owner_kind(handler->section, &kind))
        ref.index = load_number(load, kind, handler->owner);
    if (handler->section == SECTION_OBJECTS &&
        (ref.index == NONE || !content_object(content, ref.index, &ref.index)))
        ref.index = NONE;
    if (handler->section == SECTION_STARTUP) {
        ref.index = NONE;
        for (uint32_t i = 0; i < content_count(content, SECTION_STARTUP); i++)
            if (owner_of(content->game, (ScriptRef){SECTION_STARTUP, i, 0}) == handler->owner)
                ref.index = i;
    }
    if (handler->section == SECTION_NPCS || handler->section == SECTION_OBJECTS)
        ref.event = ref.index == NONE ? NONE : find_event(load, handler, ref.index);
    const bool there = ref.index != NONE && ref.event != NONE;
    const uint64_t hash = (uint64_t)handler->code_high << 32 | handler->code_low;
    if (!there || game_code_hash(&load->names, content_script(content, ref)) != hash)
        ref.section = SECTION_TYPES + 1;
    return ref;
}

/* In the same build numbers are still valid; otherwise each handler is searched by its owner
 * and must have the same code, which its position refers to. */
static const ScriptRef *find_handlers(Load *load)
{
    const SavState *state = load->state;
    ScriptRef *refs = ARENA_ALLOC(load->scratch, ScriptRef, state->handler_count);
    for (uint32_t i = 0; i < state->handler_count; i++) {
        const SavHandler *handler = &state->handlers[i];
        refs[i] = (ScriptRef){handler->section, handler->index, handler->event};
        if (!load->moved)
            continue;
        refs[i] = find_handler(load, handler);
        if (refs[i].section > SECTION_TYPES) {
            const Text name = handler_name(load, handler);
            load_report(load,
                        "a running script of %.*s has changed in the new game: it is stopped",
                        (int)name.size, name.at);
        }
    }
    return refs;
}

/* External scripts keep their numbers. Earlier versions wrote them in the order of the
 * tasks. */
static bool load_scripts(Load *load)
{
    enum { OUTSIDE_MAX = 1 << 16 };
    Content *content = load->world->content;
    const uint32_t count = load->moved ? 0 : load->state->script_count;
    SavScript *scripts = ARENA_ALLOC(load->scratch, SavScript, count + 1u);
    if (count) {
        memcpy(scripts, load->state->scripts, count * sizeof *scripts);
        qsort(scripts, count, sizeof *scripts, compare_scripts);
    }
    for (uint32_t i = 0; i < count; i++) {
        const SavScript *script = &scripts[i];
        ScriptRef ref;
        if (script->index >= OUTSIDE_MAX || script->index < content->outside->count)
            return load_fail(load, "duplicate or invalid script number %u", script->index);
        content_skip_scripts(content, script->index);
        const Bytes code =
            arena_copy(content->outside->arena, (Bytes){script->code, script->size});
        Report silent = report_to(NULL, NULL);
        if (!content_add_script(content, code, &ref, &silent))
            return load_fail(load, "script %u is invalid", script->index);
    }
    return true;
}

/* The task from the tables; NULL if it cannot continue; `run` has the full size. For a
 * whole world it must get its slot. */
static Task *revive(Load *load, Task *saved, ScriptRef ref, bool orphan, const MachineRun *run)
{
    World *world = load->world;
    saved->player =
        load->joining ? load->joining_index : load_player_index(load, saved->player);
    if (saved->player == NONE) /* its player is left out */
        return NULL;
    load->player = world->players[saved->player];
    const MachineProgram *program = content_program(world->content, ref);
    if (!program || !machine_run_fits(program, run) || run->depth > program->info.stack) {
        if (!load->moved)
            load_fail(load, "a handler's position does not match its script");
        return NULL;
    }
    const size_t size = machine_run_size(program);
    Task *task = task_new(load_turn(load), ref, saved->began_self, saved->began_at, size);
    if (load->joining ? !task : !task || task->slot != saved->slot) {
        load_fail(load,
                  load->joining ? "too many handlers" : "running handlers are not in order");
        return NULL;
    }
    const Task blank = *task;
    *task = *saved;
    if (load->joining)
        task->used = blank.used;
    task->slot = blank.slot;
    task->ref = ref;
    task->run = blank.run;
    task->run_size = blank.run_size;
    memcpy(task->run, run, size);
    if (orphan)
        task_orphan(world, task);
    return task;
}

/* The maximum ticks that a handler can wait: world_ticks_of. */
enum { DELAY_MAX = 1 << 30 };

/* The object of its wait may no longer exist. */
static void mend_task(Load *load, Task *task)
{
    SavNameKind kind;
    if (task->actor < ACTOR_GONE) {
        task->actor = load_actor(load, task->actor);
        task->actor = task->actor == NONE ? ACTOR_GONE : task->actor;
    }
    if (task->wait == WAIT_ACTOR)
        task->until = load_actor(load, task->until);
    if (load->moved && task->wait == WAIT_FREE && screen_record_kind(task->screen, &kind))
        task->record = load_number(load, kind, task->record);
    const bool market = task->screen == SCREEN_MARKET;
    if (load->joining && task->wait == WAIT_FREE && market)
        task->record = load_actor(load, task->record);
    if (load->joining && task->wait == WAIT_TICK)
        task->until = load_until(load, task->until, DELAY_MAX);
    if (task->wait == WAIT_FREE &&
        (market ? !task->record || task->record >= load->world->actor_count
                : !screen_record_kind(task->screen, &kind) || task->record == NONE))
        task->wait = WAIT_NOTHING;
}

typedef struct Revival {
    Task *tasks;
    const SaveRun *runs;
    const SaveLocal *values;
    size_t count, value_count, value_at;
    const ScriptRef *refs;
} Revival;

/* Values are in the order of their tasks. */
static void take_values(Revival *revival, size_t row, MachineRun *run)
{
    for (; revival->value_at < revival->value_count; revival->value_at++) {
        const SaveLocal *value = &revival->values[revival->value_at];
        if (value->row != row)
            break;
        if (value->index < SCRIPT_LOCALS)
            run->locals[value->index] = (int32_t)value->value;
        else
            run->stack[value->index - SCRIPT_LOCALS] = (int32_t)value->value;
    }
}

/* Slots in between are allocated and freed, because the order of tasks is that of slots. */
static bool fill_slots(Load *load, uint32_t until)
{
    World *world = load->world;
    while (world->task_count < until)
        if (!task_new(load_turn(load), (ScriptRef){SECTION_TYPES + 1, 0, 0}, 0,
                      (Location){NONE, {0, 0}}, 0))
            return load_fail(load, "too many handlers");
    return true;
}

/* The stack's values are at 1 to depth; those that are not saved are 0. */
static MachineRun run_of(Revival *revival, size_t row)
{
    const SaveRun *from = &revival->runs[row];
    MachineRun run;
    machine_start(&run, from->self, from->opponent);
    memset(run.stack, 0, sizeof run.stack);
    run.step = from->step;
    run.depth = from->depth;
    run.pending = from->pending;
    take_values(revival, row, &run);
    return run;
}

/* Slots are created in order, with gaps, before the handler of each slot. */
static bool revive_all(Load *load, Revival *revival, uint32_t slots)
{
    for (size_t i = 0; i < revival->count; i++) {
        Task *saved = &revival->tasks[i];
        const SaveRun *from = &revival->runs[i];
        const MachineRun run = run_of(revival, i);
        if (from->handler >= load->state->handler_count || saved->slot >= slots || !saved->used)
            return load_fail(load, "running handler %zu is invalid", i);
        if (!fill_slots(load, saved->slot))
            return false;
        mend_task(load, saved);
        if (revival->refs[from->handler].section <= SECTION_TYPES)
            revive(load, saved, revival->refs[from->handler], from->orphan, &run);
        if (load->failed)
            return false;
    }
    return fill_slots(load, slots);
}

/* Frees those that only reserved a slot. */
static void free_slots(World *world)
{
    for (uint32_t i = 0; i < world->task_count; i++)
        if (world->tasks[i]->ref.section > SECTION_TYPES)
            task_free(world, world->tasks[i]);
}

/* At most as many values as all handlers could have. */
static bool read_tables(Load *load, Revival *revival, size_t max)
{
    size_t run_count;
    revival->tasks = load_table(load, SAVE_tasks, max, &revival->count);
    revival->runs = load_table(load, SAVE_runs, max, &run_count);
    revival->values =
        load_table(load, SAVE_locals, max * SCRIPT_LOCALS * 4, &revival->value_count);
    return !load->failed &&
           (revival->count == run_count || load_fail(load, "running handlers are incomplete"));
}

/* `task_number` is restored, because creating the tasks again has counted it up. */
bool load_tasks(Load *load)
{
    World *world = load->world;
    const uint32_t slots = world->task_count, number = world->task_number;
    Revival revival = {0};
    world->task_count = 0; /* they are created again */
    if (!read_tables(load, &revival, TASKS_MAX) || !load_scripts(load))
        return false;
    if (revival.count > slots)
        return load_fail(load, "running handlers are incomplete");
    revival.refs = find_handlers(load);
    const bool ok = revive_all(load, &revival, slots);
    free_slots(world);
    world->task_number = number;
    return ok;
}

/* Restores the links from callers to called tasks. */
static void link_tasks(const Load *load)
{
    for (size_t i = 0; i < load->task_count; i++) {
        Task *task = load->tasks_now[i];
        if (!task)
            continue;
        const Task *parent = task_find(load->world, load_task(load, task->parent));
        task->parent = parent ? parent->used : 0;
        task->parent_slot = parent ? parent->slot : 0;
        if (task->wait != WAIT_TASK)
            continue;
        const Task *called = task_find(load->world, load_task(load, task->until));
        task->until = called ? called->used : 0;
        task->record = called ? called->slot : 0;
    }
}

/* A player who joins: slots are new ones, so links between handlers are restored by the numbers
 * that the tasks had before. */
bool load_own_tasks(Load *load)
{
    Revival revival = {0};
    if (!read_tables(load, &revival, CARRIED_MAX))
        return false;
    revival.refs = find_handlers(load);
    load->tasks_now = ARENA_ALLOC(load->scratch, Task *, revival.count);
    Task *before = ARENA_ALLOC(load->scratch, Task, revival.count);
    if (revival.count)
        memcpy(before, revival.tasks, revival.count * sizeof *before);
    load->tasks_before = before;
    load->task_count = revival.count;
    for (size_t i = 0; i < revival.count && !load->failed; i++) {
        const SaveRun *from = &revival.runs[i];
        const MachineRun run = run_of(&revival, i);
        if (from->handler >= load->state->handler_count || !before[i].used)
            return load_fail(load, "running handler %zu is invalid", i);
        mend_task(load, &revival.tasks[i]);
        if (revival.refs[from->handler].section < SECTION_TYPES)
            load->tasks_now[i] = revive(load, &revival.tasks[i], revival.refs[from->handler],
                                        from->orphan, &run);
    }
    link_tasks(load);
    return !load->failed;
}
