/* The linter: warnings about what a build accepts. */
#include "tirnanog/check/check.h"

#include "base/text.h"
#include "kit/open/ogv.h"
#include "tirnanog/project/story_graph.h"
#include "tirnanog/translations/untranslated.h"

/* Names of a list that nothing refers to, or their number if there are many. A name is used
 * when a text, script or map looks it up. */
static void warn_unused(Project *project, const NameList *list, const char *folder,
                        const char *suffix, const char *word)
{
    enum { EACH_MAX = 8 };
    size_t count = 0, first = 0;
    for (size_t i = list->count; i--;)
        if (!list->used[i]) {
            first = i;
            count++;
        }
    if (count > EACH_MAX) { /* unpacked games have all layers of characters and use none */
        Report about = report_child(project->report, text_of(folder));
        report_warning(&about, "nothing uses %zu of the %zu files (%s); the first is %.*s",
                       count, list->count, word, (int)list->items[first].size,
                       list->items[first].at);
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (list->used[i])
            continue;
        const Text name = list->items[i];
        Report about =
            report_child(project->report, arena_format(project->arena, "%s/%.*s%s", folder,
                                                       (int)name.size, name.at, suffix));
        report_warning(&about, "nothing uses this %s", word);
    }
}

/* Kinds that must be referred to; others have an effect by existing. */
static void warn_unused_assets(Project *project)
{
    static const NameKind kinds[] = {NAME_FONT,    NAME_MUSIC,    NAME_SOUND,    NAME_MOVIE,
                                     NAME_SPEECH,  NAME_CHOOSER,  NAME_CUTSCENE, NAME_NPC,
                                     NAME_SPAWNER, NAME_DIALOG,   NAME_CRAFT,    NAME_QUEST,
                                     NAME_MAP,     NAME_ATTRIBUTE};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const FileKind *kind = file_kind(kinds[i]);
        warn_unused(project, &project->names.kinds[kinds[i]], kind->folder, kind->suffix,
                    kind->word);
    }
    for (unsigned c = 0; c < CATEGORIES; c++)
        warn_unused(project, &project->names.sprites[c], category_folders[c], "",
                    file_kind(NAME_SPRITE + c)->word);
}

/* The use of a quest by handlers. */
typedef struct QuestUse {
    uint32_t number; /* in handlers */
    bool begun, ended;
} QuestUse;

/* `quest(0,NAME)` starts it; with any other number, or a calculated one, it may end. */
static void note_quests(Bytes code, QuestUse *uses, size_t count)
{
    Instruction before = {0}, it;
    for (size_t at = 0; at < code.size && instruction_read(code, at, &it) == DECODED;
         at += it.size, before = it) {
        const bool begins = instruction_is_constant(&before) && !before.value;
        for (size_t i = 0; it.op == OP_PUSHQST && i < count; i++) {
            uses[i].begun |= uses[i].number == it.value && begins;
            uses[i].ended |= uses[i].number == it.value && !begins;
        }
    }
}

static void warn_endless_quests(Project *project, const ProjectScripts *scripts)
{
    const NameList *quests = &project->names.kinds[NAME_QUEST];
    const FileKind *kind = file_kind(NAME_QUEST);
    QuestUse *uses = ARENA_ALLOC(project->arena, QuestUse, quests->count);
    for (size_t i = 0; i < quests->count; i++)
        project->scripts.index(project->scripts.context, SCRIPT_QUEST, quests->items[i],
                               &uses[i].number);
    for (size_t i = 0; i < scripts->count; i++)
        note_quests(scripts->items[i].code.bytes, uses, quests->count);
    for (size_t i = 0; i < quests->count; i++) {
        const Text name = quests->items[i];
        if (!uses[i].begun || uses[i].ended)
            continue;
        Report about = report_child(project->report,
                                    arena_format(project->arena, "%s/%.*s%s", kind->folder,
                                                 (int)name.size, name.at, kind->suffix));
        report_warning(&about,
                       "a handler starts this quest, but none completes it with quest(1,%.*s)",
                       (int)name.size, name.at);
    }
}

