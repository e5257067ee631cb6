/* Assembles listings; listing_print.c prints them. Both use the operand shapes of opcodes.def,
 * so that a new instruction needs no code here. */
#include "tirnanog/script/listing.h"

#include "base/hash.h"
#include "base/text.h"

#include <assert.h>

/* Looks ahead with its own lexer, so that the caller's does not move. */
bool listing_starts(Text file, size_t from)
{
    const ScriptSource source = {file, from, file.size};
    Lexer lexer = lexer_of(&source);
    const bool keyword = lexer.token == TOKEN_WORD &&
                         text_is(lexer.text, statement_info(STATEMENT_LISTING)->keyword);
    lexer_next(&lexer);
    return keyword && lexer.token == '{';
}

typedef struct Label {
    Text name;
    size_t at;        /* in the file: of its definition, or of its first use */
    uint32_t address; /* of the next instruction */
    bool defined;
} Label;

/* A jump's address, which is written when all labels are known. */
typedef struct Use {
    size_t at; /* in the code */
    uint32_t label;
} Use;

typedef struct Assembler {
    Parser *parser;
    Label *labels;
    size_t label_count;
    Table numbers; /* of labels, by name */
    Use *uses;
    size_t use_count;
    ScriptPosition *positions; /* of each instruction */
    size_t position_count;
    size_t end; /* of the listing, in the file */
} Assembler;

/* A label may be used before it is defined, so the first mention of either kind creates it. */
static uint32_t label_number(Assembler *assembler, Text name, size_t at)
{
    Parser *parser = assembler->parser;
    const uint32_t *known = table_get(&assembler->numbers, name);
    if (known)
        return *known;
    *ARENA_PUSH(parser->arena, assembler->labels, assembler->label_count) =
        (Label){.name = name, .at = at};
    return *table_put(&assembler->numbers, name, (uint32_t)assembler->label_count - 1);
}

/* The name is the current token, a colon follows. */
static bool define_label(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    const Text name = parser->lexer.text;
    const uint32_t index = label_number(assembler, name, parser->lexer.at);
    Label *label = &assembler->labels[index];
    if (label->defined)
        ERROR_AT(parser, parser->lexer.at, "duplicate label \"%.*s\"", parser_shown(name),
                 name.at);
    label->defined = true;
    label->at = parser->lexer.at;
    label->address = (uint32_t)parser->pool.size;
    lexer_next(&parser->lexer);
    lexer_next(&parser->lexer);
    return true;
}

/* Writes three zeros, which resolve_labels() replaces. A label, not an address, is the only
 * form: an address in the source would be wrong after each edit. */
static bool use_label(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, "a label");
    *ARENA_PUSH(parser->arena, assembler->uses, assembler->use_count) =
        (Use){parser->pool.size, label_number(assembler, parser->lexer.text, parser->lexer.at)};
    write_zeros(&parser->pool, 3);
    lexer_next(&parser->lexer);
    return true;
}

/* `(label, ...)` */
static bool table(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    const size_t at = parser->pool.size, source = parser->lexer.at;
    unsigned count = 0;
    write_u8(&parser->pool, 0);
    if (!parser_want(parser, '(', "\"(\" and the labels of the cases"))
        return false;
    while (parser->lexer.token != ')') {
        if (count++ && !parser_want(parser, ',', "\",\" or \")\""))
            return false;
        if (!use_label(assembler))
            return false;
    }
    lexer_next(&parser->lexer);
    if (count > SCRIPT_CASE_MAX)
        return ERROR_AT(parser, source, "expected at most %d labels, found %u", SCRIPT_CASE_MAX,
                        count);
    write_uint_at(&parser->pool, at, count, 1);
    return true;
}

/* An unsigned number of `size` bytes; one of 4 bytes is signed. */
static bool number(Parser *parser, unsigned size)
{
    const bool negative = size == 4 && parser_take(parser, '-');
    const int64_t max = size == 4 ? (int64_t)INT32_MAX + negative : (1ll << 8 * size) - 1;
    if (parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, "a number");
    const int64_t value = parser_number(parser, max);
    write_uint(&parser->pool, (uint32_t)(negative ? -value : value), size);
    return true;
}

