/* The control-flow graph of a handler: straight-line blocks, the jumps between them,
 * dominators.
 *
 * A block dominates another if each way from the start to that one leads through it; it
 * post-dominates another if each way from there to the end leads through it. Loops are found by
 * the former, the ends of branches by the latter (structure.c). */
#ifndef OISIN_TIRNANOG_SCRIPT_FLOW_GRAPH_H
#define OISIN_TIRNANOG_SCRIPT_FLOW_GRAPH_H

#include "tirnanog/script/script.h"

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

typedef struct FlowGraph {
    Bytes code;
    Arena *arena;
    uint32_t *blocks_at; /* per byte: 1 + the block that starts there; 0: none */
    Block *blocks;
    uint32_t count; /* of blocks; the number `count` is the end of the script */
    uint32_t root;  /* the block that runs first */
    uint32_t *next; /* successors of all blocks */
    size_t next_count;
    Edges out, in;
    uint32_t *dominator, *post_dominator; /* immediate ones; NOWHERE: not reached */
    uint32_t *tree_number, *tree_size;    /* of the tree of dominators; see number_tree */
} FlowGraph;

/* `depths`, per byte: how many values are on the stack before the instruction there
 * (script_verify_depths). False if some code is shared by branches with values on the stack, or
 * if it jumps in a way that is not analysed. Everything is in `arena`. */
bool flow_graph_read(FlowGraph *graph, Bytes code, const int16_t *depths, Arena *arena);

/* Both blocks are reached. */
bool flow_dominates(const FlowGraph *graph, uint32_t node, uint32_t other);

#endif
