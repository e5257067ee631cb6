/* The input of a tick: what a player pressed, clicked or typed.
 *
 * It is plain data: it is recorded, replayed, sent to a server and written by tests. Buttons,
 * offers and screens are rows of input.def. */
#ifndef OISIN_ENGINE_INPUT_H
#define OISIN_ENGINE_INPUT_H

#include <stdint.h>

typedef enum WorldButton { /* bits: pressed since the last tick */
#define BUTTON(name, word, doc) BUTTON_BIT_##name,
#include "engine/state/input.def"
                           BUTTON_BITS,
#define BUTTON(name, word, doc) BUTTON_##name = 1 << BUTTON_BIT_##name,
#include "engine/state/input.def"
} WorldButton;

typedef enum WorldOffer { /* bits: set as long as it is available */
#define OFFER(name, word, doc) OFFER_BIT_##name,
#include "engine/state/input.def"
                          OFFER_BITS,
#define OFFER(name, word, doc) OFFER_##name = 1 << OFFER_BIT_##name,
#include "engine/state/input.def"
} WorldOffer;

/* All zero: no input. */
typedef struct WorldInput {
    uint32_t direction;         /* held: 0 none, 1 + Direction */
    uint32_t offers;            /* held: WorldOffer bits; other choices are disabled */
    uint32_t buttons;           /* of WorldButton */
    uint32_t action;            /* 1-9: a default action */
    uint32_t item;              /* 1 + the item of the bag to use */
    uint32_t belt;              /* 1 + the slot of the belt to use; in the bag: to fill */
    uint32_t option;            /* 1 + the row that was clicked: selects and activates it */
    uint32_t select;            /* 1 + the row to select */
    int32_t adjust;             /* -1, 1: decrease or increase that row, or the selected one */
    uint32_t tab;               /* 1 + the tab of the bag that was clicked */
    uint32_t go;                /* 1: walk to, or talk to, what is at `target` */
    int32_t target_x, target_y; /* pixels of the map's image */
    const char *text;           /* entered text: a name or a chat message; NULL: none */
} WorldInput;

/* Adds what was pressed, clicked or typed in `before`, an earlier input that was not applied,
 * so that one tick applies both. Where they exclude each other (two actions, two rows), the
 * newer one wins. Held members (`direction`, `offers`) are not taken over. */
void input_merge(WorldInput *input, const WorldInput *before);

#endif
