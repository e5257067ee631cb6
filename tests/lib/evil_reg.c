#include "evil_reg.h"

Bytes small_reg(Kit *kit)
{
    Bytes file = {0};
    assert_true(ini_to_reg(TEXT(SMALL_INI), &file, kit->arena, &kit->report));
    return file;
}

Bytes small_cam(Kit *kit)
{
    const float frames[] = {0, 0.1f, 1, 2, 3, 1, 0, 0, 0, 0.1f, 0.1f, 4, 5, 6, 0, 1, 0, 0};
    return arena_copy(kit->arena, (Bytes){(const uint8_t *)frames, sizeof frames});
}
