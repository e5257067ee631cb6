/* Map objects as objects.json, script.txt and aigraph.bin, and back. The encoding of the texts
 * is noted in the tree, and applies to the script, too. */
#include "evil_islands/objects/mob_folder.h"

#include "evil_islands/objects/mob_internal.h"
#include "kit/formats/format.h"

bool mob_to_folder(Bytes file, MobFolder *out, Arena *arena, Report *report)
{
    Mob mob;
    MobParts parts = {0};
    Writer tree = writer_to(arena);
    JsonWriter json = json_to(&tree);
    if (!mob_read(file, &mob, arena, report))
        return false;
    parts.from = mob_script(&mob);
    json_open(&json, NULL);
    json_put_text(&json, "format", TEXT("mob"));
    if (game_texts().encoding != ENCODING_CP1251)
        json_put_text(&json, "encoding", text_of(encoding_name(game_texts().encoding)));
    mob_show_nodes(mob.nodes, mob.count, "nodes", mob.rest, &parts, true, &json, arena);
    json_close(&json);
    json_end(&json);
    *out = (MobFolder){writer_bytes(&tree), bytes_of_text(parts.script), parts.graph};
    return true;
}

static bool from_tree(const json_t *json, const MobParts *parts, Bytes *out, Arena *arena,
                      Report *report)
{
    Mob mob;
    const char *format = json_string_value(json_object_get(json, "format"));
    if (!format || strcmp(format, "mob") != 0)
        return report_error(report, MOB_TREE_FILE " has no map objects: its \"format\" must be "
                                                  "\"mob\"");
    GameTexts before;
    if (!format_use_encoding(json, &before, report))
        return false;
    const bool ok =
        mob_parse_tree(json, parts, &mob, arena, report) && mob_write(&mob, out, arena, report);
    game_texts_use(before);
    return ok;
}

bool folder_to_mob(const MobFolder *folder, Bytes *out, Arena *arena, Report *report)
{
    const MobParts parts = {NULL, text_of_bytes(folder->script), folder->graph};
    if (!folder->tree.data)
        return report_error(report, "the folder has no " MOB_TREE_FILE);
    Report about = report_part(report, TEXT(MOB_TREE_FILE), arena);
    const json_t *json = json_read(folder->tree, arena, &about);
    return json && from_tree(json, &parts, out, arena, report);
}
