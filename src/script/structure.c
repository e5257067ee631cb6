#include "script/structure.h"

#include "script/emit.h"

/* Larger code is not analysed. STEPS bounds the size of the result: code that several branches
 * share is repeated in each of them. */
enum { CODE_MAX = 1 << 13, HOPS_MAX = 64, STEPS_MAX = 4000, POOL_MAX = 1 << 18 };

#define NOWHERE UINT32_MAX

/* Straight-line code, which the stack is empty before and after. */
typedef struct Block {
    uint32_t from, to;     /* bytes; without the last jump */
    uint32_t test;         /* where the value for the last jump starts; `to` if there is none */
    Opcode end;            /* JZ, SWITCH, or JMP: continues at the only successor */
    uint32_t first, count; /* successors: JZ not zero, zero; SWITCH highest case first */
} Block;

/* Edges of a graph: those of node i are items[start[i]] to items[start[i + 1] - 1]. */
typedef struct Edges {
    uint32_t *start, *items;
} Edges;

typedef struct Structure {
    Bytes code;
    Arena *arena;
    uint32_t *blocks_at; /* per byte: 1 + the block that starts there; 0: none */
    Block *blocks;
    uint32_t count; /* of blocks; the number `count` is the end of the script */
    uint32_t *next; /* successors of all blocks */
    size_t next_count;
    Edges out, in;
    uint32_t *dominator, *post_dominator; /* immediate ones; NOWHERE: not reached */
    uint32_t *tree_number, *tree_size;    /* of the tree of dominators; see number_tree */
    bool *open;                           /* loop headers whose loop is being built */
    Writer pool;
    unsigned steps, nesting;
} Structure;

/* ---- blocks ---- */

static bool is_jump(const Structure *structure, uint32_t at, uint32_t *target)
{
    Instruction it;
    instruction_read(structure->code, at, &it);
    *target = it.value;
    return it.op == OP_JMP;
}

/* The instruction that runs next at `at`: jumps are followed, END is code.size. Of jumps in a
 * circle, the first one; NOWHERE: there are too many. */
static uint32_t resolve(const Structure *structure, uint32_t at)
{
    uint32_t target;
    unsigned hops = 0;
    while (hops < HOPS_MAX && is_jump(structure, at, &target)) {
        at = target;
        hops++;
    }
    if (hops < HOPS_MAX)
        return structure->code.data[at] == OP_END ? (uint32_t)structure->code.size : at;
    uint32_t first = at;
    while (hops && is_jump(structure, at, &target)) {
        at = target;
        first = at < first ? at : first;
        hops--;
    }
    return hops ? NOWHERE : first;
}

static bool start_block(Structure *structure, uint32_t at, const int16_t *depths)
{
    at = resolve(structure, at);
    if (at == NOWHERE)
        return false;
    if (at == structure->code.size)
        return true;
    structure->blocks_at[at] = 1;
    return depths[at] == 0; /* otherwise a value is computed by several branches */
}

static bool start_blocks(Structure *structure, const int16_t *depths)
{
    Instruction it;
    bool ok = start_block(structure, 0, depths);
    for (uint32_t at = 0; at < structure->code.size && ok; at += it.size) {
        instruction_read(structure->code, at, &it);
        if (depths[at] < 0)
            continue; /* never runs */
        if (it.op == OP_JZ || it.op == OP_JMP)
            ok = start_block(structure, it.value, depths);
        if (ok && (it.op == OP_JZ || it.op == OP_SWITCH))
            ok = start_block(structure, at + it.size, depths);
        for (unsigned i = 0; it.op == OP_SWITCH && i < it.value && ok; i++)
            ok = start_block(structure, instruction_address(structure->code, &it, i), depths);
    }
    return ok;
}

static void add_next(Structure *structure, Block *block, uint32_t at)
{
    at = resolve(structure, at);
    *ARENA_PUSH(structure->arena, structure->next, structure->next_count) =
        at == structure->code.size ? structure->count : structure->blocks_at[at] - 1;
    block->count++;
}

