/* Parts, in order: blocks; dominators. The dominators are computed by the iterative algorithm
 * of Cooper, Harvey and Kennedy, which is short and fast enough for handlers. */
#include "tirnanog/script/flow_graph.h"

enum { HOPS_MAX = 64 };

/* ---- blocks ---- */

static bool is_jump(const FlowGraph *graph, uint32_t at, uint32_t *target)
{
    Instruction it;
    instruction_read(graph->code, at, &it);
    *target = it.value;
    return it.op == OP_JMP;
}

/* The instruction that runs next at `at`: jumps are followed, END is code.size. Of jumps in a
 * circle, the first one; NOWHERE: there are too many. */
static uint32_t resolve(const FlowGraph *graph, uint32_t at)
{
    uint32_t target;
    unsigned hops = 0;
    while (hops < HOPS_MAX && is_jump(graph, at, &target)) {
        at = target;
        hops++;
    }
    if (hops < HOPS_MAX)
        return graph->code.data[at] == OP_END ? (uint32_t)graph->code.size : at;
    uint32_t first = at;
    while (hops && is_jump(graph, at, &target)) {
        at = target;
        first = at < first ? at : first;
        hops--;
    }
    return hops ? NOWHERE : first;
}

static bool start_block(FlowGraph *graph, uint32_t at, const int16_t *depths)
{
    at = resolve(graph, at);
    if (at == NOWHERE)
        return false;
    if (at == graph->code.size)
        return true;
    graph->blocks_at[at] = 1;
    return depths[at] == 0; /* otherwise a value is computed by several branches */
}

static bool start_blocks(FlowGraph *graph, const int16_t *depths)
{
    Instruction it;
    bool ok = start_block(graph, 0, depths);
    for (uint32_t at = 0; at < graph->code.size && ok; at += it.size) {
        instruction_read(graph->code, at, &it);
        if (depths[at] < 0)
            continue; /* never runs */
        if (it.op == OP_JZ || it.op == OP_JMP)
            ok = start_block(graph, it.value, depths);
        if (ok && (it.op == OP_JZ || it.op == OP_SWITCH))
            ok = start_block(graph, at + it.size, depths);
        for (unsigned i = 0; it.op == OP_SWITCH && i < it.value && ok; i++)
            ok = start_block(graph, instruction_address(graph->code, &it, i), depths);
    }
    return ok;
}

static void add_next(FlowGraph *graph, Block *block, uint32_t at)
{
    at = resolve(graph, at);
    *ARENA_PUSH(graph->arena, graph->next, graph->next_count) =
        at == graph->code.size ? graph->count : graph->blocks_at[at] - 1;
    block->count++;
}

static void read_block(FlowGraph *graph, Block *block, const int16_t *depths)
{
    Instruction it;
    uint32_t at = block->from;
    block->first = (uint32_t)graph->next_count;
    block->test = at;
    for (;; at += it.size) {
        instruction_read(graph->code, at, &it);
        if (depths[at] == 0)
            block->test = at;
        const bool jump = it.op == OP_JZ || it.op == OP_SWITCH;
        if (jump || it.op == OP_JMP || it.op == OP_END ||
            (at > block->from && graph->blocks_at[at])) {
            block->to = at;
            block->end = jump ? it.op : OP_JMP;
            if (!jump)
                block->test = at;
            break;
        }
    }
    if (block->end == OP_JMP) {
        add_next(graph, block, at);
        return;
    }
    add_next(graph, block, at + it.size);
    if (it.op == OP_JZ)
        add_next(graph, block, it.value);
    for (unsigned i = 0; it.op == OP_SWITCH && i < it.value; i++)
        add_next(graph, block, instruction_address(graph->code, &it, i));
}

static bool read_blocks(FlowGraph *graph, const int16_t *depths)
{
    if (!start_blocks(graph, depths))
        return false;
    for (uint32_t at = 0; at < graph->code.size; at++)
        if (graph->blocks_at[at])
            graph->blocks_at[at] = ++graph->count;
    graph->blocks = ARENA_ALLOC(graph->arena, Block, graph->count + 1);
    for (uint32_t at = 0, i = 0; at < graph->code.size; at++)
        if (graph->blocks_at[at])
            graph->blocks[i++].from = at;
    for (uint32_t i = 0; i < graph->count; i++)
        read_block(graph, &graph->blocks[i], depths);
    return true;
}

