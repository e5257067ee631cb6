/* The commands: a table and a function for each. */
#include "studio/debug/debug_internal.h"

#include "base/text.h"

#include <stdarg.h>

typedef enum Answer {
    ANSWER_OK,
    ANSWER_GO,    /* the game continues */
    ANSWER_FAILED /* an error was reported */
} Answer;

/* NEEDS_STOP: the game must be stopped within a handler, not between two ticks. */
typedef enum Precondition { NEEDS_NOTHING, NEEDS_STOP } Precondition;

typedef struct Row {
    const char *name, *letter, *arguments, *doc;
    Precondition needs;
    Answer (*run)(Debugger *debugger, Text arguments);
} Row;

PRINTF_LIKE(2, 3) static Answer failed(Debugger *debugger, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text why = arena_vformat(debugger->scratch, format, arguments);
    va_end(arguments);
    debug_print(debugger, "error: %s", why.at);
    return ANSWER_FAILED;
}

/* ---- expressions ---- */

/* The code is in `arena`: that of a breakpoint must outlive the command. */
bool debug_compile(Debugger *debugger, Text text, Bytes *out, Arena *arena)
{
    Messages messages = {.arena = debugger->scratch};
    Report report = report_to(messages_sink, &messages);
    const ScriptSource source = script_source(text);
    ScriptCode code;
    if (script_compile_expression(&source, debugger->options.names, NULL, &code, arena,
                                  &report)) {
        *out = code.bytes;
        return true;
    }
    failed(debugger, "%s", messages.items[0].text.at);
    return false;
}

/* Between two ticks there is no run: the expression is evaluated for the player then. */
bool debug_evaluate(Debugger *debugger, Bytes code, const MachineRun *run, int32_t *out)
{
    Messages messages = {.arena = debugger->scratch};
    Report report = report_to(messages_sink, &messages);
    MachineRun none;
    machine_start(&none, ENTITY_PLAYER, ENTITY_NONE);
    if (world_evaluate(local_context(debugger->world), code, run ? run : &none, out, &report))
        return true;
    failed(debugger, "%s", messages.items[0].text.at);
    return false;
}

/* Locals in the expression are those of the handler in which the game is stopped. */
static bool value_of(Debugger *debugger, Text text, int32_t *out)
{
    Bytes code;
    return debug_compile(debugger, text, &code, debugger->scratch) &&
           debug_evaluate(debugger, code, debugger->stop.run, out);
}

/* ---- breakpoints ---- */

/* A line can have several positions; they share the number of the breakpoint. */
static void add_breakpoint(Debugger *debugger, ScriptRef ref, uint32_t step, Text condition,
                           Bytes code)
{
    if (debugger->breakpoint_count < BREAKPOINTS_MAX)
        debugger->breakpoints[debugger->breakpoint_count++] =
            (Breakpoint){.number = debugger->last_number,
                         .ref = ref,
                         .step = step,
                         .condition = condition,
                         .code = code};
}

/* HANDLER or HANDLER+OFFSET; false if it has another form, or does not exist. */
static bool handler_position(Debugger *debugger, Text place, CodePosition *out)
{
    Text name = place;
    size_t plus;
    int64_t offset = 0;
    if (text_find(place, '+', &plus)) {
        if (!text_number(text_slice(place, plus + 1, place.size), 0, SCRIPT_SIZE_MAX, &offset))
            return false;
        name = text_slice(place, 0, plus);
    }
    out->offset = (uint32_t)offset;
    return tng_script_find(debugger->options.game, name, &out->ref) &&
           debug_step(debugger, out->ref, out->offset) != NONE;
}

/* FILE:LINE; returns the number of positions. */
static size_t line_positions(Debugger *debugger, Text place, CodePosition **out)
{
    size_t colon = place.size;
    int64_t number;
    while (colon && place.at[colon - 1] != ':')
        colon--;
    if (!debugger->options.scripts || !colon ||
        !text_number(text_slice(place, colon, place.size), 1, INT32_MAX, &number))
        return 0;
    uint32_t line = (uint32_t)number;
    return script_positions_find(debugger->options.scripts, text_slice(place, 0, colon - 1),
                                 &line, out, debugger->scratch);
}

