/* docs/reference/script.md: the rows of script_reference.def, with lists generated from tables.
 */
#include "tirnanog/script/script_reference.h"

#include "base/text.h"
#include "tirnanog/script/emit.h"
#include "tirnanog/script/grammar.h"

typedef struct Reference {
    Writer *out;
    Report *report;
    bool ok;
} Reference;

/* ---- the examples' names ---- */

static const struct {
    ScriptKind kind;
    const char *name;
    uint32_t number;
} things[] = {
#define THING(kind, name, number) {SCRIPT_##kind, name, number},
#include "tirnanog/script/grammar.def"
};

/* The examples need no project: their names are in grammar.def. */
static bool thing_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    (void)context;
    for (size_t i = 0; i < COUNT_OF(things); i++)
        if (things[i].kind == kind && text_is(name, things[i].name)) {
            *out = things[i].number;
            return true;
        }
    return false;
}

static Text thing_name(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    (void)context, (void)arena;
    for (size_t i = 0; i < COUNT_OF(things); i++)
        if (things[i].kind == kind && things[i].number == index)
            return text_of(things[i].name);
    return TEXT("");
}

static const ScriptNames example_names = {thing_index, thing_name, NULL, NULL};

/* ---- Markdown ---- */

/* Text of the tables is already Markdown. */
static void put(Reference *reference, const char *text)
{
    write_text(reference->out, text_of(text));
}

/* A cell of a table, in which `|` is escaped. */
static void put_cell(Reference *reference, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            write_u8(reference->out, '\\');
        write_u8(reference->out, (uint8_t)*text);
    }
}

/* Wraps paragraphs; lists, tables and code are printed unchanged. */
static void put_paragraph(Reference *reference, const char *text)
{
    enum { WIDTH = 96 };
    Text rest = text_of(text);
    size_t column = 0, at;
    if (strchr("|- ", *text) || text_find(rest, '\n', &at)) {
        put(reference, text);
    } else {
        for (Text word; (word = text_word(&rest)).size; column += word.size + 1) {
            if (column + word.size > WIDTH)
                column = 0;
            if (column || word.at != text)
                write_u8(reference->out, column ? ' ' : '\n');
            write_text(reference->out, word);
        }
    }
    put(reference, "\n\n");
}

/* An example with a head, `e click { ... }`, is compiled without it. */
static bool compile(Reference *reference, const char *text, bool optimise, ScriptCode *out)
{
    const ScriptOptions options = {.optimise = optimise};
    ScriptSource source = script_source(text_of(text));
    size_t at = 0;
    if (text_starts(source.file, "e ") && text_find(source.file, '{', &at) &&
        !script_body(source.file, &at, &source, reference->report))
        return false;
    return script_compile(&source, &example_names, &options, out, reference->out->arena,
                          reference->report);
}

/* Each example is compiled, so that the reference cannot have one that is wrong. */
static void put_script(Reference *reference, const char *text)
{
    ScriptCode code;
    reference->ok &= compile(reference, text, false, &code);
    put(reference, "```\n");
    put(reference, text);
    put(reference, "```\n\n");
}

/* ---- lists generated from tables ---- */

static void list_statements(Reference *reference)
{
    for (unsigned i = 0; i < STATEMENTS; i++) {
        const StatementInfo *info = statement_info((Statement)i);
        write_format(reference->out, "### `%s`\n\n", info->syntax);
        put_paragraph(reference, info->doc);
        put_script(reference, arena_format(reference->out->arena, "%s\n", info->example).at);
    }
}

/* The level is written in the first row of its operators only. */
static void list_operators(Reference *reference)
{
    put(reference, "| level | operator | value |\n|---|---|---|\n");
    const OperatorInfo *info;
    for (size_t i = 0; (info = operator_at(i)); i++) {
        const OperatorInfo *before = i ? operator_at(i - 1) : NULL;
        if (before && before->level == info->level)
            put(reference, "| ");
        else
            write_format(reference->out, "| %u", info->level);
        put(reference, " | `");
        put_cell(reference, info->level == LEVEL_UNARY ? "" : "a ");
        put_cell(reference, info->cursor);
        put(reference, info->level == LEVEL_UNARY ? "a` | " : " b` | ");
        put_cell(reference, info->doc);
        put(reference, " |\n");
    }
    put(reference, "\n");
}

