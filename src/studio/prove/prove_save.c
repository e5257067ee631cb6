/* A saved game. By what numbers it identifies maps, objects and so on can only be seen together
 * with its game. */
#include "studio/prove/prove_internal.h"

#include "tirnanog/container/sav.h"

enum { CHUNK_HEADER = 8 };

typedef struct SaveExam {
    Proof *proof;
    ProveGame *game;   /* or NULL */
    size_t attributes; /* of its characters */
    ProvePlace place;  /* section: the number of the chunk */
} SaveExam;

/* ---- the game ---- */

/* The number of attributes that characters have; SIZE_MAX if it is not known. */
static size_t count_attributes(const ProveGame *game)
{
    enum { GLOBAL_VARIABLE = 3 };
    const TngSection *section = tng_section(&game->file, SECTION_ATTRIBUTES);
    const TngAttributes *attributes = section ? section->record : NULL;
    if (!attributes)
        return SIZE_MAX;
    size_t count = 0;
    for (size_t i = 0; i < attributes->attribute_count; i++)
        count += attributes->attributes[i].type < GLOBAL_VARIABLE;
    return count;
}

/* ---- numbers ---- */

/* A number is a position in a section, or the offset of a name of its entries. */
static void prove_identity(const SaveExam *exam, unsigned type, ProveReading ordinal,
                           uint32_t number)
{
    const size_t count = prove_count(exam->game, type);
    prove_whether(exam->proof, number < count, ordinal, exam->place, "number %u, there are %zu",
                  number, count);
    prove_whether(exam->proof, prove_is_name(exam->game, type, number),
                  (ProveReading)(ordinal + 1), exam->place, "%u is not the offset of a name",
                  number);
}

static void prove_save_object(const SaveExam *exam, uint32_t number)
{
    const size_t sprites = prove_count(exam->game, SECTION_TILES);
    const size_t objects = prove_count(exam->game, SECTION_OBJECTS);
    prove_whether(exam->proof, number < sprites, READING_save_object_sprite, exam->place,
                  "sprite %u, there are %zu", number, sprites);
    prove_whether(exam->proof, number < objects, READING_save_object_ordinal, exam->place,
                  "object %u, there are %zu", number, objects);
}

static void prove_position(const SaveExam *exam, const SavEntity *entity)
{
    const TngHeader *header = &exam->game->file.header;
    if (header->map_log2 > TNG_MAP_LOG2_MAX || entity->x < 0 || entity->y < 0)
        return;
    const int64_t side = (int64_t)1 << header->map_log2;
    const bool square = (header->type_bits & 15) == 0;
    const bool cells = entity->x < side && entity->y < side;
    const bool pixels = !square || (entity->x < side * tng_tile_width(header) &&
                                    entity->y < side * tng_tile_height(header));
    prove_whether(exam->proof, pixels, READING_save_position_pixels, exam->place,
                  "position %d, %d", entity->x, entity->y);
    prove_whether(exam->proof, cells, READING_save_position_cells, exam->place,
                  "position %d, %d on a map of %lld cells", entity->x, entity->y,
                  (long long)side);
}

static void prove_entity(const SaveExam *exam, const SavEntity *entity)
{
    if (!exam->game)
        return;
    exam->proof->other_build |= entity->attribute_count != exam->attributes;
    if (entity->map != SAV_NOWHERE) {
        prove_identity(exam, prove_maps_type(exam->game), READING_save_map_ordinal,
                       entity->map);
        prove_position(exam, entity);
    }
    for (size_t i = 0; i < entity->item_count; i++)
        prove_save_object(exam, entity->items[i].object);
    for (size_t i = 0; i < entity->skill_count; i++)
        prove_save_object(exam, entity->skills[i].object);
    for (size_t i = 0; i < entity->quest_count; i++)
        prove_identity(exam, SECTION_QUESTS, READING_save_quest_ordinal,
                       entity->quests[i] & ~SAV_QUEST_DONE);
}

static void prove_user(const SaveExam *exam, const SavUser *user)
{
    prove_entity(exam, &user->entity);
    for (unsigned i = 0; exam->game && i < 32; i++) {
        if (user->equipped[i] != TNG_NO_SPRITE)
            prove_save_object(exam, user->equipped[i]);
        if (user->belt[i] != TNG_NO_SPRITE)
            prove_save_object(exam, user->belt[i]);
    }
}