/* FILE:LINE is tried before HANDLER+OFFSET. The condition is compiled at once, so that an error
 * is shown now and not when the breakpoint is reached. */
static Answer do_break(Debugger *debugger, Text arguments)
{
    CodePosition alone, *places = &alone;
    const Text place = text_word(&arguments);
    Text condition = text_trimmed(arguments);
    Bytes code = {NULL, 0};
    if (!place.size) {
        debug_show_breakpoints(debugger);
        return ANSWER_OK;
    }
    if (condition.size) {
        if (!text_starts(condition, "if "))
            return failed(debugger, "expected \"if EXPRESSION\" after the position");
        condition = arena_text(debugger->arena, text_slice(condition, 3, condition.size));
        if (!debug_compile(debugger, condition, &code, debugger->arena))
            return ANSWER_FAILED;
    }
    size_t count = line_positions(debugger, place, &places);
    if (!count && handler_position(debugger, place, &alone)) {
        places = &alone;
        count = 1;
    }
    if (!count)
        return failed(debugger, "no handler at %.*s", (int)place.size, place.at);
    if (debugger->breakpoint_count + count > BREAKPOINTS_MAX)
        return failed(debugger, "too many breakpoints (maximum %d)", BREAKPOINTS_MAX);
    debugger->last_number++;
    for (size_t i = 0; i < count; i++) {
        DebugStop at = {.ref = places[i].ref, .offset = places[i].offset};
        if (debugger->options.scripts)
            script_positions_line(debugger->options.scripts, at.ref, at.offset, &at.file,
                                  &at.line);
        add_breakpoint(debugger, places[i].ref,
                       debug_step(debugger, places[i].ref, places[i].offset), condition, code);
        debug_print(debugger, "breakpoint %u at %s", debugger->last_number,
                    debug_position(debugger, &at).at);
    }
    return ANSWER_OK;
}

/* Without a number all breakpoints are deleted. */
static Answer do_delete(Debugger *debugger, Text arguments)
{
    int64_t number;
    size_t kept = 0;
    const Text word = text_trimmed(arguments);
    if (word.size && !text_number(word, 1, INT32_MAX, &number))
        return failed(debugger, "expected the number of a breakpoint");
    for (size_t i = 0; i < debugger->breakpoint_count; i++)
        if (word.size && debugger->breakpoints[i].number != number)
            debugger->breakpoints[kept++] = debugger->breakpoints[i];
    if (word.size && kept == debugger->breakpoint_count)
        return failed(debugger, "no breakpoint %.*s", (int)word.size, word.at);
    debugger->breakpoint_count = kept;
    return ANSWER_OK;
}

/* ---- continuing ---- */

static Answer go(Debugger *debugger, DebugMode mode)
{
    debugger->mode = mode;
    return ANSWER_GO;
}

static Answer do_continue(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_RUN);
}

static Answer do_step(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_LINE);
}

static Answer do_next(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_NEXT);
}

static Answer do_finish(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_FINISH);
}

static Answer do_stepi(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_INSTRUCTION);
}

static Answer do_tick(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return go(debugger, MODE_TICK);
}

/* Only useful while the game runs, where another part handles it. */
static Answer do_pause(Debugger *debugger, Text arguments)
{
    (void)arguments;
    return failed(debugger, "play is stopped");
}

/* ANSWER_GO, because the loop that reads commands must end. */
static Answer do_quit(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debugger->leave = true;
    return ANSWER_GO;
}

/* ---- inspecting ---- */

static Answer do_where(Debugger *debugger, Text arguments)
{
    (void)arguments;
    if (!debugger->stop.run) {
        debug_print(debugger, "before tick %u", debugger->world->tick);
        return ANSWER_OK;
    }
    debug_print(debugger, "%s, tick %u", debug_position(debugger, &debugger->stop).at,
                debugger->world->tick);
    debug_show_line(debugger, &debugger->stop);
    return ANSWER_OK;
}

static Answer do_list(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debug_show_source(debugger, &debugger->stop);
    return ANSWER_OK;
}

static Answer do_code(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debug_show_code(debugger, &debugger->stop);
    return ANSWER_OK;
}

static Answer do_locals(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debug_show_locals(debugger);
    return ANSWER_OK;
}

