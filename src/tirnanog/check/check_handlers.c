/* Warnings about event handlers: what compiles and cannot be meant. */
#include "tirnanog/check/check.h"

#include "base/text.h"

typedef struct HandlerCheck {
    Project *project;
    const ProjectScripts *scripts;
    const ProjectScript *script; /* that is being looked at */
} HandlerCheck;

static Report about_script(const HandlerCheck *check, const ProjectScript *script)
{
    return report_child(check->project->report, script->file);
}

/* ---- single instructions ---- */

static void check_map_position(const HandlerCheck *check, const Instruction *it)
{
    const uint32_t side = check->project->config.map_size;
    Report about = about_script(check, check->script);
    if (it->x >= side || it->y >= side)
        report_warning_at(&about, script_position_at(check->script, it->at),
                          "cell %u,%u is outside the map, which has %u x %u cells", it->x,
                          it->y, side, side);
}

/* `while(1)` is usual; a loop or a choice that is decided before is not. */
static void check_decided(const HandlerCheck *check, const Instruction *it,
                          const Instruction *before)
{
    Report about = about_script(check, check->script);
    const SourcePosition position = script_position_at(check->script, it->at);
    if (it->op == OP_RND && !it->value)
        report_warning_at(&about, position, "rnd(0) is always 0");
    if (!instruction_is_constant(before))
        return;
    if (it->op == OP_JZ && !before->value)
        report_warning_at(&about, position, "the condition is never true");
    else if (it->op == OP_SWITCH)
        report_warning_at(&about, position, "the value is constant: always the same case");
}

/* ---- variables ---- */

typedef struct VariableUse {
    bool read;
    const ProjectScript *script; /* that sets it first, or NULL */
    uint32_t at;
} VariableUse;

static void note_variable(const HandlerCheck *check, const Instruction *it, VariableUse *uses)
{
    if (it->op == OP_PUSH && it->value < SCRIPT_LOCALS)
        uses[it->value].read = true;
    if (it->op == OP_POP && it->value < SCRIPT_LOCALS && !uses[it->value].script) {
        uses[it->value].script = check->script;
        uses[it->value].at = it->at;
    }
}

/* Choosers read and set variables, too. */
static void note_choosers(const HandlerCheck *check, VariableUse *uses)
{
    enum { VARIABLE_A = 2, TYPE = 31 };
    const TngSection *section = &check->project->by_type[SECTION_CHOOSERS];
    for (size_t i = 0; section->kind && i < section->count; i++) {
        const TngChooser *chooser = project_asset(check->project, SECTION_CHOOSERS, i);
        for (uint32_t k = 0; chooser && k < chooser->option_count; k++)
            for (unsigned r = 0; r < 2; r++) {
                const unsigned type = chooser->options[k].requires[r].type & TYPE;
                if (type >= VARIABLE_A && type - VARIABLE_A < SCRIPT_LOCALS)
                    uses[type - VARIABLE_A].read = true;
            }
    }
}

/* A called handler shares the variables of its caller: one use anywhere is enough. */
static void check_variables(const HandlerCheck *check, const VariableUse *uses)
{
    for (unsigned i = 0; i < SCRIPT_LOCALS; i++) {
        if (!uses[i].script || uses[i].read)
            continue;
        Report about = about_script(check, uses[i].script);
        report_warning_at(&about, script_position_at(uses[i].script, uses[i].at),
                          "nothing reads the variable %c", 'a' + (int)i);
    }
}

/* ---- handlers that call each other for ever ---- */

/* The object whose click handler a click handler calls first, whatever happens. */
typedef struct Call {
    const ProjectScript *script; /* or NULL */
    uint32_t at, sprite;
} Call;