/* A name, or a number in brackets. `kind` NUMBER: only the latter. */
static bool reference(Parser *parser, ScriptKind kind, unsigned size)
{
    if (parser_take(parser, '['))
        return number(parser, size) && parser_want(parser, ']', "\"]\"");
    const int token = parser->lexer.token;
    if (kind == SCRIPT_NUMBER || kind == SCRIPT_TEXT ||
        (token != TOKEN_WORD && token != TOKEN_NUMBER))
        return parser_expected(parser,
                               kind == SCRIPT_NUMBER || kind == SCRIPT_TEXT
                                   ? "a number in brackets"
                                   : arena_format(parser->arena, "%s or a number in brackets",
                                                  script_kind_phrase(kind, parser->arena).at)
                                         .at);
    write_uint(&parser->pool,
               parser_name(parser, kind, parser->lexer.text, parser->lexer.at, NULL), size);
    lexer_next(&parser->lexer);
    return true;
}

/* The highest command goes into the game's header: players with fewer commands are warned. */
static bool command(Parser *parser)
{
    const Text name = parser->lexer.text;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, "a command");
    const unsigned found = command_find(name);
    if (!found)
        return parser_unknown_command(parser, name, parser->lexer.at);
    if (found > parser->highest_command)
        parser->highest_command = found;
    write_u8(&parser->pool, (uint8_t)found);
    lexer_next(&parser->lexer);
    return true;
}

/* The operand is the variable's number: a is 0. */
static bool local(Parser *parser)
{
    if (parser->lexer.token != TOKEN_WORD || !lexer_is_local(parser->lexer.text))
        return parser_expected(parser, "a local variable, a to z");
    write_u8(&parser->pool, (uint8_t)(parser->lexer.text.at[0] - 'a'));
    lexer_next(&parser->lexer);
    return true;
}

static bool comma_number(Parser *parser, unsigned size)
{
    return parser_want(parser, ',', "\",\"") && number(parser, size);
}

/* SHAPE_SPRITE: the category has been written already, and decides what kind of name
 * follows. */
static bool operand(Assembler *assembler, const ShapeInfo *shape, OperandShape which)
{
    Parser *parser = assembler->parser;
    switch (which) {
    case SHAPE_NONE:
        return true;
    case SHAPE_TABLE:
        return table(assembler);
    case SHAPE_ADDRESS:
        return use_label(assembler);
    case SHAPE_COMMAND:
        return command(parser);
    case SHAPE_LOCAL:
        return local(parser);
    case SHAPE_PLACE:
        return reference(parser, SCRIPT_MAP, 3) && comma_number(parser, 2) &&
               comma_number(parser, 2);
    case SHAPE_SPRITE: {
        const size_t at = parser->pool.size;
        return number(parser, 1) && parser_want(parser, ',', "\",\"") &&
               reference(parser, sprite_category_kind(parser->pool.data[at]), 2);
    }
    default:
        return shape->reference == SCRIPT_NUMBER
                   ? number(parser, shape->size)
                   : reference(parser, shape->reference, shape->size);
    }
}

/* Always false, for the caller to return. */
static bool unknown_mnemonic(Parser *parser, Text name)
{
    Text words[OPCODES];
    for (unsigned i = 0; i < OPCODES; i++)
        words[i] = text_of(opcode_info(i)->name);
    parser_suggest(parser, parser->lexer.at, "instruction", name,
                   text_nearest(name, words, OPCODES));
    return false;
}

/* The position is that of the first byte; the verifier's messages are about such positions. */
static bool instruction(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    const Text name = parser->lexer.text;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, "an instruction or a label");
    if (parser_token_after(parser) == ':')
        return define_label(assembler);
    const unsigned op = opcode_find(name);
    if (op == OPCODES)
        return unknown_mnemonic(parser, name);
    *ARENA_PUSH(parser->arena, assembler->positions, assembler->position_count) =
        (ScriptPosition){(uint32_t)parser->pool.size, (uint32_t)parser->lexer.at};
    write_u8(&parser->pool, (uint8_t)op);
    lexer_next(&parser->lexer);
    const OperandShape shape = opcode_info(op)->shape;
    return operand(assembler, shape_info(shape), shape);
}

