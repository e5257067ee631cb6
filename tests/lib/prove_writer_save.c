#include "prove_writer_internal.h"

#include <string.h>

const unsigned save_readings[SAVE_QUESTIONS] = {
    [SAVE_STREAM] = 2, [SAVE_CHECKSUM] = 3, [SAVE_MAP] = 2,     [SAVE_POSITION] = 2,
    [SAVE_OBJECT] = 2, [SAVE_NPC] = 2,      [SAVE_SPAWNER] = 2, [SAVE_QUEST] = 2,
};

static uint32_t identity(unsigned as_name, unsigned list)
{
    return as_name ? save_names[list][1] : 1;
}

static void put_entity(Buffer *out, const unsigned *readings, unsigned contents)
{
    const int items = contents & SAVE_HAS_ITEMS, quest = contents & SAVE_HAS_QUEST;
    const uint32_t far = contents & SAVE_HAS_FAR ? 50 : 2;
    const uint32_t sprite = contents & SAVE_HAS_HIGH ? 7 : 2;
    put(out, identity(readings[SAVE_MAP], 0), 3);
    put(out, 0, 1);
    put(out, readings[SAVE_POSITION] ? 3 : far, 4);
    put(out, 1, 4);
    put(out, 0, 3);
    put(out, contents & SAVE_HAS_OTHER_ATTRIBUTES ? 2 : 1, 1); /* attributes */
    put(out, items ? 1 : 0, 2);
    put(out, 0, 2);
    put(out, quest ? 1 : 0, 2);
    put(out, 12, 4);
    if (contents & SAVE_HAS_OTHER_ATTRIBUTES)
        put(out, 13, 4);
    if (items) {
        put(out, 5, 4);
        put(out, readings[SAVE_OBJECT] ? 2 : sprite, 4);
    }
    if (quest)
        put(out, identity(readings[SAVE_QUEST], 3) | 0x80000000u, 4);
}

static void put_user(Buffer *out, const unsigned *readings, unsigned contents)
{
    const size_t at = out->size;
    put_raw(out, "USER", 4);
    put(out, 0, 4);
    for (unsigned i = 0; i < 8; i++)
        put(out, 0, 8);
    put_raw(out, "en", 2);
    put(out, 0, 1);
    put(out, 1, 1);
    put_raw(out, WRITER_NAME, sizeof WRITER_NAME);
    put(out, 0, 4);
    for (unsigned i = 0; i < 64; i++)
        put(out, 0xFFFF, 2);
    put_entity(out, readings, contents);
    set(out, at + 4, out->size - at, 4);
}

static void put_npc(Buffer *out, const unsigned *readings, unsigned contents)
{
    const size_t at = out->size;
    put_raw(out, "NPC", 4);
    put(out, 0, 4);
    put(out, identity(readings[SAVE_NPC], 1), 4);
    put(out, contents & SAVE_HAS_SPAWNED ? identity(readings[SAVE_SPAWNER], 2) : 0xFFFFFFFF, 4);
    put(out, 0xFFFFFF, 3); /* on no map */
    for (unsigned i = 0; i < 19 + 4; i++)
        put(out, i == 12, 1); /* one attribute, which is 0 */
    set(out, at + 4, out->size - at, 4);
}

size_t write_save(const unsigned readings[static SAVE_QUESTIONS], unsigned contents,
                  uint8_t out[static WRITER_MAX])
{
    static Buffer chunks, file;
    chunks.size = file.size = 0;
    put_raw(&file, "TNG Saved Game\n\0" WRITER_NAME "\0\0\0\0\0\0\0\0\0\0", 32);
    if (contents & SAVE_HAS_PREVIEW) {
        put_raw(&file, "PRVW", 4);
        put(&file, 40, 4);
        for (unsigned i = 0; i < 4; i++)
            put(&file, 0, 8);
    }
    put_raw(&chunks, "GLBL", 4);
    put(&chunks, 12, 4);
    put(&chunks, 77, 4);
    if (contents & SAVE_HAS_USER)
        put_user(&chunks, readings, contents);
    if (contents & SAVE_HAS_NPC)
        put_npc(&chunks, readings, contents);
    if (contents & SAVE_HAS_MAP) {
        put_raw(&chunks, "MAP", 4);
        put(&chunks, 15, 4);
        put(&chunks, identity(readings[SAVE_MAP], 0), 4);
        put(&chunks, 0xFFFF8F, 3);
    }
    put_block(&file, &chunks, readings[SAVE_STREAM] == 1, readings[SAVE_CHECKSUM], 6, 0);
    memcpy(out, file.data, file.size);
    return file.size;
}
