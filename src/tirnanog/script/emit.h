/* Code generation: from the parser's tree of blocks to bytecode.
 *
 * Only `while` and `switch` contain addresses, and the branches of a switch are stored
 * from the highest to the lowest number, whatever their order in the source. So the
 * parser emits all other code directly into one pool, and builds a tree of blocks whose
 * leaves are slices of that pool. The emitter then lays out the tree. */
#ifndef OISIN_TIRNANOG_SCRIPT_EMIT_H
#define OISIN_TIRNANOG_SCRIPT_EMIT_H

#include "tirnanog/script/script.h"

enum { SCRIPT_CASE_MAX = 255 };

typedef enum NodeType { NODE_CODE, NODE_WHILE, NODE_SWITCH, NODE_CASE } NodeType;

typedef struct Node {
    NodeType type;
    uint32_t from, to; /* slice of the pool: statements, condition or value;
                        * of a case: its number is in `from` */
    uint32_t source;   /* offset in the file where a while, switch or case starts */
    struct Node *body; /* of a while or case; for a switch its cases, highest first */
    struct Node *next;
} Node;

/* The state of one code generation. */
typedef struct Emitter {
    Bytes pool;
    Writer *out;
    /* Pool offsets where statements start, ascending; NULL: do not record positions. */
    const ScriptPosition *marks;
    size_t mark_count;
    Arena *arena;
    ScriptPosition *positions; /* the result */
    size_t position_count;
} Emitter;

/* Appends the statements and an END, whose source position is file[end]. */
void emit_script(Emitter *emitter, const Node *nodes, size_t end);

/* Appends a constant in its shortest encoding. */
void emit_constant(int32_t value, Writer *out);

#endif
