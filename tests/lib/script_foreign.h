/* Bytecode as other compilers write it: the same effect, other instructions. */
#ifndef OISIN_TESTS_SCRIPT_FOREIGN_H
#define OISIN_TESTS_SCRIPT_FOREIGN_H

#include "base/stream.h"
#include "tirnanog/script/bytecode.h"

enum {
    FOREIGN_WIDE = 1,     /* constants are longer than needed */
    FOREIGN_JUMPS = 2,    /* jumps to the next instruction, as after a last case */
    FOREIGN_BRANCHES = 4, /* a switch with two branches is a JZ */
    FOREIGN_LOOPS = 8,    /* the test of a loop is at its end */
    FOREIGN_ENDS = 16,    /* several ENDs, code after the last one */
    FOREIGN_THREADS = 32, /* jumps to jumps lead to the final target */
    FOREIGN_SPRITES = 64, /* objects have sprite category 2 */
    FOREIGN_SHAPES = 128
};

/* Rewrites a valid handler or expression that our compiler emitted. `shapes` selects what may
 * change; `seed` where it does. */
Bytes script_foreign(Bytes code, unsigned shapes, uint32_t seed, Arena *arena);

#endif
