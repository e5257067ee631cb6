/* The results of the binary operators, for all users that must agree: the machine, its
 * tracing variant and the optimiser. Values are 32-bit two's complement; sums,
 * differences and products wrap; x/0 and x%0 are 0 (docs/reference/script.md); INT32_MIN/-1
 * wraps to INT32_MIN with remainder 0. Each BINARY_OP of opcodes.def needs its value_NAME. */
#ifndef OISIN_TIRNANOG_SCRIPT_VALUES_H
#define OISIN_TIRNANOG_SCRIPT_VALUES_H

#include <stdint.h>

static inline int32_t value_wrap(uint32_t value) { return (int32_t)value; }

static inline int32_t value_ADD(int32_t a, int32_t b)
{
    return value_wrap((uint32_t)a + (uint32_t)b);
}
static inline int32_t value_SUB(int32_t a, int32_t b)
{
    return value_wrap((uint32_t)a - (uint32_t)b);
}
static inline int32_t value_MUL(int32_t a, int32_t b)
{
    return value_wrap((uint32_t)a * (uint32_t)b);
}
static inline int32_t value_DIV(int32_t a, int32_t b)
{
    return b == 0 ? 0 : b == -1 ? value_wrap(0u - (uint32_t)a) : a / b;
}
static inline int32_t value_MOD(int32_t a, int32_t b) { return b == 0 || b == -1 ? 0 : a % b; }
static inline int32_t value_EQ(int32_t a, int32_t b) { return a == b; }
static inline int32_t value_NE(int32_t a, int32_t b) { return a != b; }
static inline int32_t value_GE(int32_t a, int32_t b) { return a >= b; }
static inline int32_t value_GT(int32_t a, int32_t b) { return a > b; }
static inline int32_t value_LE(int32_t a, int32_t b) { return a <= b; }
static inline int32_t value_LT(int32_t a, int32_t b) { return a < b; }
static inline int32_t value_OR(int32_t a, int32_t b) { return a || b; }
static inline int32_t value_AND(int32_t a, int32_t b) { return a && b; }

#endif
