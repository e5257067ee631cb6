/* The table of labels, and the choice of a layout by the numbers of maker and product. SDL's
 * names of buttons are those of an Xbox gamepad, so gamepads of unknown makers get these
 * labels. */
#include "player/pad_labels.h"

#include <string.h>

/* The list of the USB Implementers Forum; the product is Valve's. */
enum { VALVE = 0x28DE, DECK = 0x1205, SONY = 0x054C, NINTENDO = 0x057E };

static const struct {
    const char *name, *labels[PAD_LAYOUTS];
} rows[] = {
#define BUTTON(name, xbox, playstation, nintendo, deck)                                        \
    {name, {xbox, playstation, nintendo, deck}},
#include "player/pad_labels.def"
};

PadLayout pad_layout(uint32_t vendor, uint32_t product)
{
    if (vendor == VALVE && product == DECK)
        return PAD_DECK;
    return vendor == SONY ? PAD_PLAYSTATION : vendor == NINTENDO ? PAD_NINTENDO : PAD_XBOX;
}

const char *pad_label(PadLayout layout, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].labels[layout];
    return name;
}
