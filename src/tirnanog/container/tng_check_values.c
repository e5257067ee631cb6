/* Check of single values: names, references, ranges, scripts. */
#include "tirnanog/container/tng_check_internal.h"

#include "tirnanog/container/tng_names.h"
#include "tirnanog/container/tng_ranges.h"
#include "tirnanog/script/script.h"

#include <inttypes.h>

/* The kinds of names that start at an offset; one bit each in `known`. */
enum { KNOWN_STRING = 1 << 0 };
static uint32_t bit_of(TngKind kind) { return 1u << kind; }

/* ---- existing names ---- */

static void know(Check *check, uint32_t offset, TngKind kind)
{
    if (offset < check->game.strings.size)
        check->known[offset] |= bit_of(kind);
}

static void know_section(Check *check, unsigned type, TngKind kind)
{
    const TngSection *section = type == SECTION_LANGUAGE ? tng_language(&check->game, 0)
                                                         : tng_section(&check->game, type);
    for (size_t i = 0; section && i < section->count; i++)
        know(check, ((const TngAsset *)section->entries[i].descriptor)->name, kind);
}

/* Internal kinds that scripts refer to but records do not. */
enum { KIND_CHOOSER = 24, KIND_DIALOG, KIND_CRAFT, KIND_QUEST };

void collect_names(Check *check)
{
    static const struct {
        unsigned section;
        unsigned kind;
    } named[] = {{SECTION_FONTS, KIND_FONT},      {SECTION_MUSIC, KIND_MUSIC},
                 {SECTION_SOUNDS, KIND_SOUND},    {SECTION_MOVIES, KIND_MOVIE},
                 {SECTION_LANGUAGE, KIND_SPEECH}, {SECTION_CUTSCENES, KIND_CUTSCENE},
                 {SECTION_MAPS, KIND_MAP},        {SECTION_CHOOSERS, KIND_CHOOSER},
                 {SECTION_DIALOGS, KIND_DIALOG},  {SECTION_CRAFTING, KIND_CRAFT},
                 {SECTION_QUESTS, KIND_QUEST}};
    const Bytes strings = check->game.strings;
    check->known = ARENA_ALLOC(check->arena, uint32_t, strings.size + 1);
    for (size_t at = 0; at < strings.size; at++)
        if (at == 0 || !strings.data[at - 1])
            check->known[at] = KNOWN_STRING;
    for (size_t i = 0; i < COUNT_OF(named); i++)
        know_section(check, named[i].section, (TngKind)named[i].kind);
    const TngSection *section = tng_section(&check->game, SECTION_ATTRIBUTES);
    const TngAttributes *all = section ? section->record : NULL;
    for (size_t i = 0; all && i < all->attribute_count; i++)
        know(check, all->attributes[i].name, KIND_ATTRIBUTE);
}

static unsigned section_of_category(unsigned category)
{
    return category < 5                       ? SECTION_UI + category
           : category == TNG_NPC_CATEGORY     ? SECTION_NPCS
           : category == TNG_SPAWNER_CATEGORY ? SECTION_SPAWNERS
                                              : SECTION_TYPES;
}

size_t sprite_count(const Check *check, unsigned category)
{
    const TngSection *section = tng_section(&check->game, section_of_category(category));
    return section ? section->count : 0;
}

bool is_elsewhere(Check *check, unsigned section)
{
    /* An extension contains only some maps. */
    const bool out =
        check->extension && (section == SECTION_MAPS || !tng_section(&check->game, section));
    check->elsewhere += out;
    return out;
}

static bool category_known(unsigned category)
{
    return category < 5 || category == TNG_NPC_CATEGORY || category == TNG_SPAWNER_CATEGORY;
}

/* ---- scripts ---- */

/* The sections of the kinds that scripts and records refer to by name. */
static unsigned section_of_kind(unsigned kind)
{
    static const uint8_t sections[] = {
        [KIND_FONT] = SECTION_FONTS,       [KIND_MUSIC] = SECTION_MUSIC,
        [KIND_SOUND] = SECTION_SOUNDS,     [KIND_MOVIE] = SECTION_MOVIES,
        [KIND_SPEECH] = SECTION_LANGUAGE,  [KIND_CUTSCENE] = SECTION_CUTSCENES,
        [KIND_MAP] = SECTION_MAPS,         [KIND_ATTRIBUTE] = SECTION_ATTRIBUTES,
        [KIND_CHOOSER] = SECTION_CHOOSERS, [KIND_DIALOG] = SECTION_DIALOGS,
        [KIND_CRAFT] = SECTION_CRAFTING,   [KIND_QUEST] = SECTION_QUESTS};
    return kind < COUNT_OF(sections) && sections[kind] ? sections[kind] : SECTION_TYPES;
}

static bool script_knows(void *context, ScriptKind kind, uint32_t index)
{
    Check *check = context;
    static const unsigned kinds[SCRIPT_KINDS] = {
        [SCRIPT_ATTRIBUTE] = KIND_ATTRIBUTE, [SCRIPT_MAP] = KIND_MAP,
        [SCRIPT_MUSIC] = KIND_MUSIC,         [SCRIPT_SOUND] = KIND_SOUND,
        [SCRIPT_SPEECH] = KIND_SPEECH,       [SCRIPT_CHOOSER] = KIND_CHOOSER,
        [SCRIPT_CUTSCENE] = KIND_CUTSCENE,   [SCRIPT_DIALOG] = KIND_DIALOG,
        [SCRIPT_CRAFT] = KIND_CRAFT,         [SCRIPT_QUEST] = KIND_QUEST};
    if (kind == SCRIPT_OBJECT)
        return index < sprite_count(check, 1);
    if (kind == SCRIPT_NPC)
        return index < sprite_count(check, TNG_NPC_CATEGORY) ||
               is_elsewhere(check, SECTION_NPCS);
    if (kind == SCRIPT_SPAWNER)
        return index < sprite_count(check, TNG_SPAWNER_CATEGORY) ||
               is_elsewhere(check, SECTION_SPAWNERS);
    if (kind == SCRIPT_TEXT)
        return index < check->text_count;
    return index < check->game.strings.size &&
           (check->known[index] & bit_of((TngKind)kinds[kind]) ||
            is_elsewhere(check, section_of_kind(kinds[kind])));
}

