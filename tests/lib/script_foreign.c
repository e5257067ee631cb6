#include "script_foreign.h"

#include "tirnanog/script/script.h"

#include <assert.h>

/* An instruction; addresses are numbers of items. */
typedef struct Item {
    Opcode op;
    Bytes operand; /* without addresses */
    uint32_t *targets;
    uint32_t target_count;
    bool boundary; /* the stack is empty before it */
} Item;

typedef struct Rewriter {
    Item *items;
    size_t count;
    uint32_t *order; /* numbers of items */
    size_t order_count;
    uint32_t state;
    Arena *arena;
} Rewriter;

static uint32_t pick(Rewriter *rewriter, uint32_t below)
{
    rewriter->state = rewriter->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(rewriter->state >> 8) * below >> 24);
}

static uint32_t add_item(Rewriter *rewriter, Opcode op, Bytes operand)
{
    *ARENA_PUSH(rewriter->arena, rewriter->items, rewriter->count) =
        (Item){.op = op, .operand = operand};
    return (uint32_t)rewriter->count - 1;
}

static uint32_t add_jump(Rewriter *rewriter, uint32_t target)
{
    const uint32_t jump = add_item(rewriter, OP_JMP, (Bytes){NULL, 0});
    Item *item = &rewriter->items[jump];
    item->targets = ARENA_ALLOC(rewriter->arena, uint32_t, 1);
    item->targets[0] = target;
    item->target_count = 1;
    item->boundary = true;
    return jump;
}

static uint32_t add_constant(Rewriter *rewriter, uint8_t value)
{
    uint8_t *data = ARENA_ALLOC(rewriter->arena, uint8_t, 1);
    *data = value;
    return add_item(rewriter, OP_PUSH8, (Bytes){data, 1});
}

static void insert(Rewriter *rewriter, size_t at, uint32_t item)
{
    (void)ARENA_PUSH(rewriter->arena, rewriter->order, rewriter->order_count);
    memmove(rewriter->order + at + 1, rewriter->order + at,
            (rewriter->order_count - 1 - at) * sizeof *rewriter->order);
    rewriter->order[at] = item;
}

/* False if it is an expression. */
static bool decode(Rewriter *rewriter, Bytes code)
{
    Instruction it;
    ScriptInfo info;
    Report report = report_to(NULL, NULL);
    uint32_t *numbers = ARENA_ALLOC(rewriter->arena, uint32_t, code.size);
    int16_t *depths = ARENA_ALLOC(rewriter->arena, int16_t, code.size);
    const ScriptLimits expression = {.expression = true};
    const bool handler =
        script_verify_depths(code, NULL, &info, depths, rewriter->arena, &report);
    const bool valid = handler || script_verify_depths(code, &expression, &info, depths,
                                                       rewriter->arena, &report);
    assert(valid);
    (void)valid;
    for (size_t at = 0; at < code.size; at += it.size) {
        instruction_read(code, at, &it);
        const OperandShape shape = opcode_info(it.op)->shape;
        const bool addresses = shape == SHAPE_TABLE || shape == SHAPE_ADDRESS;
        const Bytes operand =
            addresses ? (Bytes){NULL, 0} : bytes_slice(code, at + 1, it.size - 1);
        numbers[at] = add_item(rewriter, it.op, operand);
        Item *item = &rewriter->items[numbers[at]];
        item->boundary = depths[at] == 0;
        item->target_count = shape == SHAPE_TABLE ? it.value : addresses;
        item->targets = ARENA_ALLOC(rewriter->arena, uint32_t, item->target_count);
        for (uint32_t i = 0; i < item->target_count; i++)
            item->targets[i] =
                shape == SHAPE_TABLE ? instruction_address(code, &it, i) : it.value;
        *ARENA_PUSH(rewriter->arena, rewriter->order, rewriter->order_count) = numbers[at];
    }
    for (size_t i = 0; i < rewriter->count; i++)
        for (uint32_t k = 0; k < rewriter->items[i].target_count; k++)
            rewriter->items[i].targets[k] = numbers[rewriter->items[i].targets[k]];
    return handler;
}

