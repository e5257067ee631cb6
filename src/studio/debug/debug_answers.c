/* Answers: positions, values, lists. */
#include "studio/debug/debug_internal.h"

#include "base/text.h"
#include "engine/state/state_members.h"

#include <stdarg.h>

void debug_print(Debugger *debugger, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(debugger->scratch, format, arguments);
    va_end(arguments);
    debugger->options.io.write(debugger->options.io.context, line);
}

Text debug_position(Debugger *debugger, const DebugStop *stop)
{
    const Text name =
        stop->ref.section == SCRIPT_FROM_OUTSIDE
            ? TEXT("outside")
            : tng_script_name(debugger->options.game, stop->ref, debugger->scratch);
    const Text code =
        arena_format(debugger->scratch, "%.*s+%u", (int)name.size, name.at, stop->offset);
    return stop->file.size
               ? arena_format(debugger->scratch, "%.*s:%u (%s)", (int)stop->file.size,
                              stop->file.at, stop->line, code.at)
               : code;
}

/* ---- source and code ---- */

static void show_text_line(Debugger *debugger, Text text, uint32_t number, uint32_t current)
{
    uint32_t line = 1;
    size_t from = 0;
    for (; from < text.size && line < number; from++)
        line += text.at[from] == '\n';
    size_t to = from;
    while (to < text.size && text.at[to] != '\n' && text.at[to] != '\r')
        to++;
    if (line == number && from < text.size)
        debug_print(debugger, "%s%4u  %.*s", number == current ? ">" : " ", number,
                    (int)(to - from), text.at + from);
}

static const ProjectScript *source_of(const Debugger *debugger, const DebugStop *stop)
{
    return stop->file.size ? script_positions_get(debugger->options.scripts, stop->ref) : NULL;
}

/* One line of a listing, without leading blanks. */
static void show_instructions(Debugger *debugger, const DebugStop *stop, unsigned around)
{
    const Bytes code = content_script(debugger->world->content, stop->ref);
    const uint32_t here = stop->run->step;
    for (uint32_t step = here > around ? here - around : 0; step <= here + around; step++) {
        size_t at = debug_offset(debugger, stop->ref, step);
        if (at == NONE)
            break;
        Writer out = writer_to(debugger->scratch);
        script_list_next(code, &at, debugger->options.names, &out);
        Text rest = writer_text(&out), line;
        text_line(&rest, &line); /* further lines only have more bytes */
        debug_print(debugger, "%s %.*s", step == here ? ">" : " ", (int)line.size, line.at);
    }
}

void debug_show_line(Debugger *debugger, const DebugStop *stop)
{
    const ProjectScript *source = source_of(debugger, stop);
    if (source)
        show_text_line(debugger, source->text, stop->line, stop->line);
    else
        show_instructions(debugger, stop, 0);
}

void debug_show_source(Debugger *debugger, const DebugStop *stop)
{
    enum { AROUND = 5 };
    const ProjectScript *source = source_of(debugger, stop);
    if (!source) {
        show_instructions(debugger, stop, AROUND);
        return;
    }
    const uint32_t first = stop->line > AROUND ? stop->line - AROUND : 1;
    for (uint32_t line = first; line <= stop->line + AROUND; line++)
        show_text_line(debugger, source->text, line, stop->line);
}

void debug_show_code(Debugger *debugger, const DebugStop *stop)
{
    enum { AROUND = 5 };
    show_instructions(debugger, stop, AROUND);
}

/* ---- values ---- */

void debug_show_locals(Debugger *debugger)
{
    const MachineRun *run = debugger->stop.run;
    unsigned shown = 0;
    for (int i = 0; i < SCRIPT_LOCALS; i++)
        if (run->locals[i]) {
            debug_print(debugger, "%c = %d", 'a' + i, run->locals[i]);
            shown++;
        }
    if (shown < SCRIPT_LOCALS)
        debug_print(debugger, shown ? "all others are 0" : "all are 0");
}

