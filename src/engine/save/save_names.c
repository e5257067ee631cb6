/* Names of a game's numbers, which migrate a save to another build. */
#include "engine/save/save_internal.h"

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

GameNames game_names(const TngFile *game, Arena *arena)
{
    return (GameNames){game, tng_names(game, arena)};
}

/* The number of names for kinds that count from 0. */
uint32_t game_name_count(const TngFile *game, SavNameKind kind)
{
    const TngAttributes *attributes = attributes_of(game);
    const TngSection *section = tng_section(game, name_section(kind));
    if (kind == SAV_NAME_ATTRIBUTE)
        return attributes ? attributes->attribute_count : 0;
    return section ? (uint32_t)section->count : 0;
}

bool screen_record_kind(uint32_t screen, SavNameKind *out)
{
    static const uint8_t kinds[SCREENS] = {[SCREEN_DIALOG] = 1 + SAV_NAME_DIALOG,
                                           [SCREEN_CHOOSER] = 1 + SAV_NAME_CHOOSER,
                                           [SCREEN_CUTSCENE] = 1 + SAV_NAME_CUTSCENE,
                                           [SCREEN_CRAFT] = 1 + SAV_NAME_CRAFTING};
    *out = (SavNameKind)(screen < SCREENS && kinds[screen] ? kinds[screen] - 1 : 0);
    return screen < SCREENS && kinds[screen];
}

bool handler_owner_kind(uint32_t section, SavNameKind *out)
{
    switch (section) {
    case SECTION_ATTRIBUTES:
        *out = SAV_NAME_ATTRIBUTE;
        return true;
    case SECTION_NPCS:
        *out = SAV_NAME_NPC;
        return true;
    case SECTION_OBJECTS:
        *out = SAV_NAME_OBJECT;
        return true;
    case SECTION_QUESTS:
        *out = SAV_NAME_QUEST;
        return true;
    case SECTION_CUTSCENES:
        *out = SAV_NAME_CUTSCENE;
        return true;
    default:
        return false;
    }
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
