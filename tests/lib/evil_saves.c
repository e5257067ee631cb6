#include "evil_saves.h"

#include "evil_islands/archives/packed_container.h"

static void put_text(Writer *out, const char *text)
{
    write_text(out, text_of(text));
    write_u8(out, 0);
}

static void put_float(Writer *out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u32(out, bits);
}

static void put_noise(Writer *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        write_u8(out, (uint8_t)(i * i + size));
}

static void put_object(Writer *out, uint32_t id, uint32_t kind, uint16_t material, uint16_t row)
{
    write_u32(out, id);
    write_u32(out, kind);
    write_u16(out, material);
    write_u16(out, row);
}

/* The first 44 bytes of a weapon's or armour's detail. */
static void put_wear(Writer *out, uint32_t id, uint16_t material, uint16_t row, uint32_t spell)
{
    static const float numbers[] = {90.5f, 100, 20, 30, 0.001f, 4.25f, 6404500, 1000};
    write_u32(out, id);
    write_u16(out, material);
    write_u16(out, row);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        put_float(out, numbers[i]);
    write_u32(out, spell);
}

static void put_details(Writer *out, uint32_t base)
{
    put_wear(out, base + EVIL_AXE, 3, 9, base + EVIL_BOLT);
    put_noise(out, 4);
    put_float(out, 48);
    put_noise(out, 4);
    put_float(out, 48.51f);
    put_float(out, 37.8f);
    put_float(out, 0);
    put_wear(out, base + EVIL_MAIL, 4, 20, UINT32_MAX);
    put_noise(out, 8);
    for (int i = 0; i < 14; i++)
        put_float(out, (float)i / 2);
    write_u32(out, base + EVIL_POTION);
    put_noise(out, 52);
    write_u32(out, base + EVIL_TOAD);
    put_noise(out, 44);
    write_u32(out, 5); /* quantity */
    write_u32(out, 0);
    put_noise(out, 8);
    write_u32(out, base + EVIL_WAND);
    put_noise(out, 36);
    write_u32(out, base + EVIL_LIGHT);
    put_noise(out, 12);
    write_u32(out, base + EVIL_KEY);
    put_noise(out, 52);
}

/* `base` is added to all ids. */
static void put_stock(Writer *out, uint32_t base)
{
    write_u32(out, 6);
    put_object(out, base + EVIL_AXE, 0x3004, 3, 9);
    put_object(out, base + EVIL_MAIL, 0x3005, 4, 20);
    put_object(out, base + EVIL_POTION, 0x3006, 0, 1);
    put_object(out, base + EVIL_TOAD, 0x3007, 0, 52);
    put_object(out, base + EVIL_WAND, 0x3008, 0, 2);
    put_object(out, base + EVIL_KEY, 0x3009, 0, 7);
    write_u32(out, 2);
    put_object(out, base + EVIL_BOLT, 0x3002, 0, 11);
    put_object(out, base + EVIL_LIGHT, 0x3002, 0, 12);
    put_details(out, base);
    write_u32(out, 0xFFFFFADF);
    write_u8(out, 0);
    write_u32(out, base + EVIL_BOLT);
    put_noise(out, 62);
    write_u32(out, base + EVIL_LIGHT);
    put_noise(out, 62);
    write_u32(out, 0xFFFFFADF);
    write_u8(out, 7);
}

/* 0x704 bytes: numbers at the offsets of the document, other bytes are noise. */
static void put_unit(Writer *out)
{
    const size_t start = out->size;
    static const struct {
        size_t at;
        float value;
    } numbers[] = {{0x04, 5000}, {0x08, 1200}, {0x0C, 20}, {0x10, 25},   {0x14, 30},
                   {0x18, 30},   {0x1C, 18},   {0x20, 19}, {0x2C, 10},   {0x30, 12},
                   {0x50, 31},   {0x54, 60},   {0xB4, 14}, {0x1F4, 784}, {0x1F8, 700}};
    put_noise(out, 0x704);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i].value, sizeof bits);
        write_uint_at(out, start + numbers[i].at, bits, 4);
    }
    for (size_t i = 0; i < 26; i++) /* perks */
        write_uint_at(out, start + 0x6D3 + i, i % 4, 1);
    write_uint_at(out, start + 0x6C8, 40, 1);
    write_uint_at(out, start + 0x6CB, 60, 1);
}