static void prove_npc(const SaveExam *exam, const SavNpc *npc)
{
    prove_entity(exam, &npc->entity);
    if (!exam->game)
        return;
    prove_identity(exam, SECTION_NPCS, READING_save_npc_ordinal, npc->npc);
    if (npc->spawner != SAV_NONE)
        prove_identity(exam, SECTION_SPAWNERS, READING_save_spawner_ordinal, npc->spawner);
}

/* ---- chunks ---- */

static ProveSame same_when_written(const RecordLayout *layout, const void *record, Bytes bytes,
                                   uint64_t *difference, Arena *arena)
{
    Writer out = writer_to(arena);
    record_write(layout, record, &out);
    *difference = 0;
    if (bytes_equal(bytes, writer_bytes(&out)))
        return PROVE_SAME_BYTES;
    while (*difference < bytes.size && *difference < out.size &&
           bytes.data[*difference] == out.data[*difference])
        ++*difference;
    return PROVE_DIFFERENT;
}

static void prove_chunk(const SaveExam *exam, ProveSection *section, SavChunk *chunk,
                        Arena *arena)
{
    const RecordLayout *layout = sav_layout(chunk->type);
    Report silent = report_to(NULL, NULL);
    section->title = sav_chunk_title(chunk->type);
    if (!layout)
        return;
    exam->proof->records++;
    if (!sav_read_record(chunk, exam->place.section, arena, &silent)) {
        prove_misfit(exam->proof, exam->place, "the chunk does not end with its last record");
        return;
    }
    section->same =
        same_when_written(layout, chunk->record, chunk->bytes, &section->difference, arena);
    if (chunk->type == SAV_USER)
        prove_user(exam, chunk->record);
    else if (chunk->type == SAV_NPC)
        prove_npc(exam, chunk->record);
    else if (chunk->type == SAV_MAP && exam->game)
        prove_identity(exam, prove_maps_type(exam->game), READING_save_map_ordinal,
                       ((const SavMap *)chunk->record)->map);
}

static bool prove_chunks(Proof *proof, Sav *sav, Bytes block, ProveGame *game, Report *report)
{
    Arena *arena = proof->arena;
    const size_t attributes = game ? count_attributes(game) : 0;
    Reader reader = reader_of(block, report);
    reader.part = "unpacked data";
    while (reader_left(&reader)) {
        if (!sav_read_chunk(sav, &reader, arena))
            return false;
        SavChunk *chunk = &sav->chunks[sav->chunk_count - 1];
        const SaveExam exam = {
            proof, game, attributes, {(unsigned)proof->section_count, SIZE_MAX, CHUNK_HEADER}};
        ProveSection *section = ARENA_PUSH(arena, proof->sections, proof->section_count);
        proof->own |= chunk->type == SAV_STATE || !memcmp(chunk->magic, SAV_SERVER_MAGIC, 4);
        *section = (ProveSection){
            .type = chunk->type, .at = chunk->at, .size = chunk->bytes.size + CHUNK_HEADER};
        prove_chunk(&exam, section, chunk, arena);
    }
    return true;
}

bool prove_save(Proof *proof, Bytes file, const ProveGameFile *game, Report *report)
{
    Sav sav;
    Bytes stored, block;
    proof->lacks_game = !game;
    proof->own_game = game && game->own;
    proof->game_error = game ? game->error : (Text){"", 0};
    if (!sav_read_start(file, &sav, &stored, proof->arena, report))
        return false;
    if (!prove_block(proof, stored, sav_block_limit(stored.size), READING_save_stream_zlib,
                     READING_save_checksum_content, &block, proof->arena))
        return report_error(report, "the chunks: the compressed data is damaged");
    proof->damaged = proof->findings[READING_save_checksum_content].refuted &&
                     proof->findings[READING_save_checksum_stream].refuted &&
                     proof->findings[READING_save_checksum_adler].refuted;
    return prove_chunks(proof, &sav, block, game ? game->game : NULL, report);
}
