/* The spelling of handlers in a project's text files. */
#include "project/words_script.h"

#include "base/text.h"

#include <assert.h>

/* ---- bodies ---- */

/* The head: the text between the letter e and the brace. */
static Text take_head(Spelling *spelling)
{
    size_t brace = spelling->rest.size;
    text_find(spelling->rest, '{', &brace);
    const Text head = text_slice(spelling->rest, 0, brace);
    spelling->rest = text_slice(spelling->rest, brace, spelling->rest.size);
    return head;
}

/* Moves to a file offset on this line or a later one. */
static void move_to(Spelling *spelling, size_t at)
{
    const size_t from = (size_t)(spelling->line.at - spelling->file.at);
    size_t start = from;
    for (size_t i = from; i < at; i++)
        if (spelling->file.at[i] == '\n') {
            spelling->number++;
            start = i + 1;
        }
    Text rest = text_slice(spelling->file, start, spelling->file.size);
    text_line(&rest, &spelling->line);
    spelling->next = (size_t)(rest.at - spelling->file.at);
    const size_t used = at - start;
    spelling->rest =
        text_slice(spelling->line, used < spelling->line.size ? used : spelling->line.size,
                   spelling->line.size);
}

/* Compiles the body that starts in the rest of the line, and moves to its end. */
static bool take_body(Spelling *spelling, Bytes *out)
{
    size_t at = (size_t)(spelling->rest.at - spelling->file.at);
    ScriptSource source;
    ScriptCode code;
    *out = (Bytes){0};
    if (!script_body(spelling->file, &at, &source, spelling->report)) {
        spelling->next = spelling->file.size; /* the rest cannot be parsed */
        return false;
    }
    const bool ok = script_compile(&source, spelling->scripts, &spelling->compile, &code,
                                   spelling->arena, spelling->report);
    move_to(spelling, at);
    const Text extra = text_word(&spelling->rest);
    if (extra.size)
        return spelling_error(spelling, extra, "unexpected \"%.*s\"", (int)extra.size,
                              extra.at);
    if (!ok)
        return false;
    if (code.bytes.size >= 1 << 24)
        return spelling_error(spelling, spelling->line, "the script is too long");
    if (code.highest_command > spelling->highest_command)
        spelling->highest_command = code.highest_command;
    if (spelling->places)
        script_places_add(spelling->places, &source, &code, spelling->arena);
    *out = code.bytes;
    return true;
}

static void put_body(Spelling *spelling, Bytes code)
{
    spelling_put(spelling, TEXT("{"));
    spelling_end_line(spelling);
    const ScriptStyle style = {.level = 1, .crlf = true};
    script_lift(code, spelling->scripts, &style, spelling->out, spelling->arena,
                spelling->report);
    spelling_put(spelling, TEXT("}"));
    spelling_end_line(spelling);
}

/* ---- a record with one script: cutscene, quest, attribute ---- */

static const struct {
    const Layout *layout;
    const char *event;
    size_t script, size;
} single_scripts[] = {
    {&TngCutscene_layout, "", offsetof(TngCutscene, script),
     offsetof(TngCutscene, script_size)},
    {&TngQuest_layout, "complete", offsetof(TngQuest, script), offsetof(TngQuest, script_size)},
    {&TngAttribute_layout, "onchange", offsetof(TngAttribute, script),
     offsetof(TngAttribute, handler_size)},
};

static size_t single_of(const Layout *layout)
{
    size_t i = 0;
    while (single_scripts[i].layout != layout)
        i++;
    assert(i < COUNT_OF(single_scripts));
    return i;
}

bool read_script(Spelling *spelling, const Layout *layout, void *record)
{
    const size_t kind = single_of(layout);
    const Text head = text_trimmed(take_head(spelling));
    Bytes code;
    if (!text_is(head, single_scripts[kind].event))
        return spelling_error(spelling, head, "\"%.*s\" is not an event of this file%s%s",
                              (int)head.size, head.at,
                              *single_scripts[kind].event ? "; it has only " : "",
                              single_scripts[kind].event);
    const Text e = spelling->line;
    if (!take_body(spelling, &code))
        return false;
    if (layout == &TngAttribute_layout && !(((TngAttribute *)record)->type & 1))
        return spelling_error(spelling, e, "only variables have an onchange handler");
    const uint8_t *script = code.data;
    memcpy((char *)record + single_scripts[kind].script, &script, sizeof script);
    const u24 size = (u24)code.size;
    memcpy((char *)record + single_scripts[kind].size, &size, sizeof size);
    return true;
}

