/* The letters in the order of their values in a game (docs/reference/formats/tng.md). */
#include "tirnanog/container/tng_sprite_names.h"

const char *const tng_direction_names[8] = {"so", "sw", "we", "nw", "no", "ne", "ea", "se"};
const char tng_loop_letters[4] = {'o', 'f', 'l', 'l'};

char tng_frame_letter(unsigned count)
{
    const unsigned digit = count ? count - 1 : 0;
    return (char)(digit < 10 ? '0' + digit : 'A' + (digit - 10) % 22);
}