static void read_block(Structure *structure, Block *block, const int16_t *depths)
{
    Instruction it;
    uint32_t at = block->from;
    block->first = (uint32_t)structure->next_count;
    block->test = at;
    for (;; at += it.size) {
        instruction_read(structure->code, at, &it);
        if (depths[at] == 0)
            block->test = at;
        const bool jump = it.op == OP_JZ || it.op == OP_SWITCH;
        if (jump || it.op == OP_JMP || it.op == OP_END ||
            (at > block->from && structure->blocks_at[at])) {
            block->to = at;
            block->end = jump ? it.op : OP_JMP;
            if (!jump)
                block->test = at;
            break;
        }
    }
    if (block->end == OP_JMP) {
        add_next(structure, block, at);
        return;
    }
    add_next(structure, block, at + it.size);
    if (it.op == OP_JZ)
        add_next(structure, block, it.value);
    for (unsigned i = 0; it.op == OP_SWITCH && i < it.value; i++)
        add_next(structure, block, instruction_address(structure->code, &it, i));
}

static bool read_blocks(Structure *structure, const int16_t *depths)
{
    if (!start_blocks(structure, depths))
        return false;
    for (uint32_t at = 0; at < structure->code.size; at++)
        if (structure->blocks_at[at])
            structure->blocks_at[at] = ++structure->count;
    structure->blocks = ARENA_ALLOC(structure->arena, Block, structure->count + 1);
    for (uint32_t at = 0, i = 0; at < structure->code.size; at++)
        if (structure->blocks_at[at])
            structure->blocks[i++].from = at;
    for (uint32_t i = 0; i < structure->count; i++)
        read_block(structure, &structure->blocks[i], depths);
    return true;
}

/* ---- dominators ---- */

/* Blocks of `endless` have an edge to the end in addition. */
static void make_edges(Structure *structure, const bool *endless)
{
    const uint32_t nodes = structure->count + 1, end = structure->count;
    Arena *arena = structure->arena;
    Edges *out = &structure->out, *in = &structure->in;
    out->start = ARENA_ALLOC(arena, uint32_t, nodes + 1);
    in->start = ARENA_ALLOC(arena, uint32_t, nodes + 1);
    out->items = ARENA_ALLOC(arena, uint32_t, structure->next_count + nodes);
    in->items = ARENA_ALLOC(arena, uint32_t, structure->next_count + nodes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < structure->count; i++) {
        const Block *block = &structure->blocks[i];
        for (uint32_t k = 0; k < block->count; k++)
            out->items[count++] = structure->next[block->first + k];
        if (endless && endless[i])
            out->items[count++] = end;
        out->start[i + 1] = count;
    }
    out->start[nodes] = count;
    for (uint32_t k = 0; k < count; k++)
        in->start[out->items[k] + 1]++;
    for (uint32_t i = 0; i < nodes; i++)
        in->start[i + 1] += in->start[i];
    uint32_t *filled = ARENA_ALLOC(arena, uint32_t, nodes);
    for (uint32_t i = 0; i < structure->count; i++)
        for (uint32_t k = out->start[i]; k < out->start[i + 1]; k++) {
            const uint32_t to = out->items[k];
            in->items[in->start[to] + filled[to]++] = i;
        }
}

/* Nodes in the order in which a depth-first search leaves them; the root is the last. */
static uint32_t post_order(const Edges *edges, uint32_t nodes, uint32_t root, uint32_t *order,
                           Arena *arena)
{
    uint32_t *stack = ARENA_ALLOC(arena, uint32_t, nodes), depth = 0, count = 0;
    uint32_t *edge = ARENA_ALLOC(arena, uint32_t, nodes);
    bool *seen = ARENA_ALLOC(arena, bool, nodes);
    stack[depth++] = root;
    seen[root] = true;
    while (depth) {
        const uint32_t node = stack[depth - 1];
        if (edges->start[node] + edge[node] == edges->start[node + 1]) {
            order[count++] = node;
            depth--;
            continue;
        }
        const uint32_t to = edges->items[edges->start[node] + edge[node]++];
        if (!seen[to]) {
            seen[to] = true;
            stack[depth++] = to;
        }
    }
    return count;
}

