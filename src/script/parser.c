/* The compiler's statements: tokens to a tree of blocks over emitted code.
 *
 * A wrong name is said and the parse goes on; a wrong token ends its
 * statement: `recover` looks for the next place where a statement may start. */
#include "script/parser.h"

#include "base/text.h"

/* The longest script has 16 MiB of code; laid out, that is a few times more text. */
enum { SOURCE_MOST = 64 << 20 };

/* The commands' arguments as people write them: `location(map,x,y,direction)`. */
static Text command_usage(const CommandInfo *command, Arena *arena)
{
    const char *first = argument_info(command->arguments[0])->spelling;
    const char *second = argument_info(command->arguments[1])->spelling;
    return arena_format(arena, "%s(%s%s%s)", command->name, first, *second ? "," : "", second);
}

static bool place_argument(Parser *parser, uint32_t map)
{
    parser_pushed(parser, 2);
    parser_emit(parser, OP_PUSHMAP, 0);
    parser->pool.size -= shape_info(SHAPE_PLACE)->size;
    write_u24(&parser->pool, map);
    for (unsigned i = 0; i < 2; i++) {
        if (!parser_want(parser, ',', "\",\" and the place's x and y"))
            return false;
        if (parser->lexer.token != TOKEN_NUMBER)
            return parser_expected(parser, "a constant number");
        write_u16(&parser->pool, (uint16_t)parser_number(parser, UINT16_MAX));
    }
    return true;
}

static void emit_reference(Parser *parser, ScriptKind kind, uint32_t index)
{
    parser_pushed(parser, 1);
    if (kind == SCRIPT_OBJECT || kind == SCRIPT_NPC) {
        write_u8(&parser->pool, OP_PUSHSPR);
        write_u8(&parser->pool, kind == SCRIPT_NPC ? SPRITE_NPC : SPRITE_OBJECT);
        write_u16(&parser->pool, (uint16_t)index);
        return;
    }
    for (unsigned op = OP_PUSHMUS; op < OPCODES; op++)
        if (shape_info(opcode_info(op)->shape)->reference == kind)
            parser_emit(parser, (Opcode)op, index);
}

/* A word such as `swim`, alone: its number is pushed. */
static bool word_argument(Parser *parser, const char *words)
{
    const int after =
        parser->lexer.token == TOKEN_WORD && *words ? parser_token_after(parser) : 0;
    if (after != ',' && after != ')')
        return false;
    Text rest = text_of(words);
    int32_t number = 0;
    for (Text word; (word = text_word(&rest)).size; number++)
        if (text_equal(word, parser->lexer.text)) {
            emit_constant(number, &parser->pool);
            parser_pushed(parser, 1);
            lexer_next(&parser->lexer);
            return true;
        }
    return false;
}

static bool argument(Parser *parser, Argument which)
{
    const ArgumentInfo *info = argument_info(which);
    if (info->reference == SCRIPT_NUMBER)
        return word_argument(parser, info->words) || parser_expression(parser, 1);
    if (parser->lexer.token != TOKEN_WORD && parser->lexer.token != TOKEN_NUMBER)
        return parser_expected(parser, script_kind_name(info->reference));
    const uint32_t index =
        parser_name(parser, info->reference, parser->lexer.text, parser->lexer.at);
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
        if (parser->lexer.token == ')' || (i && parser->lexer.token != ','))
            return parser_expected(parser, usage.at);
        if (i)
            lexer_next(&parser->lexer);
        if (!argument(parser, command->arguments[i]))
            return false;
    }
    if (!parser_take(parser, ')'))
        return parser_expected(parser, usage.at);
    write_u8(&parser->pool, (uint8_t)(OP_FNC0 + command_values(command)));
    write_u8(&parser->pool, (uint8_t)number);
    if (number > parser->highest_command)
        parser->highest_command = number;
    return true;
}

