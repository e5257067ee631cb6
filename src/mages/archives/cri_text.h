/* Texts of CRI tables: Shift-JIS, or UTF-8 in newer ones; a table tells which.
 *
 * Any bytes survive decoding and encoding: those without a character become characters for
 * private use, as in base/cp932.h. */
#ifndef OISIN_MAGES_ARCHIVES_CRI_TEXT_H
#define OISIN_MAGES_ARCHIVES_CRI_TEXT_H

#include "base/cp932.h"
#include "base/report.h"

typedef enum CriEncoding { CRI_SHIFT_JIS, CRI_UTF8, CRI_ENCODINGS } CriEncoding;

/* `page` is needed for Shift-JIS unless the text is ASCII. */
Text cri_text_decode(CriEncoding encoding, const Cp932 *page, Text text, Arena *arena);
bool cri_text_encode(CriEncoding encoding, const Cp932 *page, Text text, Text *out,
                     Arena *arena, Report *report);

bool cri_text_is_ascii(Text text);

#endif