/* Immediate dominators of all nodes that the root reaches (Cooper, Harvey, Kennedy). */
static uint32_t *dominators(const Edges *out, const Edges *in, uint32_t nodes, uint32_t root,
                            Arena *arena)
{
    uint32_t *order = ARENA_ALLOC(arena, uint32_t, nodes);
    uint32_t *rank = ARENA_ALLOC(arena, uint32_t, nodes);
    uint32_t *above = ARENA_ALLOC(arena, uint32_t, nodes);
    const uint32_t count = post_order(out, nodes, root, order, arena);
    for (uint32_t i = 0; i < nodes; i++)
        above[i] = NOWHERE;
    for (uint32_t i = 0; i < count; i++)
        rank[order[i]] = i;
    above[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = count - 1; i--;) {
            const uint32_t node = order[i];
            uint32_t best = NOWHERE;
            for (uint32_t k = in->start[node]; k < in->start[node + 1]; k++) {
                uint32_t other = in->items[k];
                if (above[other] == NOWHERE)
                    continue;
                while (best != NOWHERE && best != other)
                    if (rank[other] < rank[best])
                        other = above[other];
                    else
                        best = above[best];
                best = other;
            }
            changed |= above[node] != best;
            above[node] = best;
        }
    }
    return above;
}

/* Numbers the tree of dominators, so that `dominates` compares numbers: in post-order, the
 * nodes below a node directly precede it. */
static void number_tree(Structure *structure, uint32_t nodes, uint32_t root)
{
    Arena *arena = structure->arena;
    Edges tree = {ARENA_ALLOC(arena, uint32_t, nodes + 1), ARENA_ALLOC(arena, uint32_t, nodes)};
    uint32_t *order = ARENA_ALLOC(arena, uint32_t, nodes);
    uint32_t *filled = ARENA_ALLOC(arena, uint32_t, nodes);
    const uint32_t *above = structure->dominator;
    structure->tree_number = ARENA_ALLOC(arena, uint32_t, nodes);
    structure->tree_size = ARENA_ALLOC(arena, uint32_t, nodes);
    for (uint32_t i = 0; i < nodes; i++)
        if (above[i] != NOWHERE && i != root)
            tree.start[above[i] + 1]++;
    for (uint32_t i = 0; i < nodes; i++)
        tree.start[i + 1] += tree.start[i];
    for (uint32_t i = 0; i < nodes; i++)
        if (above[i] != NOWHERE && i != root)
            tree.items[tree.start[above[i]] + filled[above[i]]++] = i;
    const uint32_t count = post_order(&tree, nodes, root, order, arena);
    for (uint32_t i = 0; i < count; i++) {
        structure->tree_number[order[i]] = i;
        structure->tree_size[order[i]]++;
        if (order[i] != root)
            structure->tree_size[above[order[i]]] += structure->tree_size[order[i]];
    }
}

/* Both blocks are reached. */
static bool dominates(const Structure *structure, uint32_t node, uint32_t other)
{
    const uint32_t *number = structure->tree_number;
    return number[other] <= number[node] &&
           number[node] - number[other] < structure->tree_size[node];
}

/* ---- statements ---- */

/* Copies instructions in the form of our compiler. */
static void copy(Structure *structure, uint32_t from, uint32_t to)
{
    Instruction it;
    for (uint32_t at = from; at < to; at += it.size) {
        instruction_read(structure->code, at, &it);
        if (instruction_is_constant(&it)) {
            emit_constant((int32_t)it.value, &structure->pool);
            continue;
        }
        write_bytes(&structure->pool, bytes_slice(structure->code, at, it.size));
        if (it.op == OP_PUSHSPR && it.category == SPRITE_OBJECT_OTHER)
            write_uint_at(&structure->pool, structure->pool.size - 3, SPRITE_OBJECT, 1);
        if (opcode_family(it.op) == FAMILY_CALL) /* a map may count as one argument */
            write_uint_at(&structure->pool, structure->pool.size - it.size,
                          OP_FNC0 + command_values(command_info(it.value)), 1);
    }
}

static Node *node_new(Structure *structure, NodeType type)
{
    Node *node = ARENA_ALLOC(structure->arena, Node, 1);
    node->type = type;
    node->from = (uint32_t)structure->pool.size;
    return node;
}

