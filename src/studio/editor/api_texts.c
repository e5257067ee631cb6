/* Requests about texts and their translations. Parts, in order: a translation as it is now;
 * problems; the table as JSON; changes. The files are read as they are now; texts, places and
 * problems are those of the last check, which follows each change. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "tirnanog/translations/language_names.h"
#include "tirnanog/translations/po_edit.h"
#include "tirnanog/translations/translations.h"

/* What the check has found about an entry. */
typedef struct EntryNotes {
    Text *items;
    size_t count;
    bool overflows; /* the translation does not fit into its box */
} EntryNotes;

/* lang/CODE.po */
typedef struct Language {
    Text code, path;
    Bytes bytes;
    uint64_t hash;
    PoFile po;
    Messages errors; /* of reading it */
    bool ok;
    bool *used;        /* per entry: it is the translation of a text */
    Table by_text;     /* msgid to the entry that the game uses */
    EntryNotes *notes; /* per entry */
} Language;

typedef struct TextTable {
    Call *call;
    const Checked *checked;
    ProjectTexts texts;
    Language *languages;
    size_t count;
    JsonWriter json;
    Arena *arena;
} TextTable;

/* ---- a translation as it is now ---- */

static bool is_translation(Text path)
{
    return path.size == strlen("lang/xx.po") && text_starts(path, "lang/") &&
           text_ends(path, ".po");
}

static Text code_of(Text path) { return text_slice(path, 5, 7); }

static Text path_of(Text code, Arena *arena)
{
    return arena_format(arena, "lang/%.*s.po", (int)code.size, code.at);
}

/* As the build chooses: the first entry of a text with a translation, otherwise the first. */
static void choose_entries(Language *language, Arena *arena)
{
    const PoFile *po = &language->po;
    language->by_text = table_new(arena);
    for (uint32_t i = 0; i < po->count; i++) {
        if (po_is_language_name(po, i, language->code))
            continue;
        uint32_t *chosen = table_put(&language->by_text, po->entries[i].id, i);
        const PoEntry *old = &po->entries[*chosen], *new = &po->entries[i];
        if ((new->text.size && !old->text.size) ||
            (new->suggestion.size && !old->text.size && !old->suggestion.size))
            *chosen = i;
    }
}

static void read_language(const TextTable *table, Language *language)
{
    Arena *arena = table->arena;
    language->errors.arena = arena;
    Report report = report_to(messages_sink, &language->errors);
    language->ok = edit_store_read(&table->call->editor->store, language->path,
                                   &language->bytes, &language->hash, arena, &report) &&
                   po_read(language->bytes, &language->po, arena, &report);
    if (!language->ok)
        language->po = (PoFile){0};
    language->used = ARENA_ALLOC(arena, bool, language->po.count + 1);
    language->notes = ARENA_ALLOC(arena, EntryNotes, language->po.count + 1);
    choose_entries(language, arena);
}

static bool begin_table(TextTable *table, Call *call)
{
    Arena *arena = call->arena;
    *table = (TextTable){.call = call, .checked = call->editor->checked, .arena = arena};
    if (!table->checked || !table->checked->model) {
        call_unread(call);
        return false;
    }
    project_model_texts(table->checked->model, &table->texts, arena);
    const ProjectFiles *files = &table->checked->files;
    for (size_t i = 0; i < files->count; i++)
        if (is_translation(files->items[i].path))
            *ARENA_PUSH(arena, table->languages, table->count) =
                (Language){.code = code_of(files->items[i].path), .path = files->items[i].path};
    for (size_t i = 0; i < table->count; i++)
        read_language(table, &table->languages[i]);
    return true;
}

/* ---- problems ---- */

/* The entry with this line; NULL: it is before all of them. */
static const PoEntry *entry_at(const PoFile *po, uint32_t line)
{
    size_t low = 0, high = po->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (po->entries[middle].line <= line)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &po->entries[low - 1] : NULL;
}

/* A problem of an entry that was changed since the check is not known to be one any more. */
static void add_note(Language *language, const PoEntry *checked, const Message *message,
                     Arena *arena)
{
    const PoEdit wanted = {.id = checked->id, .context = checked->context};
    const PoEntry *now = po_find(&language->po, language->code, &wanted);
    if (!now || !text_equal(now->text, checked->text))
        return;
    EntryNotes *notes = &language->notes[now - language->po.entries];
    *ARENA_PUSH(arena, notes->items, notes->count) = message->text;
    notes->overflows |= message->kind && !strcmp(message->kind, text_overflow_kind);
}

