/* Splits source text into tokens. Tokens are slices of the file; nothing is copied. */
#ifndef OISIN_TIRNANOG_SCRIPT_LEXER_H
#define OISIN_TIRNANOG_SCRIPT_LEXER_H

#include "tirnanog/script/grammar.h"
#include "tirnanog/script/script.h"

/* The token of a sign is its characters (SIGN_TOKEN of grammar.h); these are the others. */
typedef enum Token {
    TOKEN_END = 256,
    TOKEN_WORD,   /* letters, digits, `_`, `.`, not only digits */
    TOKEN_NUMBER, /* digits */
    TOKEN_BECOMES = SIGN_TOKEN(':', '=')
} Token;

typedef struct Lexer {
    Text file;
    size_t next, to; /* the unread range */
    /* the current token */
    int token;
    size_t at;
    Text text;
    bool first;    /* it is the first token of its line */
    bool comments; /* `#` starts a comment to the end of the line: in listings only */
    /* Line of the last message; line counting continues from there. */
    uint32_t line;
    size_t line_start;
} Lexer;

Lexer lexer_of(const ScriptSource *source); /* positioned at the first token */
void lexer_next(Lexer *lexer);
/* The position of file[at] for a message; includes the line's text unless it is very long. */
SourcePosition lexer_position(Lexer *lexer, size_t at);
/* Whether the text is one WORD or NUMBER. */
bool lexer_is_word(Text text);
/* Whether a name is that of a local variable of a handler: one small letter. */
bool lexer_is_local(Text name);
/* The current token as messages quote it after "found". */
Text lexer_found(const Lexer *lexer, Arena *arena);

#endif
