/* Reads and writes WebSocket frames. Parts, in order: reading; writing; the opening handshake.
 * Bytes may arrive in any pieces: headers and control frames are collected in the reader, and
 * data is passed on at once. */
#include "server/transport/websocket.h"

#include "base/text.h"

#include <assert.h>
#include <openssl/evp.h>

enum { FIN = 0x80, RESERVED = 0x70, OPCODE = 0x0F, MASKED = 0x80, SIZE = 0x7F };
enum { SIZE_16 = 126, SIZE_64 = 127, CONTROL = 8 /* bit of the opcode */ };

/* ---- reading ---- */

static WebSocketEvent wrong(WebSocketReader *reader, WebSocketCode code, const char *why)
{
    reader->code = code;
    reader->why = why;
    return WEBSOCKET_WRONG;
}

/* Size of the header, as far as its first two bytes tell. */
static size_t head_size(const WebSocketReader *reader)
{
    if (reader->head_size < 2)
        return 2;
    const unsigned size = reader->head[1] & SIZE;
    return 2 +
           (size == SIZE_16   ? 2u
            : size == SIZE_64 ? 8u
                              : 0u) +
           (reader->head[1] & MASKED ? 4u : 0u);
}

static WebSocketEvent check_opcode(WebSocketReader *reader, unsigned opcode, bool final)
{
    switch (opcode) {
    case WEBSOCKET_CONTINUATION:
        return reader->in_message
                   ? WEBSOCKET_MORE
                   : wrong(reader, WEBSOCKET_MALFORMED, "a fragment without a message");
    case WEBSOCKET_BINARY:
        return reader->in_message
                   ? wrong(reader, WEBSOCKET_MALFORMED, "a message within another one")
                   : WEBSOCKET_MORE;
    case WEBSOCKET_CLOSE:
    case WEBSOCKET_PING:
    case WEBSOCKET_PONG:
        return final ? WEBSOCKET_MORE
                     : wrong(reader, WEBSOCKET_MALFORMED, "a control frame in fragments");
    case WEBSOCKET_TEXT:
        return wrong(reader, WEBSOCKET_UNSUPPORTED, "a text message");
    default:
        return wrong(reader, WEBSOCKET_MALFORMED, "an unknown type of frame");
    }
}

/* The header is complete. */
static WebSocketEvent begin_frame(WebSocketReader *reader)
{
    const uint8_t *head = reader->head;
    const unsigned opcode = head[0] & OPCODE, size = head[1] & SIZE;
    const unsigned extra = size == SIZE_16 ? 2 : size == SIZE_64 ? 8 : 0;
    uint64_t left = extra ? 0 : size;
    for (unsigned i = 0; i < extra; i++)
        left = left << 8 | head[2 + i];
    if (head[0] & RESERVED)
        return wrong(reader, WEBSOCKET_MALFORMED, "an extension that was not agreed on");
    if (!(head[1] & MASKED) == reader->masked)
        return wrong(reader, WEBSOCKET_MALFORMED,
                     reader->masked ? "a frame that is not masked" : "a masked frame");
    if ((opcode & CONTROL) && left > WEBSOCKET_CONTROL_MAX)
        return wrong(reader, WEBSOCKET_MALFORMED, "a control frame that is too large");
    if (check_opcode(reader, opcode, head[0] & FIN) == WEBSOCKET_WRONG)
        return WEBSOCKET_WRONG;
    if (!(opcode & CONTROL)) {
        reader->message = opcode == WEBSOCKET_CONTINUATION ? reader->message : 0;
        if (left > WEBSOCKET_MESSAGE_MAX - reader->message)
            return wrong(reader, WEBSOCKET_TOO_LARGE, "a message that is too large");
        reader->message += left;
        reader->in_message = !(head[0] & FIN);
    }
    if ((opcode & CONTROL || !left) && ++reader->idle > WEBSOCKET_IDLE_MAX)
        return wrong(reader, WEBSOCKET_FLOOD, "too many frames without data");
    reader->opcode = (uint8_t)opcode;
    reader->final = head[0] & FIN;
    reader->left = left;
    reader->masked_count = 0;
    reader->control_size = 0;
    if (reader->masked)
        memcpy(reader->mask, head + 2 + extra, sizeof reader->mask);
    reader->in_frame = true;
    return WEBSOCKET_MORE;
}

