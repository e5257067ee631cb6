/* The compiler's statements: from tokens to a tree of blocks over emitted code.
 *
 * After an unknown name parsing continues; an unexpected token ends its statement, and
 * `recover` looks for the next position where a statement may start. */
#include "tirnanog/script/parser.h"

#include "base/text.h"
#include "tirnanog/script/listing.h"
#include "tirnanog/script/optimise.h"

/* The longest script has 16 MiB of code; its source is a few times larger, a listing up to 32
 * times. */
enum { SOURCE_MAX = 512 << 20 };

/* PUSHMAP has the map and both coordinates as one operand: the placeholder that
 * parser_emit() has written is replaced. It pushes two values. */
static bool place_argument(Parser *parser, uint32_t map)
{
    parser_pushed(parser, 2);
    parser_emit(parser, OP_PUSHMAP, 0);
    parser->pool.size -= shape_info(SHAPE_PLACE)->size;
    write_u24(&parser->pool, map);
    for (unsigned i = 0; i < 2; i++) {
        if (!parser_want(parser, ',', "\",\" and the position's x and y"))
            return false;
        if (parser->lexer.token != TOKEN_NUMBER)
            return parser_expected(parser, "a constant number");
        write_u16(&parser->pool, (uint16_t)parser_number(parser, UINT16_MAX));
    }
    return true;
}

/* Objects and NPCs share an instruction with a category; other kinds have one each. */
static void emit_reference(Parser *parser, ScriptKind kind, uint32_t index)
{
    parser_pushed(parser, 1);
    if (kind == SCRIPT_OBJECT || kind == SCRIPT_NPC) {
        write_u8(&parser->pool, OP_PUSHSPR);
        write_u8(&parser->pool, kind == SCRIPT_NPC ? SPRITE_NPC : SPRITE_OBJECT);
        write_u16(&parser->pool, (uint16_t)index);
        return;
    }
    for (unsigned op = 0; op < OPCODES; op++)
        if (opcode_family((Opcode)op) == FAMILY_REFERENCE &&
            shape_info(opcode_info(op)->shape)->reference == kind)
            parser_emit(parser, (Opcode)op, index);
}

/* A single word such as `swim`: its number is pushed. */
static bool word_argument(Parser *parser, const ArgumentInfo *info)
{
    const int after =
        parser->lexer.token == TOKEN_WORD && *info->words ? parser_token_after(parser) : 0;
    if (after != ',' && after != ')')
        return false;
    Text rest = text_of(info->words);
    int32_t number = 0;
    for (Text word; (word = text_word(&rest)).size; number++)
        if (text_equal(word, parser->lexer.text)) {
            emit_constant(number, &parser->pool);
            parser_pushed(parser, 1);
            lexer_next(&parser->lexer);
            return true;
        }
    if (!parser_unknown_word(parser, info))
        return false;
    lexer_next(&parser->lexer);
    return true;
}

/* An argument that refers to something is a name and never an expression. */
static bool argument(Parser *parser, Argument which, const char *command)
{
    const ArgumentInfo *info = argument_info(which);
    if (info->reference == SCRIPT_NUMBER)
        return word_argument(parser, info) || parser_expression(parser, 1);
    if (parser->lexer.token != TOKEN_WORD && parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, script_kind_name(info->reference));
    const uint32_t index =
        parser_name(parser, info->reference, parser->lexer.text, parser->lexer.at, command);
    lexer_next(&parser->lexer);
    if (info->reference == SCRIPT_MAP)
        return place_argument(parser, index);
    emit_reference(parser, info->reference, index);
    return true;
}

/* The bracket is the current token. */
static bool command_call(Parser *parser, unsigned number)
{
    const CommandInfo *command = command_info(number);
    const Text usage = command_usage(command, parser->arena);
    lexer_next(&parser->lexer);
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        if (parser->lexer.token == ')')
            return parser_expected(parser, usage.at);
        if (i && !parser_want(parser, ',',
                              arena_format(parser->arena, "\",\" as in %s", usage.at).at))
            return false;
        if (!argument(parser, command->arguments[i], command->name))
            return false;
    }
    if (parser->lexer.token == ',')
        return parser_expected(parser, usage.at);
    if (!parser_want(parser, ')', arena_format(parser->arena, "\")\" as in %s", usage.at).at))
        return false;
    static const Opcode by_values[COMMAND_VALUES + 1] = {OP_FNC0, OP_FNC1, OP_FNC2, OP_FNC3};
    write_u8(&parser->pool, (uint8_t)by_values[command_values(command)]);
    write_u8(&parser->pool, (uint8_t)number);
    if (number > parser->highest_command)
        parser->highest_command = number;
    return true;
}

