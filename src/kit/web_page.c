#include "kit/web_page.h"

#include "base/hash.h"
#include "base/html.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

static const char game_file[] = "game.tng";

/* ---- the files of the page ---- */

/* PREFIX/share/oisin/web of an installed program, otherwise web/page of the build folder, which
 * `make web` has filled. Empty: there is neither. */
static Text page_folder(Arena *arena)
{
    static const char *const places[] = {"/../share/oisin/web", "/../web/page"};
    const char *given = getenv("OISIN_WEB");
    char program[4096];
    const ssize_t size = readlink("/proc/self/exe", program, sizeof program);
    if (given)
        return text_of(given);
    if (size <= 0 || (size_t)size >= sizeof program)
        return TEXT("");
    const Text own = folder_above((Text){program, (size_t)size}, arena);
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const Text folder = arena_format(arena, "%.*s%s", (int)own.size, own.at, places[i]);
        const char *index =
            arena_format(arena, "%.*s/index.html", (int)folder.size, folder.at).at;
        if (access(index, R_OK) == 0)
            return folder;
    }
    return TEXT("");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t names_in(Text folder, const char ***out, Arena *arena)
{
    DIR *directory = opendir(arena_text(arena, folder).at);
    size_t count = 0;
    *out = NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (entry->d_name[0] != '.')
            *ARENA_PUSH(arena, *out, count) = arena_text(arena, text_of(entry->d_name)).at;
    if (directory)
        closedir(directory);
    if (count)
        qsort(*out, count, sizeof **out, by_name);
    return count;
}

/* ---- words to be filled in ---- */

typedef struct Word {
    const char *name;
    Text value;
} Word;

static Text as_html(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    write_html(&out, text);
    return writer_text(&out);
}

/* Within quotes of JSON. */
static Text as_json(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < text.size; i++) {
        const unsigned char code = (unsigned char)text.at[i];
        if (code < 32)
            write_format(&out, "\\u%04x", code);
        else if (code == '"' || code == '\\')
            write_format(&out, "\\%c", code);
        else
            write_u8(&out, code);
    }
    return writer_text(&out);
}

static Bytes filled_in(Bytes file, const Word *words, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    const Text text = text_of_bytes(file);
    for (size_t at = 0; at < text.size;) {
        size_t i = 0;
        const Text rest = text_slice(text, at, text.size);
        while (i < count && !text_starts(rest, words[i].name))
            i++;
        if (i == count) {
            write_u8(&out, (uint8_t)text.at[at++]);
            continue;
        }
        write_text(&out, words[i].value);
        at += strlen(words[i].name);
    }
    return writer_bytes(&out);
}

/* The project's name in its `config`: the second line. */
static Text title_of(const ProjectFiles *files)
{
    const ProjectFile *config = project_file(files, TEXT("config"));
    Text rest = config ? text_of_bytes(config->bytes) : TEXT(""), line = files->game;
    if (text_line(&rest, &line))
        text_line(&rest, &line);
    return line.size ? line : files->game;
}

static uint64_t hash_of(const TngOutput *game)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < game->count; i++)
        hash = hash_bytes(hash, game->parts[i]);
    return hash;
}

/* ---- writing ---- */

static bool has_words(const char *name)
{
    static const char *const files[] = {"index.html", "sw.js", "manifest.webmanifest"};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (!strcmp(files[i], name))
            return true;
    return false;
}

/* What is put into the page. */
typedef struct Filling {
    Text title;
    const ProjectFiles *files; /* of the project, for the icon */
    const TngOutput *game;
    bool serves;
} Filling;

/* The icon of the game, if it has one; otherwise that of the page. */
static Bytes icon_of(const Filling *page, Arena *arena, Report *report)
{
    ProjectFiles launchers = {.game = page->files->game};
    if (project_launchers(page->files, page->game, text_of(game_file), &launchers, arena,
                          report))
        for (size_t i = 0; i < launchers.count; i++)
            if (text_ends(launchers.items[i].path, ".png"))
                return launchers.items[i].bytes;
    return (Bytes){0};
}

/* "32x32": as a PNG file says. */
static Text icon_size(Bytes png, Arena *arena)
{
    enum { WIDTH = 16, HEIGHT = 20, HEADER = 24 };
    if (png.size < HEADER)
        return TEXT("any");
    return arena_format(arena, "%ux%u", (unsigned)uint_of(png.data + WIDTH, 4, true),
                        (unsigned)uint_of(png.data + HEIGHT, 4, true));
}

