/* What the files of the INI module share; nobody else includes it. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_REG_INI_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_REG_INI_PARTS_H

#include "formats/evil_islands/reg_ini.h"

static inline bool ini_is_blank(char c) { return c == ' ' || c == '\t'; }

/* What a value without quotes is read as; as text if as none of these. */
bool ini_looks_like_int(Text text);
bool ini_looks_like_float(Text text); /* digits with a point, an exponent or both */
bool ini_looks_like_bits(Text text, uint32_t *bits);

#endif
