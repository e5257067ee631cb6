/* Letters by which the file names of sprites tell what is in them (hero_soo0.png). */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_SPRITE_NAMES_H
#define OISIN_TIRNANOG_CONTAINER_TNG_SPRITE_NAMES_H

/* Names of directions (0-7, "so" to "se") and loop types ('o', 'f', 'l'). */
extern const char *const tng_direction_names[8];
extern const char tng_loop_letters[4];
/* A frame count from 1 to 32 as the letter used in file names: 0-9, A-V. */
char tng_frame_letter(unsigned count);

#endif
