/* The built-in font's pixels, as they look: for font_builtin.c alone. */
#ifndef OISIN_FORMATS_OPEN_FONT_PIXELS_H
#define OISIN_FORMATS_OPEN_FONT_PIXELS_H

/* Characters side by side, '#' is ink, a blank separates them. The first row is
 * the top of a capital, the ninth stands on the baseline, three are below. */
typedef struct FontBlock {
    const char *characters; /* UTF-8 */
    const char *rows[12];   /* NULL: nothing from here on */
} FontBlock;

/* Ends with characters NULL. */
extern const FontBlock FONT_BLOCKS[];

#endif
