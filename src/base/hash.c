/* Parts, in order: the hash; a table with open addressing, whose slots are searched one after
 * the other. Entries cannot be removed, so a search ends at the first free slot. */
#include "base/hash.h"

/* Multiply-and-fold over 16 bytes a round, as in the wyhash family. The
 * constants are the first odd 64-bit fractions of the golden ratio, e, pi and the root of 2. */
static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u, EULER = 0xB7E151628AED2A6Bu,
                      PI = 0x243F6A8885A308D3u, ROOT = 0x6A09E667F3BCC909u;

static uint64_t fold(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const uint8_t *data, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i--;)
        value = value << 8 | data[i];
    return value;
}

static uint64_t load8(const uint8_t *data)
{
    uint64_t value;
    memcpy(&value, data, sizeof value); /* little-endian only, see image.h */
    return value;
}

uint64_t hash_mix(uint64_t hash, uint64_t value) { return fold(hash ^ GOLDEN, value ^ EULER); }

/* If the second word of a block is `secret`, the block does not change the hash. */
static inline uint64_t hash_with(uint64_t secret, uint64_t seed, Bytes bytes)
{
    uint64_t hash = fold(seed ^ PI, bytes.size ^ GOLDEN);
    const uint8_t *data = bytes.data;
    size_t left = bytes.size;
    for (; left >= 16; left -= 16, data += 16)
        hash = fold(load8(data) ^ hash ^ EULER, load8(data + 8) ^ secret) + hash;
    const uint64_t low = load(data, left < 8 ? left : 8);
    const uint64_t high = left > 8 ? load(data + 8, left - 8) : 0;
    return fold(fold(low ^ hash, high ^ EULER) ^ PI, GOLDEN ^ bytes.size);
}

uint64_t hash_bytes(uint64_t seed, Bytes bytes) { return hash_with(GOLDEN, seed, bytes); }

uint64_t hash_bytes_again(uint64_t seed, Bytes bytes) { return hash_with(ROOT, seed, bytes); }

typedef struct TableSlot {
    Text key; /* at == NULL: free slot */
    uint64_t hash;
    uint32_t value;
} TableSlot;

Table table_new(Arena *arena) { return (Table){.arena = arena}; }

static TableSlot *find(const Table *table, Text key, uint64_t hash)
{
    for (size_t i = hash & (table->capacity - 1);; i = (i + 1) & (table->capacity - 1)) {
        TableSlot *slot = &table->slots[i];
        if (!slot->key.at || (slot->hash == hash && text_equal(slot->key, key)))
            return slot;
    }
}

uint32_t *table_get(const Table *table, Text key)
{
    if (!table->count)
        return NULL;
    TableSlot *slot = find(table, key, hash_bytes(0, bytes_of_text(key)));
    return slot->key.at ? &slot->value : NULL;
}

static void grow(Table *table)
{
    const Table before = *table;
    table->capacity = before.capacity ? before.capacity * 2 : 64;
    table->slots = ARENA_ALLOC(table->arena, TableSlot, table->capacity);
    for (size_t i = 0; i < before.capacity; i++)
        if (before.slots[i].key.at)
            *find(table, before.slots[i].key, before.slots[i].hash) = before.slots[i];
}

uint32_t *table_put(Table *table, Text key, uint32_t value)
{
    if ((table->count + 1) * 4 > table->capacity * 3)
        grow(table);
    const uint64_t hash = hash_bytes(0, bytes_of_text(key));
    TableSlot *slot = find(table, key, hash);
    if (!slot->key.at) {
        *slot = (TableSlot){{key.at ? key.at : "", key.size}, hash, value};
        table->count++;
    }
    return &slot->value;
}