/* Self, the opponent for "@", or the player between ticks; false if an error was printed. */
static bool entity_of(Debugger *debugger, Text arguments, const char *what, uint32_t *entity)
{
    const Text who = text_trimmed(arguments);
    const MachineRun *run = debugger->stop.run;
    if (who.size && !text_is(who, "@")) {
        failed(debugger, "expected no argument, or @ for the opponent's %s", what);
        return false;
    }
    *entity = !run ? ENTITY_PLAYER : who.size ? run->opponent : run->self;
    return true;
}

static Answer do_attributes(Debugger *debugger, Text arguments)
{
    uint32_t entity;
    if (!entity_of(debugger, arguments, "attributes", &entity))
        return ANSWER_FAILED;
    debug_show_attributes(debugger, entity);
    return ANSWER_OK;
}

static Answer do_state(Debugger *debugger, Text arguments)
{
    uint32_t entity;
    if (!entity_of(debugger, arguments, "state", &entity))
        return ANSWER_FAILED;
    debug_show_state(debugger, entity);
    return ANSWER_OK;
}

static Answer do_stack(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debug_show_stack(debugger);
    return ANSWER_OK;
}

static Answer do_tasks(Debugger *debugger, Text arguments)
{
    (void)arguments;
    debug_show_tasks(debugger);
    return ANSWER_OK;
}

static Answer do_print(Debugger *debugger, Text arguments)
{
    int32_t value;
    if (!value_of(debugger, text_trimmed(arguments), &value))
        return ANSWER_FAILED;
    debug_print(debugger, "%d", value);
    return ANSWER_OK;
}

static Answer do_set(Debugger *debugger, Text arguments)
{
    size_t equal;
    int32_t value;
    if (!text_find(arguments, '=', &equal))
        return failed(debugger, "expected LOCAL = EXPRESSION");
    const Text name = text_trimmed(text_slice(arguments, 0, equal));
    if (name.size != 1 || name.at[0] < 'a' || name.at[0] > 'z')
        return failed(debugger, "only the local variables a to z can be set");
    if (!value_of(debugger, text_trimmed(text_slice(arguments, equal + 1, arguments.size)),
                  &value))
        return ANSWER_FAILED;
    debugger->stop.run->locals[name.at[0] - 'a'] = value;
    debug_print(debugger, "%c = %d", name.at[0], value);
    return ANSWER_OK;
}

static Answer do_help(Debugger *debugger, Text arguments)
{
    Writer out = writer_to(debugger->scratch);
    (void)arguments;
    debugger_reference(&out);
    Text rest = writer_text(&out), line;
    while (text_line(&rest, &line))
        debug_print(debugger, "%.*s", (int)line.size, line.at);
    return ANSWER_OK;
}

static const Row rows[] = {
#define DEBUG(name, letter, arguments, needs, doc)                                             \
    {#name, letter, arguments, doc, NEEDS_##needs, do_##name},
#include "studio/debug/debug_commands.def"
};

void debugger_reference(Writer *out)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char head[64];
        snprintf(head, sizeof head, "%s %s", rows[i].name, rows[i].arguments);
        write_format(out, "%-34s %-3s %s\n", head, rows[i].letter, rows[i].doc);
    }
}

/* True if the game continues. A full name is compared before the letter, row by row. */
bool debug_command(Debugger *debugger, Text line)
{
    Text rest = line;
    const Text word = text_word(&rest);
    if (!word.size)
        return false;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!text_is(word, rows[i].name) &&
            (!*rows[i].letter || !text_is(word, rows[i].letter)))
            continue;
        if (rows[i].needs == NEEDS_STOP && !debugger->stop.run) {
            failed(debugger, "the game is not stopped in a handler");
            return false;
        }
        const Answer answer = rows[i].run(debugger, rest);
        if (answer != ANSWER_FAILED)
            debug_print(debugger, "ok");
        return answer == ANSWER_GO;
    }
    Text names[COUNT_OF(rows)];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        names[i] = text_of(rows[i].name);
    const Text near = text_nearest(word, names, COUNT_OF(rows));
    failed(debugger, "no command \"%.*s\"%s%.*s%s", (int)(word.size < 40 ? word.size : 40),
           word.at, near.size ? "; did you mean \"" : "; see \"help\"", (int)near.size, near.at,
           near.size ? "\"?" : "");
    return false;
}