/* The last instruction of the test. */
static Opcode test_op(const Structure *structure, const Block *block)
{
    Instruction it = {0};
    for (uint32_t at = block->test; at < block->to; at += it.size)
        instruction_read(structure->code, at, &it);
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
    const Edges *out = &structure->out;
    uint32_t *stack = ARENA_ALLOC(scratch, uint32_t, structure->count + 1), depth = 0;
    bool *seen = ARENA_ALLOC(scratch, bool, structure->count + 1);
    if (at == header)
        return true;
    if (at == structure->count || !dominates(structure, header, at))
        return false;
    stack[depth++] = at;
    seen[at] = true;
    while (depth) {
        const uint32_t node = stack[--depth];
        for (uint32_t k = out->start[node]; k < out->start[node + 1]; k++) {
            const uint32_t to = out->items[k];
            if (to == header)
                return true;
            if (to != structure->count && !seen[to] && dominates(structure, header, to)) {
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
    const Edges *in = &structure->in;
    uint32_t latch = NOWHERE;
    *count = 0;
    for (uint32_t k = in->start[header]; k < in->start[header + 1]; k++)
        if (structure->dominator[in->items[k]] != NOWHERE &&
            dominates(structure, header, in->items[k])) {
            latch = in->items[k];
            ++*count;
        }
    return *count == 1 ? latch : NOWHERE;
}

static const uint32_t *next_of(const Structure *structure, const Block *block)
{
    return structure->next + block->first;
}

/* while(test) { ... }; the header is only the test. */
static bool put_while(Structure *structure, uint32_t header, bool first, uint32_t *at,
                      Node ***tail)
{
    const Block *block = &structure->blocks[header];
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
    const Block *last = &structure->blocks[latch];
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

static bool put_loop(Structure *structure, uint32_t header, uint32_t *at, Node ***tail)
{
    const Block *block = &structure->blocks[header];
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
    else if (latch != NOWHERE && structure->blocks[latch].end == OP_JZ)
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
        Node *branch = ARENA_ALLOC(structure->arena, Node, 1);
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
        Node *branch = ARENA_ALLOC(structure->arena, Node, 1);
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
            return true;            /* what follows an endless loop never runs */
        if (at == structure->count) /* an END inside of a block */
            return false;
        if (structure->steps++ > STEPS_MAX || structure->pool.size > POOL_MAX)
            return false;
        if (is_header(structure, at)) {
            if (!put_loop(structure, at, &at, tail))
                return false;
            continue;
        }
        const Block *block = &structure->blocks[at];
        const uint32_t join = structure->post_dominator[at];
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

/* The blocks that jump back in loops that never end. For post-dominators they lead to the end,
 * which otherwise would not be reached. */
static const bool *endless_latches(Structure *structure)
{
    const uint32_t end = structure->count;
    const uint32_t *below =
        dominators(&structure->in, &structure->out, end + 1, end, structure->arena);
    bool *latches = ARENA_ALLOC(structure->arena, bool, end + 1);
    for (uint32_t i = 0; i < end; i++)
        for (uint32_t k = structure->out.start[i]; k < structure->out.start[i + 1]; k++)
            latches[i] |= below[i] == NOWHERE && structure->dominator[i] != NOWHERE &&
                          dominates(structure, structure->out.items[k], i);
    return latches;
}

bool structure_code(Bytes code, Bytes *out, Arena *arena)
{
    ScriptInfo info;
    Report silent = report_to(NULL, NULL);
    if (!code.size || code.size > CODE_MAX)
        return false;
    int16_t *depths = ARENA_ALLOC(arena, int16_t, code.size);
    Structure structure = {.code = code,
                           .arena = arena,
                           .pool = writer_to(arena),
                           .blocks_at = ARENA_ALLOC(arena, uint32_t, code.size)};
    if (!script_verify_depths(code, NULL, &info, depths, arena, &silent) ||
        !read_blocks(&structure, depths))
        return false;
    const uint32_t nodes = structure.count + 1, end = structure.count;
    Node *first = NULL, **tail = &first;
    structure.open = ARENA_ALLOC(arena, bool, nodes);
    const uint32_t start = resolve(&structure, 0);
    const uint32_t root = start == code.size ? end : structure.blocks_at[start] - 1;
    make_edges(&structure, NULL);
    structure.dominator = dominators(&structure.out, &structure.in, nodes, root, arena);
    number_tree(&structure, nodes, root);
    make_edges(&structure, endless_latches(&structure));
    structure.post_dominator = dominators(&structure.in, &structure.out, nodes, end, arena);
    if (!statements(&structure, root, end, false, &tail))
        return false;
    Writer writer = writer_to(arena);
    Emitter emitter = {.pool = writer_bytes(&structure.pool), .out = &writer, .arena = arena};
    emit_script(&emitter, first, 0);
    *out = writer_bytes(&writer);
    return out->size < SCRIPT_SIZE_MAX;
}
