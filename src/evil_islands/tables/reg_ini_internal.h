/* Internal declarations of the INI module. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_REG_INI_INTERNAL_H
#define OISIN_EVIL_ISLANDS_TABLES_REG_INI_INTERNAL_H

#include "evil_islands/tables/reg_ini.h"

static inline bool ini_is_blank(char c) { return c == ' ' || c == '\t'; }

/* The type of a value without quotes; text if neither matches. */
bool ini_looks_like_int(Text text);
bool ini_looks_like_float(Text text); /* digits with a point, an exponent or both */
bool ini_looks_like_bits(Text text, uint32_t *bits);

#endif
