/* The spelling of handlers in a project's text files. */
#include "tirnanog/sheets/words_script.h"

#include "base/text.h"
#include "tirnanog/sheets/words_names.h"
#include "tirnanog/sheets/reference.h"
#include "tirnanog/maps/movement_kinds.h"

#include <assert.h>

/* ---- bodies ---- */

/* The head: the text between the letter e and the brace. */
static Text take_head(SheetCursor *cursor)
{
    size_t brace = cursor->rest.size;
    text_find(cursor->rest, '{', &brace);
    const Text head = text_slice(cursor->rest, 0, brace);
    cursor->rest = text_slice(cursor->rest, brace, cursor->rest.size);
    return head;
}

/* Moves to a file offset on this line or a later one. */
static void move_to(SheetCursor *cursor, size_t at)
{
    const size_t from = (size_t)(cursor->line.at - cursor->file.at);
    size_t start = from;
    for (size_t i = from; i < at; i++)
        if (cursor->file.at[i] == '\n') {
            cursor->number++;
            start = i + 1;
        }
    Text rest = text_slice(cursor->file, start, cursor->file.size);
    text_line(&rest, &cursor->line);
    cursor->next = (size_t)(rest.at - cursor->file.at);
    const size_t used = at - start;
    cursor->rest = text_slice(cursor->line, used < cursor->line.size ? used : cursor->line.size,
                              cursor->line.size);
}

/* Compiles the body that starts in the rest of the line, and moves to its end. */
static bool take_body(SheetCursor *cursor, Bytes *out)
{
    size_t at = (size_t)(cursor->rest.at - cursor->file.at);
    ScriptSource source;
    ScriptCode code;
    *out = (Bytes){0};
    if (!script_body(cursor->file, &at, &source, cursor->report)) {
        cursor->next = cursor->file.size; /* the rest cannot be parsed */
        return false;
    }
    const bool ok = script_compile(&source, cursor->scripts, &cursor->compile, &code,
                                   cursor->arena, cursor->report);
    move_to(cursor, at);
    const Text extra = text_word(&cursor->rest);
    if (extra.size)
        return sheet_error(cursor, extra, "unexpected \"%.*s\"", (int)extra.size, extra.at);
    if (!ok)
        return false;
    if (code.bytes.size >= 1 << 24)
        return sheet_error(cursor, cursor->line, "the script is too long");
    if (code.highest_command > cursor->highest_command)
        cursor->highest_command = code.highest_command;
    if (cursor->places)
        script_positions_add(cursor->places, &source, &code, cursor->arena);
    sheet_uses_ways(cursor, ways_of_code(code.bytes));
    *out = code.bytes;
    return true;
}

/* The source may be wrong only in form: script_decompile() compares it with the code, and
 * falls back to a listing. Invalid code would not be accepted by a build. */
void put_code(SheetCursor *cursor, Text owner, Bytes code, const ScriptStyle *style)
{
    Text why;
    Arena *scratch = arena_new();
    sheet_uses_ways(cursor, ways_of_code(code));
    const ScriptForm form =
        script_decompile(code, cursor->scripts, style, cursor->out, &why, scratch);
    if (form == SCRIPT_LISTING)
        report_warning(cursor->report,
                       "%.*s: no source compiles to the same code; written as a listing",
                       (int)owner.size, owner.at);
    else if (form == SCRIPT_INVALID)
        report_warning(cursor->report, "%.*s: left out, because its code is invalid: %.*s",
                       (int)owner.size, owner.at, (int)why.size, why.at);
    arena_free(scratch);
}

/* The line so far, which is the handler's head: "e click". */
static Text head_of(const SheetCursor *cursor)
{
    const Text text = writer_text(cursor->out);
    size_t start = text.size;
    while (start && text.at[start - 1] != '\n')
        start--;
    return arena_text(cursor->arena, text_slice(text, start, text.size));
}

/* The head is copied first, because writing the body may move the writer's memory. */
static void put_body(SheetCursor *cursor, Bytes code)
{
    const Text head = head_of(cursor);
    sheet_put(cursor, TEXT("{"));
    sheet_end_line(cursor);
    put_code(cursor, head, code, &(ScriptStyle){.level = 1, .crlf = true});
    sheet_put(cursor, TEXT("}"));
    sheet_end_line(cursor);
}

/* ---- a record with one script: cutscene, quest, attribute ---- */

