/* Names of a game's numbers, which migrate a save to another build. */
#include "engine/save/save_internal.h"

#include "base/deflate.h"
#include "base/hash.h"

unsigned name_section(SavNameKind kind)
{
    static const uint8_t sections[SAV_NAME_KINDS] = {
        [SAV_NAME_ATTRIBUTE] = SECTION_TYPES,    [SAV_NAME_MAP] = SECTION_MAPS,
        [SAV_NAME_NPC] = SECTION_NPCS,           [SAV_NAME_SPAWNER] = SECTION_SPAWNERS,
        [SAV_NAME_QUEST] = SECTION_QUESTS,       [SAV_NAME_OPTIONS] = SECTION_OPTIONS,
        [SAV_NAME_DIALOG] = SECTION_DIALOGS,     [SAV_NAME_CHOOSER] = SECTION_CHOOSERS,
        [SAV_NAME_CUTSCENE] = SECTION_CUTSCENES, [SAV_NAME_CRAFTING] = SECTION_CRAFTING,
        [SAV_NAME_MUSIC] = SECTION_MUSIC,        [SAV_NAME_SPRITE] = SECTION_UI,
        [SAV_NAME_SPRITE + 1] = SECTION_UI + 1,  [SAV_NAME_SPRITE + 2] = SECTION_UI + 2,
        [SAV_NAME_SPRITE + 3] = SECTION_UI + 3};
    return kind < SAV_NAME_KINDS ? sections[kind] : SECTION_TYPES;
}

static const TngAttributes *attributes_of(const TngFile *game)
{
    const TngSection *section = tng_section(game, SECTION_ATTRIBUTES);
    return section ? section->record : NULL;
}

static Text asset_name(const TngFile *game, unsigned type, uint32_t number)
{
    const TngSection *section = tng_section(game, type);
    if (!section || number >= section->count)
        return TEXT("");
    return tng_string(game, ((const TngAsset *)section->entries[number].descriptor)->name);
}

Text game_name(const GameNames *names, SavNameKind kind, uint32_t number)
{
    const TngAttributes *attributes = attributes_of(names->game);
    if (kind == SAV_NAME_ATTRIBUTE)
        return attributes && number < attributes->attribute_count
                   ? tng_string(names->game, attributes->attributes[number].name)
                   : TEXT("");
    if (kind == SAV_NAME_MUSIC)
        return tng_string(names->game, number);
    if (kind >= SAV_NAME_SPRITE)
        return tng_sprite_name(&names->sprites, kind - SAV_NAME_SPRITE, number);
    return asset_name(names->game, name_section(kind), number);
}

static GameNames names_of(const TngFile *game, Arena *arena)
{
    return (GameNames){game, tng_names(game, arena)};
}

/* ---- hashes of bytecode ---- */

static uint64_t hash_text(uint64_t hash, Text text)
{
    return hash_bytes(hash_mix(hash, text.size), bytes_of_text(text));
}

/* The number represents a sprite without a name. */
static uint64_t hash_reference(const GameNames *names, uint64_t hash,
                               const Instruction *instruction)
{
    const uint32_t value = instruction->value;
    Text name = TEXT("");
    switch (instruction->reference) {
    case SCRIPT_OBJECT:
        name = game_name(names, SAV_NAME_OBJECT, value);
        break;
    case SCRIPT_NPC:
        name = game_name(names, SAV_NAME_NPC, value);
        break;
    case SCRIPT_SPAWNER:
        name = game_name(names, SAV_NAME_SPAWNER, value);
        break;
    case SCRIPT_TEXT:
        if (value < names->sprites.texts.count)
            name = names->sprites.texts.items[value];
        break;
    default: /* all others are offsets of strings */
        name = tng_string(names->game, value);
        break;
    }
    return name.size ? hash_text(hash, name) : hash_mix(hash, value);
}

