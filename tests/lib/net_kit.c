#include "net_kit.h"

Bytes net_game(size_t size, Arena *arena)
{
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i * 7 + i / 251);
    memset(data + 16, 0, 16);
    memcpy(data + 16, "segais", 6);
    return (Bytes){data, size};
}

ServedGame net_served(size_t size, Kit *kit)
{
    ServedGame game;
    assert_true(served_game(net_game(size, kit->arena), FEATURE_REGISTER | FEATURE_FETCH, &game,
                            &kit->report));
    return game;
}

Bytes net_packet(PacketFrom from, unsigned type, const void *record, Arena *arena)
{
    Writer out = writer_to(arena);
    packet_write(from, type, record, &out);
    return writer_bytes(&out);
}

PacketChat net_chat(Text text)
{
    return (PacketChat){CHANNEL_MAP, 7, NET_TEXT("Brid"), (PacketTextSize)text.size,
                        (ascii *)(uintptr_t)text.at};
}
