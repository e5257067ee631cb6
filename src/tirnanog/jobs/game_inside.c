/* The files in a game: rows of insides.def. Parts, in order: all of them; one of them, without
 * unpacking the others. */
#include "tirnanog/jobs/game_inside.h"

#include "base/text.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

/* ---- games ---- */

static bool game_read(Bytes file, void **archive, size_t *count, Arena *arena, Report *report)
{
    ProjectFiles *files = ARENA_ALLOC(arena, ProjectFiles, 1);
    TngFile *game = ARENA_ALLOC(arena, TngFile, 1);
    if (!tng_read(file, game, arena, report) || !project_unpack(game, files, arena, report))
        return false;
    *archive = files;
    *count = files->count;
    return true;
}

const ArchiveKind game_inside = {.format = "tng",
                                 .entries = {.items = offsetof(ProjectFiles, items),
                                             .count = offsetof(ProjectFiles, count),
                                             .stride = sizeof(ProjectFile),
                                             .name = offsetof(ProjectFile, path),
                                             .stored = offsetof(ProjectFile, bytes)},
                                 .read = game_read};

/* ---- assets ---- */

/* The section of a path's kind; of speech, that of the language, whose code ends the name.
 * Names of voices are those of the first language: NULL if the other one has more or fewer. */
static const TngSection *section_of(const TngFile *game, const Names *names, NameKind kind,
                                    Text *name)
{
    if (kind != NAME_SPEECH)
        return tng_section(game, file_kind(kind)->section);
    const size_t end = name->size < 3 ? 0 : name->size - 3;
    for (size_t i = 0; i < tng_language_count(game); i++) {
        const TngSection *section = tng_language(game, i);
        const TngLanguage *language = section->record;
        if (end && name->at[end] == '_' && !memcmp(name->at + end + 1, language->code, 2)) {
            *name = text_slice(*name, 0, end);
            return section->count == names->kinds[NAME_SPEECH].count ? section : NULL;
        }
    }
    return NULL;
}

bool game_file_bytes(const TngFile *game, const Names *names, Text path, Bytes *out)
{
    static const NameKind kinds[] = {NAME_FONT, NAME_MUSIC, NAME_SOUND, NAME_MOVIE,
                                     NAME_SPEECH};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const FileKind *row = file_kind(kinds[i]);
        const Text folder = text_of(row->folder), suffix = text_of(row->suffix);
        if (path.size < folder.size + 1 + suffix.size || path.at[folder.size] != '/' ||
            !text_starts(path, row->folder) || !text_ends(path, row->suffix))
            continue;
        Text name = text_slice(path, folder.size + 1, path.size - suffix.size);
        const TngSection *section = section_of(game, names, kinds[i], &name);
        const uint32_t *index = table_get(&names->kinds[kinds[i]].numbers, name);
        if (!section || !index || *index >= section->count ||
            !section->entries[*index].stored.size)
            return false;
        *out = section->entries[*index].stored;
        return true;
    }
    return false;
}

bool game_member(Bytes file, Text path, Bytes *out, Arena *arena)
{
    TngFile game;
    Names names;
    Report silent = report_to(NULL, NULL);
    return tng_read(file, &game, arena, &silent) &&
           project_game_names(&game, &names, arena, &silent) &&
           game_file_bytes(&game, &names, path, out);
}
