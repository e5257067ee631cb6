/* The report of a proof, in text and JSON, and the page of all questions. */
#include "studio/prove/prove_internal.h"

#include "oisin.h"

static const char *const kinds[PROVE_KINDS] = {"game", "saved game", "camera path", "animation",
                                               "texture"};
static const char *const results[] = {"absent", "open", "settled", "contradiction"};
static const char *const sames[] = {"not compared", "same bytes",    "same content",
                                    "packed again", "another order", "different"};

/* ---- text ---- */

static void write_sections(const Proof *proof, Writer *out)
{
    if (!proof->section_count)
        return;
    write_format(out, "\nblock: %llu bytes, decompressed %llu\n\n",
                 (unsigned long long)proof->block_stored,
                 (unsigned long long)proof->block_size);
    write_format(out, "type  %-20s %10s %8s %12s %12s  built again\n", "section", "bytes",
                 "entries", "stored", "unpacked");
    for (size_t i = 0; i < proof->section_count; i++) {
        const ProveSection *section = &proof->sections[i];
        write_format(out, "%4u  %-20s %10llu %8zu %12llu %12llu  %s", section->type,
                     section->title, (unsigned long long)section->size, section->entries,
                     (unsigned long long)section->stored, (unsigned long long)section->unpacked,
                     sames[section->same]);
        if (section->same == PROVE_DIFFERENT && section->asset)
            write_format(out, " in number %zu, from byte %llu", section->asset - 1,
                         (unsigned long long)section->difference);
        else if (section->same == PROVE_DIFFERENT)
            write_format(out, " from byte %llu", (unsigned long long)section->difference);
        write_text(out, TEXT("\n"));
    }
}

static void write_answer(const Proof *proof, ProveQuestion question, Writer *out)
{
    static const char *const phrases[] = {"not settled", "not settled", "settled",
                                          "contradiction"};
    const ProveAnswer answer = prove_answer(proof, question);
    const ProveQuestionRow *row = &prove_questions[question];
    write_format(out, "\n%s (%s): %s\n    %s", row->id, row->document, row->question,
                 phrases[answer.result]);
    if (answer.result == PROVE_SETTLED) {
        const ProveReadingRow *reading = &prove_readings[answer.reading];
        write_format(out, ": reading %s: %s%s", reading->word, reading->text,
                     reading->read ? "" : " (this program reads another one)");
    } else if (answer.result == PROVE_CONTRADICTION) {
        write_text(out, TEXT(": no permitted reading fits"));
    }
    write_format(out, "\n    %.*s\n", (int)answer.evidence.size, answer.evidence.at);
}

static void write_hash(const Proof *proof, Writer *out)
{
    write_text(out, TEXT("SHA-256: "));
    for (size_t i = 0; i < sizeof proof->hash; i++)
        write_format(out, "%02x", proof->hash[i]);
    write_text(out, TEXT("\n"));
}

void proof_write(const Proof *proof, Writer *out)
{
    write_format(out, "oisin " OISIN_VERSION ": what this %s proves\n", kinds[proof->kind]);
    write_text(out,
               TEXT("This report contains no texts, images, sounds or names of the game.\n\n"));
    if (proof->own)
        write_text(
            out, TEXT("This program wrote the file: it proves nothing about the format.\n\n"));
    else if (proof->own_game)
        write_text(out, TEXT("This program wrote the game, and perhaps the saved game: it "
                             "proves nothing about the format.\n\n"));
    write_format(out, "size: %zu bytes\n", proof->size);
    write_hash(proof, out);
    if (proof->numbers.size)
        write_format(out, "header: %s\n", proof->numbers.at);
    if (proof->header_difference)
        write_format(out, "The header differs after building again, from byte %zu.\n",
                     proof->header_difference);
    if (proof->files)
        write_format(out, "archive with %zu files of this kind\n", proof->files);
    write_format(out, "records: %zu, of which %zu do not end as expected%s%s\n", proof->records,
                 proof->misfits, proof->misfits ? "; first: " : "",
                 proof->misfits ? proof->misfit.at : "");
    if (proof->kind == PROVE_GAME)
        write_format(out, "handlers: %zu, of which this program refuses %zu\n%s",
                     proof->handlers, proof->unverified,
                     proof->built ? "" : "This program cannot build the game again.\n");
    write_sections(proof, out);
    for (unsigned i = 0; i < PROVE_QUESTIONS; i++)
        if (prove_questions[i].kind == proof->kind)
            write_answer(proof, (ProveQuestion)i, out);
    write_format(out, "\n%s\n",
                 proof_agrees(proof) ? "Nothing contradicts the documents or this program."
                                     : "Something contradicts the documents or this program.");
}

/* ---- JSON ---- */

