/* The language of handlers from its tables: for completion, help, and blocks. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/script/bytecode.h"
#include "tirnanog/script/grammar.h"

/* ---- arguments ---- */

/* The kind of names whose list completes such an argument; empty: it is a number. */
static Text names_of(ScriptKind kind)
{
    static const struct {
        ScriptKind script;
        unsigned name;
    } kinds[] = {{SCRIPT_ATTRIBUTE, NAME_ATTRIBUTE},
                 {SCRIPT_OBJECT, NAME_OBJECT},
                 {SCRIPT_NPC, NAME_NPC},
                 {SCRIPT_SPAWNER, NAME_SPAWNER},
                 {SCRIPT_MAP, NAME_MAP},
                 {SCRIPT_MUSIC, NAME_MUSIC},
                 {SCRIPT_SOUND, NAME_SOUND},
                 {SCRIPT_SPEECH, NAME_SPEECH},
                 {SCRIPT_CHOOSER, NAME_CHOOSER},
                 {SCRIPT_CUTSCENE, NAME_CUTSCENE},
                 {SCRIPT_DIALOG, NAME_DIALOG},
                 {SCRIPT_CRAFT, NAME_CRAFT},
                 {SCRIPT_QUEST, NAME_QUEST}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].script == kind)
            return text_of(name_kind_id(kinds[i].name));
    return TEXT("");
}

static void put_argument(JsonWriter *json, Argument number)
{
    const ArgumentInfo *argument = argument_info(number);
    if (number == ARGUMENT_NONE)
        return;
    json_open(json, NULL);
    json_put_text(json, "name", text_of(argument->cursor));
    json_put_text(json, "kind", names_of(argument->reference));
    json_put_text(json, "words", text_of(argument->words));
    json_put_text(json, "doc", text_of(argument->doc));
    json_put_bool(json, "flag", number == ARGUMENT_FLAG);
    json_close(json);
}

static void put_command(JsonWriter *json, const CommandInfo *command, Arena *arena)
{
    json_open(json, NULL);
    json_put_text(json, "name", text_of(command->name));
    json_put_text(json, "usage", command_usage(command, arena));
    json_open_list(json, "arguments");
    for (size_t i = 0; i < COMMAND_ARGUMENTS; i++)
        put_argument(json, command->arguments[i]);
    json_close_list(json);
    json_put_text(json, "doc", text_of(command->doc));
    json_put_text(json, "more", text_of(command->more));
    json_put_text(json, "wait", text_of(command->wait));
    json_put_text(json, "example", text_of(command->example));
    json_close(json);
}

/* ---- functions, statements ---- */

static void put_operators(JsonWriter *json)
{
    json_open_list(json, "operators");
    for (size_t i = 0; operator_at(i); i++) {
        const OperatorInfo *info = operator_at(i);
        json_open(json, NULL);
        json_put_text(json, "name", text_of(info->cursor));
        json_put_uint(json, "level", info->level);
        json_put_bool(json, "unary", info->level == LEVEL_UNARY);
        json_put_text(json, "doc", text_of(info->doc));
        json_close(json);
    }
    json_close_list(json);
}

static void put_functions(JsonWriter *json, Arena *arena)
{
    json_open_list(json, "functions");
    for (size_t i = 0; function_at(i); i++) {
        const FunctionInfo *info = function_at(i);
        json_open(json, NULL);
        json_put_text(json, "name", text_of(info->name));
        json_put_text(json, "usage", function_usage(info, arena));
        json_put_bool(json, "opponent", info->opponent != OP_END);
        json_put_text(json, "doc", text_of(info->doc));
        json_close(json);
    }
    json_close_list(json);
}

static const struct {
    const char *name, *syntax, *doc;
} words[] = {
#define FUNCTION(name, form, opcode, opponent, doc) {#name, #name "(...)", doc},
#define STATEMENT(name, keyword, syntax, doc, example) {keyword, syntax, doc},
#include "tirnanog/script/grammar.def"
};

static const char *const events[] = {
#define EVENT(name, number, word) word,
#include "tirnanog/container/tng_events.def"
};

void get_script(Call *call)
{
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_open_list(&json, "commands");
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++)
        if (command_info(i))
            put_command(&json, command_info(i), call->arena);
    json_close_list(&json);
    put_operators(&json);
    json_open_list(&json, "events");
    for (size_t i = 0; i < COUNT_OF(events); i++)
        json_put_text(&json, NULL, text_of(events[i]));
    json_close_list(&json);
    put_functions(&json, call->arena);
    json_open_list(&json, "words");
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (!*words[i].name)
            continue;
        json_open(&json, NULL);
        json_put_text(&json, "name", text_of(words[i].name));
        json_put_text(&json, "syntax", text_of(words[i].syntax));
        json_put_text(&json, "doc", text_of(words[i].doc));
        json_close(&json);
    }
    json_close_list(&json);
    json_close(&json);
    call_json(call, &json);
}