/* Texts that a language file does not translate. The file of the project's own language may
 * omit any. */
enum { SHOWN_TEXT = 60 };

/* At most so many bytes, of whole letters. */
static Text text_start(Text text, size_t size)
{
    if (text.size <= size)
        return text;
    while (size && (text.at[size] & 0xC0) == 0x80)
        size--;
    return text_slice(text, 0, size);
}

static void warn_untranslated(Project *project)
{
    const NameList *texts = &project->names.texts;
    const Text source = project_source_language(project);
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        Untranslated left;
        Report about = report_child(project->report, file->path);
        if (!untranslated_texts(file, texts, source, &left, project->arena))
            continue;
        for (size_t j = 0; j < left.count; j++) {
            const Text text = texts->items[left.items[j]];
            const Text start = text_start(text, SHOWN_TEXT);
            report_warning(&about, "\"%.*s\"%s is not translated", (int)start.size, start.at,
                           start.size < text.size ? "..." : "");
        }
    }
}

/* Sounds and movies that the player program cannot play, or not well. */
static void warn_media(Project *project)
{
    static const struct {
        NameKind kind;
        OgvRole role;
    } kinds[] = {{NAME_MUSIC, OGV_MUSIC},
                 {NAME_SOUND, OGV_MONO},
                 {NAME_MOVIE, OGV_MOVIE},
                 {NAME_SPEECH, OGV_MONO}};
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        Report about = report_child(project->report, file->path);
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            if (path_is_kind(file->path, kinds[k].kind))
                ogv_check(file->bytes, kinds[k].role, &about);
    }
}

/* What a project without errors has become, for further checks. */
static bool run_checker(Project *project, ProjectScripts *scripts, ProjectTexts *texts,
                        ProjectChecker *checker, Report *report)
{
    texts->items = project->names.texts.items;
    texts->count = project->names.texts.count;
    Report silent = report_to(NULL, NULL);
    TngOutput built;
    TngFile game;
    ProjectChecked checked = {.files = project->files,
                              .names = &project->scripts,
                              .scripts = scripts,
                              .texts = texts};
    project->report = &silent;
    if (project_atlases(project) && project_assemble(project, &built) &&
        tng_read(tng_output_bytes(&built, project->arena), &game, project->arena, &silent))
        checked.game = &game;
    return checker(&checked, project->arena, report);
}

bool project_check_into(Project *project, ProjectFiles *files, const BuildOptions *options,
                        ProjectChecker *checker, Arena *arena, Report *report)
{
    ProjectScripts scripts = {0};
    ProjectTexts texts = {0};
    BuildOptions own = *options;
    own.scripts = &scripts;
    if (!own.texts)
        own.texts = &texts;
    bool ok = project_load(project, files, &own, arena, report);
    for (size_t i = 0; i < files->count; i++)
        if (text_starts(files->items[i].path, "ext/") &&
            text_ends(files->items[i].path, ".cfg"))
            ok &= project_extension(project, &files->items[i], &(ProjectExtension){0});
    if (!ok) { /* usage is known only if everything was read */
        project->story = project_story(project, &scripts);
        return false;
    }
    warn_unused_assets(project);
    warn_endless_quests(project, &scripts);
    warn_untranslated(project);
    warn_media(project);
    project_check_handlers(project, &scripts);
    const MapContents maps = project_map_contents(project);
    project_check_rules(project, &scripts, &maps);
    project_check_reach(project, &scripts, &maps);
    project_check_patrols(project, &scripts, &maps);
    project->story = project_story(project, &scripts);
    project_check_story(project);
    project_check_texts(project, own.texts);
    return !checker || run_checker(project, &scripts, own.texts, checker, report);
}

bool project_check_with(ProjectFiles *files, ProjectChecker *checker, Arena *arena,
                        Report *report)
{
    Project *project = arena_alloc(arena, 1, sizeof *project);
    return project_check_into(project, files, &(BuildOptions){0}, checker, arena, report);
}

bool project_check(ProjectFiles *files, Arena *arena, Report *report)
{
    return project_check_with(files, NULL, arena, report);
}
