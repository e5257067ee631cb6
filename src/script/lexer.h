/* Source into tokens. Tokens are slices of the file; nothing is copied. */
#ifndef OISIN_SCRIPT_LEXER_H
#define OISIN_SCRIPT_LEXER_H

#include "script/grammar.h"
#include "script/script.h"

/* A sign's token is its characters (SIGN_TOKEN of grammar.h); these are none. */
typedef enum Token {
    TOKEN_END = 256,
    TOKEN_WORD,   /* letters, digits, `_`, `.`, not only digits */
    TOKEN_NUMBER, /* digits */
    TOKEN_BECOMES = SIGN_TOKEN(':', '=')
} Token;

typedef struct Lexer {
    Text file;
    size_t next, to; /* what is not read yet */
    /* the current token */
    int token;
    size_t at;
    Text text;
    bool first; /* a line end stands between it and the one before */
    /* the line the last message was about: counting goes on from there */
    uint32_t line;
    size_t line_start;
} Lexer;

Lexer lexer_of(const ScriptSource *source); /* at the first token */
void lexer_next(Lexer *lexer);
/* The place of file[at]; shows the line unless it is very long. */
Place lexer_place(Lexer *lexer, size_t at);
/* How messages name the current token. */
Text lexer_found(const Lexer *lexer, Arena *arena);

#endif
