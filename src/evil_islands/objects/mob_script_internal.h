/* Internal declarations of the script module. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_SCRIPT_INTERNAL_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_SCRIPT_INTERNAL_H

#include "evil_islands/objects/mob_script.h"

/* Stores tokens and comments in `out`. */
bool mob_script_lex(Text text, MobSource *out, Arena *arena, Report *report);

/* The position of a token, with its line. */
SourcePosition mob_script_position(const MobSource *source, const MobToken *token);

static inline bool mob_token_is(const MobToken *token, char mark)
{
    return token->kind == MOB_TOKEN_MARK && token->text.at[0] == mark;
}

/* Whether the token is this name, ignoring case of ASCII letters. */
bool mob_token_named(const MobToken *token, const char *name);

#endif
