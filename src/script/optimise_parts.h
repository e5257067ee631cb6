/* What the optimiser's two files share: optimise.c follows the jumps, fold.c
 * calculates. */
#ifndef OISIN_SCRIPT_OPTIMISE_PARTS_H
#define OISIN_SCRIPT_OPTIMISE_PARTS_H

#include "script/script.h"

/* An instruction. Constants are all PUSH32 until they are written. */
typedef struct Piece {
    Instruction it; /* `value` of a jump: the piece it leads to */
    uint32_t table; /* of a SWITCH: where its targets are, those of branch n-1 first */
    bool leads;     /* something leads here: code before and after do not mix */
} Piece;

/* A value on the stack: which pieces of the new code calculate it. */
typedef struct Value {
    uint32_t start; /* the first; its pieces end where the next value's begin */
    bool known;     /* else nothing is known of it, not even `start` */
    bool constant;
    bool pure;    /* no world is asked */
    bool boolean; /* 0 or 1 */
} Value;

typedef struct Folder {
    Piece *pieces; /* the new code */
    uint32_t count;
    Value stack[SCRIPT_STACK_MAX]; /* the topmost values */
    unsigned depth;
    bool changed;
} Folder;

/* Appends an instruction that pushes numbers or nothing but numbers, folded. */
void fold_piece(Folder *folder, const Piece *piece);
/* Nothing is known of the stack from here on. */
void fold_clear(Folder *folder);
/* The value on top; an unknown one if nothing is known. */
Value fold_top(const Folder *folder);
/* Takes the value on top, which is known, away together with its code. */
void fold_drop(Folder *folder);
/* The value on top is only looked at for being zero: makes that shorter. */
void fold_truth(Folder *folder);
/* Turns the value on top into 1 if it is zero, else 0. */
void fold_not(Folder *folder);

#endif