/* All files except the game. */
static bool fill(const Filling *page, Text from, ProjectFiles *out, Arena *arena,
                 Report *report)
{
    const char **names;
    const size_t count = names_in(from, &names, arena);
    const Text title = page->title;
    const Bytes icon = icon_of(page, arena, report);
    const uint64_t hash = hash_of(page->game);
    uint64_t version = hash;
    bool ok = true;
    Bytes *files = ARENA_ALLOC(arena, Bytes, count + 1);
    for (size_t i = 0; i < count && ok; i++) {
        ok = file_load(arena_format(arena, "%.*s/%s", (int)from.size, from.at, names[i]).at,
                       &files[i], arena, report);
        version = ok ? hash_bytes(version, files[i]) : 0;
    }
    Bytes shown_icon = {0};
    for (size_t i = 0; i < count && ok; i++) {
        if (strcmp(names[i], "icon.png") != 0)
            continue;
        if (icon.size)
            files[i] = icon;
        shown_icon = files[i];
    }
    const Word words[] = {
        {"@TITLE@", as_html(title, arena)},
        {"@TITLE JSON@", as_json(title, arena)},
        {"@LANGUAGE@", TEXT("en")},
        {"@CONNECT@", TEXT("'self'")},
        {"@SERVER@", page->serves ? TEXT("socket") : TEXT("")},
        {"@GAME@", text_of(game_file)},
        {"@SIZE@", arena_format(arena, "%zu", page->game->size)},
        {"@ICON SIZE@", icon_size(shown_icon, arena)},
        {"@VERSION@",
         arena_format(arena, "%s %016llx", game_file, (unsigned long long)version)},
    };
    for (size_t i = 0; i < count && ok; i++) {
        Bytes bytes = files[i];
        if (has_words(names[i]))
            bytes = filled_in(bytes, words, COUNT_OF(words), arena);
        *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){text_of(names[i]), bytes};
    }
    return ok;
}

static bool fill_from_folder(const Filling *page, ProjectFiles *out, Arena *arena,
                             Report *report)
{
    const Text from = page_folder(arena);
    const char *index = arena_format(arena, "%.*s/index.html", (int)from.size, from.at).at;
    if (!from.size || access(index, R_OK) != 0)
        return report_error(
            report,
            "the files of the page are not installed: install the package oisin-web, or run "
            "`make web` in the sources");
    return fill(page, from, out, arena, report);
}

static bool put_all(const WebPage *page, const ProjectFiles *files, Output *set, Report *report)
{
    bool ok = true;
    for (size_t i = 0; i < files->count && ok; i++)
        ok = output_put(set, files->items[i].path, &files->items[i].bytes, 1, 0, report);
    return ok &&
           output_put(set, text_of(game_file), page->game->parts, page->game->count, 0, report);
}

bool web_page_save(const WebPage *page, Arena *arena, Report *report)
{
    const Filling filling = {title_of(page->files), page->files, page->game, false};
    ProjectFiles files = {0};
    if (!fill_from_folder(&filling, &files, arena, report))
        return false;
    Output *set = output_files(arena_text(arena, page->folder).at, arena, report);
    return output_end(set, put_all(page, &files, set, report), report);
}

/* The first text of a game is its title: in English, as the page, if it has that. */
static Text title_of_game(const TngFile *game, Arena *arena, Report *report)
{
    const TngSection *language = tng_language(game, 0), *next;
    TngTexts texts;
    for (size_t i = 0; (next = tng_language(game, i)); i++)
        if (!memcmp(((const TngLanguage *)next->record)->code, "en", 2))
            language = next;
    if (language && tng_texts(language, &texts, arena, report) && texts.count &&
        texts.items[0].size)
        return texts.items[0];
    return tng_game_id(&game->header);
}

bool web_page_serve(Bytes game, ProjectFiles *out, Arena *arena, Report *report)
{
    TngFile *file = ARENA_ALLOC(arena, TngFile, 1);
    if (!tng_read(game, file, arena, report))
        return false;
    const ProjectFiles project = {.game = tng_game_id(&file->header)};
    const TngOutput output = {.parts = &game, .count = 1, .size = game.size};
    const Filling filling = {title_of_game(file, arena, report), &project, &output, true};
    *out = (ProjectFiles){.game = project.game};
    if (!fill_from_folder(&filling, out, arena, report))
        return false;
    *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){text_of(game_file), game};
    return true;
}
