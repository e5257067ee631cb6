/* Colour filters for colour blindness: the invisible part of a colour is shifted to visible
 * colours.
 *
 * The invisible part is a colour minus its simulation: G. M. Machado, M. M. Oliveira, L. A. F.
 * Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
 * (2009), matrices S of severity 1.0. It is shifted as in O. Fidaner, P. Lin, N. Ozguven,
 * "Analysis of Color Blindness" (2005), by a matrix E: from red and green to the other two,
 * and accordingly for tritanopia, where blue is invisible. The table has I + E (I - S) in
 * units of 1/ROWS_ONE; each row adds up to ROWS_ONE, so that greys do not change. */
#include "engine/render/render_internal.h"

#include "engine/render/rows.h"

static const ColourMatrix matrices[] = {
    [COLOURS_PROTANOPIA] = {{{4096, 0, 0}, {1962, 1953, 181}, {2446, -2821, 4471}}},
    [COLOURS_DEUTERANOPIA] = {{{4096, 0, 0}, {667, 2970, 459}, {1862, -2644, 4878}}},
    [COLOURS_TRITANOPIA] = {{{3036, -1668, 2728}, {308, 2397, 1391}, {0, 0, 4096}}},
};

void colours_filter(const Image *target, uint32_t colours)
{
    if (colours < COLOURS_PROTANOPIA || colours > COLOURS_TRITANOPIA)
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t y = 0; y < target->h; y++)
        rows->filter(image_at(target, 0, y), target->w, &matrices[colours]);
}
