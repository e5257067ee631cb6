/* Control flow: removes unreachable code, shortens jumps and folds conditions, repeatedly
 * until nothing changes. */
#include "tirnanog/script/optimise.h"

#include "tirnanog/script/emit.h"
#include "tirnanog/script/optimise_internal.h"

/* Each round makes the code shorter or its jumps more direct; the number of rounds is
 * limited. HOPS: the maximum length of chains of jumps. */
enum { ROUNDS_MAX = 32, HOPS_MAX = 64 };

typedef struct Optimiser {
    Arena *arena;
    Piece *pieces; /* the current code */
    uint32_t count;
    uint32_t *targets; /* of the switches */
    uint32_t target_count;
    bool *reached;
    uint32_t *waiting; /* work list of reachable pieces */
    uint32_t *moved;   /* from a piece to its index in the new code */
    uint32_t *places;  /* the pieces of the source positions */
    ScriptCode *code;
    Folder folder; /* builds the new code */
} Optimiser;

/* ---- from bytes and back ---- */

/* The code must have been verified. Jumps refer to pieces instead of bytes; constants of all
 * sizes become one instruction, and get their shortest form at the end. */
static void read_code(Optimiser *optimiser, Bytes code)
{
    Arena *arena = optimiser->arena;
    uint32_t *piece_of = arena_alloc_raw(arena, code.size, sizeof *piece_of);
    uint32_t count = 0, targets = 0;
    Instruction it;
    for (size_t at = 0; at < code.size; at += it.size, count++) {
        instruction_read(code, at, &it);
        piece_of[at] = count;
        targets += it.op == OP_SWITCH ? it.value : 0;
    }
    optimiser->pieces = ARENA_ALLOC(arena, Piece, count);
    optimiser->folder.pieces = ARENA_ALLOC(arena, Piece, count);
    optimiser->targets = arena_alloc_raw(arena, targets + 1, sizeof(uint32_t));
    optimiser->reached = ARENA_ALLOC(arena, bool, count);
    optimiser->waiting = arena_alloc_raw(arena, count, sizeof(uint32_t));
    optimiser->moved = arena_alloc_raw(arena, count, sizeof(uint32_t));
    for (size_t at = 0; at < code.size; at += it.size) {
        instruction_read(code, at, &it);
        Piece *piece = &optimiser->pieces[optimiser->count++];
        *piece = (Piece){.it = it, .table = optimiser->target_count};
        if (it.op == OP_JMP || it.op == OP_JZ)
            piece->it.value = piece_of[it.value];
        for (unsigned i = 0; it.op == OP_SWITCH && i < it.value; i++)
            optimiser->targets[optimiser->target_count++] =
                piece_of[instruction_address(code, &it, i)];
        if (instruction_is_constant(&it))
            piece->it.op = OP_PUSH32;
    }
    optimiser->places =
        arena_alloc_raw(arena, optimiser->code->position_count + 1, sizeof *optimiser->places);
    for (size_t i = 0; i < optimiser->code->position_count; i++)
        optimiser->places[i] = piece_of[optimiser->code->positions[i].code];
}

/* The same sizes as write_piece() writes, which addresses rely on. */
static uint32_t piece_size(const Piece *piece)
{
    const uint32_t value = piece->it.value;
    if (piece->it.op == OP_PUSH32)
        return value < 1u << 8 ? 2 : value < 1u << 16 ? 3 : value < 1u << 24 ? 4 : 5;
    const uint32_t size = 1u + shape_info(opcode_info(piece->it.op)->shape)->size;
    return piece->it.op == OP_SWITCH ? size + 3 * value : size;
}

static void write_piece(const Optimiser *optimiser, const Piece *piece, const uint32_t *at,
                        Writer *out)
{
    const Instruction *it = &piece->it;
    if (it->op == OP_PUSH32) {
        emit_constant((int32_t)it->value, out);
        return;
    }
    const OperandShape shape = opcode_info(it->op)->shape;
    write_u8(out, (uint8_t)it->op);
    if (shape == SHAPE_PLACE) {
        write_u24(out, it->value);
        write_u16(out, it->x);
        write_u16(out, it->y);
    } else if (shape == SHAPE_SPRITE) {
        write_u8(out, it->category);
        write_u16(out, (uint16_t)it->value);
    } else if (shape != SHAPE_NONE) {
        write_uint(out, shape == SHAPE_ADDRESS ? at[it->value] : it->value,
                   shape_info(shape)->size);
    }
    for (uint32_t i = 0; it->op == OP_SWITCH && i < it->value; i++)
        write_u24(out, at[optimiser->targets[piece->table + i]]);
}

