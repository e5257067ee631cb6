/* Small fonts that the tests of SSFN share: each shows one thing. */
#ifndef OISIN_TESTS_SSFN_SAMPLES_H
#define OISIN_TESTS_SSFN_SAMPLES_H

#include "tirnanog/fonts/ssfn_write.h"

/* A square with a hole ('A', two contours), a disc of quadratics ('o') and of
 * cubics ('O'), a blank; 'A' kerns with 'V' by -16 and down by 8. */
SsfnModel sample_vector(Arena *arena);

/* A monospaced font of 8 rows: 'A' and 'f' as bitmaps, "fi" as a ligature, no 'i'. */
SsfnModel sample_bitmap(Arena *arena);

/* 'a': a pixmap of red, half green, the text's colour and nothing; 'b': a bitmap in
 * red below one without; U+0: a dot; 'v' goes down. */
SsfnModel sample_pixmap(Arena *arena);

#endif
