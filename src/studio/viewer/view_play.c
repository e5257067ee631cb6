/* Makes the page of a game, and answers with its files. The page is kept until its index.html
 * is asked for again: a browser asks file by file, and all files must be of the same game. */
#include "studio/viewer/view_play.h"

#include "base/media_type.h"
#include "base/text.h"
#include "tirnanog/project/web_page.h"

static const char prefix[] = ".play/";

static bool is_project(const Found *found)
{
    for (size_t i = 0; i < found->entry_count && !found->is_file; i++)
        if (!found->entries[i].folder && text_is(found->entries[i].name, "config"))
            return !found->game.size; /* those in a game are not on the disk */
    return false;
}

static bool is_game(const Found *found)
{
    return found->is_file && found->opens && found->format &&
           !strcmp(found->format->name, "tng");
}

bool play_is_possible(const Found *found)
{
    return found->host->page && (is_game(found) || (found->host->build && is_project(found)));
}

void write_play_link(const Look *look, Writer *out)
{
    const Text base = look->request->base, path = look->found->path;
    write_format(out, "<a class=play href=\"%.*s/%s", (int)base.size, base.at, prefix);
    write_url(out, path);
    write_format(out, "%splay</a>", path.size ? "/\">" : "\">");
}

bool play_path(Text path, Text *game, Text *file)
{
    if (!text_starts(path, prefix))
        return false;
    const Text rest = text_slice(path, sizeof prefix - 1, path.size);
    size_t name = rest.size;
    while (name && rest.at[name - 1] != '/')
        name--;
    *game = text_slice(rest, 0, name ? name - 1 : 0);
    *file = text_slice(rest, name, rest.size);
    return true;
}

/* The page of a game is asked for file by file, so it is kept until another one is. */
static bool make_page(const Look *look, Report *report)
{
    const Found *found = look->found;
    PlaceCache *cache = found->cache;
    WebPage page = {.files = found->host->page, .offline = false};
    if (cache->page_arena)
        arena_free(cache->page_arena);
    cache->page_arena = NULL; /* allocating the next one may fail */
    cache->page_generation++;
    Arena *arena = cache->page_arena = arena_new();
    cache->page = (ProjectFiles){0};
    cache->page_path = text_of_bytes(arena_copy(arena, bytes_of_text(found->path)));
    const bool ok = found->is_file ? (page.game = arena_copy(arena, found->file), true)
                                   : found->host->build(found->host->context, found->path,
                                                        &page.game, arena, report);
    if (ok && web_page_make(&page, &cache->page, arena, report)) {
        project_files_sort(&cache->page);
        return true;
    }
    arena_free(arena);
    cache->page_arena = NULL;
    return false;
}

bool play_answer(const Look *look, Text file, ViewerAnswer *answer, Report *report)
{
    const PlaceCache *cache = look->found->cache;
    const bool kept = cache->page_arena && text_equal(cache->page_path, look->found->path);
    if (!play_is_possible(look->found))
        return report_error(report, "this is not a game that can be played in a browser");
    if ((!file.size || !kept) && !make_page(look, report))
        return false;
    const Text name = file.size ? file : TEXT("index.html");
    const ProjectFile *found = project_file(&cache->page, name);
    if (!found)
        return report_error(report, "the page has no file %.*s", (int)file.size, file.at);
    answer->type = media_type_of(name);
    answer->bytes = found->bytes;
    answer->plays = true;
    return true;
}
