/* Languages: texts in every translation, voices. */
#include "tirnanog/project/build.h"

#include "base/text.h"
#include "tirnanog/translations/language_names.h"
#include "tirnanog/translations/po.h"
#include "tirnanog/sheets/reference.h"

/* `lang/en.po` */
static bool is_language(Text path)
{
    return path.size == 10 && text_starts(path, "lang/") && text_ends(path, ".po");
}

void translations_list(Project *project)
{
    ReadAhead *ahead = &project->ahead;
    for (size_t i = 0; i < project->files->count; i++)
        if (is_language(project->files->items[i].path))
            *ARENA_PUSH(project->arena, ahead->translations, ahead->translation_count) =
                (Translation){.file = &project->files->items[i]};
}

void translations_read(ReadAhead *ahead)
{
    for (size_t i = 0; i < ahead->translation_count; i++) {
        Translation *one = &ahead->translations[i];
        one->messages.arena = ahead->arena;
        Report all = report_to(messages_sink, &one->messages);
        Report about = report_child(&all, one->file->path);
        one->ok = po_read(one->file->bytes, &one->po, ahead->arena, &about);
        progress_poll();
    }
}

/* A text has one translation, also if it stands in a file with several contexts. */
static void warn_duplicate(const PoEntry *entry, Text translated, Report *report)
{
    const SourcePosition place = {.line = entry->line};
    if (!entry->context.size)
        report_warning_at(report, place,
                          "duplicate \"%.*s\": the first one that is not empty is used",
                          (int)entry->id.size, entry->id.at);
    else if (entry->text.size && !text_equal(entry->text, translated))
        report_warning_at(report, place,
                          "another translation of \"%.*s\" (msgctxt \"%.*s\"): a game has one "
                          "for each text, the first one is used",
                          (int)entry->id.size, entry->id.at, (int)entry->context.size,
                          entry->context.at);
}

/* In gettext's syntax, the name of the language may still be missing. */
static bool read_language_name(const PoFile *po, Text code, Text *name, Report *report)
{
    *name = po_language_name(po, code);
    if (name->size)
        return true;
    if (!po->header.at)
        return report_error(report,
                            "the first msgid must be \"%.*s\", its msgstr the language's "
                            "own name",
                            (int)code.size, code.at);
    report_warning(report,
                   "the language's own name is missing (the entry with msgctxt \"%s\"): using "
                   "\"%.*s\"",
                   PO_LANGUAGE, (int)code.size, code.at);
    *name = code;
    return true;
}

/* An empty msgstr is not a translation: then the text of a later entry is used. */
static void read_entries(Project *project, const PoFile *po, Text code, Text *translated,
                         Report *report)
{
    const NameList *texts = &project->names.texts;
    bool *seen = arena_alloc(project->arena, texts->count, sizeof *seen);
    bool *found = arena_alloc(project->arena, texts->count, sizeof *found);
    for (size_t i = 0; i < po->count; i++) {
        const PoEntry *entry = &po->entries[i];
        const uint32_t *index = table_get(&texts->numbers, entry->id);
        if (po_is_language_name(po, i, code))
            continue;
        if (!index) {
            report_warning_at(report, (SourcePosition){.line = entry->line},
                              "the game has no text \"%.*s\": ignored", (int)entry->id.size,
                              entry->id.at);
            continue;
        }
        if (seen[*index])
            warn_duplicate(entry, translated[*index], report);
        if (entry->text.size && !found[*index])
            translated[*index] = entry->text;
        found[*index] |= entry->text.size > 0;
        seen[*index] |= !entry->context.size || entry->text.size;
    }
}

static bool read_language(Project *project, const Translation *translation, Text *translated,
                          Report *report)
{
    const PoFile *po = &translation->po;
    const Text code = text_slice(translation->file->path, 5, 7);
    messages_replay(&translation->messages, project->report);
    if (!translation->ok)
        return false;
    if (!language_code_ok(code))
        return report_error(report, "a language code has two small letters (ISO 639-1)");
    if (!read_language_name(po, code, &translated[TEXT_LANGUAGE], report))
        return false;
    po_warn_fuzzy(po, report);
    read_entries(project, po, code, translated, report);
    return true;
}

static Bytes store_texts(Project *project, const Text *texts, size_t count)
{
    Writer writer = writer_to(project->arena);
    for (size_t i = 0; i < count; i++) {
        write_text(&writer, texts[i]);
        write_u8(&writer, 0);
    }
    return project_compress(project, writer_bytes(&writer));
}

/* Every language lists the same voices; a missing one has size 0. */
static void add_voices(Project *project, TngSection *section, TngLanguage *language)
{
    const NameList *voices = &project->names.kinds[NAME_SPEECH];
    language->speech = ARENA_ALLOC(project->arena, TngAsset, voices->count);
    language->speech_count = (uint32_t)voices->count;
    section->entries = ARENA_ALLOC(project->arena, TngEntry, voices->count);
    section->count = voices->count;
    for (size_t i = 0; i < voices->count; i++) {
        const Text path =
            arena_format(project->arena, "speech/%.*s_%.2s.ogg", (int)voices->items[i].size,
                         voices->items[i].at, language->code);
        const ProjectFile *file = project_file(project->files, path);
        language->speech[i].name = names_string(&project->names, voices->items[i]);
        section->entries[i].descriptor = &language->speech[i];
        section->entries[i].stored = file ? file->bytes : (Bytes){0};
    }
}