static Item *item_at(Rewriter *rewriter, size_t at)
{
    return &rewriter->items[rewriter->order[at]];
}

static size_t place_of(const Rewriter *rewriter, uint32_t item)
{
    size_t at = 0;
    while (rewriter->order[at] != item)
        at++;
    return at;
}

static bool is_target(const Rewriter *rewriter, uint32_t item)
{
    for (size_t i = 0; i < rewriter->count; i++)
        for (uint32_t k = 0; k < rewriter->items[i].target_count; k++)
            if (rewriter->items[i].targets[k] == item)
                return true;
    return false;
}

/* start: test JZ end; body; JMP start; end: -> JMP start; top: body; start: test JZ end;
 * JMP top; end: */
static void turn_loop(Rewriter *rewriter, size_t jz)
{
    const size_t end = place_of(rewriter, item_at(rewriter, jz)->targets[0]);
    if (end <= jz + 2 || item_at(rewriter, end - 1)->op != OP_JMP)
        return; /* not a loop, or one without a body */
    const uint32_t back = rewriter->order[end - 1];
    const uint32_t start = rewriter->items[back].targets[0];
    const size_t from = place_of(rewriter, start), test = jz + 1 - from;
    if (from > jz)
        return;
    for (size_t i = from; i <= jz; i++)
        if ((i < jz && opcode_is_control(item_at(rewriter, i)->op)) ||
            (i > from && is_target(rewriter, rewriter->order[i])))
            return;
    const uint32_t top = rewriter->order[jz + 1];
    for (size_t i = 0; i < rewriter->count; i++)
        for (uint32_t k = 0; k < rewriter->items[i].target_count; k++)
            if (rewriter->items[i].targets[k] == back)
                rewriter->items[i].targets[k] = start;
    uint32_t *moved = ARENA_ALLOC(rewriter->arena, uint32_t, test);
    memcpy(moved, rewriter->order + from, test * sizeof *moved);
    memmove(rewriter->order + from, rewriter->order + jz + 1,
            (end - 1 - (jz + 1)) * sizeof *moved);
    memcpy(rewriter->order + end - 1 - test, moved, test * sizeof *moved);
    rewriter->items[back].targets[0] = top;
    insert(rewriter, from, add_jump(rewriter, start));
}

static void turn_loops(Rewriter *rewriter)
{
    const size_t count = rewriter->count;
    for (uint32_t i = 0; i < count; i++)
        if (rewriter->items[i].op == OP_JZ && pick(rewriter, 4))
            turn_loop(rewriter, place_of(rewriter, i));
}

static bool is_boolean(Opcode op)
{
    const OpcodeFamily family = opcode_family(op);
    return family == FAMILY_COMPARE || family == FAMILY_LOGIC || family == FAMILY_NOT;
}

static void branch(Rewriter *rewriter)
{
    for (size_t at = 1; at < rewriter->order_count; at++) {
        Item *item = item_at(rewriter, at);
        if (item->op != OP_SWITCH || item->target_count != 1 || !pick(rewriter, 4) ||
            is_target(rewriter, rewriter->order[at]))
            continue;
        item->op = OP_JZ;
        if (is_boolean(item_at(rewriter, at - 1)->op))
            continue;
        insert(rewriter, at, add_constant(rewriter, 0));
        insert(rewriter, at + 1, add_item(rewriter, OP_GT, (Bytes){NULL, 0}));
    }
}

static void thread(Rewriter *rewriter)
{
    for (size_t i = 0; i < rewriter->count; i++)
        for (uint32_t k = 0; k < rewriter->items[i].target_count; k++)
            for (unsigned hops = 0; hops < 8; hops++) {
                const Item *target = &rewriter->items[rewriter->items[i].targets[k]];
                if (target->op != OP_JMP || !pick(rewriter, 8))
                    break;
                rewriter->items[i].targets[k] = target->targets[0];
            }
}

static void add_jumps(Rewriter *rewriter)
{
    for (size_t at = rewriter->order_count; at--;)
        if (item_at(rewriter, at)->boundary && !pick(rewriter, 6))
            insert(rewriter, at, add_jump(rewriter, rewriter->order[at]));
}

