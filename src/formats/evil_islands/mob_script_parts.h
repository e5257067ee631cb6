/* What the files of the script module share; nobody else includes it. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_MOB_SCRIPT_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_MOB_SCRIPT_PARTS_H

#include "formats/evil_islands/mob_script.h"

/* Tokens and comments into `out`. */
bool mob_script_lex(Text text, MobSource *out, Arena *arena, Report *report);

/* Where a token is, with its line. */
Place mob_script_place(const MobSource *source, const MobToken *token);

static inline bool mob_token_is(const MobToken *token, char mark)
{
    return token->kind == MOB_TOKEN_MARK && token->text.at[0] == mark;
}

/* A name, letters of ASCII in any case. */
bool mob_token_named(const MobToken *token, const char *name);

#endif
