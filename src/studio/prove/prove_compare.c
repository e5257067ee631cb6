/* Unpacks a game to a project, builds it again, and compares the two games section by section:
 * first their bytes, then decompressed, then as trees with names instead of numbers, because a
 * build sorts names and packs atlases in its own order. */
#include "studio/prove/prove_internal.h"
#include "studio/prove/prove_same.h"

#include "base/deflate.h"
#include "base/hash.h"
#include "base/text.h"
#include "kit/compare/difference.h"
#include "tirnanog/container/tng_names.h"
#include "tirnanog/project/project.h"

#include <stdio.h>

typedef struct Comparison {
    Proof *proof;
    const TngFile *from, *to;
    ProveMark *marks;  /* by section */
    bool second_lists; /* equipped sprites of objects are listed twice, and differ */
} Comparison;

static bool build_again(const TngFile *game, Bytes *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    ProjectFiles files = {0};
    TngOutput output;
    const bool names = prove_has_names(game->strings);
    if (!project_unpack(game, &files, arena, &silent) ||
        !project_build(&files, &(BuildOptions){.strip = !names}, &output, arena, &silent))
        return false;
    *out = tng_output_bytes(&output, arena);
    return true;
}

/* ---- trees ---- */

/* The number of the section in `sections["TITLE"]...` or `sections[N]...`, or SIZE_MAX. */
static size_t section_of(const TngFile *game, Text place)
{
    char start[64];
    for (size_t i = 0; i < game->section_count; i++) {
        if (game->sections[i].kind) {
            snprintf(start, sizeof start, "sections[\"%s\"]", game->sections[i].kind->title);
            if (text_starts(place, start))
                return i;
        }
        snprintf(start, sizeof start, "sections[%zu]", i);
        if (text_starts(place, start))
            return i;
    }
    return SIZE_MAX;
}

/* A build writes the equipped sprites once; nothing is lost if both lists were equal. */
static bool second_lists_differ(const TngFile *game, Arena *scratch)
{
    const TngSection *section = tng_section(game, SECTION_OBJECTS);
    Report silent = report_to(NULL, NULL);
    bool differ = false;
    for (size_t i = 0; section && i < section->count && !differ; i++) {
        arena_reset(scratch);
        const TngObject *object = tng_asset(game, section, i, scratch, &silent);
        differ = object && object->twice &&
                 memcmp(object->equipped, object->equipped_again, sizeof object->equipped) != 0;
    }
    return differ;
}

/* The rest of the place after a list's element, `NAME[NUMBER]` or `NAME["KEY"]`, or NULL. */
static const char *after_element(Text place, const char *name)
{
    const size_t size = strlen(name);
    const char *end = place.at + place.size;
    size_t found;
    if (!text_find_part(place, (Text){name, size}, &found))
        return NULL;
    const char *at = place.at + found + size;
    if (at < end && *at == '"')
        for (at++; at < end && *at != '"'; at++)
            at += *at == '\\' && at + 1 < end;
    while (at < end && *at != ']')
        at++;
    return at < end ? at + 1 : NULL;
}

static bool is_one_of(Text place, const char *rest, const char *const *members, size_t count)
{
    const Text member = {rest, rest ? (size_t)(place.at + place.size - rest) : 0};
    for (size_t i = 0; rest && i < count; i++)
        if (text_equal(member, text_of(members[i])))
            return true;
    return false;
}

ProveConcern prove_concern(unsigned section, Text place)
{
    static const char *const file[] = {".at", ".size"};
    static const char *const packing[] = {"", ".atlas", ".operation", ".x", ".y"};
    if (is_one_of(place, after_element(place, ".entries["), file, COUNT_OF(file)) ||
        (section == SECTION_LANGUAGE &&
         (text_ends(place, "].record.at") || text_ends(place, "].record.size"))))
        return CONCERNS_FILE;
    return section == SECTION_ATLASES || is_one_of(place, after_element(place, ".frames["),
                                                   packing, COUNT_OF(packing))
               ? CONCERNS_PACKING
               : CONCERNS_CONTENT;
}

static void on_difference(void *context, const Difference *difference)
{
    Comparison *comparison = context;
    const Text place = difference->place;
    const size_t section = section_of(comparison->from, place);
    size_t at;
    if (section == SIZE_MAX)
        return;
    const unsigned type = comparison->from->sections[section].type;
    const ProveConcern concern = prove_concern(type, place);
    if (concern == CONCERNS_FILE)
        return;
    if (text_ends(place, ".script") || text_ends(place, ".script_size"))
        return; /* see prove_same_code */
    if (!comparison->second_lists &&
        (text_ends(place, ".twice") || text_find_part(place, TEXT(".equipped_again"), &at)))
        return;
    if (type == SECTION_MAPS &&
        (text_ends(place, ".layers") || text_ends(place, ".layers_size")))
        return; /* other packets may have the same cells: cells_equal */
    ProveMark *mark = &comparison->marks[section];
    if (text_starts(difference->text, "another order"))
        mark->order = true;
    else if (concern == CONCERNS_PACKING) {
        mark->packing = true;
        if (type != SECTION_ATLASES)
            mark->frames += (difference->kind == DIFFERENCE_ADDED) -
                            (difference->kind == DIFFERENCE_REMOVED);
    } else
        mark->content = true;
}

