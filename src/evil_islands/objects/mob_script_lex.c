/* Map scripts: lexer. */
#include "base/game_text.h"
#include "base/text.h"
#include "evil_islands/objects/mob_script_internal.h"

typedef struct Lexer {
    Text text;
    size_t at, line_at; /* current position; start of the current line */
    uint32_t line;
    MobSource *out;
    Report *report;
} Lexer;

/* The line around a byte; empty if it is too long to be displayed. */
static Text line_of(Text text, size_t at)
{
    enum { LINE_MAX = 400 };
    size_t from = at, to = at;
    while (from && text.at[from - 1] != '\n' && at - from <= LINE_MAX)
        from--;
    while (to < text.size && text.at[to] != '\n' && text.at[to] != '\r' && to - at <= LINE_MAX)
        to++;
    return to - from <= LINE_MAX ? text_slice(text, from, to) : TEXT("");
}

SourcePosition mob_script_position(const MobSource *source, const MobToken *token)
{
    return (SourcePosition){token->line, token->column,
                            line_of(source->text, (size_t)(token->text.at - source->text.at))};
}

bool mob_token_named(const MobToken *token, const char *name)
{
    return token->kind == MOB_TOKEN_NAME && text_is_caseless(token->text, name);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '#' ||
           c == '.' || c == '-' || (unsigned char)c >= 0x80;
}

/* Some texts end with zeros or control-Z. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0 || c == 0x1A;
}

/* -12.5 */
static bool is_number(Text word)
{
    size_t digits = 0, dots = 0;
    for (size_t i = word.size && word.at[0] == '-'; i < word.size; i++) {
        digits += is_digit(word.at[i]);
        dots += word.at[i] == '.';
        if (!is_digit(word.at[i]) && word.at[i] != '.')
            return false;
    }
    return digits && dots <= 1;
}

static void skip_line(Lexer *lexer)
{
    while (lexer->at < lexer->text.size && lexer->text.at[lexer->at] != '\n')
        lexer->at++;
}

static void take_blank(Lexer *lexer)
{
    if (lexer->text.at[lexer->at++] == '\n') {
        lexer->line++;
        lexer->line_at = lexer->at;
    }
}

static bool at_comment(const Lexer *lexer)
{
    return lexer->at + 1 < lexer->text.size && lexer->text.at[lexer->at] == '/' &&
           lexer->text.at[lexer->at + 1] == '/';
}

/* Skips spaces and comments; records the comments before the next token. */
static void skip(Lexer *lexer)
{
    while (lexer->at < lexer->text.size) {
        const size_t from = lexer->at;
        if (at_comment(lexer)) {
            const MobSource *out = lexer->out;
            const MobToken *last = out->token_count ? &out->tokens[out->token_count - 1] : NULL;
            skip_line(lexer);
            Text text = text_slice(lexer->text, from, lexer->at);
            while (text.size && is_blank(text.at[text.size - 1]))
                text.size--;
            lexer->out->comments[lexer->out->comment_count++] = (MobComment){
                text, last && !memchr(last->text.at, '\n', (size_t)(text.at - last->text.at))};
        } else if (is_blank(lexer->text.at[from])) {
            take_blank(lexer);
        } else {
            return;
        }
    }
}

static bool fail(Lexer *lexer, const char *what)
{
    const SourcePosition place = {lexer->line, (uint32_t)(lexer->at - lexer->line_at) + 1,
                                  line_of(lexer->text, lexer->at)};
    return report_error_at(lexer->report, place, "%s", what);
}

/* Determines the size of the token at the current position. */
static bool measure(Lexer *lexer, MobToken *out)
{
    const char *at = lexer->text.at + lexer->at;
    const size_t left = lexer->text.size - lexer->at;
    size_t size = 1;
    out->kind = MOB_TOKEN_MARK;
    if (*at == '"') {
        const char *end = memchr(at + 1, '"', left - 1);
        if (!end)
            return fail(lexer, "the text is not closed");
        out->kind = MOB_TOKEN_TEXT;
        size = (size_t)(end - at) + 1;
    } else if (is_word(*at)) {
        while (size < left && is_word(at[size]))
            size++;
        out->kind = is_number((Text){at, size}) ? MOB_TOKEN_NUMBER : MOB_TOKEN_NAME;
    } else if (!strchr("(),:=", *at)) {
        return fail(lexer, "invalid character");
    }
    out->text = (Text){at, size};
    return true;
}

static bool next(Lexer *lexer, MobToken *out)
{
    const uint32_t comment = (uint32_t)lexer->out->comment_count;
    skip(lexer);
    *out = (MobToken){.text = {lexer->text.at + lexer->at, 0},
                      .line = lexer->line,
                      .column = (uint32_t)(lexer->at - lexer->line_at) + 1,
                      .comment = comment,
                      .comment_count = (uint32_t)lexer->out->comment_count - comment};
    if (lexer->at == lexer->text.size)
        return true;
    if (!measure(lexer, out))
        return false;
    for (const size_t end = lexer->at + out->text.size; lexer->at < end;)
        take_blank(lexer); /* a text may contain line ends */
    return true;
}

/* An upper bound for the numbers of tokens and comments. */
static size_t bound(Text text, size_t *comments)
{
    size_t tokens = 1;
    *comments = 0;
    for (size_t i = 0; i < text.size; i++) {
        const bool word = is_word(text.at[i]);
        tokens += !is_blank(text.at[i]) && !(word && i && is_word(text.at[i - 1]));
        *comments += text.at[i] == '/' && i && text.at[i - 1] == '/';
    }
    return tokens;
}

bool mob_script_lex(Text text, MobSource *out, Arena *arena, Report *report)
{
    Lexer lexer = {.text = text, .line = 1, .out = out, .report = report};
    size_t comments;
    *out = (MobSource){.text = text};
    if (text.size > MOB_SCRIPT_MAX)
        return report_error(report, "the script has %zu bytes; the maximum is %d", text.size,
                            MOB_SCRIPT_MAX);
    out->tokens = arena_alloc_raw(arena, bound(text, &comments), sizeof *out->tokens);
    out->comments = arena_alloc_raw(arena, comments, sizeof *out->comments);
    do {
        if (!next(&lexer, &out->tokens[out->token_count]))
            return false;
    } while (out->tokens[out->token_count++].kind != MOB_TOKEN_END);
    return true;
}

Text mob_script_text(Bytes file, Arena *arena)
{
    return game_text_open(text_of_bytes(file), NULL, arena);
}