/* Two passes: addresses first, since jumps may lead forward. */
static void write_code(Optimiser *optimiser)
{
    Writer out = writer_to(optimiser->arena);
    ScriptCode *code = optimiser->code;
    uint32_t *at = optimiser->moved, size = 0;
    uint8_t highest = 0;
    for (uint32_t i = 0; i < optimiser->count; i++) {
        at[i] = size;
        size += piece_size(&optimiser->pieces[i]);
    }
    for (uint32_t i = 0; i < optimiser->count; i++) {
        const Instruction *it = &optimiser->pieces[i].it;
        write_piece(optimiser, &optimiser->pieces[i], at, &out);
        if (opcode_info(it->op)->shape == SHAPE_COMMAND && it->value > highest)
            highest = (uint8_t)it->value;
    }
    ScriptPosition *positions =
        ARENA_ALLOC(optimiser->arena, ScriptPosition, code->position_count);
    size_t count = 0;
    for (size_t i = 0; i < code->position_count; i++) {
        const uint32_t place = at[optimiser->places[i]];
        if (count && positions[count - 1].code == place)
            count--; /* its code was removed */
        positions[count++] = (ScriptPosition){place, code->positions[i].source};
    }
    *code = (ScriptCode){writer_bytes(&out), highest, count ? positions : NULL, count};
}

/* ---- reachability ---- */

/* Each piece is put on the list once, so it never has more elements than pieces. */
static void reach(Optimiser *optimiser, uint32_t piece, uint32_t *waiting)
{
    if (!optimiser->reached[piece])
        optimiser->waiting[(*waiting)++] = piece;
    optimiser->reached[piece] = true;
}

/* A piece to which a jump leads: values on the stack are not known there. */
static void lead(Optimiser *optimiser, uint32_t piece, uint32_t *waiting)
{
    optimiser->pieces[piece].leads = true;
    reach(optimiser, piece, waiting);
}

/* Code ends with an END, even if it is unreachable. */
static void keep_end(Optimiser *optimiser)
{
    uint32_t last = optimiser->count - 1;
    while (!optimiser->reached[last])
        last--;
    if (optimiser->pieces[last].it.op == OP_END)
        optimiser->count = last + 1;
    else
        optimiser->reached[optimiser->count - 1] = true;
    for (size_t i = 0; i < optimiser->code->position_count; i++)
        if (optimiser->places[i] >= optimiser->count)
            optimiser->places[i] = optimiser->count - 1;
}

/* Starts at the first piece, and follows jumps and the normal order. */
static void find_reached(Optimiser *optimiser)
{
    uint32_t waiting = 0;
    memset(optimiser->reached, 0, optimiser->count * sizeof *optimiser->reached);
    for (uint32_t i = 0; i < optimiser->count; i++)
        optimiser->pieces[i].leads = false;
    reach(optimiser, 0, &waiting);
    while (waiting) {
        const uint32_t at = optimiser->waiting[--waiting];
        const Piece *piece = &optimiser->pieces[at];
        const Opcode op = piece->it.op;
        if (op == OP_JMP || op == OP_JZ)
            lead(optimiser, piece->it.value, &waiting);
        for (uint32_t i = 0; op == OP_SWITCH && i < piece->it.value; i++)
            lead(optimiser, optimiser->targets[piece->table + i], &waiting);
        if (op != OP_JMP && op != OP_END)
            reach(optimiser, at + 1, &waiting);
    }
    keep_end(optimiser);
}

/* The first piece with an effect that is executed after a jump to `piece`. */
static uint32_t end_of_jumps(const Optimiser *optimiser, uint32_t piece)
{
    for (unsigned i = 0; i < HOPS_MAX && optimiser->pieces[piece].it.op == OP_JMP; i++)
        piece = optimiser->pieces[piece].it.value;
    return piece;
}

static uint32_t next_reached(const Optimiser *optimiser, uint32_t piece)
{
    do
        piece++;
    while (!optimiser->reached[piece]); /* the last one always is */
    return piece;
}

/* ---- one round ---- */

/* A piece without a value on the stack: what was known of it is forgotten. */
static void put(Optimiser *optimiser, Opcode op, uint32_t value)
{
    Folder *folder = &optimiser->folder;
    folder->pieces[folder->count++] = (Piece){.it = {.op = op, .value = value}};
    fold_clear(folder);
}

/* Emits a jump from piece `at` to `target`: nothing if the target is the next piece, END
 * if the script ends there. */
static void put_jump(Optimiser *optimiser, uint32_t at, uint32_t target)
{
    const uint32_t end = end_of_jumps(optimiser, target);
    const bool stops = optimiser->pieces[end].it.op == OP_END;
    const bool next = end_of_jumps(optimiser, next_reached(optimiser, at)) == end;
    optimiser->folder.changed |= next || stops || end != target;
    fold_clear(&optimiser->folder);
    if (!next)
        put(optimiser, stops ? OP_END : OP_JMP, stops ? 0 : end);
}

/* Replaces a jump over a jump by the inverse jump to the second one's target. */
static bool put_turned(Optimiser *optimiser, uint32_t at, uint32_t target)
{
    const uint32_t next = next_reached(optimiser, at);
    const Piece *jump = &optimiser->pieces[next];
    if (jump->it.op != OP_JMP || jump->leads || next_reached(optimiser, next) != target)
        return false;
    fold_not(&optimiser->folder);
    fold_truth(&optimiser->folder);
    put(optimiser, OP_JZ, end_of_jumps(optimiser, jump->it.value));
    optimiser->reached[next] = false;
    optimiser->folder.changed = true;
    return true;
}