static const struct {
    const RecordLayout *layout;
    const char *event;
    size_t script, size;
} single_scripts[] = {
    {&TngCutscene_layout, "", offsetof(TngCutscene, script),
     offsetof(TngCutscene, script_size)},
    {&TngQuest_layout, "complete", offsetof(TngQuest, script), offsetof(TngQuest, script_size)},
    {&TngAttribute_layout, "onchange", offsetof(TngAttribute, script),
     offsetof(TngAttribute, handler_size)},
};

/* `layout` must be one of the three: the sheets name it. */
static size_t single_of(const RecordLayout *layout)
{
    size_t i = 0;
    while (single_scripts[i].layout != layout)
        i++;
    assert(i < COUNT_OF(single_scripts));
    return i;
}

/* The body is taken even if the head is wrong, so that reading continues after it and its
 * own errors are reported. Fields are copied by offset, as each record has them at another
 * place. */
bool read_script(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    const size_t kind = single_of(layout);
    const Text head = text_trimmed(take_head(cursor));
    Bytes code;
    if (!text_is(head, single_scripts[kind].event)) {
        sheet_error(cursor, head, "\"%.*s\" is not an event of this file%s%s", (int)head.size,
                    head.at, *single_scripts[kind].event ? "; it has only " : "",
                    single_scripts[kind].event);
        take_body(cursor, &code); /* with the errors in it */
        return false;
    }
    const Text e = cursor->line;
    if (!take_body(cursor, &code))
        return false;
    if (layout == &TngAttribute_layout && !(((TngAttribute *)record)->type & 1))
        return sheet_error(cursor, e, "only variables have an onchange handler");
    const uint8_t *script = code.data;
    memcpy((char *)record + single_scripts[kind].script, &script, sizeof script);
    const u24 size = (u24)code.size;
    memcpy((char *)record + single_scripts[kind].size, &size, sizeof size);
    return true;
}

/* An attribute that is not a variable cannot have a handler, even if the file has bytes
 * there. */
void write_script(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    const size_t kind = single_of(layout);
    Bytes code = {0};
    u24 size;
    memcpy(&size, (const char *)record + single_scripts[kind].size, sizeof size);
    memcpy(&code.data, (const char *)record + single_scripts[kind].script, sizeof code.data);
    code.size = size;
    if (!size ||
        (layout == &TngAttribute_layout && !(((const TngAttribute *)record)->type & 1)))
        return;
    sheet_put(cursor, TEXT("e"));
    if (*single_scripts[kind].event)
        sheet_put(cursor, text_of(single_scripts[kind].event));
    put_body(cursor, code);
}

/* ---- events of NPCs and objects ---- */

enum {
    EVENT_LEAVE = 2,
    EVENT_APPROACH = 3,
    EVENT_USING = 13,
    EVENT_TIMER = 16,
    EVENT_COUNT = 19,
    TIMER_CODES = 13,
};

/* By the number of the event in the file. "timer" stands for timer0 to timer12. */
static const char *const event_names[EVENT_COUNT] = {
    "click",   "touch",   "leave",   "approach", "action1", "action2", "action3",
    "action4", "action5", "action6", "action7",  "action8", "action9", "using1",
    "using2",  "using3",  "timer",   "sell",     "buy"};

/* Their parameters and occasions, for the reference. */
static const struct {
    const char *parameter, *doc;
} event_docs[EVENT_COUNT] = {
    {"", "a player clicks on it, or talks to it"},
    {"", "an actor steps on one of its cells, or bumps into one"},
    {"DISTANCE", "a player goes farther away than so many cells"},
    {"DISTANCE", "a player comes as near as so many cells"},
    {"", "a player does action 1 to it"},
    {"", "action 2"},
    {"", "action 3"},
    {"", "action 4"},
    {"", "action 5"},
    {"", "action 6"},
    {"", "action 7"},
    {"", "action 8"},
    {"", "action 9"},
    {"OBJECT", "a player uses this object on it; each of the three may name another object"},
    {"OBJECT", "the same"},
    {"OBJECT", "the same"},
    {"", "again and again: see below"},
    {"", "a player sells something to it"},
    {"", "a player buys something from it"},
};

/* Intervals by timer code, in 1/100 s (docs/reference/formats/tng.md, timer codes). */
static const uint32_t timer_intervals[TIMER_CODES] = {
    10, 100, 1000, 2000, 3000, 6000, 12000, 30000, 60000, 90000, 120000, 180000, 360000};

