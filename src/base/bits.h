/* Operations on the bits of numbers. */
#ifndef OISIN_BASE_BITS_H
#define OISIN_BASE_BITS_H

#include <stdint.h>

/* Bits 0, 1, 2, ... 15 become bits 0, 2, 4, ... 30: 0b1011 becomes 0b01000101. */
static inline uint32_t bits_spread(uint32_t value)
{
    value = (value | value << 8) & 0x00FF00FF;
    value = (value | value << 4) & 0x0F0F0F0F;
    value = (value | value << 2) & 0x33333333;
    return (value | value << 1) & 0x55555555;
}

#endif