static void add_notes(const TextTable *table, Language *language)
{
    Report silent = report_to(NULL, NULL);
    const ProjectFile *file = project_file(&table->checked->files, language->path);
    const Messages *problems = &table->checked->problems;
    PoFile po;
    if (!file || !po_read(file->bytes, &po, table->arena, &silent))
        return;
    for (size_t i = 0; i < problems->count; i++) {
        const Message *message = &problems->items[i];
        const PoEntry *entry = message->line && text_equal(message->subject, language->path)
                                   ? entry_at(&po, message->line)
                                   : NULL;
        if (entry)
            add_note(language, entry, message, table->arena);
    }
}

/* Per text: why it does not fit, in its own language; empty: it does. */
static Text *source_problems(const TextTable *table)
{
    const Messages *problems = &table->checked->problems;
    Text *found = ARENA_ALLOC(table->arena, Text, table->texts.count + 1);
    Table places = table_new(table->arena);
    for (size_t i = 0; i < problems->count; i++) {
        const Message *message = &problems->items[i];
        if (message->kind && !strcmp(message->kind, text_overflow_kind))
            table_put(&places,
                      arena_format(table->arena, "%.*s:%u", (int)message->subject.size,
                                   message->subject.at, message->line),
                      (uint32_t)i);
    }
    for (size_t i = 0; places.count && i < table->texts.place_count; i++) {
        const TextPlace *place = &table->texts.places[i];
        const uint32_t *problem =
            table_get(&places, arena_format(table->arena, "%.*s:%u", (int)place->path.size,
                                            place->path.at, place->line));
        if (problem)
            found[place->text] = problems->items[*problem].text;
    }
    return found;
}

/* ---- JSON ---- */

static void put_entry(TextTable *table, const Language *language, const PoEntry *entry,
                      const EntryNotes *notes)
{
    JsonWriter *json = &table->json;
    const bool fuzzy = entry->suggestion.size > 0;
    json_open(json, NULL);
    json_put_text(json, "language", language->code);
    json_put_text(json, "text", fuzzy ? entry->suggestion : entry->text);
    if (fuzzy)
        json_put_text(json, "was", entry->previous);
    if (fuzzy)
        json_put_bool(json, "fuzzy", true);
    if (entry->context.size)
        json_put_text(json, "context", entry->context);
    if (notes && notes->overflows)
        json_put_bool(json, "overflows", true);
    if (notes && notes->count) {
        json_open_list(json, "problems");
        for (size_t i = 0; i < notes->count; i++)
            json_put_text(json, NULL, notes->items[i]);
        json_close_list(json);
    }
    json_close(json);
}

static void put_name_cells(TextTable *table)
{
    for (size_t i = 0; i < table->count; i++) {
        Language *language = &table->languages[i];
        const PoEntry *entry =
            po_find(&language->po, language->code, &(PoEdit){.is_name = true});
        if (!entry)
            continue;
        language->used[entry - language->po.entries] = true;
        put_entry(table, language, entry, &language->notes[entry - language->po.entries]);
    }
}

static void put_cells(TextTable *table, Text id)
{
    for (size_t i = 0; i < table->count; i++) {
        Language *language = &table->languages[i];
        const uint32_t *number = table_get(&language->by_text, id);
        if (!number)
            continue;
        language->used[*number] = true;
        put_entry(table, language, &language->po.entries[*number], &language->notes[*number]);
    }
}

/* A path, a line, and what the text is there. */
static void put_place(JsonWriter *json, const TextPlace *place)
{
    json_open_list(json, NULL);
    json_put_text(json, NULL, place->path);
    json_put_uint(json, NULL, place->line);
    json_put_text(json, NULL, text_is_answer(place) ? TEXT("answer") : place->member);
    json_close_list(json);
}

/* The places of text `number` are from `*at` on. */
static void put_places(TextTable *table, const Table *speakers, uint32_t number, size_t *at)
{
    JsonWriter *json = &table->json;
    const ProjectTexts *texts = &table->texts;
    Text speaker = TEXT("");
    json_open_list(json, "places");
    for (; *at < texts->place_count && texts->places[*at].text == number; ++*at) {
        put_place(json, &texts->places[*at]);
        if (!speaker.size)
            speaker = text_speaker(texts, speakers, &texts->places[*at]);
    }
    json_close_list(json);
    json_put_text(json, "speaker", speaker);
}