uint64_t game_code_hash(const GameNames *names, Bytes code)
{
    uint64_t hash = code.size;
    Instruction instruction;
    for (size_t at = 0; at < code.size; at += instruction.size) {
        if (instruction_read(code, at, &instruction) != DECODED)
            return 0;
        hash = hash_mix(hash, instruction.op);
        hash = hash_mix(hash, (uint64_t)instruction.x << 32 | instruction.y << 8 |
                                  instruction.category);
        hash = instruction.reference == SCRIPT_NUMBER
                   ? hash_mix(hash, instruction.value)
                   : hash_reference(names, hash, &instruction);
        for (uint32_t i = 0; instruction.op == OP_SWITCH && i < instruction.value; i++)
            hash = hash_mix(hash, instruction_address(code, &instruction, i));
    }
    return hash;
}

/* ---- saving ---- */

void snapshot_finish(Snapshot *snapshot, Arena *arena)
{
    const GameNames names = names_of(snapshot->game, arena);
    SavState *state = sav_find(&snapshot->sav, SAV_STATE);
    for (uint32_t i = 0; i < state->name_count; i++) {
        SavName *name = &state->names[i];
        const Text text = game_name(&names, (SavNameKind)name->kind, name->number);
        name->name = (SavText){(u16)(text.size < UINT16_MAX ? text.size : 0),
                               (ascii *)(uintptr_t)text.at};
    }
    for (uint32_t i = 0; i < state->handler_count; i++) {
        const uint64_t hash = game_code_hash(&names, snapshot->codes[i]);
        state->handlers[i].code_low = (u32)hash;
        state->handlers[i].code_high = (u32)(hash >> 32);
    }
    for (size_t i = 0; i < snapshot->layer_count; i++) {
        const SnapshotLayer *layer = &snapshot->layers[i];
        layer->map->packets = tng_layers_write(layer->cells, layer->count, arena);
    }
}

static SavUser *make_empty_user(Arena *arena)
{
    SavUser *user = ARENA_ALLOC(arena, SavUser, 1);
    memset(user->equipped, 0xFF, sizeof user->equipped); /* TNG_NO_SPRITE */
    memset(user->belt, 0xFF, sizeof user->belt);
    user->entity.map = SAV_NOWHERE;
    return user;
}

/* Orders the chunks USER by the players' IDs. */
static void fill_users(Snapshot *snapshot, Arena *arena)
{
    Sav *sav = &snapshot->sav;
    SavUser *empty = make_empty_user(arena);
    const SavChunk *chunks = sav->chunks;
    const size_t count = sav->chunk_count;
    uint32_t user = 0, seen = 0;
    sav->chunks = NULL;
    sav->chunk_count = 0;
    for (size_t i = 0; i < count; i++) {
        while (chunks[i].type == SAV_USER && user < snapshot->users[seen]) {
            SavChunk *chunk = ARENA_PUSH(arena, sav->chunks, sav->chunk_count);
            *chunk = chunks[i];
            chunk->record = empty;
            user++;
        }
        if (chunks[i].type == SAV_USER) {
            user++;
            seen++;
        }
        *ARENA_PUSH(arena, sav->chunks, sav->chunk_count) = chunks[i];
    }
    snapshot->users = NULL;
}

bool snapshot_pack(Snapshot *snapshot, Bytes *out, Arena *arena, Report *report)
{
    if (snapshot->user_max > SAVE_USERS_MAX)
        return report_error(report, "the ID of player %u is too high for a saved game",
                            snapshot->user_max);
    Arena *scratch = arena_new();
    snapshot_finish(snapshot, scratch);
    if (snapshot->users)
        fill_users(snapshot, scratch);
    const bool ok = sav_write(&snapshot->sav, DEFLATE_QUICK, out, arena, report);
    arena_free(scratch);
    return ok;
}

/* ---- loading ---- */

static uint64_t key_of(SavNameKind kind, uint32_t number)
{
    return (uint64_t)(kind + 1) << 32 | number;
}