/* ---- bytes ---- */

static uint64_t first_difference(Bytes a, Bytes b)
{
    uint64_t at = 0;
    while (at < a.size && at < b.size && a.data[at] == b.data[at])
        at++;
    return at;
}

/* Compares assets as they are stored (`*stored`) and decompressed. */
static bool asset_equal(ProveSection *row, const TngSection *section, Bytes a, Bytes b,
                        bool *stored, Arena *scratch)
{
    const TngForm form = section->kind->form;
    Bytes *sides[] = {&a, &b};
    if (bytes_equal(a, b))
        return true;
    *stored = false;
    arena_reset(scratch);
    for (unsigned i = 0; i < 2 && (form == TNG_ASSETS || form == TNG_LANGUAGE); i++) {
        const Inflated asset = inflate_any(*sides[i], 0, TNG_TEXTS_MAX, NULL, scratch);
        if (!asset.problem)
            *sides[i] = asset.bytes;
    }
    row->difference = first_difference(a, b);
    return bytes_equal(a, b);
}

/* The descriptor without the position and size of its asset. */
static Bytes descriptor_rest(const TngSection *section, size_t index)
{
    const size_t start = section->type == SECTION_LANGUAGE ? 18 : 0;
    return bytes_slice(section->bytes, start + index * 16 + 12, 4);
}

/* Compares two sections as they are stored (`*stored`) and decompressed; sets asset and offset
 * of the first difference. */
static bool sections_equal(ProveSection *row, const TngSection *from, const TngSection *to,
                           bool *stored, Arena *scratch)
{
    const TngForm form = from->kind ? from->kind->form : TNG_SINGLE;
    *stored = bytes_equal(from->bytes, to->bytes);
    row->asset = 0;
    row->difference = first_difference(from->bytes, to->bytes);
    if (form != TNG_FILES && form != TNG_ASSETS && form != TNG_LANGUAGE)
        return *stored;
    if (form == TNG_LANGUAGE &&
        !asset_equal(row, from, from->texts, to->texts, stored, scratch))
        return false;
    row->difference = from->count < to->count ? from->bytes.size : to->bytes.size;
    if (from->count != to->count)
        return false;
    for (size_t i = 0; i < from->count; i++) {
        row->asset = i + 1;
        if (!asset_equal(row, from, from->entries[i].stored, to->entries[i].stored, stored,
                         scratch))
            return false;
        row->asset = 0;
        row->difference = i * 16 + 12;
        if (!bytes_equal(descriptor_rest(from, i), descriptor_rest(to, i)))
            return false;
    }
    return true;
}

/* Whether two lists of strings have the same elements, without the names for unpack; the offset
 * of the first that the other one does not have. */
static bool strings_equal(Bytes from, Bytes to, uint64_t *missing, Arena *scratch)
{
    Table table = table_new(scratch);
    for (size_t at = 0; at < to.size;) {
        const Text text = text_of((const char *)to.data + at);
        table_put(&table, text, 1);
        at += text.size + 1;
    }
    for (size_t at = 0; at < from.size;) {
        const Text text = text_of((const char *)from.data + at);
        *missing = at;
        if (!table_get(&table, text))
            return false;
        at += text.size + 1;
    }
    return true;
}

static Text name_of(const TngFile *game, const TngEntry *entry)
{
    return tng_string(game, ((const TngAsset *)entry->descriptor)->name);
}

/* The cells of a map, or NULL. */
static const uint16_t *cells_of(const TngFile *game, const TngSection *section, size_t index,
                                Arena *scratch)
{
    const size_t side = (size_t)1 << game->header.map_log2;
    Report silent = report_to(NULL, NULL);
    const TngMap *map = tng_asset(game, section, index, scratch, &silent);
    uint16_t *cells = ARENA_ALLOC(scratch, uint16_t, side * side * TNG_LAYERS);
    const bool ok =
        map && tng_map_layers_read(&game->header, (Bytes){map->layers, map->layers_size}, cells,
                                   side * side, &silent);
    return ok ? cells : NULL;
}

