/* Colours for those who cannot tell all of them: the part of a picture that is lost to them
 * is put where they see it.
 *
 * What is lost is a colour less what is seen of it: G. M. Machado, M. M. Oliveira, L. A. F.
 * Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
 * (2009), matrices S of severity 1.0. How it is put back is O. Fidaner, P. Lin, N. Ozguven,
 * "Analysis of Color Blindness" (2005), a matrix E: red and green into the other two, and for
 * tritanopia, where it is blue that is lost, alike. Here is I + E (I - S) in parts of
 * ROWS_ONE; each row adds up to that, so greys stay as they are. */
#include "render/parts.h"

#include "render/rows.h"

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
