/* prove: which readings of the documents a file proves. */
#include "studio/prove/prove.h"
#include "base/output/output.h"
#include "base/text.h"
#include "cli/invocation.h"
#include "cli/messages.h"
#include "kit/jobs/files.h"
#include "kit/jobs/job_inputs.h"

typedef struct ProveInput {
    const char *path;
    Bytes bytes;
    bool known, archive; /* archive: of files of several kinds */
    ProveKind kind;
} ProveInput;

/* The game of the last saved game: those of one game usually follow each other, and a game may
 * be large. */
typedef struct OpenGame {
    const ProveInput *input; /* NULL: none */
    ProveGameFile file;
    Arena *arena; /* of the file */
} OpenGame;

static bool is_game_of(const ProveInput *input, const ProveInput *save)
{
    return input->known && !input->archive && input->kind == PROVE_GAME &&
           text_equal(prove_game_id(input->bytes), prove_game_id(save->bytes));
}

/* The game with the ID of a saved game, or NULL. */
static const ProveGameFile *game_of(const ProveInput *inputs, size_t count,
                                    const ProveInput *save, OpenGame *open)
{
    size_t i = 0;
    while (i < count && !is_game_of(&inputs[i], save))
        i++;
    if (i == count)
        return NULL;
    if (open->input != &inputs[i]) {
        arena_reset(open->arena);
        open->input = &inputs[i];
        open->file = prove_game_file(inputs[i].bytes, open->arena);
    }
    return &open->file;
}

static bool load(ProveInput *input, const char *path, Arena *arena, Report *report)
{
    *input = (ProveInput){.path = path};
    if (!file_load(path, &input->bytes, arena, report))
        return false;
    input->archive = prove_is_archive(input->bytes);
    input->known = input->archive || prove_kind_of(text_of(path), input->bytes, &input->kind);
    if (input->known)
        return true;
    Report about = report_child(report, text_of(path));
    return report_error(&about, "expected a game (.tng), a saved game (.sav), a camera path "
                                "(.cam), an animation (.anm), a texture (.mmp) or an archive");
}

/* Adds a proof to the report, and to the document of --json. */
static bool put_proof(const char *path, const Proof *proof, Writer *out, Report *about)
{
    JsonWriter *json = messages_json();
    const bool agrees = proof_agrees(proof);
    if (out->size)
        write_text(out, TEXT("\n"));
    proof_write(proof, out);
    if (json) {
        json_open(json, NULL);
        json_put_text(json, "file", text_of(path));
        proof_json(proof, json);
        json_close(json);
    }
    if (proof->damaged)
        report_error(about, "the file is damaged, or we misunderstand its checksum: no "
                            "permitted reading fits");
    else if (!agrees)
        report_error(about, "contradicts the documents or this program: see the report");
    return agrees;
}

/* `game`: of a saved game, or NULL. */
static bool prove(const ProveInput *input, const ProveGameFile *game, Writer *out,
                  Report *report)
{
    Arena *arena = arena_new();
    Report about = report_child(report, text_of(input->path));
    bool agrees;
    if (input->archive) {
        ProveMembers *members = ARENA_ALLOC(arena, ProveMembers, 1);
        agrees = prove_archive(text_of(input->path), input->bytes, members, arena, &about);
        const bool read = agrees;
        for (unsigned i = 0; read && i < PROVE_KINDS; i++)
            if (members->has[i])
                agrees &= put_proof(input->path, &members->proofs[i], out, &about);
    } else {
        Proof proof;
        agrees = (input->kind == PROVE_SAVE
                      ? prove_save_file(input->bytes, game, &proof, arena, &about)
                      : prove_file(input->kind, input->bytes, (Bytes){NULL, 0}, &proof, arena,
                                   &about)) &&
                 put_proof(input->path, &proof, out, &about);
    }
    arena_free(arena);
    return agrees;
}

/* Whether the report may be written: not over a file that is examined. */
static bool output_is_free(const Job *job, const char *output, Arena *arena)
{
    InputFiles read = {.arena = arena};
    for (size_t i = 0; i < job->input_count; i++)
        input_files_note(&read, job->inputs[i]);
    return !output || input_files_check_output(&read, output, job->report);
}

static bool prove_all(const Job *job, Writer *out, Arena *arena)
{
    ProveInput *inputs = ARENA_ALLOC(arena, ProveInput, job->input_count);
    bool ok = true;
    for (size_t i = 0; i < job->input_count; i++)
        ok &= load(&inputs[i], job->inputs[i], arena, job->report);
    OpenGame open = {.arena = arena_new_within(arena)};
    for (size_t i = 0; i < job->input_count; i++) {
        const ProveInput *input = &inputs[i];
        const bool saved = input->known && !input->archive && input->kind == PROVE_SAVE;
        const ProveGameFile *game =
            saved ? game_of(inputs, job->input_count, input, &open) : NULL;
        if (input->known)
            ok &= prove(input, game, out, job->report);
    }
    return ok;
}

int command_prove(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    JsonWriter *json = messages_json();
    const char *output = option_text(invocation, OPTION_output);
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    if (json)
        json_open_list(json, "proofs");
    bool ok = output_is_free(&job, output, arena) && prove_all(&job, &out, arena);
    if (json)
        json_close_list(json);
    const Bytes report = writer_bytes(&out);
    if (output && report.size && file_save(output, &report, 1, job.report))
        job_note(&job, "%s: %zu bytes", output, report.size);
    else if (output && report.size)
        ok = false;
    else if (!json)
        print_result(&out);
    arena_free(arena);
    return exit_status(&job, ok);
}