static void put_texts(TextTable *table)
{
    JsonWriter *json = &table->json;
    const ProjectTexts *texts = &table->texts;
    const Table speakers = text_speakers(texts, table->arena);
    const Text *problems = source_problems(table);
    size_t place = 0;
    json_open_list(json, "texts");
    json_open(json, NULL);
    json_put_text(json, "id", texts->source_name.size ? texts->source_name : texts->source);
    json_put_bool(json, "name", true);
    json_open_list(json, "cells");
    put_name_cells(table);
    json_close_list(json);
    json_close(json);
    for (uint32_t i = 0; i < texts->count; i++) {
        json_open(json, NULL);
        json_put_text(json, "id", texts->items[i]);
        put_places(table, &speakers, i, &place);
        if (problems[i].size)
            json_put_text(json, "problem", problems[i]);
        json_open_list(json, "cells");
        put_cells(table, texts->items[i]);
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
}

static void put_unused(TextTable *table, const Language *language, const PoEntry *entry,
                       const EntryNotes *notes)
{
    JsonWriter *json = &table->json;
    if (!entry->text.size && !entry->suggestion.size)
        return;
    json_open(json, NULL);
    json_put_text(json, "id", entry->id);
    json_put_bool(json, "obsolete", !notes);
    json_open_list(json, "cells");
    put_entry(table, language, entry, notes);
    json_close_list(json);
    json_close(json);
}

/* Translations that the game does not use: of texts that it does not have, of further contexts,
 * and those that the file keeps as obsolete. */
static void put_all_unused(TextTable *table)
{
    json_open_list(&table->json, "unused");
    for (size_t i = 0; i < table->count; i++) {
        const Language *language = &table->languages[i];
        for (size_t k = 0; k < language->po.count; k++)
            if (!language->used[k])
                put_unused(table, language, &language->po.entries[k], &language->notes[k]);
        for (size_t k = 0; k < language->po.obsolete_count; k++)
            put_unused(table, language, &language->po.obsolete[k], NULL);
    }
    json_close_list(&table->json);
}

static void put_language(TextTable *table, const Language *language)
{
    JsonWriter *json = &table->json;
    const LanguageName *known = language_name(language->code);
    const TranslationStats stats =
        translation_stats(&table->texts, language->code, &language->po, table->arena);
    Text name = po_language_name(&language->po, language->code);
    if (!name.size)
        name = known ? text_of(known->name) : language->code;
    json_open(json, NULL);
    json_put_text(json, "code", language->code);
    json_put_text(json, "name", name);
    json_put_bool(json, "rtl", known && known->rtl);
    json_put_text(json, "path", language->path);
    put_hash(json, "hash", language->hash);
    json_put_bool(json, "source", text_equal(language->code, table->texts.source));
    json_put_uint(json, "missing", stats.missing);
    json_put_uint(json, "fuzzy", stats.fuzzy);
    if (!language->ok && language->errors.count) {
        json_open(json, "error");
        put_message_members(json, &language->errors.items[0]);
        json_close(json);
    }
    json_close(json);
}

/* Languages that can be new: neither a file, nor the language of the texts. */
static void put_known(TextTable *table)
{
    JsonWriter *json = &table->json;
    json_open_list(json, "known");
    for (size_t i = 0; i < language_name_count; i++) {
        bool has = text_is(table->texts.source, language_names[i].code);
        for (size_t k = 0; k < table->count; k++)
            has |= text_is(table->languages[k].code, language_names[i].code);
        if (has)
            continue;
        json_open_list(json, NULL);
        json_put_text(json, NULL, text_of(language_names[i].code));
        json_put_text(json, NULL, text_of(language_names[i].name));
        json_close_list(json);
    }
    json_close_list(json);
}

static size_t count_errors(const Checked *checked)
{
    size_t errors = 0;
    for (size_t i = 0; i < checked->problems.count; i++)
        errors += checked->problems.items[i].severity == SEVERITY_ERROR;
    return errors;
}

void get_texts(Call *call)
{
    TextTable table;
    Writer out = writer_to(call->arena);
    if (!begin_table(&table, call))
        return;
    for (size_t i = 0; i < table.count; i++)
        add_notes(&table, &table.languages[i]);
    table.json = json_to(&out);
    json_open(&table.json, NULL);
    json_put_text(&table.json, "source", table.texts.source);
    json_put_uint(&table.json, "errors", count_errors(table.checked));
    json_open_list(&table.json, "languages");
    for (size_t i = 0; i < table.count; i++)
        put_language(&table, &table.languages[i]);
    json_close_list(&table.json);
    put_known(&table);
    put_texts(&table);
    put_all_unused(&table);
    json_close(&table.json);
    call_json(call, &table.json);
}

/* ---- changes ---- */

/* The comments of entries that the file does not have yet. */
static void add_comments(const Call *call, const PoFile *po, Text code, PoEdit *edits,
                         size_t count)
{
    ProjectTexts texts = {0};
    const Text *notes = NULL;
    for (size_t i = 0; i < count; i++) {
        if (edits[i].is_name || po_find(po, code, &edits[i]))
            continue;
        if (!notes) {
            project_model_texts(call_model(call), &texts, call->arena);
            notes = translation_notes(&texts, call->arena);
        }
        for (size_t k = 0; k < texts.count; k++)
            if (text_equal(texts.items[k], edits[i].id))
                edits[i].notes = notes[k];
    }
}

void post_texts(Call *call)
{
    const Text path = http_argument(call->request, "path");
    const json_t *list = json_object_get(call->body, "edits");
    const size_t count = json_array_size(list);
    FileEdit edit;
    PoFile po;
    if (!change_base(call, path, &edit))
        return;
    if (!is_translation(path) || !call_model(call) || !count) {
        call_error(call, 400, "translations of a file lang/CODE.po are expected");
        return;
    }
    PoEdit *edits = ARENA_ALLOC(call->arena, PoEdit, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        edits[i] = (PoEdit){.id = json_find_text(one, "id"),
                            .context = json_find_text(one, "context"),
                            .is_name = json_is_true(json_object_get(one, "name")),
                            .text = json_find_text(one, "text"),
                            .done = json_is_true(json_object_get(one, "done"))};
    }
    Report silent = report_to(NULL, NULL);
    if (po_read(edit.base, &po, call->arena, &silent))
        add_comments(call, &po, code_of(path), edits, count);
    if (!po_set(edit.base, code_of(path), edits, count, &edit.mine, call->arena,
                &call->report)) {
        call_error(call, 400, "the translation cannot be changed");
        return;
    }
    const Text label = call_text(call, "label");
    answer_change(call,
                  label.size
                      ? label
                      : arena_format(call->arena, "translate %.*s", (int)path.size, path.at),
                  &edit, 1);
}

/* The texts after the last change; false: the call was answered, since some cannot be read. */
static bool current_texts(Call *call, ProjectTexts *out)
{
    wait_for_check(call->editor);
    if (!call_model(call) || count_errors(call->editor->checked)) {
        call_unread(call);
        return false;
    }
    project_model_texts(call_model(call), out, call->arena);
    return true;
}

/* As `oisin po merge` makes it. */
static Bytes merged(const ProjectTexts *texts, Text code, const PoFile *old, Arena *arena)
{
    PoFile file;
    translation_merge(texts, code, old, &file, arena);
    return po_write(&file, arena);
}

void post_text_language(Call *call)
{
    const Text code = call_text(call, "code");
    const LanguageName *known = language_name(code);
    const Text path = path_of(code, call->arena);
    FileEdit edit = {.path = path};
    ProjectTexts texts;
    Bytes old;
    uint64_t hash;
    if (!known) {
        call_error(call, 400,
                   arena_format(call->arena,
                                "\"%.*s\" is not the code of a known language (ISO 639-1)",
                                (int)code.size, code.at)
                       .at);
        return;
    }
    if (!edit_store_read(&call->editor->store, path, &old, &hash, call->arena, &call->report)) {
        call_error(call, 403, "the file cannot be read");
        return;
    }
    if (hash) {
        call_error(
            call, 409,
            arena_format(call->arena, "%.*s exists already", (int)path.size, path.at).at);
        return;
    }
    if (!current_texts(call, &texts))
        return;
    if (text_equal(code, texts.source)) {
        call_error(call, 400, "the texts of the project are in this language");
        return;
    }
    edit.mine = merged(&texts, code, &(PoFile){0}, call->arena);
    answer_change(call, arena_format(call->arena, "new language %s", known->name), &edit, 1);
}

/* Files that are up to date already are not written. */
void post_text_update(Call *call)
{
    TextTable table;
    ProjectTexts texts;
    FileEdit *edits = NULL;
    size_t count = 0;
    if (!current_texts(call, &texts) || !begin_table(&table, call))
        return;
    for (size_t i = 0; i < table.count; i++) {
        const Language *language = &table.languages[i];
        const bool is_source = text_equal(language->code, texts.source);
        if (!language->ok || (is_source && language->po.count < 2))
            continue;
        const Bytes bytes = merged(&texts, language->code, &language->po, call->arena);
        if (bytes.size != language->bytes.size ||
            memcmp(bytes.data, language->bytes.data, bytes.size) != 0)
            *ARENA_PUSH(call->arena, edits, count) = (FileEdit){.path = language->path,
                                                                .base_hash = language->hash,
                                                                .base = language->bytes,
                                                                .mine = bytes};
    }
    if (count) {
        answer_change(call, TEXT("update the translations"), edits, count);
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_bool(&json, "merged", false);
    json_close(&json);
    call_json(call, &json);
}