/* A name of one letter is always a local variable, even if an attribute has that name. */
static bool assignment(Parser *parser, Text name, size_t at, bool opponent)
{
    uint32_t index = 0;
    const bool local = lexer_is_local(name);
    if (local && opponent)
        ERROR_AT(parser, at,
                 "\"@\" is allowed before attributes only; \"%c\" is a local variable",
                 name.at[0]);
    if (!local)
        index = parser_name(parser, SCRIPT_ATTRIBUTE, name, at, NULL);
    lexer_next(&parser->lexer);
    if (!parser_expression(parser, 1))
        return false;
    if (local)
        parser_emit(parser, OP_POP, (uint32_t)(name.at[0] - 'a'));
    else
        parser_emit(parser, opponent ? OP_POPO : OP_POPA, index);
    return true;
}

static Node *block(Parser *parser);

static bool brace_expected(Parser *parser, Statement statement)
{
    return parser_expected(
        parser,
        arena_format(parser->arena, "\"{\" as in %s", statement_info(statement)->syntax).at);
}

/* `from` to `to` is the code of the condition; the body is a list of nodes. */
static bool while_loop(Parser *parser, Node *node)
{
    node->type = NODE_WHILE;
    lexer_next(&parser->lexer);
    if (!parser_expression(parser, 1) || !parser_want(parser, ')', "an operator or \")\""))
        return false;
    node->to = (uint32_t)parser->pool.size;
    if (parser->lexer.token != '{')
        return brace_expected(parser, STATEMENT_WHILE);
    node->body = block(parser);
    return true;
}

/* Cases are sorted from the highest to the lowest. */
static void case_add(Parser *parser, Node *node, Node *branch, size_t at)
{
    Node **slot = &node->body;
    while (*slot && (*slot)->from > branch->from)
        slot = &(*slot)->next;
    if (*slot && (*slot)->from == branch->from) {
        ERROR_AT(parser, at, "duplicate case %u", branch->from);
        return;
    }
    branch->next = *slot;
    *slot = branch;
}

/* The current token is `case`. */
static bool case_branch(Parser *parser, Node *node)
{
    const size_t keyword = parser->lexer.at;
    lexer_next(&parser->lexer);
    const size_t at = parser->lexer.at;
    Node *branch = ARENA_ALLOC(parser->arena, Node, 1);
    branch->type = NODE_CASE;
    branch->source = (uint32_t)keyword;
    branch->from = (uint32_t)parser_number(parser, SCRIPT_CASE_MAX);
    if (parser->lexer.token != '{')
        return parser_expected(parser, "\"{\" as in case 1 { statements }");
    branch->body = block(parser);
    if (node)
        case_add(parser, node, branch, at);
    return true;
}

static void recover(Parser *parser);

static bool case_here(const Parser *parser)
{
    return parser->lexer.token == TOKEN_WORD && text_is(parser->lexer.text, "case") &&
           parser_token_after(parser) == TOKEN_NUMBER;
}

/* Reported once per script: all blocks around an open one are open, too. */
static void block_end(Parser *parser, size_t open)
{
    if (parser_take(parser, '}') || parser->unclosed)
        return;
    parser->unclosed = true;
    ERROR_AT(parser, open, "this \"{\" is not closed");
}

/* After an error in a branch, the next `case` is looked for, so that others are still
 * checked. */
static bool switch_branches(Parser *parser, Node *node)
{
    node->type = NODE_SWITCH;
    lexer_next(&parser->lexer);
    if (!parser_expression(parser, 1) || !parser_want(parser, ')', "an operator or \")\""))
        return false;
    node->to = (uint32_t)parser->pool.size;
    const size_t open = parser->lexer.at;
    if (parser->lexer.token != '{')
        return brace_expected(parser, STATEMENT_SWITCH);
    if (!parser_nest(parser))
        return false;
    lexer_next(&parser->lexer);
    while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END) {
        if (parser_take(parser, ';'))
            continue;
        if (case_here(parser)) {
            if (case_branch(parser, node))
                continue;
        } else {
            if (!text_is(parser->lexer.text, "default") ||
                !parser_habit(parser, parser->lexer.text, parser->lexer.at))
                parser_expected(parser, "\"case\" with a number, or \"}\"");
            if (parser->lexer.token != '{' && parser->lexer.token != TOKEN_END)
                lexer_next(&parser->lexer);
        }
        recover(parser);
    }
    parser->nesting--;
    block_end(parser, open);
    return true;
}