static const char *entity_name(Debugger *debugger, uint32_t entity)
{
    const World *world = debugger->world;
    const Text name =
        entity == ENTITY_NONE     ? TEXT("nobody")
        : entity == ENTITY_PLAYER ? TEXT("the player")
        : entity >= ENTITY_OBJECT
            ? debugger->options.names->name(debugger->options.names->context, SCRIPT_OBJECT,
                                            entity - ENTITY_OBJECT, debugger->scratch)
            : debugger->options.names->name(debugger->options.names->context, SCRIPT_NPC,
                                            world->actors[entity - 1]->npc, debugger->scratch);
    return arena_text(debugger->scratch, name).at;
}

void debug_show_attributes(Debugger *debugger, uint32_t entity)
{
    World *world = debugger->world;
    const TngAttributes *attributes = world->content->attributes;
    debug_print(debugger, "of %s:", entity_name(debugger, entity));
    const Observer *observer = world->observer;
    world->observer = NULL;
    for (uint32_t i = 0; i < attributes->attribute_count; i++) {
        const uint32_t name = attributes->attributes[i].name;
        const Text text = tng_string(debugger->options.game, name);
        debug_print(debugger, "%.*s = %d", (int)text.size, text.at,
                    world_attribute(local_context(world), entity, name));
    }
    world->observer = observer;
}

/* Objects have no members but their cell. */
void debug_show_state(Debugger *debugger, uint32_t entity)
{
    const World *world = debugger->world;
    const unsigned flags = SAVED | HASHED | HASHED_IF_SET | ORDERED;
    Writer out = writer_to(debugger->scratch);
    debug_print(debugger, "of %s:", entity_name(debugger, entity));
    if (entity != ENTITY_NONE && entity < ENTITY_OBJECT)
        state_print(world, &Actor_entity, world->actors[entity - 1], "actor", flags, &out);
    if (world_player_of(world, entity))
        state_print(world, &Player_entity, world_player_of(world, entity), "player", flags,
                    &out);
    Text rest = writer_text(&out), line;
    while (text_line(&rest, &line))
        debug_print(debugger, "%.*s", (int)line.size, line.at);
}

void debug_show_stack(Debugger *debugger)
{
    const MachineRun *run = debugger->stop.run;
    for (uint32_t i = run->depth; i > 0; i--)
        debug_print(debugger, "%d", run->stack[i]);
    if (!run->depth)
        debug_print(debugger, "no values");
}

static const char *wait_name(const Task *task)
{
    static const char *const names[] = {[WAIT_NOTHING] = "runs",
                                        [WAIT_TICK] = "waits for a tick",
                                        [WAIT_SCREEN] = "waits for its screen",
                                        [WAIT_FREE] = "waits for a screen of another handler",
                                        [WAIT_ACTOR] = "waits for an actor",
                                        [WAIT_TASK] = "waits for the handler it called"};
    return names[task->wait];
}

void debug_show_tasks(Debugger *debugger)
{
    const World *world = debugger->world;
    unsigned count = 0;
    for (uint32_t i = 0; i < world->task_count; i++) {
        const Task *task = world->tasks[i];
        if (!task->used)
            continue;
        const Text name = tng_script_name(debugger->options.game, task->ref, debugger->scratch);
        const char *until = task->wait == WAIT_TICK
                                ? arena_format(debugger->scratch, ", tick %u", task->until).at
                                : "";
        debug_print(debugger, "%u  %.*s+%u of %s: %s%s", task->used, (int)name.size, name.at,
                    debug_offset(debugger, task->ref, task->run->step),
                    entity_name(debugger, task->run->self), wait_name(task), until);
        count++;
    }
    if (!count)
        debug_print(debugger, "none");
}

void debug_show_breakpoints(Debugger *debugger)
{
    for (size_t i = 0; i < debugger->breakpoint_count; i++) {
        const Breakpoint *breakpoint = &debugger->breakpoints[i];
        DebugStop place = {.ref = breakpoint->ref,
                           .offset = debug_offset(debugger, breakpoint->ref, breakpoint->step)};
        if (debugger->options.scripts)
            script_positions_line(debugger->options.scripts, place.ref, place.offset,
                                  &place.file, &place.line);
        debug_print(debugger, "%u  %s%s%.*s, hit %u times", breakpoint->number,
                    debug_position(debugger, &place).at,
                    breakpoint->condition.size ? " if " : "", (int)breakpoint->condition.size,
                    breakpoint->condition.at, breakpoint->hits);
    }
    if (!debugger->breakpoint_count)
        debug_print(debugger, "none");
}
