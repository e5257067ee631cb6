/* The history: records what handlers do in a scenario, and describes it. */
#include "studio/scenario/scenario_internal.h"

static Happening *next_happening(Run *run, const World *world)
{
    Happening *next = &run->happenings[run->happening_count++ % HAPPENINGS_MAX];
    *next = (Happening){.tick = world->tick};
    return next;
}

static unsigned event_of(const World *world, ScriptRef ref)
{
    const void *record = content_record(world->content, ref.section, ref.index);
    const TngEvent *events = ref.section == SECTION_NPCS ? ((const TngNpc *)record)->events
                                                         : ((const TngObject *)record)->events;
    return events[ref.event].type;
}

/* Timers repeat the same events; an event that is already listed is not repeated. */
static bool is_repeated(const Run *run, const World *world, const Happening *now)
{
    const bool timer =
        now->ref.section == SECTION_STARTUP
            ? now->ref.index > 0
            : (now->ref.section == SECTION_NPCS || now->ref.section == SECTION_OBJECTS) &&
                  event_of(world, now->ref) == TNG_EVENT_TIMER;
    const uint32_t count = run->happening_count,
                   known = count < HAPPENINGS_MAX ? count : HAPPENINGS_MAX;
    for (uint32_t i = 1; timer && i <= known; i++) {
        const Happening *before = &run->happenings[(count - i) % HAPPENINGS_MAX];
        if (before->number == now->number &&
            !memcmp(&before->ref, &now->ref, sizeof now->ref) &&
            !memcmp(before->arguments, now->arguments, sizeof now->arguments))
            return true;
    }
    return false;
}

static void on_command(void *context, PlayerContext ctx, const Task *task, unsigned number,
                       const int32_t *arguments)
{
    const World *world = ctx.world;
    Run *run = context;
    const uint32_t self = task->run->self;
    Happening now = {.tick = world->tick, .ref = task->ref, .number = number};
    memcpy(now.arguments, arguments, command_values(command_info(number)) * sizeof *arguments);
    if (number == COMMAND_remove && self > ENTITY_PLAYER && self <= world->actor_count)
        run->removed = world->actors[self - 1]->npc;
    if (!is_repeated(run, world, &now))
        *next_happening(run, world) = now;
}

static void on_set(void *context, PlayerContext ctx, uint32_t entity, uint32_t attribute,
                   int32_t value)
{
    World *world = ctx.world;
    Run *run = context;
    if (world_attribute(ctx, entity, attribute) == value)
        return;
    Happening *happening = next_happening(run, world);
    happening->attribute = attribute;
    happening->entity = entity;
    happening->value = value;
    happening->npc = NONE;
    const uint32_t ordinal = content_attribute(world->content, attribute);
    enum { GLOBAL = 3 };
    if (ordinal != NONE && world->content->attributes->attributes[ordinal].type < GLOBAL &&
        entity > ENTITY_PLAYER && entity <= world->actor_count)
        happening->npc = world->actors[entity - 1]->npc;
}

static void on_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                   bool done)
{
    Run *run = context;
    (void)instructions, (void)done;
    if (ref.section != run->wanted.section || ref.index != run->wanted.index)
        return;
    run->wanted.ran |=
        run->wanted.type == WANTED_ANY_EVENT || event_of(ctx.world, ref) == run->wanted.type;
}

static void on_instruction(void *context, PlayerContext ctx, ScriptRef ref, const Task *task,
                           MachineRun *machine)
{
    Run *run = context;
    (void)ctx.world, (void)task;
    const size_t at = coverage_at(run->coverage, ref);
    if (at != SIZE_MAX)
        run->marks[at + machine->step] = 1;
}

void run_observe(Run *run, bool coverage)
{
    run->observer = (Observer){.context = run,
                               .instruction = coverage ? on_instruction : NULL,
                               .command = on_command,
                               .set = on_set,
                               .ran = on_ran};
    run->options.observer = &run->observer;
}

void run_note_step(Run *run, const Step *step) { next_happening(run, run->world)->step = step; }

/* ---- descriptions ---- */

static void write_command(Run *run, const Happening *happening, Writer *out)
{
    const CommandInfo *command = command_info(happening->number);
    const int32_t *arguments = happening->arguments;
    write_format(out, "%s(", command->name);
    for (size_t i = 0; i < COMMAND_ARGUMENTS && command->arguments[i] != ARGUMENT_NONE; i++) {
        const ArgumentInfo *argument = argument_info(command->arguments[i]);
        write_text(out, i ? TEXT(", ") : TEXT(""));
        if (argument->reference == SCRIPT_NUMBER)
            write_format(out, "%d", *arguments);
        else
            write_text(out, run_name(run, argument->reference, (uint32_t)*arguments));
        if (argument->values == 2) {
            const uint32_t at = (uint32_t)arguments[1];
            write_format(out, ", %u, %u", at & 0xFFFF, at >> 16);
        }
        arguments += argument->values;
    }
    write_text(out, TEXT(")"));
}

static void write_happening(Run *run, const Happening *happening, Writer *out)
{
    const uint32_t rate = run->world->content->rate;
    const uint32_t tenths = (uint32_t)((uint64_t)happening->tick * 10 / rate);
    write_format(out, "%4u:%02u.%u  ", tenths / 600, tenths / 10 % 60, tenths % 10);
    if (happening->step) {
        const Step *step = happening->step;
        write_format(out, "> %.*s", (int)strcspn(arena_text(run->scratch, step->text).at, "\n"),
                     step->text.at);
    } else if (happening->number) {
        const Text name = happening->ref.section == SCRIPT_FROM_OUTSIDE
                              ? TEXT("test")
                              : tng_script_name(run->game, happening->ref, run->scratch);
        write_format(out, "%.*s: ", (int)name.size, name.at);
        write_command(run, happening, out);
    } else {
        const Text name = run_name(run, SCRIPT_ATTRIBUTE, happening->attribute);
        write_format(out, "%.*s", (int)name.size, name.at);
        if (happening->npc != NONE) {
            const Text npc = run_name(run, SCRIPT_NPC, happening->npc);
            write_format(out, " of %.*s", (int)npc.size, npc.at);
        }
        write_format(out, " = %d", happening->value);
    }
    write_text(out, TEXT("\n"));
}

/* Writes the new events, at most the last `max` ones. */
void history_write(Run *run, uint32_t max, Writer *out)
{
    uint32_t from = run->told;
    max = max < HAPPENINGS_MAX ? max : HAPPENINGS_MAX;
    if (run->happening_count - from > max) {
        from = run->happening_count - max;
        if (run->told || run->history)
            write_format(out, "           ... %u more\n", from - run->told);
    }
    for (; from < run->happening_count; from++)
        write_happening(run, &run->happenings[from % HAPPENINGS_MAX], out);
    run->told = run->happening_count;
}