/* `timerN`, N the code; `ontimerS`, S in seconds, 0 for a tenth. */
static bool timer_code(Text word, uint32_t *code)
{
    int64_t number;
    if (text_starts(word, "timer") &&
        text_number(text_slice(word, 5, word.size), 0, TIMER_CODES - 1, &number)) {
        *code = (uint32_t)number;
        return true;
    }
    if (text_starts(word, "ontimer") &&
        text_number(text_slice(word, 7, word.size), 0, 3600, &number))
        for (uint32_t i = 0; i < TIMER_CODES; i++)
            if (timer_intervals[i] == (number ? (uint32_t)number * 100 : 10)) {
                *code = i;
                return true;
            }
    return false;
}

/* Always false. Timers have their own message, because a list of names would not help. */
static bool unknown_event(SheetCursor *cursor, Text word, const char *const *names,
                          size_t count)
{
    Text candidates[EVENT_COUNT];
    assert(count <= COUNT_OF(candidates));
    if (text_starts(word, "timer") || text_starts(word, "ontimer"))
        return sheet_error(
            cursor, word,
            "unknown timer \"%.*s\"; expected timer0 to timer12, or ontimerS with S = 0, 1, "
            "10, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600 seconds",
            (int)word.size, word.at);
    for (size_t i = 0; i < count; i++)
        candidates[i] = text_of(names[i]);
    const Text near = text_nearest(word, candidates, count);
    if (near.size)
        return sheet_error(cursor, word, "no event \"%.*s\"; did you mean \"%.*s\"?",
                           (int)word.size, word.at, (int)near.size, near.at);
    return sheet_error(cursor, word, "no event \"%.*s\"", (int)word.size, word.at);
}

/* The parameter of `using` is a sprite: its category in the low byte, its number above. */
static bool event_parameter(SheetCursor *cursor, TngEvent *event)
{
    if (event->type == EVENT_LEAVE || event->type == EVENT_APPROACH)
        return read_number(cursor, NULL, &u24_layout, "", &event->parameter);
    if (event->type >= EVENT_USING && event->type < EVENT_TIMER) {
        ObjectIndex object;
        if (!read_object(cursor, NULL, &ObjectIndex_layout, "", &object))
            return false;
        event->parameter = CATEGORY_TILES | (u24)object << 8;
    }
    return true;
}

/* `eventT P`: any type and parameter, for events that have no other notation. */
static bool event_type(Text word, TngEvent *event)
{
    int64_t type;
    if (!text_starts(word, "event") ||
        !text_number(text_slice(word, 5, word.size), 0, UINT8_MAX, &type))
        return false;
    event->type = (u8)type;
    return true;
}

/* Leaves the cursor at the brace in all cases, because take_body() follows. */
static bool read_event_head(SheetCursor *cursor, TngEvent *event)
{
    Text word;
    const Text head = take_head(cursor), brace = cursor->rest;
    cursor->rest = head;
    if (!sheet_take_word(cursor, "an event", &word))
        return false;
    uint32_t code;
    bool known = timer_code(word, &code);
    if (known) {
        event->type = EVENT_TIMER;
        event->parameter = code;
    }
    for (uint8_t i = 0; i < EVENT_COUNT && !known; i++)
        if (i != EVENT_TIMER && text_is(word, event_names[i])) {
            event->type = i;
            known = true;
        }
    bool ok = known ? event_parameter(cursor, event)
              : event_type(word, event)
                  ? read_number(cursor, NULL, &u24_layout, "", &event->parameter)
                  : unknown_event(cursor, word, event_names, EVENT_COUNT);
    const Text extra = ok ? text_word(&cursor->rest) : TEXT("");
    if (extra.size)
        ok = sheet_error(cursor, extra, "unexpected \"%.*s\" after the event", (int)extra.size,
                         extra.at);
    cursor->rest = brace;
    return ok;
}

/* The list of events within the record of an NPC or an object. */
static const Field *events_of(const RecordLayout **layout, void **record)
{
    const bool npc = *layout == &ProjectNpc_layout;
    *record = npc ? (void *)&((ProjectNpc *)*record)->npc
                  : (void *)&((ProjectObject *)*record)->object;
    *layout = npc ? &TngNpc_layout : &TngObject_layout;
    return layout_field(*layout, TEXT("events"));
}

