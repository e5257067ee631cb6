/* The scripts of maps: the text in SS_TEXT of a .mob, in UTF-8. Sources:
 * specs/evil_islands.md "MOB"; what is not there was learned from known maps and from what
 * players wrote about them.
 *
 *     GlobalVars ( name : type, ... )            types: object, group, float, string
 *     DeclareScript NAME ( name : type, ... )
 *     Script NAME ( if ( conditions ) then ( commands ) [else ( commands )] ... )
 *     WorldScript ( commands )
 *
 * Several conditions must all be true. A command is NAME( values ), behind which loops (For)
 * have a block ( commands ), or NAME = value. Values are numbers, "texts", names and
 * NAME( values ). Names may have # - . and letters of any language in them; small and capital
 * letters are the same; a comment goes from // to the end of the line. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_MOB_SCRIPT_H
#define OISIN_FORMATS_EVIL_ISLANDS_MOB_SCRIPT_H

#include "base/report.h"
#include "base/stream.h"

enum {
    MOB_SCRIPT_MAX = 1 << 20, /* bytes of a script; the largest official one has 0.3 MB */
    MOB_SCRIPT_DEPTH = 100,   /* of brackets inside each other */
};

typedef enum MobTokenKind {
    MOB_TOKEN_END,
    MOB_TOKEN_NAME,
    MOB_TOKEN_NUMBER,
    MOB_TOKEN_TEXT, /* with its quotes */
    MOB_TOKEN_MARK, /* one of ( ) , : = */
} MobTokenKind;

typedef struct MobToken {
    Text text; /* a slice of the source */
    uint32_t line, column;
    uint32_t comment, comment_count; /* those before it, in MobSource.comments */
    MobTokenKind kind;
} MobToken;

typedef struct MobComment {
    Text text;   /* with its slashes, without blanks at its end */
    bool behind; /* it stands on the line of the token before it */
} MobComment;

typedef struct MobValue {
    const MobToken *token; /* the number, text or name */
    bool call;
    struct MobValue *values; /* of a call */
    uint32_t count;
} MobValue;

typedef struct MobBlock {
    struct MobStep *steps;
    uint32_t count;
} MobBlock;

typedef enum MobStepKind { MOB_STEP_CALL, MOB_STEP_SET, MOB_STEP_IF } MobStepKind;

typedef struct MobStep {
    MobStepKind kind;
    const MobToken *token; /* the first */
    MobValue value;        /* the call, or what a name is set to */
    MobValue *conditions;  /* of `if` */
    uint32_t condition_count;
    bool has_block;  /* a loop */
    MobBlock block;  /* of a loop; of `if`: then */
    MobBlock others; /* else */
} MobStep;

typedef struct MobVariable {
    const MobToken *name, *type;
} MobVariable;

typedef enum MobItemKind {
    MOB_ITEM_GLOBALS,
    MOB_ITEM_DECLARE,
    MOB_ITEM_SCRIPT,
    MOB_ITEM_WORLD,
} MobItemKind;

typedef struct MobItem {
    MobItemKind kind;
    const MobToken *token, *name; /* the keyword; the name, NULL where there is none */
    MobVariable *variables;       /* of GlobalVars and DeclareScript */
    uint32_t variable_count;
    MobBlock block; /* of Script and WorldScript */
} MobItem;

/* A script; all are in their order. */
typedef struct MobSource {
    Text text;
    MobToken *tokens; /* the last is MOB_TOKEN_END */
    size_t token_count;
    MobComment *comments;
    size_t comment_count;
    MobItem *items;
    size_t item_count;
} MobSource;

/* The text, UTF-8, must live as long as the tree. Reports the first mistake. */
bool mob_script_parse(Text text, MobSource *out, Arena *arena, Report *report);

/* One line for each script: name, parameters, how many conditions and commands. */
void mob_script_list(const MobSource *source, Writer *out);

/* Formatted; what is formatted stays as it is. No token and no comment is changed. */
void mob_script_print(const MobSource *source, Writer *out);

/* What a script may refer to in its map. */
typedef struct MobObjects {
    bool (*has_id)(void *context, uint32_t id);
    bool (*has_name)(void *context, Text name);
    void *context;
} MobObjects;

enum { MOB_SCRIPT_MESSAGES_MAX = 1000 }; /* about one script; one more says so */

/* Warns of scripts without declaration and the reverse, of numbers of values that functions do
 * not take (mob_functions.def) and of variables that are not declared; notes functions that
 * nobody here knows. `objects`, if not NULL: warns of objects that are not there. */
void mob_script_check(const MobSource *source, const MobObjects *objects, Arena *arena,
                      Report *report);

/* Parsed and checked. */
bool mob_script_check_text(Text text, const MobObjects *objects, Arena *arena, Report *report);

/* The text of a file with a script: UTF-8, with or without a mark at its start; one that is no
 * UTF-8 is Windows-1251, as the tools of the game's players have it. */
Text mob_script_text(Bytes file, Arena *arena);

#endif