static Call call_of(const ProjectScript *script)
{
    Instruction before = {0}, it;
    const Bytes code = script->code.bytes;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size, before = it) {
        if (it.op == OP_JZ || it.op == OP_JMP || it.op == OP_SWITCH || it.op == OP_END)
            break;
        if (opcode_family(it.op) == FAMILY_CALL && it.value == COMMAND_event &&
            before.op == OP_PUSHSPR)
            return (Call){script, it.at, before.value};
    }
    return (Call){0};
}

static void check_calls(const HandlerCheck *check)
{
    const Project *project = check->project;
    const size_t count = project->names.sprites[CATEGORY_TILES].count;
    const TngSection *objects = &project->by_type[SECTION_OBJECTS];
    Call *calls = ARENA_ALLOC(project->arena, Call, count + 1);
    bool *said = ARENA_ALLOC(project->arena, bool, count + 1);
    for (size_t i = 0; i < check->scripts->count; i++) {
        const ProjectScript *script = &check->scripts->items[i];
        if (script->ref.section != SECTION_OBJECTS || script->ref.index >= objects->count)
            continue;
        const TngObject *object = project_asset(project, SECTION_OBJECTS, script->ref.index);
        const uint32_t sprite =
            ((TngObjectAsset *)objects->entries[script->ref.index].descriptor)->sprite;
        if (object && script->ref.event < object->event_count && sprite < count &&
            object->events[script->ref.event].type == TNG_EVENT_CLICK)
            calls[sprite] = call_of(script);
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = i, steps = 0;
        while (steps++ <= count && calls[at].script && calls[at].sprite < count)
            at = calls[at].sprite;
        if (steps <= count || said[i]) /* the chain ends, or its circle was reported */
            continue;
        bool inside = false; /* only objects of the circle, not those that lead to it */
        for (size_t k = calls[i].sprite, n = 0; n <= count; k = calls[k].sprite, n++)
            inside |= k == i;
        if (!inside)
            continue;
        for (size_t k = i; !said[k]; k = calls[k].sprite)
            said[k] = true;
        Report about = about_script(check, calls[i].script);
        report_warning_at(&about, script_position_at(calls[i].script, calls[i].at),
                          "this handler calls itself for ever%s",
                          calls[i].sprite == i ? "" : ", through handlers of other objects");
    }
}

/* ---- handlers that another one hides ---- */

/* The events of the NPC or object that has a script; NULL for other scripts. */
static const TngEvent *events_of(const Project *project, TngScriptRef ref, uint32_t *count)
{
    const bool has_events = ref.section == SECTION_NPCS || ref.section == SECTION_OBJECTS;
    const void *asset = has_events && ref.index < project->by_type[ref.section].count
                            ? project_asset(project, ref.section, ref.index)
                            : NULL;
    return asset ? tng_events(ref.section, asset, count) : NULL;
}

static bool is_distance(const TngEvent *event)
{
    return event->type == TNG_EVENT_APPROACH || event->type == TNG_EVENT_LEAVE;
}

/* Whether the engine runs `other` whenever it could run `event`: the first handler that fits;
 * when an object is used, of `using1` before `using2`, whatever their order is. */
static bool event_hides(const TngEvent *other, const TngEvent *event)
{
    if (!other->script_size)
        return false;
    if (tng_event_is_using(event->type) && tng_event_is_using(other->type) &&
        other->parameter >> 8 == event->parameter >> 8)
        return other->type < event->type || (other->type == event->type && other < event);
    return !tng_event_is_using(event->type) && other->type == event->type && other < event;
}

/* Why the engine never runs an event's handler, or NULL. Types that it does not know, in games
 * of other tools, have no warning. */
static const char *hidden_reason(const TngEvent *events, uint32_t count, uint32_t index)
{
    const TngEvent *event = &events[index];
    if (!event->script_size || event->type >= TNG_EVENT_TYPES || event->type == TNG_EVENT_TIMER)
        return NULL;
    _Static_assert(TNG_EVENT_DISTANCES == 32, "the number in the text");
    if (is_distance(event))
        return index < TNG_EVENT_DISTANCES ? NULL
                                           : "approach and leave must be among the first 32 "
                                             "handlers";
    for (uint32_t k = 0; k < count; k++)
        if (event_hides(&events[k], event))
            return tng_event_is_using(event->type)
                       ? "another one for the same object runs instead"
                       : "the first one of the same event runs instead";
    return NULL;
}

