/* make_map DIR X Y OBJECTS [kinds]: a map of X x Y sectors, as the tests make them:
 * DIR/zone1.mpr, zone1000.mmp, zone1001.mmp, zone1.cam and zone1.mob with so many objects that
 * stand on its hills; with "kinds" of every kind that has a position (evil_mob_kinds). */
#include "kit.h"

#include "../tests/lib/evil_map.h"
#include "../tests/lib/evil_mob.h"

static void put(const char *folder, const char *name, Bytes bytes, Arena *arena)
{
    const Text path = arena_format(arena, "%s/%s", folder, name);
    FILE *out = fopen(path.at, "wb");
    const bool ok = out && fwrite(bytes.data, 1, bytes.size, out) == bytes.size && !fclose(out);
    if (!ok) {
        perror(path.at);
        exit(1);
    }
}

static void put_object(Writer *out, uint32_t index, uint32_t w, uint32_t h, Arena *arena)
{
    const uint32_t x = next_random(w), y = next_random(h);
    const Quat turn = turn_around((Vec3){0, 0, 1}, next_random(360));
    const Text template = arena_format(arena, "nafltr%02u", index % 40);
    const size_t at = mob_begin(out, MOB_OBJECT);
    mob_put_u32(out, MOB_NID, index);
    mob_put_u32(out, MOB_OBJTYPE, 50);
    mob_put_text(out, MOB_OBJNAME, template.at);
    mob_put_text(out, MOB_OBJTEMPLATE, template.at);
    mob_put_text(out, MOB_OBJPRIMTXTR, "default0");
    mob_put_vec3(out, MOB_OBJPOSITION, (float)x, (float)y, 0); /* on the land */
    mob_put_floats(out, MOB_OBJROTATION, (float[]){turn.w, turn.x, turn.y, turn.z}, 4);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, 0, 0, 0);
    mob_end(out, at);
}

static Bytes make_objects(uint32_t count, uint32_t w, uint32_t h, Arena *arena)
{
    Writer out = writer_to(arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    for (uint32_t i = 0; i < count; i++)
        put_object(&out, i + 1, w, h, arena);
    mob_end(&out, section);
    mob_end(&out, root);
    return writer_bytes(&out);
}

/* Once around the middle of the map, looking down at it: the camera looks along its own +z. */
static Bytes make_camera(float w, float h, Arena *arena)
{
    Writer file = writer_to(arena);
    for (uint32_t i = 0; i < 90; i++) {
        const Quat turn = quat_multiply(turn_around((Vec3){0, 0, 1}, i * 4.0),
                                        turn_around((Vec3){1, 0, 0}, -125));
        const float numbers[] = {(float)i / 15,
                                 1.0f / 15,
                                 (float)(w / 2 + w / 2 * turn_sine(i * 4.0)),
                                 (float)(h / 2 - h / 2 * turn_cosine(i * 4.0)),
                                 60,
                                 turn.w,
                                 turn.x,
                                 turn.y,
                                 turn.z};
        write_bytes(&file, (Bytes){(const uint8_t *)numbers, sizeof numbers});
    }
    return writer_bytes(&file);
}

int main(int count, char **words)
{
    const bool kinds = count == 6 && strcmp(words[5], "kinds") == 0;
    const bool ok = count == 5 || kinds;
    const uint32_t x = ok ? (uint32_t)strtoul(words[2], NULL, 10) : 0;
    const uint32_t y = ok ? (uint32_t)strtoul(words[3], NULL, 10) : 0;
    const uint32_t w = x * SEC_UNITS, h = y * SEC_UNITS;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    if (!x || !y) {
        fprintf(stderr, "usage: make_map DIR X Y OBJECTS [kinds]\n");
        return 2;
    }
    const EvilMap map = evil_map(x, y, 512, arena, &report);
    put(words[1], "zone1.mpr", map.mpr, arena);
    put(words[1], "zone1000.mmp", map.textures[0], arena);
    put(words[1], "zone1001.mmp", map.textures[1], arena);
    put(words[1], "zone1.cam", make_camera((float)w, (float)h, arena), arena);
    const uint32_t objects = (uint32_t)strtoul(words[4], NULL, 10);
    put(words[1], "zone1.mob",
        kinds ? evil_mob_kinds(arena, objects, w, h) : make_objects(objects, w, h, arena),
        arena);
    arena_free(arena);
    return 0;
}