static void list_functions(Reference *reference)
{
    const FunctionInfo *info;
    put(reference, "| function | with `@` | value |\n|---|---|---|\n");
    for (size_t i = 0; (info = function_at(i)); i++)
        write_format(reference->out, "| `%s` | %s | %s |\n",
                     function_usage(info, reference->out->arena).at,
                     info->opponent == OP_END ? "no" : "yes", info->doc);
    put(reference, "\n");
}

static void list_arguments(Reference *reference)
{
    put(reference, "| argument | value |\n|---|---|\n");
    for (unsigned i = ARGUMENT_NONE + 1; i < ARGUMENTS; i++) {
        const ArgumentInfo *info = argument_info((Argument)i);
        write_format(reference->out, "| `%s` | ", info->cursor);
        if (info->reference == SCRIPT_MAP)
            put(reference, "a map's name, then two constants from 0 to 65535 |\n");
        else if (info->reference != SCRIPT_NUMBER)
            write_format(reference->out, "the name of %s |\n",
                         script_kind_phrase(info->reference, reference->out->arena).at);
        else if (*info->words)
            write_format(reference->out, "an expression, or one of `%s` for 0, 1, ... |\n",
                         info->words);
        else
            write_format(reference->out, "an expression: %s |\n", info->doc);
    }
    put(reference, "\n");
}

static void list_commands(Reference *reference)
{
    Arena *arena = reference->out->arena;
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++) {
        const CommandInfo *info = command_info(i);
        write_format(reference->out, "### `%s`\n\n", command_usage(info, arena).at);
        put_paragraph(reference,
                      arena_format(arena, "%c%s.%s%s%s%s%s", info->doc[0] - 'a' + 'A',
                                   info->doc + 1, *info->more ? " " : "", info->more,
                                   *info->wait ? " **The handler waits** " : "", info->wait,
                                   *info->wait ? "." : "")
                          .at);
        put_script(reference, arena_format(arena, "%s\n", info->example).at);
    }
}

/* From the constants themselves, so that the page follows them. */
static void list_limits(Reference *reference)
{
    const struct {
        long max;
        const char *what;
    } limits[] = {
        {SCRIPT_SIZE_MAX - 1, "bytes of code in a script"},
        {SCRIPT_STACK_MAX, "values on the stack, including those of a min() or max()"},
        {SCRIPT_NESTING_MAX, "levels of nested blocks and brackets"},
        {SCRIPT_LOCALS, "local variables"},
        {SCRIPT_CASE_MAX, "is the highest case of a switch"},
        {UINT16_MAX, "is the highest x and y of a position"},
        {INT32_MAX, "is the highest number"},
    };
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        write_format(reference->out, "- %ld %s\n", limits[i].max, limits[i].what);
    put(reference, "\n");
}

static void list_habits(Reference *reference)
{
    const HabitInfo *info;
    put(reference, "| elsewhere | here |\n|---|---|\n");
    for (size_t i = 0; (info = habit_at_index(i)); i++) {
        put(reference, "| `");
        put_cell(reference, info->cursor);
        put(reference, "` | ");
        put_cell(reference, info->advice);
        put(reference, " |\n");
    }
    put(reference, "\n");
}

/* A production may have several lines; its name is before the first. */
static void list_grammar(Reference *reference)
{
    const ProductionInfo *info;
    put(reference,
        "`[x]` is optional, `{x}` is any number of x, `x | y` is one of both. Names of "
        "attributes, maps and so on are those of the project.\n\n```\n");
    for (size_t i = 0; (info = production_at(i)); i++) {
        Text rest = text_of(info->text), line;
        for (bool first = true; text_line(&rest, &line); first = false)
            write_format(reference->out, first ? "%-9s = %.*s\n" : "%-9s   %.*s\n",
                         first ? info->name : "", (int)line.size, line.at);
    }
    put(reference, "```\n\n");
}