/* Takes as much of the frame's data as there is. */
static Bytes take_data(WebSocketReader *reader, uint8_t **bytes, size_t *size)
{
    const size_t count = reader->left < *size ? (size_t)reader->left : *size;
    const Bytes data = {*bytes, count};
    if (reader->masked)
        websocket_mask(*bytes, count, reader->mask, reader->masked_count);
    reader->masked_count += count;
    reader->left -= count;
    *bytes += count;
    *size -= count;
    if (!(reader->opcode & CONTROL))
        return data;
    memcpy(reader->control + reader->control_size, data.data, data.size);
    reader->control_size = (uint8_t)(reader->control_size + data.size);
    return (Bytes){reader->control, reader->control_size};
}

/* RFC 6455, 7.4: codes that a frame can have. */
static bool code_is_valid(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

/* The other side ends: a code and a reason, or nothing. */
static WebSocketEvent end_reading(WebSocketReader *reader, Bytes data)
{
    if (!data.size)
        return WEBSOCKET_ENDED;
    if (data.size == 1 || !code_is_valid((unsigned)data.data[0] << 8 | data.data[1]))
        return wrong(reader, WEBSOCKET_MALFORMED, "an invalid code");
    const Text reason = text_of_bytes(bytes_slice(data, 2, data.size - 2));
    return utf8_invalid(reason) < reason.size
               ? wrong(reader, WEBSOCKET_NO_TEXT, "a reason that is not UTF-8")
               : WEBSOCKET_ENDED;
}

WebSocketEvent websocket_read(WebSocketReader *reader, uint8_t **bytes, size_t *size,
                              Bytes *out)
{
    *out = (Bytes){NULL, 0};
    for (;;) {
        while (!reader->in_frame && *size && reader->head_size < head_size(reader)) {
            reader->head[reader->head_size++] = *(*bytes)++;
            --*size;
        }
        if (!reader->in_frame && reader->head_size < head_size(reader))
            return WEBSOCKET_MORE;
        if (!reader->in_frame && begin_frame(reader) == WEBSOCKET_WRONG)
            return WEBSOCKET_WRONG;
        const bool control = reader->opcode & CONTROL;
        if (reader->left && !*size)
            return WEBSOCKET_MORE;
        const Bytes data = *size ? take_data(reader, bytes, size)
                                 : (Bytes){reader->control, reader->control_size};
        if (!reader->left) {
            reader->in_frame = false;
            reader->head_size = 0;
        }
        if (!control && data.size) {
            reader->idle = 0;
            *out = data;
            return WEBSOCKET_DATA;
        }
        if (!control || reader->in_frame || reader->opcode == WEBSOCKET_PONG)
            continue;
        *out = data;
        if (reader->opcode == WEBSOCKET_PING)
            return WEBSOCKET_ASKED;
        return end_reading(reader, data);
    }
}

/* ---- writing ---- */

size_t websocket_head(WebSocketOpcode opcode, size_t size, const uint8_t *mask,
                      uint8_t out[WEBSOCKET_HEAD_MAX])
{
    const unsigned extra = size < SIZE_16 ? 0 : size <= 0xFFFF ? 2 : 8;
    assert(!(opcode & CONTROL) || size <= WEBSOCKET_CONTROL_MAX);
    out[0] = (uint8_t)(FIN | opcode);
    out[1] = (uint8_t)((mask ? MASKED : 0) | (extra == 8   ? SIZE_64
                                              : extra == 2 ? SIZE_16
                                                           : (int)size));
    for (unsigned i = 0; i < extra; i++)
        out[2 + i] = (uint8_t)((uint64_t)size >> 8 * (extra - 1 - i));
    if (mask)
        memcpy(out + 2 + extra, mask, 4);
    return 2 + extra + (mask ? 4 : 0);
}

void websocket_mask(uint8_t *bytes, size_t size, const uint8_t mask[4], uint64_t at)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] ^= mask[(at + i) & 3];
}

/* ---- the opening handshake ---- */

bool websocket_accept(Text key, char out[WEBSOCKET_ACCEPT_SIZE + 1])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* of RFC 6455 */
    enum { KEY = 24, DIGEST = 20 };
    uint8_t text[KEY + sizeof guid], digest[DIGEST];
    unsigned size = sizeof digest;
    if (key.size != KEY || key.at[KEY - 1] != '=' || key.at[KEY - 2] != '=')
        return false;
    memcpy(text, key.at, KEY);
    memcpy(text + KEY, guid, sizeof guid);
    if (!EVP_Digest(text, KEY + sizeof guid - 1, digest, &size, EVP_sha1(), NULL))
        return false;
    EVP_EncodeBlock((unsigned char *)out, digest, DIGEST);
    return true;
}