Text load_name(const Load *load, SavNameKind kind, uint32_t number)
{
    for (uint32_t i = 0; load->state && i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        if (name->kind == kind && name->number == number && name->name.size)
            return (Text){name->name.text, name->name.size};
    }
    return arena_format(load->scratch, "number %u", number);
}

/* The number of names for kinds that count from 0. */
static uint32_t count_of(const TngFile *game, SavNameKind kind)
{
    const TngAttributes *attributes = attributes_of(game);
    const TngSection *section = tng_section(game, name_section(kind));
    if (kind == SAV_NAME_ATTRIBUTE)
        return attributes ? attributes->attribute_count : 0;
    return section ? (uint32_t)section->count : 0;
}

uint32_t load_number(Load *load, SavNameKind kind, uint32_t number)
{
    const TngFile *game = load->world->content->game;
    if (load->moved) {
        void **found = number_map_get(&load->numbers, key_of(kind, number));
        return found ? (uint32_t)(uintptr_t)*found : NONE;
    }
    if (kind == SAV_NAME_MUSIC)
        return content_find(load->world->content, SECTION_MUSIC, number) == NONE ? NONE
                                                                                 : number;
    return number < count_of(game, kind) ? number : NONE;
}

static const char *const kind_words[SAV_NAME_KINDS] = {
    "attribute", "map",       "NPC",      "spawner",  "quest", "character option",
    "dialog",    "chooser",   "cutscene", "crafting", "music", "picture",
    "object",    "character", "portrait"};

/* All names of a kind in this game. Sprites without a name keep their number. */
static void find_kind(Load *load, SavNameKind kind)
{
    const TngFile *game = load->world->content->game;
    const uint32_t count = count_of(game, kind);
    Table table = table_new(load->scratch);
    const TngSection *music = tng_section(game, SECTION_MUSIC);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_music = kind == SAV_NAME_MUSIC;
        const uint32_t number =
            is_music ? ((const TngAsset *)music->entries[i].descriptor)->name : i;
        const Text name = game_name(&load->names, kind, number);
        if (name.size)
            table_put(&table, name, number);
    }
    for (uint32_t i = 0; i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        const Text text = {name->name.text, name->name.size};
        if (name->kind != kind)
            continue;
        const uint32_t *found = text.size ? table_get(&table, text) : NULL;
        const bool same = kind >= SAV_NAME_SPRITE && !text.size && name->number < count;
        const uint32_t now = found ? *found : same ? name->number : NONE;
        *number_map_put(&load->numbers, key_of(kind, name->number)) = (void *)(uintptr_t)now;
        if (now != NONE || (kind >= SAV_NAME_SPRITE && !text.size))
            continue; /* actors without an animation have a number that is not a sprite's */
        load_report(load, "%s %.*s no longer exists", kind_words[kind], (int)text.size,
                    text.at);
    }
}

void load_names(Load *load)
{
    load->numbers.arena = load->scratch;
    load->names = names_of(load->world->content->game, load->scratch);
    for (unsigned kind = 0; kind < SAV_NAME_KINDS; kind++)
        find_kind(load, (SavNameKind)kind);
    /* New ones have the values of a new game. */
    const uint32_t count = count_of(load->names.game, SAV_NAME_ATTRIBUTE);
    bool *known = ARENA_ALLOC(load->scratch, bool, count);
    for (uint32_t i = 0; i < load->state->name_count; i++) {
        const SavName *name = &load->state->names[i];
        const uint32_t now = name->kind == SAV_NAME_ATTRIBUTE
                                 ? load_number(load, SAV_NAME_ATTRIBUTE, name->number)
                                 : NONE;
        if (now < count)
            known[now] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!known[i]) {
            const Text name = game_name(&load->names, SAV_NAME_ATTRIBUTE, i);
            load_report(load, "attribute %.*s is new", (int)name.size, name.at);
        }
}