static void json_sections(const Proof *proof, JsonWriter *json)
{
    json_open_list(json, "sections");
    for (size_t i = 0; i < proof->section_count; i++) {
        const ProveSection *section = &proof->sections[i];
        json_open(json, NULL);
        json_put_uint(json, "type", section->type);
        json_put_text(json, "title", text_of(section->title));
        json_put_uint(json, "size", section->size);
        json_put_uint(json, "entries", section->entries);
        json_put_uint(json, "stored", section->stored);
        json_put_uint(json, "unpacked", section->unpacked);
        json_put_text(json, "built", text_of(sames[section->same]));
        if (section->same == PROVE_DIFFERENT) {
            if (section->asset)
                json_put_uint(json, "entry", section->asset - 1);
            json_put_uint(json, "offset", section->difference);
        }
        json_close(json);
    }
    json_close_list(json);
}

static void json_answers(const Proof *proof, JsonWriter *json)
{
    json_open_list(json, "answers");
    for (unsigned i = 0; i < PROVE_QUESTIONS; i++) {
        if (prove_questions[i].kind != proof->kind)
            continue;
        const ProveAnswer answer = prove_answer(proof, (ProveQuestion)i);
        json_open(json, NULL);
        json_put_text(json, "question", text_of(prove_questions[i].id));
        json_put_text(json, "answer", text_of(results[answer.result]));
        if (answer.result == PROVE_SETTLED) {
            json_put_text(json, "reading", text_of(prove_readings[answer.reading].word));
            json_put_bool(json, "read", prove_readings[answer.reading].read);
        }
        json_put_text(json, "evidence", answer.evidence);
        json_close(json);
    }
    json_close_list(json);
}

void proof_json(const Proof *proof, JsonWriter *json)
{
    json_put_text(json, "program", TEXT(OISIN_VERSION));
    json_put_text(json, "kind", text_of(kinds[proof->kind]));
    json_put_uint(json, "size", proof->size);
    json_put_hex(json, "sha256", (Bytes){proof->hash, sizeof proof->hash});
    if (proof->numbers.size)
        json_put_text(json, "header", proof->numbers);
    json_put_uint(json, "block_stored", proof->block_stored);
    json_put_uint(json, "block_unpacked", proof->block_size);
    if (proof->files)
        json_put_uint(json, "files", proof->files);
    json_put_uint(json, "records", proof->records);
    json_put_uint(json, "misfits", proof->misfits);
    if (proof->misfits)
        json_put_text(json, "misfit", proof->misfit);
    json_put_uint(json, "handlers", proof->handlers);
    json_put_uint(json, "refused_handlers", proof->unverified);
    json_put_bool(json, "built", proof->built);
    if (proof->header_difference)
        json_put_uint(json, "header_difference", proof->header_difference);
    json_put_bool(json, "own", proof->own);
    json_put_bool(json, "own_game", proof->own_game);
    json_put_bool(json, "agrees", proof_agrees(proof));
    json_sections(proof, json);
    json_answers(proof, json);
}

/* ---- the page ---- */

static void describe_question(unsigned question, Writer *out)
{
    const ProveQuestionRow *row = &prove_questions[question];
    write_format(out, "| `%s` | %s | %s | ", row->id, row->document, row->question);
    const char *separator = "";
    for (unsigned i = 0; i < PROVE_READINGS; i++) {
        const ProveReadingRow *reading = &prove_readings[i];
        if (reading->question != question)
            continue;
        write_format(out, "%s`%s`%s: %s", separator, reading->word,
                     reading->read ? "" : " (not read)", reading->text);
        separator = "; ";
    }
    write_format(out, " | %s |\n", row->evidence);
}

void prove_describe(Writer *out)
{
    static const struct {
        const char *document, *question, *witness;
    } undecidable[] = {
#define UNDECIDABLE(document, question, witness) {document, question, witness},
#include "studio/prove/prove.def"
    };
    for (unsigned kind = 0; kind < PROVE_KINDS; kind++) {
        write_format(out, "A%s %s can decide:\n\n", kind == PROVE_ANIMATION ? "n" : "",
                     kinds[kind]);
        write_text(out,
                   TEXT("| question | document | | permitted readings | how a file decides |\n"
                        "|---|---|---|---|---|\n"));
        for (unsigned i = 0; i < PROVE_QUESTIONS; i++)
            if (prove_questions[i].kind == kind)
                describe_question(i, out);
        write_text(out, TEXT("\n"));
    }
    write_text(
        out,
        TEXT("No file can decide:\n\n| document | question | what could |\n|---|---|---|\n"));
    for (size_t i = 0; i < COUNT_OF(undecidable); i++)
        write_format(out, "| %s | %s | %s |\n", undecidable[i].document,
                     undecidable[i].question, undecidable[i].witness);
}
