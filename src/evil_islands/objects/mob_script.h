/* Map scripts: the text in SS_TEXT of a .mob, in UTF-8. Sources: specs/evil_islands.md "MOB";
 * further details are derived from known maps and from the players' documentation.
 *
 *     GlobalVars ( name : type, ... )            types: object, group, float, string
 *     DeclareScript NAME ( name : type, ... )
 *     Script NAME ( if ( conditions ) then ( commands ) [else ( commands )] ... )
 *     WorldScript ( commands )
 *
 * If there are several conditions, all must be true. A command is NAME( values ), which for
 * loops (For) is followed by a block ( commands ), or NAME = value. Values are numbers,
 * "texts", names and NAME( values ). Names may contain # - . and letters of any language; case
 * is ignored. A comment starts with // and ends at the end of the line. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_SCRIPT_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_SCRIPT_H

#include "base/json.h"
#include "base/report.h"

enum {
    MOB_SCRIPT_MAX = 1 << 20, /* bytes of a script; the largest official script has 0.3 MB */
    MOB_SCRIPT_DEPTH = 100,   /* of nested brackets */
};

typedef enum MobTokenKind {
    MOB_TOKEN_END,
    MOB_TOKEN_NAME,
    MOB_TOKEN_NUMBER,
    MOB_TOKEN_TEXT, /* including its quotes */
    MOB_TOKEN_MARK, /* one of ( ) , : = */
} MobTokenKind;

typedef struct MobToken {
    Text text; /* a slice of the source */
    uint32_t line, column;
    uint32_t comment, comment_count; /* the comments before it, in MobSource.comments */
    MobTokenKind kind;
} MobToken;

typedef struct MobComment {
    Text text;   /* including the slashes, without trailing spaces */
    bool behind; /* on the same line as the previous token */
} MobComment;

typedef struct MobValue {
    const MobToken *token; /* number, text or name */
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
    const MobToken *token; /* the first token */
    MobValue value;        /* the call, or the assigned value */
    MobValue *conditions;  /* of `if` */
    uint32_t condition_count;
    bool has_block;  /* it is a loop */
    MobBlock block;  /* of a loop; of `if`: the then branch */
    MobBlock others; /* the else branch */
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
    const MobToken *token, *name; /* the keyword; the name, or NULL */
    MobVariable *variables;       /* of GlobalVars and DeclareScript */
    uint32_t variable_count;
    MobBlock block; /* of Script and WorldScript */
} MobItem;

/* A script; all lists are in source order. */
typedef struct MobSource {
    Text text;
    MobToken *tokens; /* the last token is MOB_TOKEN_END */
    size_t token_count;
    MobComment *comments;
    size_t comment_count;
    MobItem *items;
    size_t item_count;
} MobSource;

/* Parses UTF-8 text, which must live as long as the tree. Reports the first error. */
bool mob_script_parse(Text text, MobSource *out, Arena *arena, Report *report);

/* Writes one line for each script: name, parameters, numbers of conditions and commands. */
void mob_script_list(const MobSource *source, Writer *out);

/* Writes the formatted script; formatting it again changes nothing. Tokens and comments are
 * unchanged. */
void mob_script_print(const MobSource *source, Writer *out);

/* The objects of a map that a script may refer to. */
typedef struct MobObjects {
    bool (*has_id)(void *context, uint32_t id);
    bool (*has_name)(void *context, Text name);
    void *context;
} MobObjects;

enum {
    MOB_SCRIPT_MESSAGES_MAX = 1000
}; /* per script; one further message reports that there
    * are more */

/* Warns of scripts without a declaration and declarations without a script, of wrong numbers of
 * arguments (mob_functions.def) and of undeclared variables; notes unknown functions. If
 * `objects` is not NULL, also warns of references to missing objects. */
void mob_script_check(const MobSource *source, const MobObjects *objects, Arena *arena,
                      Report *report);

/* Parses and checks. */
bool mob_script_check_text(Text text, const MobObjects *objects, Arena *arena, Report *report);

/* Puts the list "functions" of mob_functions.def into an open object, for editors: each with
 * its name and the types of its values. */
void mob_script_put_functions(JsonWriter *json);

/* The text of a script file: UTF-8, with or without a byte order mark; invalid UTF-8 is read as
 * Windows-1251, which the tools of the game's players use. */
Text mob_script_text(Bytes file, Arena *arena);

#endif