static void list_shapes(Reference *reference)
{
    put(reference, "| operand | bytes | in a listing | meaning |\n|---|---|---|---|\n");
    for (unsigned i = SHAPE_NONE + 1; i < SHAPES; i++) {
        const ShapeInfo *info = shape_info((OperandShape)i);
        write_format(reference->out, "| %s | %u%s | `%s` | %s |\n", info->name, info->size,
                     i == SHAPE_TABLE ? " + 3n" : "", info->notation, info->doc);
    }
    put(reference, "\n");
}

static void list_opcodes(Reference *reference)
{
    put(reference, "Pops and pushes are numbers of stack values; n is the operand.\n\n"
                   "| opcode | name | operand | pops | pushes | effect |\n"
                   "|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < OPCODES; i++) {
        const OpcodeInfo *info = opcode_info(i);
        write_format(reference->out, "| %u `%02x` | %s | %s | ", i, i, info->name,
                     info->shape == SHAPE_NONE ? "" : shape_info(info->shape)->name);
        if (info->pops == POPS_BY_COUNT)
            put(reference, "n");
        else
            write_format(reference->out, "%u", info->pops);
        write_format(reference->out, " | %u | %s |\n",
                     info->pushes == PUSHES_NOTHING ? 0u
                     : i == OP_PUSHMAP              ? 2u
                                                    : 1u,
                     info->doc);
    }
    put(reference, "\n");
}

static void list_numbers(Reference *reference)
{
    put(reference,
        "FNCk calls a command with its number as the operand, k values on the stack. "
        "The game's header has the highest one used in byte 43.\n\n"
        "| number | command | values |\n|---|---|---|\n");
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++)
        write_format(reference->out, "| %u `%02x` | %s | %u |\n", i, i, command_info(i)->name,
                     command_values(command_info(i)));
    put(reference, "\n");
}

static void list_things(Reference *reference)
{
    put(reference, "| name | kind | number |\n|---|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(things); i++)
        write_format(reference->out, "| %s | %s | 0x%02x |\n", things[i].name,
                     script_kind_name(things[i].kind), things[i].number);
    put(reference, "\n");
}

static void put_example(Reference *reference, const char *source, bool optimise)
{
    ScriptCode code;
    if (!compile(reference, source, optimise, &code)) {
        reference->ok = false;
        return;
    }
    write_format(reference->out, "```\n%s\n\n", source);
    script_list(code.bytes, &example_names, reference->out);
    put(reference, "```\n\n");
}

static void list_examples(Reference *reference)
{
    static const char *const examples[] = {
#define EXAMPLE(source) source,
#include "tirnanog/script/grammar.def"
    };
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        put_example(reference, examples[i], false);
}

static void list_optimised(Reference *reference)
{
    put_example(reference, "switch(a+0<2*5) { case 1 { exit() } case 0 { b=1 } }", true);
}

/* ---- the page ---- */

static void put_heading(Reference *reference, unsigned level, const char *text)
{
    write_format(reference->out, "%.*s %s\n\n", (int)level, "####", text);
}

/* The functions that LIST names must be called list_NAME. */
static void put_page(Reference *reference)
{
#define HEADING(level, text) put_heading(reference, level, text);
#define PROSE(text) put_paragraph(reference, text);
#define SCRIPT(source) put_script(reference, source);
#define HANDLER(source) put_script(reference, source);
#define LIST(name) list_##name(reference);
#include "tirnanog/script/script_reference.def"
}

bool script_reference(Writer *out, Report *report)
{
    Reference reference = {out, report, true};
    put_page(&reference);
    out->size--; /* removes the empty line after the last paragraph */
    return reference.ok;
}
