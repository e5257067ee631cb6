/* Map scripts: check. */
#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/objects/mob_script_internal.h"
#include "kit/jobs/checks.h"

static const struct {
    const char *name, *values;
} functions[] = {
#define FUNCTION(name, values) {#name, values},
#include "evil_islands/objects/mob_functions.def"
#undef FUNCTION
};

static const char *const types[] = {"object", "group", "float", "string"};

typedef struct Check {
    const MobSource *source;
    const MobObjects *objects;
    Table functions;        /* to rows of the table */
    Table declared, bodies; /* script names to items */
    Table globals;
    Table told; /* messages that were reported */
    /* The parameters of each item that declares a script, computed on first use; and those of
     * the current script. */
    Table *parameters;
    const Table *local;
    size_t messages;
    Arena *arena;
    Report *report;
} Check;

/* Whether another message may be reported; when the limit is reached, reports that once. */
static bool may_say(Check *check)
{
    if (check->messages++ == MOB_SCRIPT_MESSAGES_MAX)
        report_warning(check->report, "only the first %d warnings are reported",
                       MOB_SCRIPT_MESSAGES_MAX);
    return check->messages <= MOB_SCRIPT_MESSAGES_MAX;
}

static void warn(Check *check, const MobToken *token, const char *what)
{
    if (may_say(check))
        report_warning_at(check->report, mob_script_position(check->source, token), "%.*s%s",
                          (int)token->text.size, token->text.at, what);
}

/* For messages that are reported once per name: whether this is the first time. */
static bool first_time(Check *check, Text lower)
{
    const size_t before = check->told.count;
    table_put(&check->told, lower, 0);
    return check->told.count > before;
}

/* ---- types ---- */

/* The type of the n-th argument in a row of the table; empty after the last. */
static Text wanted_type(const char *values, uint32_t n)
{
    Text rest = text_of(values), last = TEXT(""), word;
    for (uint32_t i = 0; (word = text_word(&rest)).size; i++) {
        if (text_is(word, "..."))
            return last;
        last = word;
        if (i == n)
            return word;
    }
    return TEXT("");
}

static void wanted_count(const char *values, uint32_t *least, bool *more)
{
    Text rest = text_of(values), word;
    *least = 0;
    *more = false;
    while ((word = text_word(&rest)).size)
        if (text_is(word, "..."))
            *more = true;
        else
            ++*least;
}

/* ---- names ---- */

/* The first use of a group defines it, and a name in place of an object may be the name of an
 * object in this map or a lower one: neither is an error. */
static void check_name(Check *check, const MobToken *token, Text type)
{
    const Text lower = text_lowered(token->text, check->arena);
    if (text_is(lower, "null") || table_get(check->local, lower) ||
        table_get(&check->globals, lower))
        return;
    if (text_is(type, "group")) {
        table_put(&check->globals, lower, 0);
        return;
    }
    const MobObjects *objects = check->objects;
    if ((objects && objects->has_name(objects->context, token->text)) ||
        !first_time(check, lower))
        return;
    if (text_is(type, "float") || text_is(type, "string"))
        warn(check, token, " is not declared in GlobalVars");
    else if (may_say(check))
        report_note(
            check->report,
            "line %u, column %u: %.*s is not declared: it must be a group, or an object "
            "of another map",
            token->line, token->column, (int)token->text.size, token->text.at);
}

static void check_value(Check *check, const MobValue *value, Text type);

static void check_values(Check *check, const MobValue *call, const char *values)
{
    for (uint32_t i = 0; i < call->count; i++)
        check_value(check, &call->values[i], values ? wanted_type(values, i) : TEXT(""));
}

static void check_count(Check *check, const MobValue *call, uint32_t least, bool more)
{
    const bool wrong = call->count < least || (call->count > least && !more);
    if (wrong && may_say(check))
        report_warning_at(check->report, mob_script_position(check->source, call->token),
                          "%.*s takes %u value%s%s, not %u", (int)call->token->text.size,
                          call->token->text.at, least, PLURAL(least), more ? " or more" : "",
                          call->count);
}