static bool assignment(Parser *parser, Text name, size_t at, bool opponent)
{
    uint32_t index = 0;
    const bool local = parser_is_local(name);
    if (local && opponent)
        ERROR_AT(parser, at, "\"@\" stands before attributes; \"%c\" is a local variable",
                 name.at[0]);
    if (!local)
        index = parser_name(parser, SCRIPT_ATTRIBUTE, name, at);
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

static bool while_loop(Parser *parser, Node *node)
{
    node->type = NODE_WHILE;
    node->from = (uint32_t)parser->pool.size;
    lexer_next(&parser->lexer);
    if (!parser_expression(parser, 1) || !parser_want(parser, ')', "an operator or \")\""))
        return false;
    node->to = (uint32_t)parser->pool.size;
    if (parser->lexer.token != '{')
        return parser_expected(parser, "\"{\"");
    node->body = block(parser);
    return true;
}

/* Cases are kept from the highest to the lowest. */
static void case_add(Parser *parser, Node *node, Node *branch, size_t at)
{
    Node **slot = &node->body;
    while (*slot && (*slot)->from > branch->from)
        slot = &(*slot)->next;
    if (*slot && (*slot)->from == branch->from) {
        ERROR_AT(parser, at, "case %u is there twice", branch->from);
        return;
    }
    branch->next = *slot;
    *slot = branch;
}

/* The current token is the number after `case`. */
static bool case_branch(Parser *parser, Node *node)
{
    const size_t at = parser->lexer.at;
    Node *branch = ARENA_TAKE(parser->arena, Node, 1);
    branch->type = NODE_CASE;
    branch->from = (uint32_t)parser_number(parser, SCRIPT_CASE_MOST);
    if (parser->lexer.token != '{')
        return parser_expected(parser, "\"{\"");
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

static void block_end(Parser *parser, size_t open)
{
    if (parser_take(parser, '}') || parser->unclosed)
        return;
    parser->unclosed = true;
    ERROR_AT(parser, open, "this \"{\" is not closed");
}

static bool switch_branches(Parser *parser, Node *node)
{
    node->type = NODE_SWITCH;
    node->from = (uint32_t)parser->pool.size;
    lexer_next(&parser->lexer);
    if (!parser_expression(parser, 1) || !parser_want(parser, ')', "an operator or \")\""))
        return false;
    node->to = (uint32_t)parser->pool.size;
    const size_t open = parser->lexer.at;
    if (parser->lexer.token != '{')
        return parser_expected(parser, "\"{\"");
    if (!parser_nest(parser))
        return false;
    lexer_next(&parser->lexer);
    while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END) {
        if (parser_take(parser, ';'))
            continue;
        if (case_here(parser)) {
            lexer_next(&parser->lexer);
            if (case_branch(parser, node))
                continue;
        } else {
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

static bool unknown_command(Parser *parser, Text name, size_t at)
{
    Text words[COMMAND_LAST - COMMAND_FIRST + 3] = {TEXT("while"), TEXT("switch")};
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++)
        words[2 + i - COMMAND_FIRST] = text_of(command_info(i)->name);
    parser_suggest(parser, at, "command", name, text_nearest(name, words, COUNT_OF(words)));
    return false;
}

/* `node` becomes a loop or a switch, or stays plain code. */
static bool statement(Parser *parser, Node *node)
{
    const bool opponent = parser_take(parser, '@');
    const Text name = parser->lexer.text;
    const size_t at = parser->lexer.at;
    if (parser->lexer.token != TOKEN_WORD)
        return parser_expected(parser, opponent ? "an attribute after \"@\"" : "a statement");
    if (case_here(parser)) {
        if (!parser->lenient)
            ERROR_AT(parser, at, "\"case\" stands only inside a switch");
        lexer_next(&parser->lexer);
        return case_branch(parser, NULL);
    }
    lexer_next(&parser->lexer);
    if (parser->lexer.token == '=' || parser->lexer.token == TOKEN_BECOMES)
        return assignment(parser, name, at, opponent);
    if (parser->lexer.token != '(' || opponent)
        return parser_expected(parser, opponent ? "\"=\"" : "\"=\" or \"(\"");
    if (text_is(name, "while"))
        return while_loop(parser, node);
    if (text_is(name, "switch"))
        return switch_branches(parser, node);
    const unsigned number = command_find(name);
    return number ? command_call(parser, number) : unknown_command(parser, name, at);
}

static Node *statements(Parser *parser)
{
    Node *first = NULL, **slot = &first, *last = NULL;
    while (parser->lexer.token != '}' && parser->lexer.token != TOKEN_END) {
        if (parser_take(parser, ';'))
            continue;
        const size_t before = parser->lexer.at;
        Node node = {.type = NODE_CODE, .from = (uint32_t)parser->pool.size};
        parser->depth = 0;
        const unsigned nesting = parser->nesting;
        if (!statement(parser, &node)) {
            parser->nesting = nesting;
            recover(parser);
            if (parser->lexer.at == before && parser->lexer.token != '}')
                lexer_next(&parser->lexer);
            continue;
        }
        if (node.type == NODE_CODE) {
            node.to = (uint32_t)parser->pool.size;
            if (last && last->type == NODE_CODE && last->to == node.from) {
                last->to = node.to;
                continue;
            }
        }
        last = *slot = ARENA_TAKE(parser->arena, Node, 1);
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

/* A statement may start here: a line's first word with what follows it. */
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

/* After a mistake: on to where a statement ends or starts. A block on the way
 * is read as usual, so that it hides no mistakes and its `}` surprises nobody. */
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

static bool finish(Parser *parser, const Node *nodes, size_t at, ScriptCode *out)
{
    Writer code = writer_to(parser->arena);
    if (parser->errors)
        return false;
    emit_script(nodes, writer_bytes(&parser->pool), &code);
    if (code.size >= SCRIPT_SIZE_MOST)
        return ERROR_AT(parser, at, "the script takes %zu bytes, at most %d are possible",
                        code.size, SCRIPT_SIZE_MOST - 1);
    *out = (ScriptCode){writer_bytes(&code), (uint8_t)parser->highest_command};
    return true;
}

static bool parser_start(Parser *parser, const ScriptSource *source)
{
    parser->lexer = lexer_of(source);
    parser->pool = writer_to(parser->arena);
    return source->to - source->from <= SOURCE_MOST ||
           ERROR_AT(parser, source->from, "the script is longer than %d bytes", SOURCE_MOST);
}

bool script_compile(const ScriptSource *source, const ScriptNames *names, ScriptCode *out,
                    Arena *arena, Report *report)
{
    Parser parser = {.names = names, .arena = arena, .report = report};
    if (!parser_start(&parser, source))
        return false;
    Node *nodes = statements(&parser);
    while (parser.lexer.token == '}') {
        parser_expected(&parser, "a statement");
        lexer_next(&parser.lexer);
        statements(&parser);
    }
    return finish(&parser, nodes, source->from, out);
}

bool script_compile_expression(const ScriptSource *source, const ScriptNames *names,
                               ScriptCode *out, Arena *arena, Report *report)
{
    Parser parser = {.names = names, .arena = arena, .report = report};
    if (!parser_start(&parser, source) || !parser_expression(&parser, 1))
        return false;
    if (parser.lexer.token != TOKEN_END)
        return parser_expected(&parser, "an operator or the end of the expression");
    const Node node = {.type = NODE_CODE, .to = (uint32_t)parser.pool.size};
    return finish(&parser, &node, source->from, out);
}