static void add_language(Project *project, Text code, const Text *texts)
{
    TngSection *section =
        ARENA_PUSH(project->arena, project->languages, project->language_count);
    TngLanguage *language = arena_alloc(project->arena, 1, sizeof *language);
    *section = (TngSection){.type = SECTION_LANGUAGE,
                            .kind = tng_section_kind(SECTION_LANGUAGE),
                            .record = language};
    memcpy(language->code, code.at, 2);
    language->name = TEXT_LANGUAGE;
    section->texts = store_texts(project, texts, project->names.texts.count);
    add_voices(project, section, language);
}

/* Voices of languages that the game does not have. */
static void warn_lost_voices(Project *project)
{
    for (size_t i = 0; i < project->files->count; i++) {
        const Text path = project->files->items[i].path;
        bool known = !path_is_kind(path, NAME_SPEECH);
        for (size_t j = 0; j < project->language_count && !known; j++) {
            const TngLanguage *language = project->languages[j].record;
            known = !memcmp(path.at + path.size - 6, language->code, 2);
        }
        if (known)
            continue;
        Report about = report_child(project->report, path);
        report_warning(&about, "no lang/%.2s.po for this language: ignored",
                       path.at + path.size - 6);
    }
}

/* ---- the language of the project's texts ---- */

/* Whether the texts are in a file's language already: most are the same. A file with its name
 * only is a new translation, unless it is the only file. In gettext's syntax, files list also
 * the texts that are not translated yet, so these count as different. */
static bool has_original_texts(const PoFile *po, Text code, bool only)
{
    const bool lists_all = po->header.at;
    size_t same = 0, all = 0;
    for (size_t i = 0; i < po->count; i++) {
        if (po_is_language_name(po, i, code))
            continue;
        all += po->entries[i].text.size > 0 || lists_all;
        same += text_equal(po->entries[i].id, po->entries[i].text);
    }
    return same * 2 >= all && (all || (only && !lists_all));
}

/* The code of config, "en" if there is a file for it, that of a file with the original texts,
 * or "en". Texts must not get lost
 * because somebody translated them: this language is always in the game. */
Text project_source_language(const Project *project)
{
    Text found = {NULL, 0};
    const ReadAhead *ahead = &project->ahead;
    if (project->config.source.size)
        return project->config.source;
    for (size_t i = 0; i < ahead->translation_count; i++) {
        const Translation *translation = &ahead->translations[i];
        const Text code = text_slice(translation->file->path, 5, 7);
        if (!translation->ok)
            continue;
        if (text_is(code, "en"))
            return code;
        if (!found.size &&
            has_original_texts(&translation->po, code, ahead->translation_count == 1))
            found = code;
    }
    return found.size ? found : TEXT("en");
}

static bool source_ok(const Project *project)
{
    const ProjectConfig *config = &project->config;
    Report about = report_child(project->report, TEXT("config"));
    if (!config->source.size || language_code_ok(config->source))
        return true;
    return report_error_at(&about, (SourcePosition){.line = 4},
                           "\"%.*s\" is not a language code: two small letters (ISO 639-1), "
                           "then the language's own name",
                           (int)config->source.size, config->source.at);
}

static void add_source(Project *project, Text code)
{
    const NameList *texts = &project->names.texts;
    const Text own = project->config.source_name;
    texts->items[TEXT_LANGUAGE] = own.size ? own : text_is(code, "en") ? TEXT("English") : code;
    add_language(project, code, texts->items);
}

bool project_languages(Project *project)
{
    const NameList *texts = &project->names.texts;
    const ReadAhead *ahead = &project->ahead;
    read_ahead_wait(&project->ahead);
    const Text source = project_source_language(project);
    bool ok = source_ok(project), has_source = !ok; /* then it is not added */
    for (size_t i = 0; i < ahead->translation_count; i++) {
        const ProjectFile *file = ahead->translations[i].file;
        const Text code = text_slice(file->path, 5, 7);
        Report about = report_child(project->report, file->path);
        Text *translated = arena_alloc(project->arena, texts->count, sizeof *translated);
        memcpy(translated, texts->items, texts->count * sizeof *translated);
        if (!has_source && memcmp(code.at, source.at, 2) > 0) {
            add_source(project, source);
            has_source = true;
        }
        if (read_language(project, &ahead->translations[i], translated, &about))
            add_language(project, code, translated);
        else
            ok = false;
        has_source |= text_equal(code, source);
    }
    if (!has_source)
        add_source(project, source);
    if (ok)
        warn_lost_voices(project);
    return ok;
}

/* ---- the reference ---- */

const char language_example[] = "# TirNanoG Translation\n\n"
                                "msgid \"de\"\n"
                                "msgstr \"Deutsch\"\n\n"
                                "msgid \"The Hazel of Segais\"\n"
                                "msgstr \"Die Hasel von Segais\"\n\n"
                                "msgid \"Silver penny | What everything costs.\"\n"
                                "msgstr \"Silberpfennig | Was alles kostet.\"\n";

void language_describe(Writer *out)
{
    write_format(
        out,
        "CODE is the code of the language: two small letters (ISO 639-1). The first line of "
        "the file is `# TirNanoG Translation`. The first entry has the code as `msgid` and "
        "the language's own name as `msgstr`. Each further one has a text of the project, "
        "and its translation; an empty or missing one leaves the original.\n\n"
        "Texts are quoted, and on one line. A quote or backslash in them has a backslash "
        "before it. `oisin check` lists the texts that a file does not translate, and those "
        "that the game does not have.\n\n"
        "The language of the texts themselves is always in the game: that of `config`, or "
        "`en`, or that of a file whose texts are the same; a file for it may replace them. "
        "Voices are files `speech/NAME_CODE.ogg`.\n\n"
        "## Example: `lang/de.po`\n\n");
    Text rest = text_of(language_example), line;
    while (text_line(&rest, &line))
        write_format(out, "%s%.*s\n", line.size ? "    " : "", (int)line.size, line.at);
}
