/* Parts, in order: copying code and tests; loops; branches; sequences of statements. If any
 * part of a handler has no counterpart in the source language, there is no result for the
 * handler, and its listing has no comment. */
#include "tirnanog/script/structure.h"

#include "tirnanog/script/emit.h"
#include "tirnanog/script/flow_graph.h"

/* Larger code is not analysed. STEPS bounds the size of the result: code that several branches
 * share is repeated in each of them. */
enum { CODE_MAX = 1 << 13, STEPS_MAX = 4000, POOL_MAX = 1 << 18 };

typedef struct Structure {
    FlowGraph graph;
    bool *open; /* loop headers whose loop is being built */
    Writer pool;
    unsigned steps, nesting;
} Structure;

/* Copies instructions in the form of our compiler. */
static void copy(Structure *structure, uint32_t from, uint32_t to)
{
    Instruction it;
    for (uint32_t at = from; at < to; at += it.size) {
        instruction_read(structure->graph.code, at, &it);
        if (instruction_is_constant(&it)) {
            emit_constant((int32_t)it.value, &structure->pool);
            continue;
        }
        write_bytes(&structure->pool, bytes_slice(structure->graph.code, at, it.size));
        if (it.op == OP_PUSHSPR && it.category == SPRITE_OBJECT_OTHER)
            write_uint_at(&structure->pool, structure->pool.size - 3, SPRITE_OBJECT, 1);
        if (opcode_family(it.op) == FAMILY_CALL) /* a map may count as one argument */
            write_uint_at(&structure->pool, structure->pool.size - it.size,
                          OP_FNC0 + command_values(command_info(it.value)), 1);
    }
}

static Node *node_new(Structure *structure, NodeType type)
{
    Node *node = ARENA_ALLOC(structure->graph.arena, Node, 1);
    node->type = type;
    node->from = (uint32_t)structure->pool.size;
    return node;
}

/* The last instruction of the test. */
static Opcode test_op(const Structure *structure, const Block *block)
{
    Instruction it = {0};
    for (uint32_t at = block->test; at < block->to; at += it.size)
        instruction_read(structure->graph.code, at, &it);
    return it.op;
}

/* The node's test, or its opposite. A value that is not 0 or 1 is compared with zero if
 * `exact`: a switch runs branch 0 for negative values. */
static void put_test(Structure *structure, Node *node, const Block *block, bool opposite,
                     bool exact)
{
    const Opcode op = test_op(structure, block);
    const OpcodeFamily family = opcode_family(op);
    const bool boolean =
        family == FAMILY_COMPARE || family == FAMILY_LOGIC || family == FAMILY_NOT;
    const bool strip = opposite && op == OP_NOT && !exact;
    copy(structure, block->test, block->to - strip);
    if (opposite && !strip) {
        write_u8(&structure->pool, OP_NOT);
    } else if (exact && !boolean) {
        emit_constant(0, &structure->pool);
        write_u8(&structure->pool, OP_NE);
    }
    node->to = (uint32_t)structure->pool.size;
}

/* The statements from block `at` up to block `until`; `enter`: at least one block, also if both
 * are the same. */
static bool statements(Structure *structure, uint32_t at, uint32_t until, bool enter,
                       Node ***tail);

/* Limits the depth because this function and statements() call each other; code that is
 * nested deeper has no structure. */
static bool nested(Structure *structure, uint32_t at, uint32_t until, Node *parent)
{
    Node **tail = &parent->body;
    if (structure->nesting >= SCRIPT_NESTING_MAX / 2)
        return false;
    structure->nesting++;
    const bool ok = statements(structure, at, until, false, &tail);
    structure->nesting--;
    return ok;
}

static void append(Node ***tail, Node *node)
{
    **tail = node;
    *tail = &node->next;
}

/* Copies bytes [from, to) of the code to a new node; no node if there are none. */
static void put_code(Structure *structure, uint32_t from, uint32_t to, Node ***tail)
{
    if (from == to)
        return;
    Node *node = node_new(structure, NODE_CODE);
    copy(structure, from, to);
    node->to = (uint32_t)structure->pool.size;
    append(tail, node);
}

