/* Internal declarations of the INI module. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_REG_INI_INTERNAL_H
#define OISIN_FORMATS_EVIL_ISLANDS_REG_INI_INTERNAL_H

#include "formats/evil_islands/reg_ini.h"

static inline bool ini_is_blank(char c) { return c == ' ' || c == '\t'; }

/* The type of a value without quotes; text if neither matches. */
bool ini_looks_like_int(Text text);
bool ini_looks_like_float(Text text); /* digits with a point, an exponent or both */
bool ini_looks_like_bits(Text text, uint32_t *bits);

#endif
