/* The optimiser's arithmetic: instructions are appended one by one, and constant parts are
 * computed. In stack code the operands of an operator are adjacent, so the end of the new
 * code is always the value on top. */
#include "tirnanog/script/optimise_internal.h"
#include "tirnanog/script/values.h"

static const Opcode opposites[][2] = {{OP_EQ, OP_NE}, {OP_GE, OP_LT}, {OP_GT, OP_LE}};

/* The negated comparison; END if `op` is not a comparison. */
static Opcode opposite(Opcode op)
{
    for (size_t i = 0; i < COUNT_OF(opposites); i++)
        for (size_t j = 0; j < 2; j++)
            if (opposites[i][j] == op)
                return opposites[i][1 - j];
    return OP_END;
}

/* Uses the same functions as the machine, so that folding cannot change a result. */
static int32_t calculate(Opcode op, int32_t a, int32_t b)
{
    switch ((int)op) {
#define BINARY_OP(name)                                                                        \
    case OP_##name:                                                                            \
        return value_##name(a, b);
#include "tirnanog/script/opcodes.def"
    case OP_MIN:
        return a < b ? a : b;
    default: /* OP_MAX */
        return a > b ? a : b;
    }
}

static bool gives_boolean(Opcode op)
{
    return opcode_family(op) == FAMILY_COMPARE || opcode_family(op) == FAMILY_LOGIC;
}

void fold_clear(Folder *folder) { folder->depth = 0; }

Value fold_top(const Folder *folder)
{
    return folder->depth ? folder->stack[folder->depth - 1] : (Value){0};
}

/* An empty stack gives an unknown value: code before the last fold_clear() may have pushed
 * it. */
static Value pop(Folder *folder)
{
    return folder->depth ? folder->stack[--folder->depth] : (Value){0};
}

static void push(Folder *folder, Value value)
{
    if (folder->depth == SCRIPT_STACK_MAX)
        folder->depth = 0; /* nothing is known about the values below */
    folder->stack[folder->depth++] = value;
}

static void append(Folder *folder, Opcode op, uint32_t value)
{
    folder->pieces[folder->count++] = (Piece){.it = {.op = op, .value = value}};
}

/* Replaces all code from piece `start` on by a constant. */
static void push_constant(Folder *folder, uint32_t start, int32_t number)
{
    folder->count = start;
    append(folder, OP_PUSH32, (uint32_t)number);
    push(folder, (Value){start, true, true, true, false});
}

/* The number of a constant, which is always a single piece: see push_constant(). */
static int32_t constant(const Folder *folder, Value value)
{
    return (int32_t)folder->pieces[value.start].it.value;
}

void fold_drop(Folder *folder)
{
    folder->count = pop(folder).start;
    folder->changed = true;
}

/* Whether the value on top has several pieces; then the last one is its operator. */
static bool has_operator(const Folder *folder)
{
    const Value top = fold_top(folder);
    return top.known && !top.constant && folder->count > top.start + 1;
}

/* A comparison becomes its opposite; a constant is computed; only otherwise NOT is appended. */
void fold_not(Folder *folder)
{
    Value top = fold_top(folder);
    const Opcode other =
        has_operator(folder) ? opposite(folder->pieces[folder->count - 1].it.op) : OP_END;
    if (top.known && top.constant) {
        const int32_t number = constant(folder, top);
        pop(folder);
        push_constant(folder, top.start, !number);
    } else if (other != OP_END) {
        folder->pieces[folder->count - 1].it.op = other;
        folder->changed = true;
    } else {
        append(folder, OP_NOT, 0);
        pop(folder);
        top.boolean = true;
        push(folder, top);
    }
}

void fold_truth(Folder *folder)
{
    while (has_operator(folder)) {
        const Instruction *last = &folder->pieces[folder->count - 1].it;
        const Instruction *before = &folder->pieces[folder->count - 2].it;
        const bool twice = last->op == OP_NOT && before->op == OP_NOT;
        const bool zero = last->op == OP_NE && before->op == OP_PUSH32 && !before->value;
        if (!twice && !zero)
            return;
        folder->count -= 2;
        folder->stack[folder->depth - 1].boolean = false;
    }
}

/* x op number with a result that does not depend on x. */
static bool absorbs_left(Opcode op, int32_t number, int32_t *result)
{
    *result = op == OP_OR;
    return (op == OP_OR && number) || (op == OP_AND && !number) || (op == OP_MUL && !number) ||
           (op == OP_DIV && !number) || (op == OP_MOD && number >= -1 && number <= 1);
}

/* number op x with a result that does not depend on x. */
static bool absorbs_right(Opcode op, int32_t number, int32_t *result)
{
    *result = op == OP_OR;
    return (op == OP_OR && number) ||
           ((op == OP_AND || op == OP_MUL || op == OP_DIV || op == OP_MOD) && !number);
}

/* x op number is x. */
static bool keeps_left(Opcode op, int32_t number, bool boolean)
{
    switch ((int)op) {
    case OP_ADD:
    case OP_SUB:
        return number == 0;
    case OP_MUL:
    case OP_DIV:
        return number == 1;
    case OP_AND:
        return boolean && number;
    case OP_OR:
    case OP_NE:
        return boolean && !number;
    case OP_EQ:
        return boolean && number == 1;
    }
    return false;
}

