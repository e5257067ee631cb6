/* Linear probing in a table that is at most half full; key 0 marks a free slot. Values move
 * when the table grows: a pointer to a value is valid until the next `number_map_put`. */
#include "engine/state/number_map.h"

#include "base/hash.h"

static size_t slot_of(const NumberMap *numbers, uint64_t key)
{
    size_t slot = hash_mix(0, key) & (numbers->capacity - 1);
    while (numbers->keys[slot] && numbers->keys[slot] != key)
        slot = (slot + 1) & (numbers->capacity - 1);
    return slot;
}

void **number_map_get(const NumberMap *numbers, uint64_t key)
{
    if (!numbers->count)
        return NULL;
    const size_t slot = slot_of(numbers, key);
    return numbers->keys[slot] ? &numbers->values[slot] : NULL;
}

static void grow(NumberMap *numbers)
{
    const NumberMap old = *numbers;
    numbers->capacity = old.capacity ? old.capacity * 2 : 16;
    numbers->keys = ARENA_ALLOC(old.arena, uint64_t, numbers->capacity);
    numbers->values = ARENA_ALLOC(old.arena, void *, numbers->capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.keys[i]) {
            const size_t slot = slot_of(numbers, old.keys[i]);
            numbers->keys[slot] = old.keys[i];
            numbers->values[slot] = old.values[i];
        }
}

void **number_map_put(NumberMap *numbers, uint64_t key)
{
    if (numbers->count * 2 >= numbers->capacity)
        grow(numbers);
    const size_t slot = slot_of(numbers, key);
    if (!numbers->keys[slot]) {
        numbers->keys[slot] = key;
        numbers->count++;
    }
    return &numbers->values[slot];
}