/* ---- objects ---- */

/* Handles GetObjectByID( "27" ) and GetObject( 27 ). */
static void check_reference(Check *check, const MobValue *call)
{
    const MobToken *token = call->count ? call->values[0].token : NULL;
    const bool text = mob_token_named(call->token, "GetObjectByID");
    int64_t id;
    if (!check->objects || !token || (!text && !mob_token_named(call->token, "GetObject")) ||
        token->kind != (text ? MOB_TOKEN_TEXT : MOB_TOKEN_NUMBER))
        return;
    const Text digits = text ? text_slice(token->text, 1, token->text.size - 1) : token->text;
    if (!text_number(digits, 0, UINT32_MAX, &id))
        warn(check, token, " is not the id of an object");
    else if (!check->objects->has_id(check->objects->context, (uint32_t)id) &&
             first_time(check, arena_format(check->arena, "id %lld", (long long)id)))
        warn(check, token, ": no object of this map has this id");
}

/* ---- calls ---- */

/* The most similar function; empty if there is none. The names of scripts are not searched:
 * they often differ only in numbers. */
static Text nearest(Text name)
{
    Text names[COUNT_OF(functions)];
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        names[i] = text_of(functions[i].name);
    return text_nearest(name, names, COUNT_OF(functions));
}

/* Scripts created by the map editor have # in their names, which functions never have. Scripts
 * of other maps may be called, however. */
static void check_unknown(Check *check, const MobToken *token, Text lower)
{
    enum { SEARCHES_MAX = 100 }; /* limit for expensive searches */
    size_t at;
    if (!first_time(check, arena_format(check->arena, "call %.*s", (int)lower.size, lower.at)))
        return;
    if (text_find(token->text, '#', &at)) {
        warn(check, token, ": there is no such script here");
        return;
    }
    if (!may_say(check))
        return;
    const Text near = check->told.count <= SEARCHES_MAX ? nearest(token->text) : TEXT("");
    report_note(check->report, "line %u, column %u: unknown function %.*s%s%.*s%s", token->line,
                token->column, (int)token->text.size, token->text.at,
                near.size ? "; did you mean " : "", (int)near.size, near.at,
                near.size ? "?" : "");
}

static void check_call(Check *check, const MobValue *call)
{
    const Text lower = text_lowered(call->token->text, check->arena);
    const uint32_t *script = table_get(&check->declared, lower);
    const uint32_t *function = table_get(&check->functions, lower);
    if (script) {
        check_count(check, call, check->source->items[*script].variable_count, false);
    } else if (function) {
        const char *values = functions[*function].values;
        uint32_t least;
        bool more;
        wanted_count(values, &least, &more);
        check_count(check, call, least, more);
        check_reference(check, call);
        check_values(check, call, values);
        return;
    } else if (!table_get(&check->bodies, lower)) {
        check_unknown(check, call->token, lower);
    }
    check_values(check, call, NULL);
}

static void check_value(Check *check, const MobValue *value, Text type)
{
    if (value->call)
        check_call(check, value);
    else if (value->token->kind == MOB_TOKEN_NAME)
        check_name(check, value->token, type);
}

static void check_block(Check *check, const MobBlock *block)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const MobStep *step = &block->steps[i];
        for (uint32_t j = 0; j < step->condition_count; j++)
            check_value(check, &step->conditions[j], TEXT("float"));
        if (step->kind == MOB_STEP_SET)
            check_name(check, step->token, TEXT("float"));
        if (step->kind != MOB_STEP_IF)
            check_value(check, &step->value, TEXT(""));
        check_block(check, &step->block);
        check_block(check, &step->others);
    }
}

/* ---- the whole script ---- */

static void declare(Check *check, Table *table, const MobToken *name, size_t index)
{
    const size_t before = table->count;
    table_put(table, text_lowered(name->text, check->arena), (uint32_t)index);
    if (table->count == before)
        warn(check, name, " is declared twice");
}

