/* The names of gamepad buttons as on the gamepad in use. */
#ifndef OISIN_PLAYER_PAD_LABELS_H
#define OISIN_PLAYER_PAD_LABELS_H

#include <stdint.h>

typedef enum PadLayout {
    PAD_XBOX,
    PAD_PLAYSTATION,
    PAD_NINTENDO,
    PAD_DECK,
    PAD_LAYOUTS
} PadLayout;

/* By its identification on the USB. Unknown gamepads have the layout of an Xbox controller. */
PadLayout pad_layout(uint32_t vendor, uint32_t product);
/* The label of a button or half of an axis by its name in the settings; the name itself if it
 * is unknown. */
const char *pad_label(PadLayout layout, const char *name);

#endif
