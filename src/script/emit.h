/* A parsed script and its way into bytes.
 *
 * Only `while` and `switch` hold addresses, and the branches of a switch are
 * stored from the highest to the lowest whatever order they were written in.
 * So the parser emits everything else at once into one pool, and keeps a tree
 * of blocks whose leaves are slices of that pool. */
#ifndef OISIN_SCRIPT_EMIT_H
#define OISIN_SCRIPT_EMIT_H

#include "script/script.h"

enum { SCRIPT_CASE_MAX = 255 };

typedef enum NodeType { NODE_CODE, NODE_WHILE, NODE_SWITCH, NODE_CASE } NodeType;

typedef struct Node {
    NodeType type;
    uint32_t from, to; /* in the pool: statements, condition, value; a case's number in from */
    uint32_t source;   /* where it begins in the file: of a while, switch or case */
    struct Node *body; /* of a while or case; the cases of a switch, highest first */
    struct Node *next;
} Node;

/* A tree on its way into bytes. */
typedef struct Emitter {
    Bytes pool;
    Writer *out;
    /* Where the statements' code begins in the pool, ascending; none: no positions. */
    const ScriptPosition *marks;
    size_t mark_count;
    Arena *arena;
    ScriptPosition *positions; /* what comes out */
    size_t position_count;
} Emitter;

/* Appends the statements and an END that stands for file[end]. */
void emit_script(Emitter *emitter, const Node *nodes, size_t end);

/* A constant in the shortest form. */
void emit_constant(int32_t value, Writer *out);

#endif
