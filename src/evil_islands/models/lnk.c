/* Reads, writes and checks lists of bones. Parts, in order: reading, and bones by index;
 * writing; JSON, checks and the title. JSON is not made from the layout: it has names as texts,
 * and whether each one had its final zero. */
#include "evil_islands/models/lnk.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "kit/formats/format.h"

#define RECORD_FILE "evil_islands/models/lnk.def"
#include "base/record_define.h"
#include "base/text.h"

bool lnk_read(Bytes file, LnkFile *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (LnkFile){0};
    if (!record_read(&LnkFile_layout, out, &reader, arena))
        return false;
    if (reader_left(&reader))
        return report_error(report, "at byte %zu: %zu bytes follow the end of the data",
                            reader.at, reader_left(&reader));
    return out->link_count <= LNK_LINKS_MAX ||
           report_error(report, "the file has %u bones; the maximum is %d", out->link_count,
                        LNK_LINKS_MAX);
}

/* The bytes before the first zero, as UTF-8. */
static Text name_of(const char *at, uint32_t size, Arena *arena)
{
    return game_text_decode(text_to_zero((Text){at, size}), arena);
}

bool lnk_bones(const LnkFile *lnk, LnkBone **out, Arena *arena, Report *report)
{
    Table known = table_new(arena);
    LnkBone *bones = ARENA_ALLOC(arena, LnkBone, lnk->link_count);
    for (uint32_t i = 0; i < lnk->link_count; i++) {
        const LnkLink *link = &lnk->links[i];
        const Text parent = name_of(link->parent, link->parent_size, arena);
        const Text name = name_of(link->name, link->name_size, arena);
        const uint32_t *at = parent.size ? table_get(&known, parent) : NULL;
        if (parent.size && !at)
            return report_error(
                report,
                "the bone \"%.*s\" comes before its parent \"%.*s\", or that is missing",
                (int)name.size, name.at, (int)parent.size, parent.at);
        bones[i] = (LnkBone){name, at ? (int32_t)*at : -1};
        if (*table_put(&known, name, i) != i)
            return report_error(report, "duplicate bone \"%.*s\"", (int)name.size, name.at);
    }
    *out = bones;
    return true;
}

/* ---- writing ---- */

static bool put_name(Writer *writer, Text name, bool ended, Arena *arena, Report *report)
{
    Text bytes;
    if (!game_text_encode(name, &bytes, NULL, arena))
        return report_error(report, "\"%.*s\": %s", (int)name.size, name.at,
                            game_text_lack(name, arena).at);
    write_u32(writer, (uint32_t)(bytes.size + ended));
    write_text(writer, bytes);
    write_zeros(writer, ended);
    return true;
}

bool lnk_write(const LnkBone *bones, size_t count, Bytes *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    write_u32(&writer, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        const Text parent = bones[i].parent >= 0 ? bones[bones[i].parent].name : TEXT("");
        if (!put_name(&writer, bones[i].name, true, arena, report) ||
            !put_name(&writer, parent, parent.size > 0, arena, report))
            return false;
    }
    *out = writer_bytes(&writer);
    return true;
}

/* ---- the registry ---- */

bool lnk_check(Bytes file, Arena *arena, Report *report)
{
    LnkFile lnk;
    LnkBone *bones;
    size_t roots = 0;
    if (!lnk_read(file, &lnk, arena, report) || !lnk_bones(&lnk, &bones, arena, report))
        return false;
    for (uint32_t i = 0; i < lnk.link_count; i++) {
        roots += bones[i].parent < 0;
        if (!bones[i].name.size)
            report_warning(report, "bone %u has no name", i);
    }
    if (roots != 1)
        report_warning(report, "%zu bones have no parent: one, the root, should", roots);
    return true;
}

/* Shows a text of a link: its key, and KEY_end: false if it has no final zero. A text that
 * contains other zeros cannot be represented; then the file's bytes are included as well. */
static void show_name(JsonWriter *json, const char *key, const char *at, uint32_t size,
                      Arena *arena)
{
    json_put_text(json, key, name_of(at, size, arena));
    if (size && at[size - 1])
        json_put_bool(json, arena_format(arena, "%s_end", key).at, false);
}

bool lnk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    LnkFile lnk;
    (void)whole;
    if (!lnk_read(file, &lnk, arena, report))
        return false;
    json_open_list(json, "links");
    for (uint32_t i = 0; i < lnk.link_count; i++) {
        const LnkLink *link = &lnk.links[i];
        json_open(json, NULL);
        show_name(json, "name", link->name, link->name_size, arena);
        show_name(json, "parent", link->parent, link->parent_size, arena);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

static bool parse_name(Writer *writer, const json_t *link, const char *key, bool empty,
                       Arena *arena, Report *report)
{
    const json_t *end = json_object_get(link, arena_format(arena, "%s_end", key).at);
    Text name;
    if (!json_get_text(link, key, &name, arena, report))
        return false;
    return put_name(writer, name, (name.size || !empty) && !json_is_false(end), arena, report);
}

bool lnk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    const json_t *links = json_object_get(json, "links");
    Writer writer = writer_to(arena);
    if (!json_is_array(links))
        return report_error(report, "\"links\" must be a list");
    write_u32(&writer, (uint32_t)json_array_size(links));
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *link = json_array_get(links, i);
        if (!parse_name(&writer, link, "name", false, arena, report) ||
            !parse_name(&writer, link, "parent", true, arena, report))
            return false;
    }
    *out = writer_bytes(&writer);
    return true;
}

Text lnk_title(Bytes file, Arena *arena)
{
    LnkFile lnk;
    Report silent = report_to(NULL, NULL);
    if (!lnk_read(file, &lnk, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%u bone%s", lnk.link_count, PLURAL(lnk.link_count));
}

void lnk_describe(Writer *writer)
{
    write_format(writer,
                 "Little-endian, detected by its suffix. A file X.lnk of one bone may be an "
                 "alias: its name, added to X, is the name of a figure "
                 "(initwecb4.lnk with \"weapon\": initwecb4weapon.fig).\n\n");
    record_describe(&LnkFile_layout, writer);
    record_describe(&LnkLink_layout, writer);
}
