/* The pixels of the built-in font as text art; internal to font_builtin.c. */
#ifndef OISIN_TIRNANOG_FONTS_FONT_PIXELS_H
#define OISIN_TIRNANOG_FONTS_FONT_PIXELS_H

/* Characters next to each other: '#' is a pixel, spaces separate characters. The first row is
 * the top of a capital, the ninth is on the baseline, three are below. */
typedef struct FontBlock {
    const char *characters; /* UTF-8 */
    const char *rows[12];   /* NULL: no further rows */
} FontBlock;

/* Terminated by characters NULL. */
extern const FontBlock FONT_BLOCKS[];

#endif