void check_pass_on(void *context, const Message *message)
{
    const ScriptMessage *script = context;
    check_report(script->check, message->severity == SEVERITY_ERROR, script->at, script->path,
                 "%.*s", (int)message->text.size, message->text.at);
}

static void check_script(Check *check, Bytes code, bool expression, size_t at,
                         const RecordPath *path)
{
    ScriptMessage message = {check, at, path};
    Report report = report_to(check_pass_on, &message);
    const ScriptLimits limits = {
        .expression = expression, .known = script_knows, .context = check};
    ScriptInfo info;
    if (code.size && script_verify(code, &limits, &info, check->scratch, &report) &&
        info.highest_command > check->game.header.highest_command)
        check_report(check, false, at, path,
                     "calls command %u, the header says %u is the highest",
                     info.highest_command, check->game.header.highest_command);
}

/* ---- values ---- */

static void check_name(Check *check, const RecordLayout *type, uint64_t value, size_t at,
                       const RecordPath *path)
{
    if (value >= check->game.strings.size || !(check->known[value] & KNOWN_STRING)) {
        check_report(check, true, at, path, "%" PRIu64 " is not the start of a string", value);
        return;
    }
    if (value == 0 || type->meaning == KIND_STRING)
        return;
    if (!(check->known[value] & bit_of((TngKind)type->meaning)) &&
        !is_elsewhere(check, section_of_kind(type->meaning))) {
        const Text name = tng_string(&check->game, (uint32_t)value);
        check_report(check, true, at, path, "\"%.*s\" is not a %.*s of this game",
                     (int)name.size, name.at, (int)(strlen(type->name) - 5), type->name);
    }
}

static void check_sprite(Check *check, const void *data, unsigned index, size_t at,
                         const RecordPath *path)
{
    const unsigned category = tng_sprite_ref(data)->category;
    if (index == TNG_NO_SPRITE)
        return;
    if (!category_known(category))
        check_report(check, true, at - 1, path, "unknown sprite category %u", category);
    else if (index >= sprite_count(check, category) &&
             !(category == 3 && index >= TNG_PLAYER_PORTRAIT) &&
             !is_elsewhere(check, section_of_category(category)))
        check_report(check, true, at, path, "sprite %u of category %u; there are %zu", index,
                     category, sprite_count(check, category));
}

static void check_range(Check *check, const RecordLayout *type, uint64_t value, size_t at,
                        const RecordPath *path)
{
    const TngRange *range = type->meaning == KIND_PLAIN ? tng_range(path->field) : NULL;
    const int64_t number = (int64_t)value;
    if (range && (number < range->least || number > range->most))
        check_report(check, true, at, path, "%" PRId64 " is not from %" PRId64 " to %" PRId64,
                     number, range->least, range->most);
}

void check_value(void *context, const RecordLayout *type, void *data, size_t count, size_t at,
                 const RecordPath *path)
{
    Check *check = context;
    if (type->meaning == KIND_BYTECODE) {
        /* The script of a calculated attribute is an expression. */
        const TngAttribute *attribute = NULL;
        if (path->parent && path->parent->field->type == &TngAttribute_layout) {
            const TngAttributes *all = check->section->record;
            attribute = &all->attributes[path->parent->index];
        }
        check_script(check, (Bytes){data, count},
                     attribute && (attribute->type == 2 || attribute->type == 4), at, path);
        return;
    }
    if (field_is_trailing(path->field) && count)
        check_trailing(check, count, at);
    if (type->form == FORM_BYTE || type->form == FORM_ASCII)
        return;
    const uint64_t value = primitive_get(type, data);
    if (tng_kind_is_string(type->meaning))
        check_name(check, type, value, at, path);
    switch ((TngKind)type->meaning) {
    case KIND_RESERVED:
        if (value)
            check_report(check, false, at, path, "reserved, but not zero: %" PRIu64, value);
        break;
    case KIND_TEXT:
        if (value != TNG_NO_TEXT && value >= check->text_count)
            check_report(check, true, at, path, "text %" PRIu64 "; there are %zu", value,
                         check->text_count);
        break;
    case KIND_OBJECT:
        if (value != TNG_NO_SPRITE && value >= sprite_count(check, 1))
            check_report(check, true, at, path,
                         "object %" PRIu64 "; there are %zu tile sprites", value,
                         sprite_count(check, 1));
        break;
    case KIND_SPRITE:
        check_sprite(check, data, (unsigned)value, at, path);
        break;
    case KIND_RELATION:
        if (value > 5 && value != RELATION_SET)
            check_report(check, true, at, path, "unknown relation %" PRIu64, value);
        break;
    case KIND_EVENT:
        if (value > 18)
            check_report(check, true, at, path, "unknown event %" PRIu64, value);
        break;
    default:
        check_range(check, type, value, at, path);
        break;
    }
}