/* The instructions up to the closing brace. After an error, continues on the next line. */
static void instructions(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END) {
        const size_t before = parser->lexer.at;
        if (parser_take(parser, ';') || instruction(assembler))
            continue;
        if (parser->lexer.at == before)
            lexer_next(&parser->lexer);
        while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END &&
               !parser->lexer.first)
            lexer_next(&parser->lexer);
    }
}

/* A label at the end has no instruction to jump to, which the verifier would reject with a
 * less helpful message. */
static void resolve_labels(Assembler *assembler)
{
    Parser *parser = assembler->parser;
    Text *names = ARENA_ALLOC(parser->arena, Text, assembler->label_count);
    size_t defined = 0;
    for (size_t i = 0; i < assembler->label_count; i++)
        if (assembler->labels[i].defined)
            names[defined++] = assembler->labels[i].name;
    for (size_t i = 0; i < assembler->label_count; i++) {
        const Label *label = &assembler->labels[i];
        if (!label->defined)
            parser_suggest(parser, label->at, "label", label->name,
                           text_nearest(label->name, names, defined));
        else if (label->address == parser->pool.size)
            ERROR_AT(parser, label->at, "no instruction after the label \"%.*s\"",
                     parser_shown(label->name), label->name.at);
    }
    for (size_t i = 0; i < assembler->use_count; i++)
        write_uint_at(&parser->pool, assembler->uses[i].at,
                      assembler->labels[assembler->uses[i].label].address, 3);
}

/* For messages of the verifier. */
static SourcePosition position_of(void *context, uint32_t at)
{
    Assembler *assembler = context;
    size_t low = 0, high = assembler->position_count; /* the first one at or after `at` */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (assembler->positions[middle].code < at)
            low = middle + 1;
        else
            high = middle;
    }
    return lexer_position(&assembler->parser->lexer, low < assembler->position_count
                                                         ? assembler->positions[low].source
                                                         : assembler->end);
}

/* A position is needed only where a handler may be stopped: before an instruction that finds
 * an empty stack. */
static void keep_positions(Assembler *assembler, const int16_t *depths, ScriptCode *out)
{
    size_t count = 0;
    for (size_t i = 0; i < assembler->position_count; i++)
        if (depths[assembler->positions[i].code] == 0)
            assembler->positions[count++] = assembler->positions[i];
    out->positions = assembler->positions;
    out->position_count = count;
}

/* The assembler checks only operands; jumps, stack and end are checked as for any foreign
 * code. */
static bool verify(Assembler *assembler, bool expression, ScriptCode *out)
{
    Parser *parser = assembler->parser;
    const ScriptLimits limits = {
        .expression = expression, .position = position_of, .context = assembler};
    ScriptInfo info;
    int16_t *depths = arena_alloc_raw(parser->arena, out->bytes.size, sizeof *depths);
    if (!script_verify_depths(out->bytes, &limits, &info, depths, parser->arena,
                              parser->report))
        return false;
    if (parser->options.positions)
        keep_positions(assembler, depths, out);
    return true;
}

/* In a listing # starts a comment. The listing must be the whole handler, except for
 * semicolons. */
bool listing_compile(Parser *parser, bool expression, const ScriptSource *source,
                     ScriptCode *out)
{
    Assembler assembler = {.parser = parser, .numbers = table_new(parser->arena)};
    lexer_next(&parser->lexer);
    const size_t open = parser->lexer.at;
    parser->lexer.comments = true;
    lexer_next(&parser->lexer);
    instructions(&assembler);
    assembler.end = parser->lexer.at;
    if (parser->lexer.token != '}')
        return ERROR_AT(parser, open, "this \"{\" is not closed");
    lexer_next(&parser->lexer);
    while (parser_take(parser, ';'))
        ;
    if (parser->lexer.token != TOKEN_END)
        return parser_expected(parser, "the end of the handler after its listing");
    resolve_labels(&assembler);
    if (parser->errors)
        return false;
    *out = (ScriptCode){.bytes = writer_bytes(&parser->pool),
                        .highest_command = (uint8_t)parser->highest_command};
    if (out->bytes.size >= SCRIPT_SIZE_MAX)
        return ERROR_AT(parser, source->from, "the listing has %zu bytes; the maximum is %d",
                        out->bytes.size, SCRIPT_SIZE_MAX - 1);
    return !out->bytes.size || verify(&assembler, expression, out);
}
