/* Finds the folder of a template beside the program, and gives its project the name of the new
 * one. */
#include "tirnanog/jobs/templates.h"

#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/new_job.h"
#include "kit/jobs/program_folder.h"
#include "tirnanog/project/project.h"

#include <string.h>

static const struct {
    const char *name, *sentence;
} templates[] = {
#define TEMPLATE(name, sentence) {name, sentence},
#include "tirnanog/jobs/templates.def"
#undef TEMPLATE
};

bool template_is_name(const char *value)
{
    return *value && !strpbrk(value, "/\\.") && !file_exists(value);
}

void templates_write(Writer *out)
{
    for (size_t i = 0; i < COUNT_OF(templates); i++)
        write_format(out, "    %-9s %s\n", templates[i].name, templates[i].sentence);
}

const char *template_name(size_t index)
{
    return index < COUNT_OF(templates) ? templates[index].name : NULL;
}

const char *template_sentence(size_t index)
{
    return index < COUNT_OF(templates) ? templates[index].sentence : NULL;
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(templates); i++)
        if (!strcmp(templates[i].name, name))
            return true;
    return false;
}

static bool fail_unknown(const char *name, Arena *arena, Report *report)
{
    Text names[COUNT_OF(templates)];
    Writer list = writer_to(arena);
    for (size_t i = 0; i < COUNT_OF(templates); i++) {
        names[i] = text_of(templates[i].name);
        write_format(&list, "%s%s", i ? ", " : "", templates[i].name);
    }
    const Text near = text_nearest(text_of(name), names, COUNT_OF(templates)),
               all = writer_text(&list);
    if (near.size)
        return report_cause(report, CAUSE_NOT_FOUND,
                            "no template \"%s\"; did you mean \"%.*s\"? Templates: %.*s", name,
                            (int)near.size, near.at, (int)all.size, all.at);
    return report_cause(report, CAUSE_NOT_FOUND,
                        "no template \"%s\"; expected one of %.*s, or a file NAME.zip", name,
                        (int)all.size, all.at);
}

/* `make install` puts it beside the templates. */
const char *template_picture(const char *name, Arena *arena)
{
    static const char *const places[] = {"share/oisin/templates", "../share/oisin/templates"};
    static const char *const sources[] = {"../../docs/pictures"};
    const char *installed = arena_format(arena, "%s.png", name).at;
    const char *file = arena_format(arena, "template-%s.png", name).at;
    if (!is_known(name))
        return NULL;
    const char *folder =
        program_part("OISIN_TEMPLATES", places, COUNT_OF(places), installed, arena);
    if (folder)
        return arena_format(arena, "%s/%s", folder, installed).at;
    folder = program_part(NULL, sources, COUNT_OF(sources), file, arena);
    return folder ? arena_format(arena, "%s/%s", folder, file).at : NULL;
}

/* PREFIX/share/oisin/templates/NAME of an installed program, the same beside one that was
 * unpacked from a zip file, otherwise the folder of the sources. */
static bool template_load(const char *name, ProjectFiles *out, Arena *arena, Report *report)
{
    static const char *const places[] = {"share/oisin/templates", "../share/oisin/templates",
                                         "../../templates"};
    const char *folder = program_part("OISIN_TEMPLATES", places, COUNT_OF(places),
                                      arena_format(arena, "%s/config", name).at, arena);
    if (!folder)
        return report_error(report, "the files of the template \"%s\" are not installed", name);
    return project_load_files(arena_format(arena, "%s/%s", folder, name).at, out, arena,
                              report);
}

/* The second line of config is the title. */
static void title_set(ProjectFiles *files, Text title, Arena *arena)
{
    for (size_t i = 0; i < files->count; i++) {
        const Text config = text_of_bytes(files->items[i].bytes);
        size_t first, second;
        if (!text_is(files->items[i].path, "config") || !text_find(config, '\n', &first))
            continue;
        const Text rest = text_slice(config, first + 1, config.size);
        if (!text_find(rest, '\n', &second))
            continue;
        files->items[i].bytes = bytes_of_text(
            arena_format(arena, "%.*s\n%.*s%.*s", (int)first, config.at, (int)title.size,
                         title.at, (int)(rest.size - second), rest.at + second));
    }
}

bool template_make(const char *name, Text game, ProjectFiles *out, Arena *arena, Report *report)
{
    if (!project_game_id_check(game, report))
        return false;
    if (!is_known(name))
        return fail_unknown(name, arena, report);
    if (!strcmp(name, "empty"))
        return new_small_game(NULL, game, out, arena, report);
    if (!template_load(name, out, arena, report))
        return false;
    title_set(out, game, arena);
    out->game = game;
    return true;
}