static void put_ids(Writer *out, const uint32_t *ids, size_t count)
{
    write_u32(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        write_u32(out, ids[i]);
}

static void put_member(Writer *out, const char *name, const char *role)
{
    put_text(out, name);
    put_text(out, "unhuma");
    put_text(out, "");
    put_text(out, "");
    put_text(out, "Human Hero");
    write_u32(out, 0x3B9AF5CE);
    put_unit(out);
    for (int i = 0; i < 3; i++)
        put_float(out, 0.25f * (float)i);
    put_ids(out, (const uint32_t[]){EVIL_AXE}, 1);
    put_ids(out, (const uint32_t[]){EVIL_POTION, EVIL_WAND}, 2);
    put_ids(out, (const uint32_t[]){EVIL_MAIL}, 1);
    put_ids(out, NULL, 0);
    put_text(out, role);
    write_u32(out, 1);
    write_u32(out, 2);
    write_u8(out, 3);
    write_u32(out, 4);
    write_u32(out, 5);
    put_text(out, "Human Hero");
}

static void put_variables(Writer *out)
{
    put_text(out, "q.gipat.1");
    put_float(out, 1);
    put_text(out, "q.\xEF\xF0\xEE"); /* Cyrillic */
    write_u32(out, 0x7FC00001);      /* not a number, which must stay the same one */
    write_u8(out, 0);
    write_u32(out, 0xDEADBEEF); /* money: 1234 */
    write_u32(out, 0xDEADBEEF ^ 1234);
}

static void put_backpack(Writer *out)
{
    put_ids(out, (const uint32_t[]){EVIL_TOAD, UINT32_MAX, EVIL_KEY}, 3);
}

Bytes evil_character_data(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    put_text(&out, "bz1mpg");
    write_u32(&out, 77);
    put_stock(&out, 0);
    put_backpack(&out);
    write_u32(&out, 1);
    put_member(&out, "\xD5\xEE\xE4\xEE\xEA | Clan", "Hero");
    put_variables(&out);
    return writer_bytes(&out);
}

Bytes evil_character(Kit *kit)
{
    return packed_write(PACKED_CHARACTER, PACKED_VERSION, evil_character_data(kit), kit->arena);
}

Bytes evil_campaign_data(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    put_noise(&out, 333);
    put_stock(&out, 1000); /* of a merchant */
    put_noise(&out, 5);
    put_stock(&out, 0);
    put_backpack(&out);
    write_u32(&out, 2);
    put_member(&out, "", "Hero");
    put_member(&out, "Bu", "merc6");
    put_variables(&out);
    put_text(&out, "zt22");
    put_noise(&out, 250);
    return writer_bytes(&out);
}

Bytes evil_campaign(Kit *kit)
{
    return packed_write(PACKED_CAMPAIGN, PACKED_VERSION, evil_campaign_data(kit), kit->arena);
}

static void put_zone_unit(Writer *out, const char *name)
{
    for (int i = 0; i < 3; i++)
        put_text(out, name);
    write_u32(out, 0x007AFF61);
    write_u32(out, 2);
    for (int i = 0; i < 20; i++)
        put_float(out, (float)(100 - i));
    put_text(out, "PADriad00");
    put_noise(out, 300);
}

Bytes evil_zone_data(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    put_text(&out, "cz0k.mob");
    put_text(&out, "zone21.mpr");
    put_text(&out, "cz0k");
    put_float(&out, 0);
    put_float(&out, 1);
    put_float(&out, 0);
    put_float(&out, 0.07f);
    put_float(&out, 0.255f);
    write_zeros(&out, 80);
    write_u32(&out, 160562);
    write_u32(&out, 2);
    put_float(&out, 40);
    put_float(&out, 21.07f);
    put_float(&out, 60);
    write_u32(&out, 123459);
    write_u32(&out, 3);
    for (int i = 0; i < 700; i++)
        write_u16(&out, 0x00FF);
    put_zone_unit(&out, "DriadGreenA7");
    put_zone_unit(&out, "DriadGreenA8");
    put_stock(&out, 0);
    return writer_bytes(&out);
}

Bytes evil_zone(Kit *kit)
{
    return packed_write(PACKED_ZONE, PACKED_VERSION, evil_zone_data(kit), kit->arena);
}

Bytes evil_save_info(Kit *kit, const char *title)
{
    Writer out = writer_to(kit->arena);
    write_u32(&out, 0x111);
    write_u32(&out, 3);
    put_float(&out, 1234.5f);
    put_text(&out, "Ingos");
    put_text(&out, "bz8k");
    write_u32(&out, 9);
    if (title)
        put_text(&out, title);
    return writer_bytes(&out);
}

/* Reddish to the right, greenish downwards, with each value of blue. */
Bytes evil_shot(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    for (unsigned y = 0; y < 192; y++)
        for (unsigned x = 0; x < 256; x++)
            write_u16(&out, (uint16_t)(x / 8 << 11 | y / 3 << 5 | (x + y) % 32));
    return writer_bytes(&out);
}
