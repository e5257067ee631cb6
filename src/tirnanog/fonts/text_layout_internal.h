/* Private to text_layout*.c: a paragraph, and a line of it. */
#ifndef OISIN_TIRNANOG_FONTS_TEXT_LAYOUT_INTERNAL_H
#define OISIN_TIRNANOG_FONTS_TEXT_LAYOUT_INTERNAL_H

#include "tirnanog/fonts/text_layout.h"

#include <fribidi.h>

/* Characters with their levels, scripts and fonts. */
typedef struct Paragraph {
    uint32_t *codes, *joined; /* joined: with the forms of Arabic letters */
    uint32_t *at;             /* offsets of the bytes, and of the end */
    FriBidiLevel *levels, base;
    uint32_t *scripts;   /* 0: none in the whole paragraph */
    OutlineFont **fonts; /* NULL: the SSFN fonts of the style */
    size_t count;
} Paragraph;

/* Reads one paragraph, up to its line end or PARAGRAPH_MAX characters. */
Paragraph text_paragraph_read(const TextStyle *style, Text text, Arena *arena);

typedef struct Line {
    const TextStyle *style;
    const Paragraph *paragraph;
    TextItem *items;
    size_t count;
    int64_t pen;       /* 1/64 pixel */
    int64_t ascent, y; /* y: of the line's top */
    size_t start;      /* offset that is subtracted from those of the items */
    int64_t *advances; /* of the paragraph's clusters, at their first characters; or NULL */
    Arena *arena;
} Line;

/* Lays out the characters [from, to) as one line; returns its width in pixels. */
int64_t text_lay_line(Line *line, size_t from, size_t to);

/* The first font that was added and has the character; NULL if there is none. */
OutlineFont *text_shaper_font(const TextShaper *shaper, uint32_t code);

#endif
