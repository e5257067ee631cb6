/* Private to the writers of prove_writer.h. */
#ifndef OISIN_TESTS_PROVE_WRITER_INTERNAL_H
#define OISIN_TESTS_PROVE_WRITER_INTERNAL_H

#include "prove_writer.h"

typedef struct Buffer {
    uint8_t data[WRITER_MAX];
    size_t size;
} Buffer;

/* A little-endian number. */
void put(Buffer *buffer, uint64_t value, unsigned bytes);
void put_raw(Buffer *buffer, const void *data, size_t size);
/* Overwrites a number. */
void set(Buffer *buffer, size_t at, uint64_t value, unsigned bytes);
/* Sprites that are not set: category 0, index -1. */
void put_unset(Buffer *buffer, unsigned count);
/* Level 0: one stored block. */
void put_stream(Buffer *out, const Buffer *in, int raw, int level);
/* A stream and the checksum after it. `big`: an Adler-32 as zlib writes it. */
void put_block(Buffer *out, const Buffer *in, int raw, unsigned checksum, int level, int big);
/* The first page of an Ogg Vorbis stream; a sprite of one frame; a section with one attribute.
 */
void put_ogg(Buffer *out, uint32_t rate);
void put_sprite(Buffer *out);
void put_attributes(Buffer *out, uint32_t name);
uint32_t crc32c(const uint8_t *data, size_t size);

enum { SAVE_SPRITES = 9, SAVE_OBJECTS = 3, SAVE_NPCS = 2, SAVE_MAPS = 2, SAVE_LIST = 8 };
/* The offsets of names in the game of saves: of maps, NPCs, spawners, quests. */
extern uint32_t save_names[4][SAVE_LIST];

#endif
