#include "evil_adb.h"

Bytes small_adb(Kit *kit, uint32_t size)
{
    AdbAnimation animations[2] = {
        {.name = "MainColumn\0\x80\x10\x08\0\x0f",
         .index = 0,
         .packed = 0x12ull << 47 | 5ull << 32 | 2ull << 30 | 7ull << 22 | 5ull << 18 | 33,
         .probability = 40,
         .times = {.length = 30, .speed = 1.1f, .show_hide = {3, 4}, .step = {1, 2, 5, 6}}},
        {.name = "\xcb\xe5\xf1 of sixteen.", .index = 1, .packed = 12ull << 18}};
    Adb adb = {.head = {.name = "unmotr", .min_height = 0.5f, .mid_height = 1, .max_height = 2},
               .size = size,
               .animations = animations,
               .count = 2};
    return adb_write(&adb, kit->arena);
}