/* Whether the maps of two sections have the same cells, in whatever packets. */
static bool cells_equal(const Comparison *comparison, ProveSection *row, const TngSection *from,
                        const TngSection *to, Arena *scratch)
{
    const size_t log2 = comparison->from->header.map_log2;
    const size_t size = ((size_t)TNG_LAYERS << 2 * log2) * sizeof(uint16_t);
    Table by_name = table_new(comparison->proof->arena);
    for (size_t i = 0; i < to->count; i++)
        table_put(&by_name, name_of(comparison->to, &to->entries[i]), (uint32_t)i);
    for (size_t i = 0; i < from->count; i++) {
        arena_reset(scratch);
        const uint32_t *found =
            table_get(&by_name, name_of(comparison->from, &from->entries[i]));
        const uint16_t *a = cells_of(comparison->from, from, i, scratch);
        const uint16_t *b = found ? cells_of(comparison->to, to, *found, scratch) : NULL;
        row->asset = i + 1;
        row->difference = 0;
        if (!a || !b || memcmp(a, b, size) != 0)
            return false;
    }
    return from->count == to->count;
}

/* ---- the comparison ---- */

static const TngSection *counterpart(const Comparison *comparison, size_t index)
{
    const TngFile *from = comparison->from;
    const unsigned type = from->sections[index].type;
    size_t skip = 0;
    for (size_t i = 0; i < index; i++)
        skip += from->sections[i].type == type;
    for (size_t i = 0; i < comparison->to->section_count; i++)
        if (comparison->to->sections[i].type == type && !skip--)
            return &comparison->to->sections[i];
    return NULL;
}

static ProveSame compare_section(const Comparison *comparison, size_t index, Arena *scratch)
{
    const TngSection *from = &comparison->from->sections[index];
    const TngSection *to = counterpart(comparison, index);
    ProveSection *row = &comparison->proof->sections[index];
    const ProveMark *mark = &comparison->marks[index];
    bool stored;
    if (!to)
        return from->bytes.size ? PROVE_DIFFERENT : PROVE_SAME_CONTENT;
    if (sections_equal(row, from, to, &stored, scratch))
        return stored ? PROVE_SAME_BYTES : PROVE_SAME_CONTENT;
    if (from->type == SECTION_STRINGS) {
        const bool same = strings_equal(from->bytes, to->bytes, &row->difference, scratch);
        return same ? PROVE_SAME_CONTENT : PROVE_DIFFERENT;
    }
    if (mark->code) {
        row->asset = mark->asset;
        row->difference = 0;
        return PROVE_DIFFERENT;
    }
    if (from->type == SECTION_MAPS && !mark->content &&
        !cells_equal(comparison, row, from, to, scratch))
        return PROVE_DIFFERENT;
    return mark->content || mark->frames ? PROVE_DIFFERENT
           : mark->order                 ? PROVE_OTHER_ORDER
           : mark->packing               ? PROVE_PACKED_AGAIN
                                         : PROVE_SAME_CONTENT;
}

/* The first differing byte of the header, or 0. The unique ID and the CRC depend on all bytes,
 * the size of atlases and the highest command on how the game was packed and compiled. */
static size_t header_difference(Bytes from, Bytes to)
{
    enum { ID_AT = 16, ATLAS_AT = 37, COMMAND_AT = 43, UNIQUE_AT = 48 };
    for (size_t i = ID_AT; i < UNIQUE_AT; i++)
        if (i != ATLAS_AT && i != COMMAND_AT && from.data[i] != to.data[i])
            return i;
    return 0;
}

void prove_compare(Proof *proof, Bytes file)
{
    Arena *arena = arena_new_within(proof->arena), *scratch = arena_new_within(proof->arena);
    Report silent = report_to(NULL, NULL);
    TngFile from, to;
    Bytes again;
    if (!tng_read(file, &from, arena, &silent) || from.section_count != proof->section_count ||
        !build_again(&from, &again, arena) || !tng_read(again, &to, arena, &silent))
        return;
    proof->built = true;
    proof->header_difference = header_difference(file, again);
    Comparison comparison = {.proof = proof,
                             .from = &from,
                             .to = &to,
                             .marks = ARENA_ALLOC(arena, ProveMark, from.section_count)};
    comparison.second_lists = second_lists_differ(&from, scratch);
    Differences differences = {
        .sink = on_difference, .context = &comparison, .format = format_named(TEXT("tng"))};
    const DifferenceSide sides[2] = {{TEXT("a.tng"), file}, {TEXT("b.tng"), again}};
    if (!difference_files(TEXT("a.tng"), &sides[0], &sides[1], &differences, &silent) ||
        !prove_same_code(&from, &to, comparison.marks, arena))
        return;
    for (size_t i = 0; i < from.section_count; i++) {
        arena_reset(scratch);
        proof->sections[i].same = compare_section(&comparison, i, scratch);
    }
}