/* The name of a statement is followed by neither `=` nor `(`. */
static bool bracket_expected(Parser *parser, Text name, size_t at)
{
    const Statement statement = statement_find(name);
    const unsigned command = command_find(name);
    if (parser_habit(parser, name, at))
        return false;
    if (statement == STATEMENTS && !command)
        return parser_expected(parser, "\"=\" or \"(\"");
    const char *usage = command ? command_usage(command_info(command), parser->arena).at
                                : statement_info(statement)->syntax;
    return parser_expected(parser, arena_format(parser->arena, "\"(\" as in %s", usage).at);
}

/* Makes `node` a loop or a switch, or leaves it plain code. */
static bool statement(Parser *parser, Node *node)
{
    const bool opponent = parser_take(parser, '@');
    const Text name = parser->lexer.text;
    const size_t at = parser->lexer.at;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, opponent ? "an attribute after \"@\"" : "a statement");
    if (case_here(parser)) {
        if (!parser->lenient)
            ERROR_AT(parser, at, "\"case\" is allowed only inside a switch");
        return case_branch(parser, NULL);
    }
    lexer_next(&parser->lexer);
    if (parser->lexer.token == '{' && statement_find(name) == STATEMENT_LISTING) {
        while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END)
            lexer_next(&parser->lexer);
        parser_take(parser, '}');
        return ERROR_AT(parser, at, "a listing must be the whole handler");
    }
    if (parser->lexer.token == '=' || parser->lexer.token == TOKEN_BECOMES)
        return assignment(parser, name, at, opponent);
    if (opponent)
        return parser_expected(parser, "\"=\"");
    if (parser->branching && text_starts(name, "else"))
        return false; /* the missing `if` has been reported */
    if (parser->lexer.token != '(')
        return bracket_expected(parser, name, at);
    const Statement kind = statement_find(name);
    if (kind == STATEMENT_WHILE)
        return while_loop(parser, node);
    if (kind == STATEMENT_SWITCH)
        return switch_branches(parser, node);
    const unsigned number = command_find(name);
    return number ? command_call(parser, number) : parser_unknown_command(parser, name, at);
}

/* Records the start of a statement's code. */
static void mark(Parser *parser, size_t source)
{
    if (parser->options.positions)
        *ARENA_PUSH(parser->arena, parser->marks, parser->mark_count) =
            (ScriptPosition){(uint32_t)parser->pool.size, (uint32_t)source};
}

/* Adjacent statements without blocks become one node: their code is contiguous in the pool.
 * The progress of at least one token after an error prevents an endless loop. */
static Node *statements(Parser *parser)
{
    Node *first = NULL, **slot = &first, *last = NULL;
    while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END) {
        if (parser_take(parser, ';'))
            continue;
        const size_t before = parser->lexer.at;
        const Text word = parser->lexer.text;
        Node node = {
            .type = NODE_CODE, .from = (uint32_t)parser->pool.size, .source = (uint32_t)before};
        mark(parser, before);
        parser->depth = 0;
        const unsigned nesting = parser->nesting;
        if (!statement(parser, &node)) {
            parser->nesting = nesting;
            recover(parser);
            if (parser->lexer.at == before && parser->lexer.token != '}')
                lexer_next(&parser->lexer);
            parser->branching = text_is(word, "if") || text_starts(word, "else");
            continue;
        }
        parser->branching = false;
        if (node.type == NODE_CODE) {
            node.to = (uint32_t)parser->pool.size;
            if (last && last->type == NODE_CODE) {
                last->to = node.to;
                continue;
            }
        }
        last = *slot = ARENA_ALLOC(parser->arena, Node, 1);
        *last = node;
        slot = &last->next;
    }
    return first;
}

/* `{ statements }`; the brace is the current token. */
static Node *block(Parser *parser)
{
    const size_t open = parser->lexer.at;
    if (!parser_nest(parser))
        return NULL;
    lexer_next(&parser->lexer);
    Node *nodes = statements(parser);
    parser->nesting--;
    block_end(parser, open);
    return nodes;
}