/* A jump to the end ends the script itself; more ENDs follow, and code that is never run. */
static void add_ends(Rewriter *rewriter)
{
    static const uint8_t dead[] = {0};
    for (size_t i = 0; i < rewriter->count; i++) {
        Item *item = &rewriter->items[i];
        if (item->op == OP_JMP && rewriter->items[item->targets[0]].op == OP_END &&
            pick(rewriter, 2)) {
            item->op = OP_END;
            item->target_count = 0;
        }
    }
    if (!pick(rewriter, 3)) {
        insert(rewriter, rewriter->order_count, add_constant(rewriter, 7));
        insert(rewriter, rewriter->order_count, add_item(rewriter, OP_POP, (Bytes){dead, 1}));
    }
    for (uint32_t more = 1 + pick(rewriter, 3); more--;)
        insert(rewriter, rewriter->order_count, add_item(rewriter, OP_END, (Bytes){NULL, 0}));
}

static void widen(Rewriter *rewriter)
{
    static const Opcode by_size[] = {OP_END, OP_PUSH8, OP_PUSH16, OP_PUSH24, OP_PUSH32};
    for (size_t i = 0; i < rewriter->count; i++) {
        Item *item = &rewriter->items[i];
        if (opcode_family(item->op) != FAMILY_CONSTANT || !pick(rewriter, 3))
            continue;
        const size_t size =
            item->operand.size + pick(rewriter, 5 - (uint32_t)item->operand.size);
        uint8_t *data = ARENA_ALLOC(rewriter->arena, uint8_t, size);
        memcpy(data, item->operand.data, item->operand.size);
        item->op = by_size[size];
        item->operand = (Bytes){data, size};
    }
}

static void change_sprites(Rewriter *rewriter)
{
    for (size_t i = 0; i < rewriter->count; i++) {
        Item *item = &rewriter->items[i];
        if (item->op != OP_PUSHSPR || item->operand.data[0] != SPRITE_OBJECT)
            continue;
        uint8_t *data = ARENA_ALLOC(rewriter->arena, uint8_t, item->operand.size);
        memcpy(data, item->operand.data, item->operand.size);
        data[0] = SPRITE_OBJECT_OTHER;
        item->operand.data = data;
    }
}

static Bytes encode(const Rewriter *rewriter)
{
    Writer out = writer_to(rewriter->arena);
    uint32_t *addresses = ARENA_ALLOC(rewriter->arena, uint32_t, rewriter->count);
    for (int pass = 0; pass < 2; pass++) {
        out.size = 0;
        for (size_t at = 0; at < rewriter->order_count; at++) {
            const Item *item = &rewriter->items[rewriter->order[at]];
            addresses[rewriter->order[at]] = (uint32_t)out.size;
            write_u8(&out, (uint8_t)item->op);
            if (item->op == OP_SWITCH)
                write_u8(&out, (uint8_t)item->target_count);
            write_bytes(&out, item->operand);
            for (uint32_t k = 0; k < item->target_count; k++)
                write_u24(&out, addresses[item->targets[k]]);
        }
    }
    return writer_bytes(&out);
}

Bytes script_foreign(Bytes code, unsigned shapes, uint32_t seed, Arena *arena)
{
    Rewriter rewriter = {.state = seed, .arena = arena};
    if (!decode(&rewriter, code))
        shapes &= FOREIGN_WIDE;
    if (shapes & FOREIGN_LOOPS)
        turn_loops(&rewriter);
    if (shapes & FOREIGN_BRANCHES)
        branch(&rewriter);
    if (shapes & FOREIGN_THREADS)
        thread(&rewriter);
    if (shapes & FOREIGN_JUMPS)
        add_jumps(&rewriter);
    if (shapes & FOREIGN_ENDS)
        add_ends(&rewriter);
    if (shapes & FOREIGN_WIDE)
        widen(&rewriter);
    if (shapes & FOREIGN_SPRITES)
        change_sprites(&rewriter);
    return encode(&rewriter);
}
