#include "script/emit.h"

void emit_constant(int32_t value, Writer *out)
{
    const uint32_t bits = (uint32_t)value;
    const unsigned size = bits < 1u << 8 ? 1 : bits < 1u << 16 ? 2 : bits < 1u << 24 ? 3 : 4;
    write_u8(out, (uint8_t)(OP_PUSH8 + size - 1));
    write_uint(out, bits, size);
}

static void emit_nodes(const Node *node, Bytes pool, Writer *out);

static void emit_pool(const Node *node, Bytes pool, Writer *out)
{
    write_bytes(out, bytes_slice(pool, node->from, node->to - node->from));
}

/* Writes the jump's opcode and returns where its address is to be put. Too
 * large addresses are cut here; the compiler refuses the script by its size. */
static size_t emit_jump(Opcode op, Writer *out)
{
    write_u8(out, (uint8_t)op);
    write_zeros(out, 3);
    return out->size - 3;
}

static void emit_while(const Node *node, Bytes pool, Writer *out)
{
    const size_t start = out->size;
    emit_pool(node, pool, out);
    const size_t exit = emit_jump(OP_JZ, out);
    emit_nodes(node->body, pool, out);
    const size_t back = emit_jump(OP_JMP, out);
    write_uint_at(out, back, start, 3);
    write_uint_at(out, exit, out->size, 3);
}

static void emit_switch(const Node *node, Bytes pool, Writer *out)
{
    emit_pool(node, pool, out);
    const Node *branch = node->body;
    const unsigned highest = branch ? branch->from : 0;
    write_u8(out, OP_SWITCH);
    write_u8(out, (uint8_t)highest);
    const size_t table = out->size;
    write_zeros(out, 3 * highest);
    size_t jumps = 0; /* the JMP before this one; their addresses form a list until the end */
    for (unsigned number = highest;; number--) {
        if (number < highest)
            write_uint_at(out, table + 3 * (highest - 1 - number), out->size, 3);
        if (branch && branch->from == number) {
            emit_nodes(branch->body, pool, out);
            branch = branch->next;
        }
        if (number == 0)
            break;
        const size_t jump = emit_jump(OP_JMP, out);
        write_uint_at(out, jump, jumps & (SCRIPT_SIZE_MOST - 1), 3);
        jumps = jump;
    }
    while (jumps && out->size < SCRIPT_SIZE_MOST) {
        const uint8_t *data = out->data + jumps;
        const size_t before = data[0] | data[1] << 8 | data[2] << 16;
        write_uint_at(out, jumps, out->size, 3);
        jumps = before;
    }
}

static void emit_nodes(const Node *node, Bytes pool, Writer *out)
{
    for (; node; node = node->next) {
        if (node->type == NODE_CODE)
            emit_pool(node, pool, out);
        else if (node->type == NODE_WHILE)
            emit_while(node, pool, out);
        else
            emit_switch(node, pool, out);
    }
}

void emit_script(const Node *nodes, Bytes pool, Writer *out)
{
    emit_nodes(nodes, pool, out);
    write_u8(out, OP_END);
}
