/* Parts, in order: lines; running scripts; the trace; commands and attributes. Scripts that run
 * in the background (timers, NPCs that somebody approaches) are not printed: they are not
 * effects of the handler. A traced line is printed in two steps, since the value is known only
 * at the next one. */
#include "cli/script_watch.h"

#include "base/text.h"

enum { TRACED_MAX = 200000, NOTICE_HSEC = 10 };

typedef struct Offsets {
    uint32_t count;
    uint32_t at[];
} Offsets;

/* Whether a script runs in the background of the game, independent of the watched handler. */
static bool is_ambient(Watcher *watcher, ScriptRef ref)
{
    const void *record = content_record(watcher->world->content, ref.section, ref.index);
    const TngNpc *npc = record;
    const TngObject *object = record;
    const TngEvent *event = NULL;
    if (ref.section == SECTION_STARTUP)
        return true;
    if (ref.section == SECTION_NPCS && npc && ref.event < npc->event_count)
        event = &npc->events[ref.event];
    if (ref.section == SECTION_OBJECTS && object && ref.event < object->event_count)
        event = &object->events[ref.event];
    return event && (event->type == TNG_EVENT_TIMER || event->type == TNG_EVENT_APPROACH ||
                     event->type == TNG_EVENT_LEAVE || event->type == TNG_EVENT_TOUCH);
}

/* ---- lines ---- */

void watcher_end(Watcher *watcher)
{
    if (watcher->pending)
        write_u8(watcher->out, '\n');
    watcher->pending = NULL;
}

/* Whether another line may be printed; the first one beyond the limit is replaced by a note. */
static bool capacity(Watcher *watcher)
{
    if (watcher->full || watcher->lines++ < WATCHER_LINES_MAX)
        return !watcher->full;
    watcher->full = true;
    write_format(watcher->out, "... output truncated after %d lines\n", WATCHER_LINES_MAX);
    return false;
}

static void print_time(Watcher *watcher)
{
    const World *world = watcher->world;
    if (world->tick < watcher->last) /* skipped time is not over yet */
        return;
    const uint64_t centiseconds =
        (uint64_t)(world->tick - watcher->last) * 100 / world->content->rate;
    if (centiseconds < NOTICE_HSEC || !capacity(watcher))
        return;
    write_format(watcher->out, "+%u.%02u s\n", (unsigned)(centiseconds / 100),
                 (unsigned)(centiseconds % 100));
    watcher->last = world->tick;
}

void watcher_print(Watcher *watcher, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(watcher->scratch, format, arguments);
    va_end(arguments);
    watcher_end(watcher);
    print_time(watcher);
    if (capacity(watcher)) {
        write_text(watcher->out, line);
        write_u8(watcher->out, '\n');
    }
    arena_reset(watcher->scratch);
}

static Text name_of(const Watcher *watcher, ScriptKind kind, uint32_t index)
{
    return watcher->names->name(watcher->names->context, kind, index, watcher->scratch);
}

/* ---- running scripts ---- */

/* The prefix of a script's lines; cached. */
static Text prefix_of(Watcher *watcher, ScriptRef ref)
{
    void **known = number_map_put(&watcher->prefixes, tng_script_key(ref));
    if (!*known) {
        Text *prefix = ARENA_ALLOC(watcher->arena, Text, 1);
        const Text name = tng_script_name(watcher->world->content->game, ref, watcher->scratch);
        *prefix = arena_format(watcher->arena, "%.*s: ", (int)name.size, name.at);
        *known = prefix;
    }
    return *(const Text *)*known;
}

/* Whether this task's actions are printed. */
static bool enter(Watcher *watcher, const Task *task)
{
    if (!watcher->task && !task->parent)
        watcher->task = task->used;
    if (watcher->inside == task->used)
        return true;
    watcher->inside = 0;
    if (task->used != watcher->task && is_ambient(watcher, task->ref))
        return false;
    watcher->inside = task->used;
    watcher->shown = task->ref;
    watcher->prefix = task->used == watcher->task ? TEXT("") : prefix_of(watcher, task->ref);
    return true;
}

/* ---- trace ---- */

static const Offsets *offsets_of(Watcher *watcher, ScriptRef ref, Bytes code)
{
    void **known = number_map_put(&watcher->offsets, tng_script_key(ref));
    if (*known)
        return *known;
    Instruction it;
    uint32_t count = 0;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size)
        count++;
    Offsets *offsets =
        arena_alloc(watcher->arena, 1, sizeof *offsets + count * sizeof *offsets->at);
    for (size_t at = 0; offsets->count < count; at += it.size) {
        instruction_read(code, at, &it);
        offsets->at[offsets->count++] = (uint32_t)at;
    }
    return *known = offsets;
}

/* Its value is not known yet: the line is completed when the next one begins. */
static void trace_instruction(Watcher *watcher, ScriptRef ref, const MachineRun *run,
                              Text prefix)
{
    const Bytes code = content_script(watcher->world->content, ref);
    const Offsets *offsets = offsets_of(watcher, ref, code);
    if (run->step >= offsets->count)
        return;
    print_time(watcher);
    Writer out = writer_to(watcher->scratch);
    size_t at = offsets->at[run->step];
    script_list_next(code, &at, watcher->names, &out);
    Text rest = writer_text(&out), line;
    text_line(&rest, &line); /* further lines only have more bytes */
    line = text_trimmed(line);
    write_format(watcher->out, "    %.*s%.*s", (int)prefix.size, prefix.at, (int)line.size,
                 line.at);
    watcher->pending = run;
    arena_reset(watcher->scratch);
}

