/* Parts, in order: constants; source positions; jumps, loops and switches. Jumps to the end of
 * a switch are linked through their address fields until the end is known, so no list of them
 * is needed. */
#include "tirnanog/script/emit.h"

void emit_constant(int32_t value, Writer *out)
{
    const uint32_t bits = (uint32_t)value;
    const unsigned size = bits < 1u << 8 ? 1 : bits < 1u << 16 ? 2 : bits < 1u << 24 ? 3 : 4;
    static const Opcode by_size[] = {OP_END, OP_PUSH8, OP_PUSH16, OP_PUSH24, OP_PUSH32};
    write_u8(out, (uint8_t)by_size[size]);
    write_uint(out, bits, size);
}

/* The source position of the code that is written next is file[source]. */
static void emit_position(Emitter *emitter, uint32_t source)
{
    const uint32_t code = (uint32_t)emitter->out->size;
    if (!emitter->mark_count)
        return;
    if (emitter->position_count && emitter->positions[emitter->position_count - 1].code == code)
        emitter->position_count--; /* nothing came of what stood there */
    *ARENA_PUSH(emitter->arena, emitter->positions, emitter->position_count) =
        (ScriptPosition){code, source};
}

static size_t first_mark(const Emitter *emitter, uint32_t from)
{
    size_t low = 0, high = emitter->mark_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (emitter->marks[middle].code < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void emit_pool(Emitter *emitter, const Node *node)
{
    uint32_t from = node->from;
    for (size_t i = first_mark(emitter, from);
         i < emitter->mark_count && emitter->marks[i].code < node->to; i++) {
        write_bytes(emitter->out,
                    bytes_slice(emitter->pool, from, emitter->marks[i].code - from));
        from = emitter->marks[i].code;
        emit_position(emitter, emitter->marks[i].source);
    }
    write_bytes(emitter->out, bytes_slice(emitter->pool, from, node->to - from));
}

/* Writes the jump's opcode and returns the position of its address. An address that is too
 * large is truncated here; the compiler rejects the script because of its size. */
static size_t emit_jump(Opcode op, Writer *out)
{
    write_u8(out, (uint8_t)op);
    write_zeros(out, 3);
    return out->size - 3;
}

static void emit_nodes(Emitter *emitter, const Node *node);

static void emit_while(Emitter *emitter, const Node *node)
{
    Writer *out = emitter->out;
    const size_t start = out->size;
    emit_pool(emitter, node);
    const size_t exit = emit_jump(OP_JZ, out);
    emit_nodes(emitter, node->body);
    emit_position(emitter, node->source);
    const size_t back = emit_jump(OP_JMP, out);
    write_uint_at(out, back, start, 3);
    write_uint_at(out, exit, out->size, 3);
}

/* The jumps at the ends of branches, as a linked list: each holds the previous address. */
static void set_addresses(Writer *out, size_t jumps)
{
    while (jumps && out->size < SCRIPT_SIZE_MAX) {
        const uint8_t *data = out->data + jumps;
        const size_t before = data[0] | data[1] << 8 | data[2] << 16;
        write_uint_at(out, jumps, out->size, 3);
        jumps = before;
    }
}

static void emit_switch(Emitter *emitter, const Node *node)
{
    Writer *out = emitter->out;
    emit_pool(emitter, node);
    const Node *branch = node->body;
    const unsigned highest = branch ? branch->from : 0;
    write_u8(out, OP_SWITCH);
    write_u8(out, (uint8_t)highest);
    const size_t table = out->size;
    write_zeros(out, 3 * highest);
    size_t jumps = 0;
    for (unsigned number = highest;; number--) {
        if (number < highest)
            write_uint_at(out, table + 3 * (highest - 1 - number), out->size, 3);
        if (branch && branch->from == number) {
            emit_position(emitter, branch->source);
            emit_nodes(emitter, branch->body);
            branch = branch->next;
        } else {
            emit_position(emitter, node->source);
        }
        if (number == 0)
            break;
        const size_t jump = emit_jump(OP_JMP, out);
        write_uint_at(out, jump, jumps & (SCRIPT_SIZE_MAX - 1), 3);
        jumps = jump;
    }
    set_addresses(out, jumps);
}

static void emit_nodes(Emitter *emitter, const Node *node)
{
    for (; node; node = node->next) {
        if (node->type == NODE_CODE)
            emit_pool(emitter, node);
        else if (node->type == NODE_WHILE)
            emit_while(emitter, node);
        else
            emit_switch(emitter, node);
    }
}

void emit_script(Emitter *emitter, const Node *nodes, size_t end)
{
    emit_nodes(emitter, nodes);
    emit_position(emitter, (uint32_t)end);
    write_u8(emitter->out, OP_END);
}