/* ---- dominators ---- */

/* Blocks of `endless` have an edge to the end in addition. */
static void make_edges(FlowGraph *graph, const bool *endless)
{
    const uint32_t nodes = graph->count + 1, end = graph->count;
    Arena *arena = graph->arena;
    Edges *out = &graph->out, *in = &graph->in;
    out->start = ARENA_ALLOC(arena, uint32_t, nodes + 1);
    in->start = ARENA_ALLOC(arena, uint32_t, nodes + 1);
    out->items = ARENA_ALLOC(arena, uint32_t, graph->next_count + nodes);
    in->items = ARENA_ALLOC(arena, uint32_t, graph->next_count + nodes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        const Block *block = &graph->blocks[i];
        for (uint32_t k = 0; k < block->count; k++)
            out->items[count++] = graph->next[block->first + k];
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
    for (uint32_t i = 0; i < graph->count; i++)
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

/* Numbers the tree of dominators, so that `flow_dominates` compares numbers: in post-order, the
 * nodes below a node directly precede it. */
static void number_tree(FlowGraph *graph, uint32_t nodes, uint32_t root)
{
    Arena *arena = graph->arena;
    Edges tree = {ARENA_ALLOC(arena, uint32_t, nodes + 1), ARENA_ALLOC(arena, uint32_t, nodes)};
    uint32_t *order = ARENA_ALLOC(arena, uint32_t, nodes);
    uint32_t *filled = ARENA_ALLOC(arena, uint32_t, nodes);
    const uint32_t *above = graph->dominator;
    graph->tree_number = ARENA_ALLOC(arena, uint32_t, nodes);
    graph->tree_size = ARENA_ALLOC(arena, uint32_t, nodes);
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
        graph->tree_number[order[i]] = i;
        graph->tree_size[order[i]]++;
        if (order[i] != root)
            graph->tree_size[above[order[i]]] += graph->tree_size[order[i]];
    }
}

bool flow_dominates(const FlowGraph *graph, uint32_t node, uint32_t other)
{
    const uint32_t *number = graph->tree_number;
    return number[other] <= number[node] &&
           number[node] - number[other] < graph->tree_size[node];
}

/* The blocks that jump back in loops that never end. For post-dominators they lead to the end,
 * which otherwise would not be reached. */
static const bool *endless_latches(FlowGraph *graph)
{
    const uint32_t end = graph->count;
    const uint32_t *below = dominators(&graph->in, &graph->out, end + 1, end, graph->arena);
    bool *latches = ARENA_ALLOC(graph->arena, bool, end + 1);
    for (uint32_t i = 0; i < end; i++)
        for (uint32_t k = graph->out.start[i]; k < graph->out.start[i + 1]; k++)
            latches[i] |= below[i] == NOWHERE && graph->dominator[i] != NOWHERE &&
                          flow_dominates(graph, graph->out.items[k], i);
    return latches;
}

bool flow_graph_read(FlowGraph *graph, Bytes code, const int16_t *depths, Arena *arena)
{
    *graph = (FlowGraph){
        .code = code, .arena = arena, .blocks_at = ARENA_ALLOC(arena, uint32_t, code.size)};
    if (!read_blocks(graph, depths))
        return false;
    const uint32_t nodes = graph->count + 1, end = graph->count;
    const uint32_t start = resolve(graph, 0);
    graph->root = start == code.size ? end : graph->blocks_at[start] - 1;
    make_edges(graph, NULL);
    graph->dominator = dominators(&graph->out, &graph->in, nodes, graph->root, arena);
    number_tree(graph, nodes, graph->root);
    make_edges(graph, endless_latches(graph));
    graph->post_dominator = dominators(&graph->in, &graph->out, nodes, end, arena);
    return true;
}
