/* The prover. The first byte is the kind of the file. A saved game is proved with a small game,
 * whose size is in the next two bytes; if it begins with "!", what follows are its chunks. */
#include "repaired.h"

#include "studio/prove/prove.h"
#include "tirnanog/container/tng.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A game with the right checksums; otherwise it would prove nothing. */
static Bytes sealed(Bytes bytes, Arena *arena)
{
    enum { CRC_AT = 56 };
    const Bytes file = arena_copy(arena, repaired(bytes.data, bytes.size, arena));
    if (file.size >= TNG_HEADER_SIZE) {
        const uint32_t crc = tng_crc(file);
        memcpy((uint8_t *)(uintptr_t)file.data + CRC_AT, &crc, sizeof crc);
    }
    return file;
}

static Bytes wrapped(Bytes chunks, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("TNG Saved Game\n\0Quzwix\0\0\0\0\0\0\0\0\0\0"));
    write_bytes(&writer, deflate_bytes(chunks, WRAPPING_ZLIB, DEFLATE_FAST, arena));
    write_u32(&writer, crc32_of(0, chunks));
    return writer_bytes(&writer);
}

static void split_save(Bytes *file, Bytes *game, Arena *arena)
{
    const size_t size = file->size < 2 ? 0 : (size_t)uint_of(file->data, 2, false);
    if (file->size < 2 || size > file->size - 2)
        return;
    *game = sealed(bytes_slice(*file, 2, size), arena);
    *file = bytes_slice(*file, 2 + size, file->size - 2 - size);
    if (file->size && file->data[0] == '!')
        *file = wrapped(bytes_slice(*file, 1, file->size - 1), arena);
}

static void check_answers(const Proof *proof)
{
    for (unsigned i = 0; i < PROVE_QUESTIONS; i++) {
        const ProveAnswer answer = prove_answer(proof, (ProveQuestion)i);
        if (answer.result != PROVE_SETTLED)
            continue;
        assert(prove_questions[i].kind == proof->kind && !proof->own);
        for (unsigned k = 0; k < PROVE_READINGS; k++)
            if (prove_readings[k].question == i)
                assert(proof->findings[k].refuted == (k != answer.reading));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const ProveKind kind = (ProveKind)(data[0] % PROVE_KINDS);
    Bytes file = {data + 1, size - 1}, game = {NULL, 0};
    Proof proof;
    if (kind == PROVE_GAME)
        file = sealed(file, arena);
    else if (kind == PROVE_SAVE)
        split_save(&file, &game, arena);
    if (prove_file(kind, file, game, &proof, arena, &report)) {
        Writer text = writer_to(arena), document = writer_to(arena);
        JsonWriter json = json_to(&document);
        check_answers(&proof);
        proof_write(&proof, &text);
        json_open(&json, NULL);
        proof_json(&proof, &json);
        json_close(&json);
        json_end(&json);
        assert(json_read(writer_bytes(&document), arena, &report));
    }
    arena_free(arena);
    return 0;
}