/* The body is taken before the head's result counts, for the errors in it. */
bool read_event(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    const Field *field = events_of(&layout, &record);
    TngEvent event = {0};
    Bytes code;
    const Text line = cursor->line;
    const bool head = read_event_head(cursor, &event);
    if (!take_body(cursor, &code) || !head)
        return false;
    TngEvent *kept = sheet_append(layout, field, record, cursor->arena);
    if (!kept)
        return sheet_error(cursor, line, "too many handlers");
    *kept = event;
    kept->script = (Bytecode *)code.data;
    kept->script_size = (u24)code.size;
    return true;
}

/* Whether the notation with the event's name gives the same type and parameter. */
static bool has_notation(const SheetCursor *cursor, const TngEvent *event)
{
    const unsigned type = event->type;
    if (type == EVENT_LEAVE || type == EVENT_APPROACH)
        return true;
    if (type == EVENT_TIMER)
        return event->parameter < TIMER_CODES;
    if (type >= EVENT_USING && type < EVENT_TIMER) {
        const NameList *sprites = &cursor->names->sprites[CATEGORY_TILES];
        const uint32_t sprite = event->parameter >> 8;
        uint32_t found;
        return (event->parameter & 255) == CATEGORY_TILES && sprite < sprites->count &&
               names_find(sprites, sprites->items[sprite], &found) && found == sprite;
    }
    return type < EVENT_COUNT && event->parameter == 0;
}

/* Writes what read_event() reads to the same bytes; has_notation() decides about the form. */
void write_event(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    void *inner = (void *)record;
    const Field *field = events_of(&layout, &inner);
    const size_t count = field_count(layout, field, inner);
    const TngEvent *events = field_data(field, inner);
    for (size_t i = 0; i < count; i++) {
        const TngEvent *event = &events[i];
        sheet_put(cursor, TEXT("e"));
        if (!has_notation(cursor, event)) {
            sheet_put_format(cursor, "event%u %u", event->type, event->parameter);
            put_body(cursor, (Bytes){event->script, event->script_size});
            continue;
        }
        if (event->type == EVENT_TIMER)
            sheet_put_format(cursor, "timer%u", event->parameter);
        else
            sheet_put(cursor, text_of(event_names[event->type]));
        if (event->type == EVENT_LEAVE || event->type == EVENT_APPROACH) {
            sheet_put_format(cursor, "%u", event->parameter);
        } else if (event->type >= EVENT_USING && event->type < EVENT_TIMER) {
            const ObjectIndex object = (ObjectIndex)(event->parameter >> 8);
            write_object(cursor, &ObjectIndex_layout, "", &object);
        }
        put_body(cursor, (Bytes){event->script, event->script_size});
    }
}

/* ---- start-up scripts and default actions ---- */

/* `ok`: whether the head is valid. The body is compiled in any case. */
static bool keep_handler(SheetCursor *cursor, void *record, ProjectHandler handler, bool ok)
{
    Bytes code;
    ProjectHandlers *handlers = record;
    if (!take_body(cursor, &code) || !ok)
        return false;
    ProjectHandler *kept = sheet_append(&ProjectHandlers_layout,
                                        layout_field(&ProjectHandlers_layout, TEXT("handlers")),
                                        handlers, cursor->arena);
    *kept = handler;
    kept->script = (Bytecode *)code.data;
    kept->script_size = (u24)code.size;
    return true;
}

/* `everyN`: any interval, in 1/100 s. */
static bool interval_of(Text word, uint32_t *interval)
{
    int64_t number;
    if (!text_starts(word, "every") ||
        !text_number(text_slice(word, 5, word.size), 1, UINT32_MAX, &number))
        return false;
    *interval = (uint32_t)number;
    return true;
}

/* Interval 0 is the handler that runs at the start. `at` is the position of the head, for
 * messages about duplicates. */
bool read_startup(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    (void)layout;
    static const char *const names[] = {"start", "timer1", "timer2"};
    const Text head = text_trimmed(take_head(cursor));
    uint32_t code, interval = 0;
    const bool known = timer_code(head, &code);
    if (known)
        interval = timer_intervals[code];
    const bool ok = known || text_is(head, "start") || interval_of(head, &interval) ||
                    unknown_event(cursor, head, names, COUNT_OF(names));
    const uint32_t at = (uint32_t)(head.at - cursor->file.at);
    return keep_handler(cursor, record, (ProjectHandler){.number = interval, .at = at}, ok);
}

