#include "evil_mob.h"

size_t mob_begin(Writer *out, uint32_t id)
{
    write_u32(out, id);
    write_u32(out, 0);
    return out->size - MOB_HEAD;
}

void mob_end(Writer *out, size_t at) { write_uint_at(out, at + 4, out->size - at, 4); }

void mob_put_u32(Writer *out, uint32_t id, uint32_t value)
{
    const size_t at = mob_begin(out, id);
    write_uint(out, value, (unsigned)mob_payload_size(mob_kind(id)->payload));
    mob_end(out, at);
}

void mob_put_floats(Writer *out, uint32_t id, const float *values, size_t count)
{
    const size_t at = mob_begin(out, id);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        write_u32(out, bits);
    }
    mob_end(out, at);
}

void mob_put_vec3(Writer *out, uint32_t id, float x, float y, float z)
{
    const float values[] = {x, y, z};
    mob_put_floats(out, id, values, 3);
}

void mob_put_text(Writer *out, uint32_t id, const char *utf8)
{
    Text text = TEXT("");
    const size_t at = mob_begin(out, id);
    encoding_encode(ENCODING_CP1251, text_of(utf8), &text, NULL, out->arena);
    write_text(out, text);
    mob_end(out, at);
}

void mob_put_script(Writer *out, uint32_t key, const char *utf8)
{
    const size_t at = mob_begin(out, MOB_SS_TEXT);
    Text text = TEXT("");
    encoding_encode(ENCODING_CP1251, text_of(utf8), &text, NULL, out->arena);
    write_u32(out, key);
    write_text(out, text);
    mob_crypt(key, out->data + at + MOB_HEAD + 4, text.size);
    mob_end(out, at);
}

static void mob_put_graph(Writer *out, uint32_t width, uint32_t height)
{
    const size_t at = mob_begin(out, MOB_AIGRAPH);
    write_u32(out, width);
    write_u32(out, height);
    for (size_t i = 0; i < (size_t)width * height * MOB_GRAPH_CELL; i++)
        write_u8(out, (uint8_t)(i * 7));
    mob_end(out, at);
}

void mob_put_sample(Writer *out, const MobKind *kind)
{
    if (kind->id == MOB_SS_TEXT) {
        mob_put_script(out, EVIL_MOB_KEY, EVIL_SCRIPT);
        return;
    }
    if (kind->id == MOB_AIGRAPH) {
        mob_put_graph(out, EVIL_MOB_WIDTH, EVIL_MOB_HEIGHT);
        return;
    }
    const size_t at = mob_begin(out, kind->id);
    const size_t size = mob_payload_size(kind->payload);
    switch (kind->payload) {
    case MOB_PAYLOAD_STRING:
        write_text(out, TEXT("name \xCB\xE5\xF1")); /* Лес */
        break;
    case MOB_PAYLOAD_STRINGS:
        write_u32(out, 2);
        for (unsigned i = 0; i < 2; i++) {
            const size_t inner = mob_begin(out, kind->id);
            write_text(out, i ? TEXT("") : TEXT("hero\xDF"));
            mob_end(out, inner);
        }
        break;
    case MOB_PAYLOAD_AREAS:
    case MOB_PAYLOAD_PLOTS_2D:
        write_u32(out, 2);
        for (unsigned i = 0; i < (kind->payload == MOB_PAYLOAD_AREAS ? 6 : 4); i++)
            write_u32(out, 0x3F800000 + (i << 20));
        break;
    case MOB_PAYLOAD_UNKNOWN:
        write_text(out, TEXT("anything"));
        break;
    case MOB_PAYLOAD_FLOAT:
    case MOB_PAYLOAD_PLOT:
    case MOB_PAYLOAD_QUATERNION: /* NaN with a load, minus zero, 2.5, 0.1 */
        for (unsigned i = 0; i < size / 4; i++)
            write_u32(out, ((const uint32_t[]){0x40200000, 0x80000000, 0x7FC12345,
                                               0x3DCCCCCD})[(i + kind->id) % 4]);
        break;
    case MOB_PAYLOAD_DWORD: /* everything has id 1, and refers to it */
        write_u32(out, 1);
        break;
    default:
        for (size_t i = 0; i < size; i++)
            write_u8(out, (uint8_t)(i * 5 + 1));
    }
    mob_end(out, at);
}

const MobKind *mob_row(size_t i)
{
    static const uint32_t ids[] = {
#define NODE(id, payload, name) id,
#include "evil_islands/objects/mob_nodes.def"
#undef NODE
    };
    return i < COUNT_OF(ids) ? mob_kind(ids[i]) : NULL;
}

