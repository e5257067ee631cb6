/* Parts, in order: words to be replaced; the list of files; the page. The version is a hash of
 * the game and of the page's files, so that the same inputs give the same page. */
#include "tirnanog/project/web_page.h"

#include "base/deflate.h"
#include "base/hash.h"
#include "base/html.h"
#include "base/path.h"
#include "base/text.h"
#include "tirnanog/container/tng_json.h"
#include "tirnanog/project/project.h"

static const char game_file[] = "game.tng", icon_file[] = "icon.png";

/* ---- words to be replaced ---- */

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

static Bytes replace_words(Bytes file, const Word *words, size_t count, Arena *arena)
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

/* "32x32": as a PNG file says. */
static Text icon_size(Bytes png, Arena *arena)
{
    enum { WIDTH = 16, HEIGHT = 20, HEADER = 24 };
    if (png.size < HEADER)
        return TEXT("any");
    return arena_format(arena, "%ux%u", (unsigned)uint_of(png.data + WIDTH, 4, true),
                        (unsigned)uint_of(png.data + HEIGHT, 4, true));
}

/* ---- the list of files ---- */

/* The worker itself is not in its list, and index.html is asked for by the folder's address. */
static Text list_of(const ProjectFiles *files, Arena *arena)
{
    Writer out = writer_to(arena);
    const char *before = "{";
    for (size_t i = 0; i < files->count; i++) {
        const ProjectFile *file = &files->items[i];
        if (text_is(file->path, "sw.js"))
            continue;
        const Text name = text_is(file->path, "index.html") ? TEXT("./") : file->path;
        write_format(&out, "%s\n    \"%.*s\": [%zu, %u]", before, (int)name.size, name.at,
                     file->bytes.size, (unsigned)crc32_of(0, file->bytes));
        before = ",";
    }
    write_format(&out, "\n}");
    return writer_text(&out);
}

/* ---- the page ---- */

static void put(ProjectFiles *out, Text name, Bytes bytes, Arena *arena)
{
    *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){name, bytes};
}

static uint64_t version_of(const WebPage *page)
{
    uint64_t hash = hash_bytes(page->offline, page->game);
    for (size_t i = 0; i < page->files->count; i++)
        hash = hash_bytes(hash, page->files->items[i].bytes);
    return hash;
}

/* Files with words, in the order in which they are made: each may describe those before it. */
static const char *const with_words[] = {"manifest.webmanifest", "index.html", "sw.js"};

static bool has_words(Text name)
{
    for (size_t i = 0; i < COUNT_OF(with_words); i++)
        if (text_is(name, with_words[i]))
            return true;
    return false;
}

/* All but the files with words. */
static void put_unchanged(const WebPage *page, Bytes icon, ProjectFiles *out, Arena *arena)
{
    for (size_t i = 0; i < page->files->count; i++) {
        const ProjectFile *file = &page->files->items[i];
        if (has_words(file->path))
            continue;
        put(out, file->path, text_is(file->path, icon_file) ? icon : file->bytes, arena);
    }
    put(out, text_of(game_file), page->game, arena);
}

bool web_page_make(const WebPage *page, ProjectFiles *out, Arena *arena, Report *report)
{
    Bytes icon = {NULL, 0};
    if (!project_icon(page->game, &icon, arena, report))
        return false;
    const ProjectFile *plain = project_file(page->files, text_of(icon_file));
    if (!icon.size && plain)
        icon = plain->bytes;
    put_unchanged(page, icon, out, arena);
    const Text title = tng_title(page->game, arena);
    Word words[] = {
        {"@FILES@", TEXT("")}, /* of those that are made before */
        {"@TITLE@", as_html(title, arena)},
        {"@TITLE JSON@", as_json(title, arena)},
        {"@LANGUAGE@", TEXT("en")},
        {"@CONNECT@", TEXT("'self'")},
        {"@SERVER@", page->serves ? TEXT("socket") : TEXT("")},
        {"@GAME@", text_of(game_file)},
        {"@SIZE@", arena_format(arena, "%zu", page->game.size)},
        {"@CRC@", arena_format(arena, "%u", (unsigned)crc32_of(0, page->game))},
        {"@OFFLINE@", page->offline ? TEXT("yes") : TEXT("no")},
        {"@ICON SIZE@", icon_size(icon, arena)},
        {"@VERSION@", arena_format(arena, "%016llx", (unsigned long long)version_of(page))},
    };
    for (size_t i = 0; i < COUNT_OF(with_words); i++) {
        const ProjectFile *file = project_file(page->files, text_of(with_words[i]));
        if (!file)
            return report_error(report, "the page is incomplete: it has no %s", with_words[i]);
        words[0].value = list_of(out, arena);
        put(out, file->path, replace_words(file->bytes, words, COUNT_OF(words), arena), arena);
    }
    return true;
}