/* Whether `at` is in the loop of this header: it is reached from there and leads back. */
static bool in_loop(const Structure *structure, uint32_t header, uint32_t at, Arena *scratch)
{
    const Edges *out = &structure->graph.out;
    uint32_t *stack = ARENA_ALLOC(scratch, uint32_t, structure->graph.count + 1), depth = 0;
    bool *seen = ARENA_ALLOC(scratch, bool, structure->graph.count + 1);
    if (at == header)
        return true;
    if (at == structure->graph.count || !flow_dominates(&structure->graph, header, at))
        return false;
    stack[depth++] = at;
    seen[at] = true;
    while (depth) {
        const uint32_t node = stack[--depth];
        for (uint32_t k = out->start[node]; k < out->start[node + 1]; k++) {
            const uint32_t to = out->items[k];
            if (to == header)
                return true;
            if (to != structure->graph.count && !seen[to] &&
                flow_dominates(&structure->graph, header, to)) {
                seen[to] = true;
                stack[depth++] = to;
            }
        }
    }
    return false;
}

/* The block that jumps back to the header; NOWHERE if there is none, or several. */
static uint32_t latch_of(const Structure *structure, uint32_t header, unsigned *count)
{
    const Edges *in = &structure->graph.in;
    uint32_t latch = NOWHERE;
    *count = 0;
    for (uint32_t k = in->start[header]; k < in->start[header + 1]; k++)
        if (structure->graph.dominator[in->items[k]] != NOWHERE &&
            flow_dominates(&structure->graph, header, in->items[k])) {
            latch = in->items[k];
            ++*count;
        }
    return *count == 1 ? latch : NOWHERE;
}

static const uint32_t *next_of(const Structure *structure, const Block *block)
{
    return structure->graph.next + block->first;
}

/* while(test) { ... }; the header is only the test. */
static bool put_while(Structure *structure, uint32_t header, bool first, uint32_t *at,
                      Node ***tail)
{
    const Block *block = &structure->graph.blocks[header];
    const uint32_t *next = next_of(structure, block);
    Node *node = node_new(structure, NODE_WHILE);
    put_test(structure, node, block, !first, false);
    append(tail, node);
    *at = next[first];
    return nested(structure, next[!first], header, node);
}

/* { ... } while(test): the statements once, then a loop. */
static bool put_do_while(Structure *structure, uint32_t header, uint32_t latch, uint32_t *at,
                         Node ***tail)
{
    const Block *last = &structure->graph.blocks[latch];
    const uint32_t *next = next_of(structure, last);
    const bool first = next[0] == header;
    if (latch != header && !statements(structure, header, latch, false, tail))
        return false;
    put_code(structure, last->from, last->test, tail);
    Node *node = node_new(structure, NODE_WHILE);
    put_test(structure, node, last, !first, false);
    append(tail, node);
    Node **inner = &node->body;
    *at = next[first];
    if (latch != header && !statements(structure, header, latch, false, &inner))
        return false;
    put_code(structure, last->from, last->test, &inner);
    return true;
}

/* while(1) { ... } */
static bool put_endless(Structure *structure, uint32_t header, uint32_t *at, Node ***tail)
{
    Node *node = node_new(structure, NODE_WHILE);
    emit_constant(1, &structure->pool);
    node->to = (uint32_t)structure->pool.size;
    append(tail, node);
    Node **inner = &node->body;
    *at = NOWHERE;
    return statements(structure, header, header, true, &inner);
}

/* Tries the simplest form first. A loop with the test at its start is a while only if the
 * header has no other code, since a test cannot contain statements. */
static bool put_loop(Structure *structure, uint32_t header, uint32_t *at, Node ***tail)
{
    const Block *block = &structure->graph.blocks[header];
    const uint32_t *next = next_of(structure, block);
    unsigned latches;
    const uint32_t latch = latch_of(structure, header, &latches);
    Arena *scratch = arena_new();
    const bool branch = block->end == OP_JZ;
    const bool first = branch && in_loop(structure, header, next[0], scratch);
    const bool second = branch && in_loop(structure, header, next[1], scratch);
    arena_free(scratch);
    structure->open[header] = true;
    structure->nesting++;
    bool ok;
    if (structure->nesting > SCRIPT_NESTING_MAX / 2)
        ok = false;
    else if (branch && block->test == block->from && first != second)
        ok = put_while(structure, header, first, at, tail);
    else if (latch != NOWHERE && structure->graph.blocks[latch].end == OP_JZ)
        ok = put_do_while(structure, header, latch, at, tail);
    else
        ok = put_endless(structure, header, at, tail);
    structure->open[header] = false;
    structure->nesting--;
    return ok;
}