void mob_put_tree(Writer *out)
{
    const size_t root = mob_begin(out, MOB_OBJECTDBFILE);
    size_t open = 0;
    for (size_t i = 0; mob_row(i); i++) {
        const MobKind *kind = mob_row(i);
        if (kind->id == MOB_OBJECTDBFILE || kind->id == MOB_AIGRAPH)
            continue;
        if (kind->payload != MOB_PAYLOAD_RECORD) {
            mob_put_sample(out, kind);
            continue;
        }
        if (open)
            mob_end(out, open);
        open = mob_begin(out, kind->id);
    }
    mob_end(out, open);
    mob_end(out, root);
}

Bytes evil_mob(Arena *arena)
{
    Writer out = writer_to(arena);
    mob_put_tree(&out);
    mob_put_sample(&out, mob_kind(MOB_AIGRAPH));
    mob_end(&out, mob_begin(&out, MOB_ROOT));
    return writer_bytes(&out);
}

Bytes evil_mob_tree(Arena *arena)
{
    Writer out = writer_to(arena);
    mob_put_tree(&out);
    return writer_bytes(&out);
}

void mob_put_object(Writer *out, uint32_t id, float x, float y, float z)
{
    const float turn[] = {1, 0, 0, 0};
    const size_t at = mob_begin(out, MOB_OBJECT);
    mob_put_u32(out, MOB_NID, id);
    mob_put_u32(out, MOB_OBJTYPE, 1);
    mob_put_text(out, MOB_OBJNAME, "Дерево");
    mob_put_text(out, MOB_OBJTEMPLATE, "nafltr01");
    mob_put_text(out, MOB_OBJPRIMTXTR, "nafltr");
    mob_put_text(out, MOB_OBJSECTXTR, "");
    mob_put_vec3(out, MOB_OBJPOSITION, x, y, z);
    mob_put_floats(out, MOB_OBJROTATION, turn, 4);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, 0, 0, 0.5f);
    mob_put_sample(out, mob_kind(MOB_OBJBODYPARTS));
    mob_put_text(out, MOB_PARENTTEMPLATE, "");
    mob_put_text(out, MOB_OBJCOMMENTS, "");
    mob_put_u32(out, MOB_OBJ_PLAYER, 0);
    mob_put_u32(out, MOB_OBJ_PARENT_ID, 0);
    mob_put_u32(out, MOB_OBJ_USE_IN_SCRIPT, 0);
    mob_put_u32(out, MOB_OBJ_IS_SHADOW, 1);
    mob_put_text(out, MOB_OBJ_QUEST_INFO, "");
    mob_end(out, at);
}

/* From 0 to below `size`, in steps of 1/1024. */
static float some_place(uint32_t *state, uint32_t size)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)((uint64_t)(*state >> 8) * size >> 14) / 1024;
}

Bytes evil_mob_kinds(Arena *arena, uint32_t objects, uint32_t w, uint32_t h)
{
    static const struct {
        uint32_t kind, id, position;
    } rows[] = {{MOB_OBJECT, MOB_NID, MOB_OBJPOSITION},
                {MOB_UNIT, MOB_NID, MOB_OBJPOSITION},
                {MOB_LEVER, MOB_NID, MOB_OBJPOSITION},
                {MOB_TORCH, MOB_NID, MOB_OBJPOSITION},
                {MOB_MAGIC_TRAP, MOB_NID, MOB_OBJPOSITION},
                {MOB_LIGHT, MOB_LIGHT_ID, MOB_LIGHT_POSITION},
                {MOB_SOUND, MOB_SOUND_ID, MOB_SOUND_POSITION},
                {MOB_PARTICL, MOB_PARTICL_ID, MOB_PARTICL_POSITION}};
    Writer out = writer_to(arena);
    uint32_t state = 27;
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    for (uint32_t i = 0; i < objects; i++) {
        const size_t row = i % COUNT_OF(rows), at = mob_begin(&out, rows[row].kind);
        const float x = some_place(&state, w), y = some_place(&state, h),
                    z = some_place(&state, 3);
        mob_put_u32(&out, rows[row].id, i + 1);
        mob_put_vec3(&out, rows[row].position, x, y, i % 3 ? 0 : z);
        mob_end(&out, at);
    }
    mob_end(&out, section);
    mob_end(&out, root);
    return writer_bytes(&out);
}

Bytes evil_mob_large(Arena *arena, uint32_t objects)
{
    Writer out = writer_to(arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    mob_put_script(&out, EVIL_MOB_KEY, EVIL_SCRIPT);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    for (uint32_t i = 0; i < objects; i++)
        mob_put_object(&out, i + 1, 0.37f * (float)(i % 100), 1.73f * (float)(i / 100), 3.25f);
    mob_end(&out, section);
    mob_end(&out, root);
    mob_put_graph(&out, 16, 16);
    return writer_bytes(&out);
}