/* A constant condition decides; one without effect is dropped if both ways lead to the same
 * place. */
static void put_branch(Optimiser *optimiser, uint32_t at, uint32_t target)
{
    Folder *folder = &optimiser->folder;
    fold_truth(folder);
    const Value top = fold_top(folder);
    const uint32_t end = end_of_jumps(optimiser, target);
    const uint32_t next = next_reached(optimiser, at);
    if (top.known && top.constant) {
        const bool zero = folder->pieces[top.start].it.value == 0;
        fold_drop(folder);
        if (zero)
            put_jump(optimiser, at, target);
    } else if (top.known && top.pure && end_of_jumps(optimiser, next) == end) {
        fold_drop(folder);
    } else if (!put_turned(optimiser, at, target)) {
        folder->changed |= end != target;
        put(optimiser, OP_JZ, end);
    }
    fold_clear(folder);
}

/* A known value leads to its case; a switch of a truth value with one case becomes a branch. */
static void put_switch(Optimiser *optimiser, uint32_t at, const Piece *piece)
{
    Folder *folder = &optimiser->folder;
    const Value top = fold_top(folder);
    const uint32_t highest = piece->it.value;
    uint32_t *targets = optimiser->targets + piece->table;
    if (top.known && top.constant) {
        const int32_t value = (int32_t)folder->pieces[top.start].it.value;
        const uint32_t branch = value < 0 ? 0 : (uint32_t)value;
        fold_drop(folder);
        if (branch < highest)
            put_jump(optimiser, at, targets[highest - 1 - branch]);
    } else if (top.known && top.pure && highest == 0) {
        fold_drop(folder);
    } else if (top.known && top.boolean && highest == 1) {
        folder->changed = true;
        put_branch(optimiser, at, targets[0]);
    } else {
        for (uint32_t i = 0; i < highest; i++) {
            const uint32_t end = end_of_jumps(optimiser, targets[i]);
            folder->changed |= end != targets[i];
            targets[i] = end;
        }
        put(optimiser, OP_SWITCH, highest);
        folder->pieces[folder->count - 1].table = piece->table;
    }
    fold_clear(folder);
}

/* Folding must not go across a piece to which a jump leads. */
static void put_piece(Optimiser *optimiser, uint32_t at)
{
    const Piece *piece = &optimiser->pieces[at];
    const OpcodeInfo *info = opcode_info(piece->it.op);
    if (piece->leads)
        fold_clear(&optimiser->folder);
    if (piece->it.op == OP_JMP)
        put_jump(optimiser, at, piece->it.value);
    else if (piece->it.op == OP_JZ)
        put_branch(optimiser, at, piece->it.value);
    else if (piece->it.op == OP_SWITCH)
        put_switch(optimiser, at, piece);
    else if (info->pushes == PUSHES_NOTHING) {
        optimiser->folder.pieces[optimiser->folder.count++] = *piece;
        fold_clear(&optimiser->folder);
    } else {
        fold_piece(&optimiser->folder, piece);
    }
}

/* Replaces the indices of old pieces by those of new ones. */
static void renumber(Optimiser *optimiser)
{
    const Folder *folder = &optimiser->folder;
    for (uint32_t i = 0; i < folder->count; i++) {
        Piece *piece = &folder->pieces[i];
        if (piece->it.op == OP_JMP || piece->it.op == OP_JZ)
            piece->it.value = optimiser->moved[piece->it.value];
        for (uint32_t j = 0; piece->it.op == OP_SWITCH && j < piece->it.value; j++) {
            uint32_t *target = &optimiser->targets[piece->table + j];
            *target = optimiser->moved[*target];
        }
    }
    for (size_t i = 0; i < optimiser->code->position_count; i++)
        optimiser->places[i] = optimiser->moved[optimiser->places[i]];
}

/* One round: returns whether anything changed. Old and new pieces swap their memory. */
static bool improve(Optimiser *optimiser)
{
    Folder *folder = &optimiser->folder;
    find_reached(optimiser);
    folder->count = 0;
    folder->changed = false;
    fold_clear(folder);
    for (uint32_t i = 0; i < optimiser->count; i++) {
        optimiser->moved[i] = folder->count;
        if (optimiser->reached[i])
            put_piece(optimiser, i);
        else
            folder->changed = true;
    }
    renumber(optimiser);
    Piece *old = optimiser->pieces;
    optimiser->pieces = folder->pieces;
    optimiser->count = folder->count;
    folder->pieces = old;
    return folder->changed;
}

void script_optimise(ScriptCode *code, Arena *arena)
{
    Optimiser *optimiser = ARENA_ALLOC(arena, Optimiser, 1);
    optimiser->arena = arena;
    optimiser->code = code;
    read_code(optimiser, code->bytes);
    for (unsigned i = 0; i < ROUNDS_MAX && improve(optimiser); i++)
        ;
    write_code(optimiser);
}