/* switch(test) { case 1 { ... } case 0 { ... } } */
static bool put_branch(Structure *structure, const Block *block, uint32_t join, Node ***tail)
{
    const uint32_t *next = next_of(structure, block);
    Node *node = node_new(structure, NODE_SWITCH);
    put_test(structure, node, block, false, true);
    append(tail, node);
    Node **cases = &node->body;
    for (uint32_t i = 0; i < 2; i++) {
        Node *branch = ARENA_ALLOC(structure->graph.arena, Node, 1);
        *branch = (Node){.type = NODE_CASE, .from = 1 - i};
        append(&cases, branch);
        if (!nested(structure, next[i], join, branch))
            return false;
    }
    return true;
}

static bool put_switch(Structure *structure, const Block *block, uint32_t join, Node ***tail)
{
    const uint32_t *next = next_of(structure, block);
    Node *node = node_new(structure, NODE_SWITCH);
    copy(structure, block->test, block->to);
    node->to = (uint32_t)structure->pool.size;
    append(tail, node);
    Node **cases = &node->body;
    for (uint32_t i = 0; i < block->count; i++) {
        if (i && next[i] == join)
            continue; /* the highest one defines the number of cases */
        Node *branch = ARENA_ALLOC(structure->graph.arena, Node, 1);
        *branch = (Node){.type = NODE_CASE, .from = block->count - 1 - i};
        append(&cases, branch);
        if (!nested(structure, next[i], join, branch))
            return false;
    }
    return true;
}

static bool is_header(const Structure *structure, uint32_t at)
{
    unsigned count;
    latch_of(structure, at, &count);
    return count && !structure->open[at];
}

static bool statements(Structure *structure, uint32_t at, uint32_t until, bool enter,
                       Node ***tail)
{
    for (; enter || at != until; enter = false) {
        if (at == NOWHERE)
            return true;                  /* what follows an endless loop never runs */
        if (at == structure->graph.count) /* an END inside of a block */
            return false;
        if (structure->steps++ > STEPS_MAX || structure->pool.size > POOL_MAX)
            return false;
        if (is_header(structure, at)) {
            if (!put_loop(structure, at, &at, tail))
                return false;
            continue;
        }
        const Block *block = &structure->graph.blocks[at];
        const uint32_t join = structure->graph.post_dominator[at];
        put_code(structure, block->from, block->test, tail);
        if (block->end == OP_JMP) {
            at = next_of(structure, block)[0];
            continue;
        }
        if (join == NOWHERE ||
            !(block->end == OP_JZ ? put_branch : put_switch)(structure, block, join, tail))
            return false;
        at = join;
    }
    return true;
}

bool structure_code(Bytes code, Bytes *out, Arena *arena)
{
    ScriptInfo info;
    Report silent = report_to(NULL, NULL);
    if (!code.size || code.size > CODE_MAX)
        return false;
    int16_t *depths = ARENA_ALLOC(arena, int16_t, code.size);
    Structure structure = {.pool = writer_to(arena)};
    if (!script_verify_depths(code, NULL, &info, depths, arena, &silent) ||
        !flow_graph_read(&structure.graph, code, depths, arena))
        return false;
    Node *first = NULL, **tail = &first;
    structure.open = ARENA_ALLOC(arena, bool, structure.graph.count + 1);
    if (!statements(&structure, structure.graph.root, structure.graph.count, false, &tail))
        return false;
    Writer writer = writer_to(arena);
    Emitter emitter = {.pool = writer_bytes(&structure.pool), .out = &writer, .arena = arena};
    emit_script(&emitter, first, 0);
    *out = writer_bytes(&writer);
    return out->size < SCRIPT_SIZE_MAX;
}
