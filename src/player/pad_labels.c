#include "player/pad_labels.h"

#include <string.h>

enum { VALVE = 0x28DE, DECK = 0x1205 };

static const struct {
    const char *name, *labels[PAD_LAYOUTS];
} rows[] = {
#define BUTTON(name, xbox, playstation, nintendo, deck)                                        \
    {name, {xbox, playstation, nintendo, deck}},
#include "player/pad_labels.def"
};

PadLayout pad_layout(SDL_GameController *pad)
{
    if (SDL_GameControllerGetVendor(pad) == VALVE && SDL_GameControllerGetProduct(pad) == DECK)
        return PAD_DECK;
    switch (SDL_GameControllerGetType(pad)) {
    case SDL_CONTROLLER_TYPE_PS3:
    case SDL_CONTROLLER_TYPE_PS4:
    case SDL_CONTROLLER_TYPE_PS5:
        return PAD_PLAYSTATION;
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_PRO:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_LEFT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_RIGHT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_PAIR:
        return PAD_NINTENDO;
    default:
        return PAD_XBOX;
    }
}

const char *pad_label(PadLayout layout, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].labels[layout];
    return name;
}