/* Whether a statement may start here: the first word of a line and the next token. */
static bool starts_statement(const Parser *parser)
{
    if (!parser->lexer.first)
        return false;
    if (parser->lexer.token == '@' || case_here(parser))
        return true;
    if (parser->lexer.token != TOKEN_WORD)
        return false;
    const int after = parser_token_after(parser);
    return after == '=' || after == '(' || after == TOKEN_BECOMES;
}

/* After an error: skips to the end or the start of a statement. A block on the way is
 * parsed as usual, so that its errors are reported and its `}` is matched. */
static void recover(Parser *parser)
{
    unsigned brackets = 0;
    while (parser->lexer.token != TOKEN_END && parser->lexer.token != '}' &&
           parser->lexer.token != ';' && !starts_statement(parser)) {
        if (parser->lexer.token == '{') {
            parser->lenient++;
            block(parser);
            parser->lenient--;
            return;
        }
        if (parser->lexer.token == '(')
            brackets++;
        const bool closes = parser->lexer.token == ')' && brackets && --brackets == 0;
        lexer_next(&parser->lexer);
        if (closes && (parser->lexer.token == TOKEN_WORD || parser->lexer.token == '@'))
            return;
    }
}

/* Jumps need addresses, so code is emitted from the tree only when all of it is known. */
static bool finish(Parser *parser, const Node *nodes, const ScriptSource *source,
                   ScriptCode *out)
{
    Writer code = writer_to(parser->arena);
    if (parser->errors)
        return false;
    Emitter emitter = {.pool = writer_bytes(&parser->pool),
                       .out = &code,
                       .marks = parser->marks,
                       .mark_count = parser->mark_count,
                       .arena = parser->arena};
    emit_script(&emitter, nodes, source->to);
    if (code.size >= SCRIPT_SIZE_MAX)
        return ERROR_AT(parser, source->from,
                        "the compiled script has %zu bytes; the maximum is %d", code.size,
                        SCRIPT_SIZE_MAX - 1);
    *out = (ScriptCode){writer_bytes(&code), (uint8_t)parser->highest_command,
                        emitter.positions, emitter.position_count};
    if (parser->options.optimise)
        script_optimise(out, parser->arena);
    return true;
}

static bool parser_start(Parser *parser, const ScriptSource *source,
                         const ScriptOptions *options)
{
    parser->lexer = lexer_of(source);
    parser->pool = writer_to(parser->arena);
    if (options)
        parser->options = *options;
    return source->to - source->from <= SOURCE_MAX ||
           ERROR_AT(parser, source->from, "the script is longer than %d bytes", SOURCE_MAX);
}

/* A stray `}` is reported, and the rest is parsed for its errors only. */
bool script_compile(const ScriptSource *source, const ScriptNames *names,
                    const ScriptOptions *options, ScriptCode *out, Arena *arena, Report *report)
{
    Parser parser = {.names = names, .arena = arena, .report = report};
    if (!parser_start(&parser, source, options))
        return false;
    if (listing_starts(source->file, source->from))
        return listing_compile(&parser, false, source, out);
    mark(&parser, parser.lexer.at); /* also for an empty script */
    Node *nodes = statements(&parser);
    while (parser.lexer.token == '}') {
        parser_expected(&parser, "a statement");
        lexer_next(&parser.lexer);
        statements(&parser);
    }
    return finish(&parser, nodes, source, out);
}

/* The code of an expression is a single node without jumps. */
bool script_compile_expression(const ScriptSource *source, const ScriptNames *names,
                               const ScriptOptions *options, ScriptCode *out, Arena *arena,
                               Report *report)
{
    Parser parser = {.names = names, .arena = arena, .report = report};
    if (!parser_start(&parser, source, options))
        return false;
    if (listing_starts(source->file, source->from))
        return listing_compile(&parser, true, source, out);
    mark(&parser, parser.lexer.at);
    if (!parser_expression(&parser, 1))
        return false;
    if (parser.lexer.token != TOKEN_END)
        return parser_expected(&parser, "an operator or the end of the expression");
    const Node node = {.type = NODE_CODE, .to = (uint32_t)parser.pool.size};
    return finish(&parser, &node, source, out);
}
