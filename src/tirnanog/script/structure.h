/* Finds the statements behind bytecode of other compilers.
 *
 * Another compiler, or our optimiser, emits other jumps than those of emit.c: JZ and JMP for
 * a condition, loops with the test at their end, jumps to jumps, several ENDs. The effect may
 * still be that of `while` and `switch`. This module builds the control-flow graph, finds loops
 * by dominators and the ends of branches by post-dominators, and emits the code that our
 * compiler would emit for the statements found, so that it can be decompiled.
 *
 * The result has the same effect, but other bytes. It is printed as a comment of a listing. */
#ifndef OISIN_TIRNANOG_SCRIPT_STRUCTURE_H
#define OISIN_TIRNANOG_SCRIPT_STRUCTURE_H

#include "tirnanog/script/script.h"

/* `code` is a valid handler. False if its effect cannot be written as nested statements, or if
 * it is too large. */
bool structure_code(Bytes code, Bytes *out, Arena *arena);

#endif