void write_script(Spelling *spelling, const Layout *layout, const void *record)
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
    spelling_put(spelling, TEXT("e"));
    if (*single_scripts[kind].event)
        spelling_put(spelling, text_of(single_scripts[kind].event));
    put_body(spelling, code);
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

static const char *const event_names[EVENT_COUNT] = {
    "click",   "touch",   "leave",   "approach", "action1", "action2", "action3",
    "action4", "action5", "action6", "action7",  "action8", "action9", "using1",
    "using2",  "using3",  "timer",   "sell",     "buy"};

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

static bool unknown_event(Spelling *spelling, Text word, const char *const *names, size_t count)
{
    Text candidates[EVENT_COUNT];
    assert(count <= COUNT_OF(candidates));
    if (text_starts(word, "timer") || text_starts(word, "ontimer"))
        return spelling_error(
            spelling, word,
            "unknown timer \"%.*s\"; expected timer0 to timer12, or ontimerS with S = 0, 1, "
            "10, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600 seconds",
            (int)word.size, word.at);
    for (size_t i = 0; i < count; i++)
        candidates[i] = text_of(names[i]);
    const Text near = text_nearest(word, candidates, count);
    if (near.size)
        return spelling_error(spelling, word, "no event \"%.*s\"; did you mean \"%.*s\"?",
                              (int)word.size, word.at, (int)near.size, near.at);
    return spelling_error(spelling, word, "no event \"%.*s\"", (int)word.size, word.at);
}

static bool event_parameter(Spelling *spelling, TngEvent *event)
{
    if (event->type == EVENT_LEAVE || event->type == EVENT_APPROACH)
        return read_number(spelling, NULL, &u24_layout, "", &event->parameter);
    if (event->type >= EVENT_USING && event->type < EVENT_TIMER) {
        ObjectIndex object;
        if (!word_kind(&ObjectIndex_layout, "")
                 ->read(spelling, NULL, &ObjectIndex_layout, "", &object))
            return false;
        event->parameter = CATEGORY_TILES | (u24)object << 8;
    }
    return true;
}

static bool read_event_head(Spelling *spelling, TngEvent *event)
{
    Text word;
    const Text head = take_head(spelling), brace = spelling->rest;
    spelling->rest = head;
    if (!spelling_take(spelling, "an event", &word))
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
    bool ok = known ? event_parameter(spelling, event)
                    : unknown_event(spelling, word, event_names, EVENT_COUNT);
    const Text extra = ok ? text_word(&spelling->rest) : TEXT("");
    if (extra.size)
        ok = spelling_error(spelling, extra, "unexpected \"%.*s\" after the event",
                            (int)extra.size, extra.at);
    spelling->rest = brace;
    return ok;
}

/* The list of events within the record of an NPC or an object. */
static const Field *events_of(const Layout **layout, void **record)
{
    const bool npc = *layout == &ProjectNpc_layout;
    *record = npc ? (void *)&((ProjectNpc *)*record)->npc
                  : (void *)&((ProjectObject *)*record)->object;
    *layout = npc ? &TngNpc_layout : &TngObject_layout;
    return layout_field(*layout, TEXT("events"));
}

bool read_event(Spelling *spelling, const Layout *layout, void *record)
{
    const Field *field = events_of(&layout, &record);
    TngEvent event = {0};
    Bytes code;
    const Text line = spelling->line;
    const bool head = read_event_head(spelling, &event);
    if (!take_body(spelling, &code) || !head)
        return false;
    TngEvent *kept = sheet_append(layout, field, record, spelling->arena);
    if (!kept)
        return spelling_error(spelling, line, "too many handlers");
    *kept = event;
    kept->script = (Bytecode *)code.data;
    kept->script_size = (u24)code.size;
    return true;
}

