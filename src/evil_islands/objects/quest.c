/* Fills in the templates of a new quest: quest.def is the archive, `tree` and `script` are its
 * objects. In all of them $Q stands for the name of the quest, $Z for that of its map. */
#include "evil_islands/objects/quest.h"

#include <ctype.h>
#include <string.h>

#include "kit/formats/archive.h"
#include "evil_islands/objects/mob_folder.h"
#include "evil_islands/tables/reg_ini.h"

#define QUEST_FILE(name, text) {name, text},
static const struct {
    const char *name, *text;
} files[] = {
#include "evil_islands/objects/quest.def"
};
enum { FILES = sizeof files / sizeof *files };

/* No objects yet. A quest needs no navigation graph: that of its base map is used. */
static const char tree[] = "{\"format\": \"mob\", \"nodes\": [{\"type\": \"OBJECTDBFILE\", "
                           "\"children\": [{\"type\": \"SS_TEXT\", \"key\": \"0x00007DA7\", "
                           "\"file\": \"script.txt\"}]}]}";

static const char script[] = "GlobalVars (\n"
                             "    NULL : object\n"
                             ")\n"
                             "\n"
                             "WorldScript (\n"
                             "    AddRoundToArea( 1, 64, 64, 8 )\n"
                             "    QStart( \"$Q\" )\n"
                             "    QObjArea( 1 )\n"
                             "    QFinish( )\n"
                             ")\n";

/* `$Q` and `$Z` replaced. */
static Text filled(const char *text, Text name, Text zone, Arena *arena)
{
    Writer out = writer_to(arena);
    for (const char *at = text; *at; at++) {
        const bool quest = strncmp(at, "$Q", 2) == 0;
        if (quest || strncmp(at, "$Z", 2) == 0) {
            write_text(&out, quest ? name : zone);
            at++;
        } else {
            write_u8(&out, (uint8_t)*at);
        }
    }
    return writer_text(&out);
}

static bool is_name(Text name)
{
    bool ok = name.size > 0 && name.size <= QUEST_NAME_MAX;
    for (size_t i = 0; ok && i < name.size; i++)
        ok = isalnum((unsigned char)name.at[i]) || name.at[i] == '_' || name.at[i] == '-';
    return ok;
}

static bool name_check(Text name, const char *what, Report *report)
{
    return is_name(name) ||
           report_error(report,
                        "\"%.*s\" cannot be the name of a %s: 1 to %d ASCII letters, "
                        "digits, _ and -",
                        (int)name.size, name.at, what, QUEST_NAME_MAX);
}

static bool quest_archive(Text name, Text zone, Bytes *out, Arena *arena, Report *report)
{
    ArchiveFile members[FILES];
    bool ok = true;
    for (size_t i = 0; ok && i < FILES; i++) {
        const Text path = filled(files[i].name, name, zone, arena);
        const Text text = filled(files[i].text, name, zone, arena);
        members[i] = (ArchiveFile){.path = path, .bytes = bytes_of_text(text)};
        if (text_ends(path, ".reg"))
            ok = ini_to_reg(text, &members[i].bytes, arena, report);
    }
    ArchiveParts parts;
    ok = ok && archive_pack(archive_kind(TEXT("res")), members, FILES, (Bytes){0}, NULL, &parts,
                            arena, report);
    if (ok)
        *out = archive_bytes(&parts, arena);
    return ok;
}

bool quest_new(Text name, Text zone, Bytes *archive, Bytes *objects, Arena *arena,
               Report *report)
{
    if (!name_check(name, "quest", report) || !name_check(zone, "map", report))
        return false;
    const MobFolder folder = {
        .tree = bytes_of_text(text_of(tree)),
        .script = bytes_of_text(filled(script, name, zone, arena)),
    };
    return quest_archive(name, zone, archive, arena, report) &&
           folder_to_mob(&folder, objects, arena, report);
}