static void check_hidden(const HandlerCheck *check)
{
    const TngEvent *events = NULL;
    uint32_t count = 0;
    TngScriptRef last = {0};
    for (size_t i = 0; i < check->scripts->count; i++) {
        const ProjectScript *script = &check->scripts->items[i];
        if (script->ref.section != last.section || script->ref.index != last.index)
            events = events_of(check->project, script->ref, &count);
        last = script->ref;
        const char *reason = events && script->ref.event < count
                                 ? hidden_reason(events, count, script->ref.event)
                                 : NULL;
        Report about = about_script(check, script);
        if (reason)
            report_warning_at(&about, script_position_at(script, 0),
                              "this handler never runs; %s", reason);
    }
}

/* ---- calculated attributes that need each other ---- */

typedef struct Calculated {
    const ProjectScript *script;
    uint32_t *attributes; /* by number */
    size_t count;
    bool done;
} Calculated;

/* Whether `from` needs `wanted`, directly or through others. */
static bool needs(Calculated *all, size_t count, size_t from, size_t wanted)
{
    if (all[from].done)
        return false;
    all[from].done = true;
    for (size_t i = 0; i < all[from].count; i++) {
        const uint32_t next = all[from].attributes[i];
        if (next < count && (next == wanted || needs(all, count, next, wanted)))
            return true;
    }
    return false;
}

static void check_calculated(const HandlerCheck *check)
{
    Project *project = check->project;
    const NameList *names = &project->names.kinds[NAME_ATTRIBUTE];
    Calculated *all = ARENA_ALLOC(project->arena, Calculated, names->count + 1);
    const TngAttributes *attributes = project->by_type[SECTION_ATTRIBUTES].record;
    for (size_t i = 0; attributes && i < check->scripts->count; i++) {
        const ProjectScript *script = &check->scripts->items[i];
        if (script->ref.section != SECTION_ATTRIBUTES || script->ref.index >= names->count)
            continue;
        const TngAttribute *attribute = &attributes->attributes[script->ref.index];
        if (!attribute->expression_size)
            continue;
        Calculated *own = &all[script->ref.index];
        own->script = script;
        Instruction it;
        const Bytes code = script->code.bytes;
        for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
             at += it.size)
            for (uint32_t k = 0; it.op == OP_PUSHA && k < names->count; k++)
                if (attributes->attributes[k].name == it.value)
                    *ARENA_PUSH(project->arena, own->attributes, own->count) = k;
    }
    for (size_t i = 0; i < names->count; i++) {
        for (size_t k = 0; k < names->count; k++)
            all[k].done = false;
        if (!all[i].script || !needs(all, names->count, i, i))
            continue;
        Report about = about_script(check, all[i].script);
        report_warning_at(&about, script_position_at(all[i].script, 0),
                          "%.*s is calculated from itself", (int)names->items[i].size,
                          names->items[i].at);
    }
}

void project_check_handlers(Project *project, const ProjectScripts *scripts)
{
    HandlerCheck check = {.project = project, .scripts = scripts};
    VariableUse uses[SCRIPT_LOCALS] = {0};
    for (size_t i = 0; i < scripts->count; i++) {
        Instruction before = {0}, it;
        check.script = &scripts->items[i];
        const Bytes code = check.script->code.bytes;
        for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
             at += it.size, before = it) {
            if (it.op == OP_PUSHMAP)
                check_map_position(&check, &it);
            check_decided(&check, &it, &before);
            note_variable(&check, &it, uses);
        }
    }
    note_choosers(&check, uses);
    check_variables(&check, uses);
    check_calls(&check);
    check_hidden(&check);
    check_calculated(&check);
}