/* Comparisons by order do not: exchanging their operands needs another operator. */
static bool commutes(Opcode op)
{
    return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_EQ ||
           op == OP_NE;
}

/* (x + 1) + 2 is x + 3: sums and products wrap, so the order does not matter. */
static bool fold_chain(Folder *folder, Opcode op, Value a, int32_t number)
{
    const uint32_t end = folder->count - 1; /* the number's piece */
    if (end < a.start + 3 || folder->pieces[end - 2].it.op != OP_PUSH32)
        return false;
    const Opcode before = folder->pieces[end - 1].it.op;
    const int32_t first = (int32_t)folder->pieces[end - 2].it.value;
    const bool sums = (op == OP_ADD || op == OP_SUB) && (before == OP_ADD || before == OP_SUB);
    if (!sums && (op != OP_MUL || before != OP_MUL))
        return false;
    const Opcode inner = op == before || !sums ? (sums ? OP_ADD : OP_MUL) : OP_SUB;
    folder->pieces[end - 2].it.value = (uint32_t)calculate(inner, first, number);
    folder->count = end;
    a.boolean = false;
    push(folder, a);
    return true;
}

static void remove_piece(Folder *folder, uint32_t at)
{
    folder->count--;
    memmove(folder->pieces + at, folder->pieces + at + 1,
            (folder->count - at) * sizeof *folder->pieces);
}

/* With a constant on the right. Both values are already popped. */
static bool fold_right(Folder *folder, Opcode op, Value a, Value b)
{
    const int32_t number = constant(folder, b);
    int32_t result;
    if (a.pure && absorbs_left(op, number, &result)) {
        push_constant(folder, a.start, result);
    } else if (keeps_left(op, number, a.boolean)) {
        folder->count--;
        push(folder, a);
    } else if ((op == OP_EQ && number == 0) || (op == OP_NE && number == 1 && a.boolean)) {
        folder->count--;
        push(folder, a);
        fold_not(folder);
    } else {
        return fold_chain(folder, op, a, number);
    }
    return true;
}

/* With a constant on the left. */
static bool fold_left(Folder *folder, Opcode op, Value a, Value b)
{
    const int32_t number = constant(folder, a);
    const bool negates =
        (op == OP_EQ && number == 0) || (op == OP_NE && number == 1 && b.boolean);
    int32_t result;
    if (b.pure && absorbs_right(op, number, &result)) {
        push_constant(folder, a.start, result);
        return true;
    }
    if (!negates && !(commutes(op) && keeps_left(op, number, b.boolean)))
        return false;
    remove_piece(folder, a.start);
    b.start = a.start;
    push(folder, b);
    if (negates)
        fold_not(folder);
    return true;
}

/* x + -1 is x - 1, which is shorter. */
static Opcode turn_sum(Folder *folder, Opcode op, Value b)
{
    const int32_t number = constant(folder, b);
    if ((op != OP_ADD && op != OP_SUB) || number >= 0 || number == INT32_MIN)
        return op;
    folder->pieces[b.start].it.value = (uint32_t)-number;
    return op == OP_ADD ? OP_SUB : OP_ADD;
}

static void fold_binary(Folder *folder, Opcode op)
{
    const Value b = pop(folder), a = pop(folder);
    const bool known = a.known && b.known;
    if (known && b.constant)
        op = turn_sum(folder, op, b);
    bool done = true;
    if (known && a.constant && b.constant)
        push_constant(folder, a.start, calculate(op, constant(folder, a), constant(folder, b)));
    else if (known && b.constant)
        done = fold_right(folder, op, a, b);
    else
        done = known && a.constant && fold_left(folder, op, a, b);
    folder->changed |= done;
    if (done)
        return;
    append(folder, op, 0);
    push(folder, (Value){a.start, known, false, a.pure && b.pure, gives_boolean(op)});
}

/* min(1,2,x,3,4): constants at the end are combined; min of one value is that value. */
static void fold_extreme(Folder *folder, Opcode op, uint32_t count)
{
    Value value = {0};
    while (count > 1 && folder->depth > 1 && folder->stack[folder->depth - 1].constant &&
           folder->stack[folder->depth - 2].constant) {
        const Value b = pop(folder), a = pop(folder);
        push_constant(folder, a.start, calculate(op, constant(folder, a), constant(folder, b)));
        count--;
    }
    if (count == 1)
        return;
    append(folder, op, count);
    bool known = true, pure = true;
    for (uint32_t i = 0; i < count; i++) {
        value = pop(folder);
        known &= value.known;
        pure &= value.pure;
    }
    push(folder, (Value){value.start, known, false, pure, false});
}

void fold_piece(Folder *folder, const Piece *piece)
{
    const Opcode op = piece->it.op;
    const uint32_t start = folder->count;
    if (op == OP_NOT) {
        fold_not(folder);
    } else if (op == OP_MIN || op == OP_MAX) {
        fold_extreme(folder, op, piece->it.value);
    } else if (opcode_is_binary(op)) {
        fold_binary(folder, op);
    } else if (op == OP_PUSH32) {
        push_constant(folder, start, (int32_t)piece->it.value);
    } else {
        folder->pieces[folder->count++] = *piece;
        push(folder, (Value){start, true, false, op == OP_PUSH, false});
    }
}
