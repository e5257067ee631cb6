/* Parts, in order: words and signs; the next token; positions for messages. `lexer_position`
 * continues from the last line that it found, because messages and statements mostly ask in
 * ascending order. */
#include "tirnanog/script/lexer.h"

/* Longer lines are not shown in messages. */
enum { LINE_MAX = 400 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Bytes above 127 are part of a word, so that a name in UTF-8 is reported as one invalid
 * name and not as several invalid characters. */
static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static int read_word(Lexer *lexer)
{
    bool number = true;
    for (; lexer->next < lexer->to && is_word(lexer->file.at[lexer->next]); lexer->next++) {
        const char c = lexer->file.at[lexer->next];
        number = number && c >= '0' && c <= '9';
    }
    return number ? TOKEN_NUMBER : TOKEN_WORD;
}

/* Two characters form one sign if there is such an operator, or for `:=`. */
static int read_sign(Lexer *lexer)
{
    const unsigned char first = (unsigned char)lexer->file.at[lexer->next++];
    if (lexer->next < lexer->to) {
        const int pair = SIGN_TOKEN(first, (unsigned char)lexer->file.at[lexer->next]);
        if (pair == TOKEN_BECOMES || operator_of_token(pair)) {
            lexer->next++;
            return pair;
        }
    }
    return first;
}

void lexer_next(Lexer *lexer)
{
    lexer->first = false;
    for (bool comment = false; lexer->next < lexer->to; lexer->next++) {
        const char c = lexer->file.at[lexer->next];
        comment = c != '\n' && (comment || (c == '#' && lexer->comments));
        if (!comment && !is_blank(c))
            break;
        lexer->first |= c == '\n';
    }
    lexer->at = lexer->next;
    if (lexer->next == lexer->to)
        lexer->token = TOKEN_END;
    else if (is_word(lexer->file.at[lexer->next]))
        lexer->token = read_word(lexer);
    else
        lexer->token = read_sign(lexer);
    lexer->text = text_slice(lexer->file, lexer->at, lexer->next);
}

bool lexer_is_word(Text text)
{
    size_t i = 0;
    while (i < text.size && is_word(text.at[i]))
        i++;
    return text.size && i == text.size;
}

Lexer lexer_of(const ScriptSource *source)
{
    Lexer lexer = {.file = source->file, .next = source->from, .to = source->to};
    lexer_next(&lexer);
    lexer.first = true;
    return lexer;
}

SourcePosition lexer_position(Lexer *lexer, size_t at)
{
    if (at < lexer->line_start || lexer->line == 0)
        lexer->line = 1, lexer->line_start = 0;
    size_t start = lexer->line_start;
    for (const char *end; start < at; start = (size_t)(end + 1 - lexer->file.at), lexer->line++)
        if (!(end = memchr(lexer->file.at + start, '\n', at - start)))
            break;
    lexer->line_start = start;
    const char *end = memchr(lexer->file.at + start, '\n', lexer->file.size - start);
    size_t to = end ? (size_t)(end - lexer->file.at) : lexer->file.size;
    if (to > start && lexer->file.at[to - 1] == '\r')
        to--;
    return (SourcePosition){
        .line = lexer->line,
        .column = (uint32_t)(at - start) + 1,
        .source = to - start <= LINE_MAX ? text_slice(lexer->file, start, to) : TEXT("")};
}

Text lexer_found(const Lexer *lexer, Arena *arena)
{
    if (lexer->token == TOKEN_END)
        return TEXT("the end");
    const size_t size = lexer->text.size < 60 ? lexer->text.size : 60;
    return arena_format(arena, "\"%.*s\"", (int)size, lexer->text.at);
}

bool lexer_is_local(Text name)
{
    return name.size == 1 && name.at[0] >= 'a' && name.at[0] <= 'z';
}