static void declare_variables(Check *check, Table *table, const MobItem *item)
{
    for (uint32_t i = 0; i < item->variable_count; i++) {
        const MobToken *type = item->variables[i].type;
        bool known = false;
        for (size_t j = 0; j < COUNT_OF(types); j++)
            known |= mob_token_named(type, types[j]);
        if (!known)
            warn(check, type, " is not a type; expected object, group, float or string");
        declare(check, table, item->variables[i].name, i);
    }
}

static void collect(Check *check)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        table_put(&check->functions, text_lowered(text_of(functions[i].name), check->arena),
                  (uint32_t)i);
    for (size_t i = 0; i < check->source->item_count; i++) {
        const MobItem *item = &check->source->items[i];
        if (item->kind == MOB_ITEM_GLOBALS)
            declare_variables(check, &check->globals, item);
        else if (item->kind == MOB_ITEM_DECLARE)
            declare(check, &check->declared, item->name, i);
        else if (item->kind == MOB_ITEM_SCRIPT)
            declare(check, &check->bodies, item->name, i);
    }
}

static void check_declaration(Check *check, size_t index)
{
    const MobItem *item = &check->source->items[index];
    Table table = table_new(check->arena);
    declare_variables(check, &table, item);
    check->parameters[index] = table;
    if (!table_get(&check->bodies, text_lowered(item->name->text, check->arena)))
        warn(check, item->name, " is declared, but there is no such Script");
}

/* A script has the parameters of its declaration, which may follow later. Several scripts may
 * share one declaration. */
static void check_head(Check *check, const MobToken *name)
{
    const uint32_t *at = table_get(&check->declared, text_lowered(name->text, check->arena));
    if (!at) {
        warn(check, name, " has no DeclareScript");
        return;
    }
    const MobItem *declared = &check->source->items[*at];
    Table *table = &check->parameters[*at];
    if (!table->arena) {
        *table = table_new(check->arena);
        for (uint32_t i = 0; i < declared->variable_count; i++)
            table_put(table, text_lowered(declared->variables[i].name->text, check->arena), i);
    }
    check->local = table;
}

static void check_item(Check *check, size_t index)
{
    const MobItem *item = &check->source->items[index];
    const Table none = table_new(check->arena);
    check->local = &none;
    if (item->kind == MOB_ITEM_DECLARE)
        check_declaration(check, index);
    else if (item->name)
        check_head(check, item->name);
    check_block(check, &item->block);
    check->local = NULL;
}

void mob_script_check(const MobSource *source, const MobObjects *objects, Arena *arena,
                      Report *report)
{
    Check check = {.source = source,
                   .objects = objects,
                   .functions = table_new(arena),
                   .declared = table_new(arena),
                   .bodies = table_new(arena),
                   .globals = table_new(arena),
                   .told = table_new(arena),
                   .parameters = ARENA_ALLOC(arena, Table, source->item_count),
                   .arena = arena,
                   .report = report};
    collect(&check);
    for (size_t i = 0; i < source->item_count; i++)
        check_item(&check, i);
}

bool mob_script_check_text(Text text, const MobObjects *objects, Arena *arena, Report *report)
{
    MobSource source;
    if (!mob_script_parse(text, &source, arena, report))
        return false;
    mob_script_check(&source, objects, arena, report);
    return true;
}

bool check_map_script(Bytes file, Arena *arena, Report *report)
{
    return mob_script_check_text(mob_script_text(file, arena), NULL, arena, report);
}

/* ---- for editors ---- */

void mob_script_put_functions(JsonWriter *json)
{
    json_open_list(json, "functions");
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        json_open(json, NULL);
        json_put_text(json, "name", text_of(functions[i].name));
        json_put_text(json, "values", text_of(functions[i].values));
        json_close(json);
    }
    json_close_list(json);
}
