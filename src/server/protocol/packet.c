/* The tables of packets and number ranges are generated from protocol.def. Reading decodes a
 * record by its layout (base/record.h) and then visits its values to check ranges and texts;
 * writing splits a body that is too long for a frame into PIECE packets. */
#include "server/protocol/packet.h"

#include "base/text.h"
#include "server/protocol/connection_states.h"

#include <assert.h>

/* Numbers with limits: `meaning` of their layouts is the row here. */
enum {
    MEANING_NONE,
#define NUMBER(Type, ctype, min, max, doc) MEANING_##Type,
#include "server/protocol/protocol.def"
};

#define NUMBER(Type, ctype, min, max, doc_)                                                    \
    const RecordLayout Type##_layout = {.name = #Type,                                         \
                                        .doc = doc_,                                           \
                                        .form = (min) < 0 ? FORM_SIGNED : FORM_UNSIGNED,       \
                                        .bytes = sizeof(ctype),                                \
                                        .meaning = MEANING_##Type,                             \
                                        .size = sizeof(ctype)};
#include "server/protocol/protocol.def"

typedef struct Range {
    int64_t min, max;
} Range;

static const Range ranges[] = {
    [MEANING_NONE] = {0, 0},
#define NUMBER(Type, ctype, min, max, doc) [MEANING_##Type] = {min, max},
#include "server/protocol/protocol.def"
};

#define RECORD_FILE "server/protocol/packet_parts.def"
#include "base/record_define.h"
#define RECORD_FILE "server/protocol/packets.def"
#include "base/record_define.h"

#define CLIENT FROM_CLIENT
#define SERVER FROM_SERVER
static const PacketKind kinds[PACKET_SIDES][FRAME_TYPES] = {
#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    [from][number] = {#NAME, doc, number, &Record##_layout, max, states},
#include "server/protocol/protocol.def"
};

#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    _Static_assert(sizeof(Record) == sizeof(((Packet *)0)->member), #NAME);
#include "server/protocol/protocol.def"
#undef CLIENT
#undef SERVER

const PacketKind *packet_kind(PacketFrom from, unsigned type)
{
    return type < FRAME_TYPES && kinds[from][type].name ? &kinds[from][type] : NULL;
}

const char *result_words(unsigned code)
{
    static const char *const words[] = {
#define RESULT(NAME, words) words,
#include "server/protocol/protocol.def"
    };
    return code < RESULTS ? words[code] : "";
}

const char *result_name(unsigned code)
{
    static const char *const names[] = {
#define RESULT(NAME, words) #NAME,
#include "server/protocol/protocol.def"
    };
    return code < RESULTS ? names[code] : "";
}

const char *reason_words(unsigned code)
{
    static const char *const words[] = {
#define REASON(NAME, words) words,
#include "server/protocol/protocol.def"
    };
    return code < REASONS ? words[code] : "";
}

const char *reason_name(unsigned code)
{
    static const char *const names[] = {
#define REASON(NAME, words) #NAME,
#include "server/protocol/protocol.def"
    };
    return code < REASONS ? names[code] : "";
}

/* ---- reading ---- */

/* C0, DEL, C1; line and paragraph separators; characters that change the writing direction
 * or are invisible; byte order marks, tags, and noncharacters. With them a chat message
 * could imitate another player's, or show different players different texts. The joiners
 * U+200C-D are allowed: Persian and Hindi require them. */
