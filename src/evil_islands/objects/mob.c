/* Reads and writes the tree of map objects. Parts, in order: kinds of nodes; matching payloads;
 * reading; writing. The size of some arrays lacks the four bytes of their count: is_short()
 * tries both sizes, and takes the one that is followed by a node. */
#include "evil_islands/objects/mob.h"

#include "base/text.h"

#define RECORD_FILE "evil_islands/objects/mob.def"
#include "base/record_define.h"

enum { COUNT_WORD = 4 }; /* of the element count of an array */
#define ANY_SIZE SIZE_MAX

static const MobKind kinds[] = {
#define NODE(id, payload, name) {id, MOB_PAYLOAD_##payload, #name},
#include "evil_islands/objects/mob_nodes.def"
#undef NODE
};

static const struct {
    const char *name;
    size_t size;
} payloads[] = {
#define PAYLOAD(word, name, size, doc) {name, size},
#include "evil_islands/objects/mob_types.def"
#undef PAYLOAD
};

/* The table is sorted by id. NULL if the kind is not known. */
const MobKind *mob_kind(uint32_t id)
{
    size_t from = 0, to = COUNT_OF(kinds);
    while (from < to) {
        const size_t middle = (from + to) / 2;
        if (kinds[middle].id == id)
            return &kinds[middle];
        if (kinds[middle].id < id)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

const MobKind *mob_kind_named(Text name)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

const char *mob_payload_name(MobPayload payload) { return payloads[payload].name; }

size_t mob_payload_size(MobPayload payload) { return payloads[payload].size; }

Text mob_name(const MobNode *node, Arena *arena)
{
    return node->kind ? text_of(node->kind->name)
                      : arena_format(arena, "node 0x%08X", node->id);
}

/* ---- matching payloads ---- */

static uint32_t word_at(Bytes data, size_t at)
{
    return (uint32_t)uint_of(data.data + at, 4, false);
}

/* Whether the bytes are a node's head. */
static bool is_head(Bytes data)
{
    return data.size >= MOB_HEAD && word_at(data, 4) >= MOB_HEAD &&
           word_at(data, 4) <= data.size;
}

/* Each text is a node with the id of the list. */
static bool fits_strings(uint32_t id, Bytes data)
{
    if (data.size < COUNT_WORD)
        return false;
    uint32_t left = word_at(data, 0);
    Bytes rest = bytes_slice(data, COUNT_WORD, data.size - COUNT_WORD);
    for (; left && is_head(rest) && word_at(rest, 0) == id; left--) {
        const uint32_t size = word_at(rest, 4);
        rest = bytes_slice(rest, size, rest.size - size);
    }
    return !left && !rest.size;
}

/* 64 bits: the count may be any number. */
static bool fits_items(Bytes data, size_t size)
{
    return data.size >= COUNT_WORD &&
           (uint64_t)word_at(data, 0) * size == data.size - COUNT_WORD;
}

/* The first test prevents an overflow of the second. */
static bool fits_graph(Bytes data)
{
    if (data.size < 8)
        return false;
    const uint64_t cells = (uint64_t)word_at(data, 0) * word_at(data, 4);
    return cells <= data.size && cells * MOB_GRAPH_CELL == data.size - 8;
}

/* What fits can be shown and written again; anything else is kept as bytes. */
bool mob_fits(const MobKind *kind, Bytes data)
{
    const size_t size = payloads[kind->payload].size;
    if (size != ANY_SIZE)
        return data.size == size;
    switch (kind->payload) {
    case MOB_PAYLOAD_STRINGS:
        return fits_strings(kind->id, data);
    case MOB_PAYLOAD_AREAS:
        return fits_items(data, 12);
    case MOB_PAYLOAD_PLOTS_2D:
        return fits_items(data, 8);
    case MOB_PAYLOAD_AI_GRAPH:
        return fits_graph(data);
    case MOB_PAYLOAD_SCRIPT:
        return data.size >= 4;
    default:
        return true;
    }
}

/* ---- reading ---- */

typedef struct Reading {
    const uint8_t *start; /* start of the file */
    Arena *arena;
    Report *report;
    size_t nodes, odd;
} Reading;

/* Warns of something that is kept unchanged; the number of such warnings is limited. */
static void odd(Reading *reading, const MobNode *node, const uint8_t *at, const char *what,
                size_t size)
{
    if (reading->odd++ >= MOB_WARNINGS_MAX)
        return;
    Arena *scratch = arena_new();
    const Text name = node ? mob_name(node, scratch) : TEXT("the file");
    report_warning(reading->report, "at byte %zu: %.*s: %zu byte%s %s",
                   (size_t)(at - reading->start), (int)name.size, name.at, size, PLURAL(size),
                   what);
    arena_free(scratch);
}

/* Whether the size of an array lacks the four bytes of its count: with four bytes more the
 * array is valid and followed by a node, otherwise not. */
static bool is_short(const MobKind *kind, Bytes data)
{
    const uint32_t size = word_at(data, 4), whole = size + COUNT_WORD;
    if (!kind ||
        (kind->payload != MOB_PAYLOAD_STRINGS && kind->payload != MOB_PAYLOAD_AREAS &&
         kind->payload != MOB_PAYLOAD_PLOTS_2D) ||
        data.size - size < COUNT_WORD ||
        mob_fits(kind, bytes_slice(data, MOB_HEAD, size - MOB_HEAD)) ||
        !mob_fits(kind, bytes_slice(data, MOB_HEAD, whole - MOB_HEAD)))
        return false;
    const Bytes rest = bytes_slice(data, size, data.size - size);
    const Bytes behind = bytes_slice(data, whole, data.size - whole);
    const bool goes_on = is_head(rest) && word_at(rest, 0) && mob_kind(word_at(rest, 0));
    return !goes_on && (!behind.size || (is_head(behind) && mob_kind(word_at(behind, 0))));
}

/* Parses the node at the start of `data` and returns its size in bytes. */
static size_t take(Bytes data, MobNode *out)
{
    const uint32_t id = word_at(data, 0);
    const MobKind *kind = mob_kind(id);
    const bool short_size = is_short(kind, data);
    const size_t size = (size_t)word_at(data, 4) + (short_size ? COUNT_WORD : 0);
    *out = (MobNode){.id = id,
                     .kind = kind,
                     .short_size = short_size,
                     .data = bytes_slice(data, MOB_HEAD, size - MOB_HEAD)};
    return size;
}

static void read_nodes(Reading *reading, Bytes data, unsigned depth, MobNode **nodes,
                       size_t *count, Bytes *rest);

/* A record whose bytes are not nodes is kept as bytes, too. */
static void read_payload(Reading *reading, MobNode *node, unsigned depth)
{
    const Bytes data = node->data;
    const uint8_t *at = data.data - MOB_HEAD;
    node->raw = !node->kind || !mob_fits(node->kind, data);
    if (node->raw) {
        odd(reading, node, at,
            node->kind ? "do not match the type of the node; preserved"
                       : "of an unknown kind; preserved",
            data.size);
        return;
    }
    if (node->short_size)
        odd(reading, node, at, "; its size does not include the count", data.size);
    if (node->kind->payload != MOB_PAYLOAD_RECORD)
        return;
    if (depth >= MOB_DEPTH_MAX) {
        node->raw = true;
        odd(reading, node, at, "nested too deeply; preserved", data.size);
        return;
    }
    read_nodes(reading, data, depth + 1, &node->children, &node->count, &node->rest);
    if (node->rest.size)
        odd(reading, node, node->rest.data, "are not nodes; preserved", node->rest.size);
    node->raw = !node->count && data.size;
    if (node->raw)
        node->rest = (Bytes){NULL, 0};
    else
        node->data = (Bytes){NULL, 0};
}

/* Counts first, so that only the required memory is allocated. */
static void read_nodes(Reading *reading, Bytes data, unsigned depth, MobNode **nodes,
                       size_t *count, Bytes *rest)
{
    MobNode node;
    *rest = data;
    *count = 0;
    while (is_head(*rest) && reading->nodes < MOB_NODES_MAX) {
        const size_t size = take(*rest, &node);
        *rest = bytes_slice(*rest, size, rest->size - size);
        reading->nodes++;
        ++*count;
    }
    *nodes = arena_alloc_raw(reading->arena, *count, sizeof **nodes);
    for (size_t i = 0; i < *count; i++) {
        const size_t size = take(data, &(*nodes)[i]);
        data = bytes_slice(data, size, data.size - size);
        read_payload(reading, &(*nodes)[i], depth);
    }
}

static bool is_zero(Bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

bool mob_read(Bytes file, Mob *out, Arena *arena, Report *report)
{
    Reading reading = {.start = file.data, .arena = arena, .report = report};
    *out = (Mob){0};
    if (file.size < MOB_HEAD)
        return report_error(report, "the file has %zu bytes, too few for map objects",
                            file.size);
    if (!is_head(file))
        return report_error(report,
                            "the first node says that it has %u bytes, the file has %zu: is it "
                            "cut?",
                            word_at(file, 4), file.size);
    read_nodes(&reading, file, 0, &out->nodes, &out->count, &out->rest);
    if (!is_zero(out->rest)) /* some files end with zeros */
        odd(&reading, NULL, out->rest.data, "are not nodes; preserved", out->rest.size);
    if (reading.odd > MOB_WARNINGS_MAX)
        report_warning(report, "%zu more anomalies of this kind",
                       reading.odd - MOB_WARNINGS_MAX);
    return true;
}

/* ---- writing ---- */

static bool write_node(const MobNode *node, Writer *writer, Report *report)
{
    const size_t at = writer->size;
    write_u32(writer, node->id);
    write_u32(writer, 0);
    write_bytes(writer, node->data);
    for (size_t i = 0; i < node->count; i++)
        if (!write_node(&node->children[i], writer, report))
            return false;
    write_bytes(writer, node->rest);
    const size_t size = writer->size - at - (node->short_size ? COUNT_WORD : 0);
    if (size > UINT32_MAX)
        return report_error(report, "a node would have %zu bytes, more than its size can say",
                            size);
    write_uint_at(writer, at + 4, size, 4);
    return true;
}

bool mob_write(const Mob *mob, Bytes *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < mob->count; i++)
        if (!write_node(&mob->nodes[i], &writer, report))
            return false;
    write_bytes(&writer, mob->rest);
    *out = writer_bytes(&writer);
    return true;
}