static void see_instruction(void *context, PlayerContext ctx, ScriptRef ref, const Task *task,
                            MachineRun *run)
{
    Watcher *watcher = context;
    (void)ctx;
    if (watcher->full || (task ? !enter(watcher, task) : !watcher->inside))
        return;
    if (task && task->used == watcher->task)
        memcpy(watcher->locals, run->locals, sizeof watcher->locals);
    if (!watcher->trace || watcher->traced > TRACED_MAX)
        return;
    if (watcher->pending == run && run->depth)
        write_format(watcher->out, "  -> %d", run->stack[run->depth]);
    watcher_end(watcher);
    if (watcher->traced++ < TRACED_MAX) /* a calculated attribute has no task */
        trace_instruction(watcher, ref, run, task ? watcher->prefix : prefix_of(watcher, ref));
    else
        watcher_print(watcher, "... trace truncated after %d instructions", TRACED_MAX);
}

static void see_ran(void *context, PlayerContext ctx, ScriptRef ref, uint32_t instructions,
                    bool done)
{
    Watcher *watcher = context;
    profile_ran(&watcher->profile, ctx, ref, instructions, done);
    watcher_end(watcher);
    if (watcher->inside && tng_script_equal(ref, watcher->shown))
        watcher->inside = 0;
}

/* ---- commands and attributes ---- */

/* The n-th word of "so sw we"; empty if there are fewer. */
static Text word_of(const char *words, int32_t n)
{
    Text rest = text_of(words), word = text_word(&rest);
    while (n-- > 0 && word.size)
        word = text_word(&rest);
    return n < -1 ? TEXT("") : word;
}

static Text argument_text(const Watcher *watcher, const ArgumentInfo *argument,
                          const int32_t *values)
{
    const Text name = argument->reference == SCRIPT_NUMBER
                          ? word_of(argument->words, values[0])
                          : name_of(watcher, argument->reference, (uint32_t)values[0]);
    const Text said = name.size ? name : arena_format(watcher->scratch, "%d", values[0]);
    if (argument->values < 2)
        return said;
    return arena_format(watcher->scratch, "%.*s,%u,%u", (int)said.size, said.at,
                        (uint32_t)values[1] & 0xFFFF, (uint32_t)values[1] >> 16);
}

static void see_command(void *context, PlayerContext ctx, const Task *task, unsigned number,
                        const int32_t *arguments)
{
    Watcher *watcher = context;
    const CommandInfo *command = command_info(number);
    (void)ctx;
    if (watcher->full || !enter(watcher, task))
        return;
    Writer text = writer_to(watcher->scratch);
    for (size_t i = 0; i < COMMAND_ARGUMENTS && command->arguments[i] != ARGUMENT_NONE; i++) {
        const ArgumentInfo *argument = argument_info(command->arguments[i]);
        write_text(&text, i ? TEXT(",") : TEXT(""));
        write_text(&text, argument_text(watcher, argument, arguments));
        arguments += argument->values;
    }
    watcher_print(watcher, "%.*s%s(%.*s)", (int)watcher->prefix.size, watcher->prefix.at,
                  command->name, (int)text.size, (const char *)text.data);
}

/* Global attributes have no owner; an NPC that is neither self nor opponent is printed by
 * name. */
static Text owner_of(const Watcher *watcher, uint32_t entity, const TngAttribute *attribute)
{
    const World *world = watcher->world;
    if (entity == watcher->self || attribute->type >= 3)
        return TEXT("");
    if (entity == watcher->opponent)
        return TEXT("@");
    if (entity == ENTITY_PLAYER)
        return TEXT("player.");
    if (entity == ENTITY_NONE || entity > world->actor_count)
        return TEXT("nobody.");
    const Text name = name_of(watcher, SCRIPT_NPC, world->actors[entity - 1]->npc);
    return arena_format(watcher->scratch, "%.*s.", (int)name.size, name.at);
}

static void see_set(void *context, PlayerContext ctx, uint32_t entity, uint32_t number,
                    int32_t value)
{
    const World *world = ctx.world;
    Watcher *watcher = context;
    const uint32_t ordinal = content_attribute(world->content, number);
    if (watcher->full || !watcher->inside || ordinal == NONE)
        return;
    const TngAttribute *attribute = &world->content->attributes->attributes[ordinal];
    const Text name = tng_string(world->content->game, attribute->name);
    const Text owner = owner_of(watcher, entity, attribute);
    watcher_print(watcher, "%.*s%.*s%.*s = %d", (int)watcher->prefix.size, watcher->prefix.at,
                  (int)owner.size, owner.at, (int)name.size, name.at, value);
}

void watcher_start(Watcher *watcher)
{
    watcher->last = watcher->world->tick;
    watcher->offsets.arena = watcher->prefixes.arena = watcher->arena;
    watcher->profile = profile_new(watcher->arena);
    watcher->observer = (Observer){watcher, see_instruction, see_command, see_set, see_ran};
}