static bool is_control(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } bad[] = {{0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},
               {0x115F, 0x1160}, {0x180E, 0x180E}, {0x200B, 0x200B}, {0x200E, 0x200F},
               {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFDD0, 0xFDEF},
               {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        if (character >= bad[i].first && character <= bad[i].last)
            return true;
    return (character & 0xFFFE) == 0xFFFE;
}

bool packet_text_ok(Text text)
{
    if (utf8_invalid(text) != text.size)
        return false;
    for (size_t at = 0; at < text.size;)
        if (is_control(utf8_next(text, &at)))
            return false;
    return true;
}

bool packet_language_ok(Text text)
{
    return text.size == 2 && text.at[0] >= 'a' && text.at[0] <= 'z' && text.at[1] >= 'a' &&
           text.at[1] <= 'z';
}

/* Does not cut within a character. */
Text packet_text_cut(Text text)
{
    if (text.size <= (size_t)ranges[MEANING_PacketTextSize].max)
        return text;
    text.size = (size_t)ranges[MEANING_PacketTextSize].max;
    return text_slice(text, 0, utf8_invalid(text));
}

typedef struct Check {
    const PacketKind *kind;
    const char *wrong; /* the error of `field`; NULL: none */
    const char *field;
} Check;

/* The game's id in the hello is padded with zeros; other texts must not have any. */
static void check_value(void *context, const RecordLayout *type, void *data, size_t count,
                        size_t at, const RecordPath *path)
{
    (void)at;
    Check *check = context;
    if (check->wrong)
        return;
    const char *wrong = NULL;
    if (type->form == FORM_ASCII) {
        Text text = {data, count};
        while (check->kind->layout == &PacketServerHello_layout && text.size &&
               text.at[text.size - 1] == 0)
            text.size--;
        wrong = packet_text_ok(text) ? NULL : "is not UTF-8 without control characters";
        /* The text may become part of a file name. */
        if (check->kind->layout == &PacketAccount_layout &&
            strcmp(path->field->name, "language") == 0 && !packet_language_ok(text))
            wrong = "is not two small letters";
    } else if (type->meaning) {
        const int64_t value = (int64_t)primitive_get(type, data);
        const Range range = ranges[type->meaning];
        wrong = value < range.min || value > range.max ? "is out of range" : NULL;
    }
    check->wrong = wrong;
    check->field = path->field->name;
}

bool packet_read(PacketFrom from, unsigned type, Bytes body, Packet *out, Arena *arena,
                 Report *report)
{
    *out = (Packet){.type = type, .kind = packet_kind(from, type)};
    if (!out->kind)
        return report_error(report, "unknown packet type %u", type);
    if (body.size > out->kind->max)
        return report_error(report, "%s: %zu bytes, the maximum is %zu", out->kind->name,
                            body.size, out->kind->max);
    Reader reader = reader_of(body, report);
    reader.part = out->kind->name;
    if (!record_read(out->kind->layout, &out->client_hello, &reader, arena))
        return false;
    if (reader_left(&reader))
        return reader_fail(&reader, "%zu byte%s left over", reader_left(&reader),
                           reader_left(&reader) == 1 ? " is" : "s are");
    Check check = {out->kind, NULL, NULL};
    record_visit(out->kind->layout, &out->client_hello, check_value, &check);
    if (check.wrong)
        return report_error(report, "%s: %s %s", out->kind->name, check.field, check.wrong);
    return true;
}

/* ---- writing ---- */

static void write_pieces(unsigned type, Bytes body, Writer *out)
{
    enum { PIECE_BODY = FRAME_BODY - 1 };
    for (size_t at = 0; at < body.size;) {
        const size_t left = body.size - at, size = left < PIECE_BODY ? left : PIECE_BODY;
        write_u16(out, frame_header(SERVER_PIECE, size + 1));
        write_u8(out, (uint8_t)(type | (size == left ? PIECE_LAST : 0)));
        write_bytes(out, bytes_slice(body, at, size));
        at += size;
    }
}

void packet_write(PacketFrom from, unsigned type, const void *record, Writer *out)
{
    const PacketKind *kind = packet_kind(from, type);
    assert(kind);
    const size_t start = out->size;
    write_u16(out, 0);
    record_write(kind->layout, record, out);
    const size_t body = out->size - start - FRAME_HEADER;
    assert(body <= kind->max);
    if (body <= FRAME_BODY) {
        write_uint_at(out, start, frame_header(type, body), FRAME_HEADER);
        return;
    }
    assert(from == FROM_SERVER);
    const Bytes whole = arena_copy(out->arena, (Bytes){out->data + start + FRAME_HEADER, body});
    out->size = start;
    write_pieces(type, whole, out);
}

void packet_show(const Packet *packet, JsonWriter *json)
{
    Packet shown = *packet;
    if (packet->kind->layout == &PacketAccount_layout)
        shown.account.password_size = 0;
    if (packet->kind->layout == &PacketPassword_layout)
        shown.password.password_size = shown.password.fresh_size = 0;
    json_open(json, NULL);
    json_put_text(json, "packet", text_of(packet->kind->name));
    record_show_fields(packet->kind->layout, &shown.client_hello, NULL, json);
    json_close(json);
}
