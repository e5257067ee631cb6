/* Private to the optimiser: optimise.c changes control flow, fold.c folds expressions. */
#ifndef OISIN_TIRNANOG_SCRIPT_OPTIMISE_INTERNAL_H
#define OISIN_TIRNANOG_SCRIPT_OPTIMISE_INTERNAL_H

#include "tirnanog/script/script.h"

/* An instruction. All constants are PUSH32 until the code is written. */
typedef struct Piece {
    Instruction it; /* for a jump, `value` is the index of the target piece */
    uint32_t table; /* of a SWITCH: index of its targets, that of case n-1 first */
    bool leads;     /* jump target: code before and after must not be combined */
} Piece;

/* A value on the stack, and the pieces of the new code that compute it. */
typedef struct Value {
    uint32_t start; /* the first piece; the last is before the next value's start */
    bool known;     /* if false, no other field is valid, not even `start` */
    bool constant;
    bool pure;    /* computed without queries to the host */
    bool boolean; /* 0 or 1; not set for constants */
} Value;

typedef struct Folder {
    Piece *pieces; /* the new code */
    uint32_t count;
    Value stack[SCRIPT_STACK_MAX]; /* the topmost values */
    unsigned depth;
    bool changed; /* another round may find more */
} Folder;

/* Appends an instruction of an expression, which pushes one number, and folds it with
 * the values on the stack. */
void fold_piece(Folder *folder, const Piece *piece);
/* Forgets all values: from here on nothing is known about the stack. */
void fold_clear(Folder *folder);
/* The value on top; an unknown one if nothing is known. */
Value fold_top(const Folder *folder);
/* Removes the value on top, which must be known, and its code. */
void fold_drop(Folder *folder);
/* Simplifies the value on top, given that it is only compared with zero. */
void fold_truth(Folder *folder);
/* Replaces the value on top by 1 if it is zero, otherwise by 0. */
void fold_not(Folder *folder);

#endif