void write_event(Spelling *spelling, const Layout *layout, const void *record)
{
    void *inner = (void *)record;
    const Field *field = events_of(&layout, &inner);
    const size_t count = field_count(layout, field, inner);
    const TngEvent *events = field_data(field, inner);
    for (size_t i = 0; i < count; i++) {
        const TngEvent *event = &events[i];
        spelling_put(spelling, TEXT("e"));
        if (event->type == EVENT_TIMER)
            spelling_put_format(spelling, "timer%u", event->parameter);
        else
            spelling_put(spelling,
                         text_of(event->type < EVENT_COUNT ? event_names[event->type] : "-"));
        if (event->type == EVENT_LEAVE || event->type == EVENT_APPROACH) {
            spelling_put_format(spelling, "%u", event->parameter);
        } else if (event->type >= EVENT_USING && event->type < EVENT_TIMER) {
            const ObjectIndex object = (ObjectIndex)(event->parameter >> 8);
            word_kind(&ObjectIndex_layout, "")
                ->write(spelling, &ObjectIndex_layout, "", &object);
        }
        put_body(spelling, (Bytes){event->script, event->script_size});
    }
}

/* ---- start-up scripts and default actions ---- */

static bool keep_handler(Spelling *spelling, void *record, ProjectHandler handler, bool ok)
{
    Bytes code;
    ProjectHandlers *handlers = record;
    if (!take_body(spelling, &code) || !ok)
        return false;
    ProjectHandler *kept = sheet_append(&ProjectHandlers_layout,
                                        layout_field(&ProjectHandlers_layout, TEXT("handlers")),
                                        handlers, spelling->arena);
    *kept = handler;
    kept->script = (Bytecode *)code.data;
    kept->script_size = (u24)code.size;
    return true;
}

bool read_startup(Spelling *spelling, const Layout *layout, void *record)
{
    (void)layout;
    static const char *const names[] = {"start", "timer1", "timer2"};
    const Text head = text_trimmed(take_head(spelling));
    uint32_t code = 0;
    const bool start = text_is(head, "start");
    const bool ok = start || timer_code(head, &code) ||
                    unknown_event(spelling, head, names, COUNT_OF(names));
    return keep_handler(spelling, record,
                        (ProjectHandler){.number = start ? 0 : timer_intervals[code]}, ok);
}

void write_startup(Spelling *spelling, const Layout *layout, const void *record)
{
    (void)layout;
    const ProjectHandlers *handlers = record;
    for (size_t i = 0; i < handlers->handlers_count; i++) {
        const ProjectHandler *handler = &handlers->handlers[i];
        uint32_t code = 0;
        while (code < TIMER_CODES && timer_intervals[code] != handler->number)
            code++;
        spelling_put(spelling, TEXT("e"));
        if (!handler->number)
            spelling_put(spelling, TEXT("start"));
        else if (code < TIMER_CODES)
            spelling_put_format(spelling, "timer%u", code);
        else
            report_error(spelling->report, "an interval of %u/100 s has no timer",
                         handler->number);
        put_body(spelling, (Bytes){handler->script, handler->script_size});
    }
}

/* e action1 range name { */
bool read_action(Spelling *spelling, const Layout *layout, void *record)
{
    (void)layout;
    ProjectHandler handler = {0};
    const Text head = take_head(spelling), brace = spelling->rest;
    spelling->rest = head;
    Text word, range;
    int64_t number = 0;
    bool ok = spelling_take(spelling, "an action", &word);
    if (ok && !(text_starts(word, "action") &&
                text_number(text_slice(word, 6, word.size), 1, 9, &number)))
        ok = unknown_event(spelling, word, event_names + 4, 9);
    ok = ok && spelling_take(spelling, "the range attribute", &range) &&
         spelling_name(spelling, range, NAME_ATTRIBUTE, &handler.range);
    handler.name = text_trimmed(spelling->rest);
    ok = ok && spelling_text_ok(spelling, handler.name);
    handler.number = (u32)number;
    spelling->rest = brace;
    return keep_handler(spelling, record, handler, ok);
}

void write_action(Spelling *spelling, const Layout *layout, const void *record)
{
    (void)layout;
    const ProjectHandlers *handlers = record;
    for (size_t i = 0; i < handlers->handlers_count; i++) {
        const ProjectHandler *handler = &handlers->handlers[i];
        const Text range = names_string_at(spelling->names, handler->range);
        spelling_put_format(spelling, "e action%u %.*s", handler->number,
                            range.size ? (int)range.size : 1, range.size ? range.at : "-");
        if (handler->name.size)
            spelling_put(spelling, handler->name);
        put_body(spelling, (Bytes){handler->script, handler->script_size});
    }
}