/* An interval without a timer code is written as everyN, which is read as the same number. */
void write_startup(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    (void)layout;
    const ProjectHandlers *handlers = record;
    for (size_t i = 0; i < handlers->handlers_count; i++) {
        const ProjectHandler *handler = &handlers->handlers[i];
        uint32_t code = 0;
        while (code < TIMER_CODES && timer_intervals[code] != handler->number)
            code++;
        sheet_put(cursor, TEXT("e"));
        if (!handler->number)
            sheet_put(cursor, TEXT("start"));
        else if (code < TIMER_CODES)
            sheet_put_format(cursor, "timer%u", code);
        else
            sheet_put_format(cursor, "every%u", handler->number);
        put_body(cursor, (Bytes){handler->script, handler->script_size});
    }
}

/* e action1 range name { */
bool read_action(SheetCursor *cursor, const RecordLayout *layout, void *record)
{
    (void)layout;
    ProjectHandler handler = {0};
    const Text head = take_head(cursor), brace = cursor->rest;
    cursor->rest = head;
    Text word, range;
    int64_t number = 0;
    bool ok = sheet_take_word(cursor, "an action", &word);
    if (ok && !(text_starts(word, "action") &&
                text_number(text_slice(word, 6, word.size), 1, 9, &number)))
        ok = unknown_event(cursor, word, event_names + 4, 9);
    ok = ok && sheet_take_word(cursor, "the range attribute", &range) &&
         sheet_read_name(cursor, range, NAME_ATTRIBUTE, &handler.range);
    handler.name = text_trimmed(cursor->rest);
    ok = ok && sheet_check_text(cursor, handler.name);
    handler.number = (u32)number;
    cursor->rest = brace;
    return keep_handler(cursor, record, handler, ok);
}

void write_action(SheetCursor *cursor, const RecordLayout *layout, const void *record)
{
    (void)layout;
    const ProjectHandlers *handlers = record;
    for (size_t i = 0; i < handlers->handlers_count; i++) {
        const ProjectHandler *handler = &handlers->handlers[i];
        const Text range = names_string_at(cursor->names, handler->range);
        sheet_put_format(cursor, "e action%u %.*s", handler->number,
                         range.size ? (int)range.size : 1, range.size ? range.at : "-");
        if (handler->name.size)
            sheet_put(cursor, handler->name);
        put_body(cursor, (Bytes){handler->script, handler->script_size});
    }
}

/* ---- the reference ---- */

void event_describe(Writer *out)
{
    write_format(
        out, "A handler is a line with the letter `e`, the event, and statements in braces. "
             "`oisin script reference` describes statements and expressions.\n\n"
             "    e approach 4 {\n        sound(select)\n    }\n\n"
             "## Events of NPCs and objects\n\n| event | occasion |\n|---|---|\n");
    for (size_t i = 0; i < EVENT_COUNT; i++)
        write_format(out, "| `e %s%s%s%s` | %s |\n", event_names[i],
                     i == EVENT_TIMER ? "N" : "", *event_docs[i].parameter ? " " : "",
                     event_docs[i].parameter, event_docs[i].doc);
    write_format(
        out,
        "\n`e eventT P` with the numbers T and P is any other type and parameter, as "
        "games of other tools contain.\n\n"
        "Of several handlers of the same event only the first one runs; for `using`, of "
        "those with the same object, the one with the lowest number. Timers, `leave` and "
        "`approach` may have several, but `leave` and `approach` must be among the first "
        "%d handlers. `check` warns of handlers that never run.\n\n"
        "## Events of other files\n\n| event | file |\n|---|---|\n"
        "| `e start`, `e timerN`, `e ontimerS`, `e everyN` | `game/startup.cfg` |\n"
        "| `e action1 RANGE NAME` to `e action9 RANGE NAME` | `game/actions.cfg` |\n",
        TNG_EVENT_DISTANCES);
    static const char *const files[] = {"ui/NAME.cut", "quests/NAME.qst", "game/NAME.atr"};
    _Static_assert(COUNT_OF(files) == COUNT_OF(single_scripts), "a file for each record");
    for (size_t i = 0; i < COUNT_OF(files); i++)
        write_format(out, "| `e%s%s` | `%s` |\n", *single_scripts[i].event ? " " : "",
                     single_scripts[i].event, files[i]);
    write_format(out, "\n## Timers\n\n`everyN` in `game/startup.cfg` has any interval of N/100 "
                      "s. The others:\n\n| event | the same | interval |\n|---|---|--:|\n");
    for (size_t i = 0; i < TIMER_CODES; i++)
        write_format(out, "| `timer%zu` | `ontimer%u` | %u.%u s |\n", i,
                     timer_intervals[i] / 100, timer_intervals[i] / 100,
                     timer_intervals[i] / 10 % 10);
}
