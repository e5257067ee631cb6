/* Values of map object nodes. */
#include "evil_islands/objects/mob.h"

#include "base/game_text.h"

const MobNode *mob_top(const Mob *mob, uint32_t id)
{
    for (size_t i = 0; i < mob->count; i++)
        if (mob->nodes[i].id == id)
            return &mob->nodes[i];
    return NULL;
}

const MobNode *mob_child(const MobNode *node, uint32_t id)
{
    for (size_t i = 0; node && i < node->count; i++)
        if (node->children[i].id == id)
            return &node->children[i];
    return NULL;
}

void mob_add_child(MobNode *node, const MobNode *child, Arena *arena)
{
    MobNode *all = ARENA_ALLOC(arena, MobNode, node->count + 1);
    if (node->count)
        memcpy(all, node->children, node->count * sizeof *all);
    all[node->count++] = *child;
    node->children = all;
}

static bool is(const MobNode *node, MobPayload payload)
{
    return node && !node->raw && node->kind && node->kind->payload == payload;
}

uint32_t mob_u32(const MobNode *node, uint32_t fallback)
{
    if (is(node, MOB_PAYLOAD_BYTE) || is(node, MOB_PAYLOAD_DWORD))
        return (uint32_t)uint_of(node->data.data, (unsigned)node->data.size, false);
    return fallback;
}

static float float_at(Bytes data, size_t index)
{
    const uint32_t bits = (uint32_t)uint_of(data.data + 4 * index, 4, false);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

float mob_f32(const MobNode *node, float fallback)
{
    return is(node, MOB_PAYLOAD_FLOAT) ? float_at(node->data, 0) : fallback;
}

Vec3 mob_vec3(const MobNode *node, Vec3 fallback)
{
    return is(node, MOB_PAYLOAD_PLOT) ? (Vec3){float_at(node->data, 0), float_at(node->data, 1),
                                               float_at(node->data, 2)}
                                      : fallback;
}

Quat mob_quat(const MobNode *node, Quat fallback)
{
    return is(node, MOB_PAYLOAD_QUATERNION)
               ? (Quat){float_at(node->data, 0), float_at(node->data, 1),
                        float_at(node->data, 2), float_at(node->data, 3)}
               : fallback;
}

void mob_crypt(uint32_t key, uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        key = key * 214013 + 2531011;
        data[i] ^= (uint8_t)(key >> 16);
    }
}

Text mob_text(const MobNode *node, Arena *arena)
{
    if (is(node, MOB_PAYLOAD_STRING))
        return game_text_decode(text_of_bytes(node->data), arena);
    if (!is(node, MOB_PAYLOAD_SCRIPT))
        return TEXT("");
    const size_t size = node->data.size - 4;
    uint8_t *text = arena_alloc_raw(arena, size, 1);
    if (size)
        memcpy(text, node->data.data + 4, size);
    mob_crypt((uint32_t)uint_of(node->data.data, 4, false), text, size);
    return game_text_decode((Text){(const char *)text, size}, arena);
}

size_t mob_strings(const MobNode *node, Text **out, Arena *arena)
{
    *out = NULL;
    if (!is(node, MOB_PAYLOAD_STRINGS))
        return 0;
    const size_t count = (size_t)uint_of(node->data.data, 4, false);
    size_t at = 4;
    *out = arena_alloc_raw(arena, count, sizeof **out);
    for (size_t i = 0; i < count; i++) {
        const size_t size = (size_t)uint_of(node->data.data + at + 4, 4, false);
        const Bytes text = bytes_slice(node->data, at + MOB_HEAD, size - MOB_HEAD);
        (*out)[i] = game_text_decode(text_of_bytes(text), arena);
        at += size;
    }
    return count;
}

static const MobNode *find(const MobNode *nodes, size_t count, uint32_t id)
{
    for (size_t i = 0; i < count; i++) {
        if (nodes[i].id == id && !nodes[i].raw)
            return &nodes[i];
        const MobNode *inside = find(nodes[i].children, nodes[i].count, id);
        if (inside)
            return inside;
    }
    return NULL;
}

const MobNode *mob_script(const Mob *mob)
{
    const MobNode *script = find(mob->nodes, mob->count, MOB_SS_TEXT);
    return script ? script : find(mob->nodes, mob->count, MOB_SS_TEXT_OLD);
}
