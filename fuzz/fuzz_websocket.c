/* What a browser may send: a first byte chooses frames of a client, frames of a server or the
 * head of a request. Frames mean the same however they are split, and their data is never more
 * than was sent. */
#include "base/stream.h"
#include "server/transport/web_request.h"
#include "server/transport/websocket.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Outcome {
    Writer data;
    unsigned events;
    WebSocketCode code; /* 0: no error */
} Outcome;

static Outcome read_frames(bool masked, Bytes bytes, size_t step, Arena *arena)
{
    WebSocketReader reader = {.masked = masked};
    Outcome outcome = {.data = writer_to(arena)};
    for (size_t at = 0; at < bytes.size && !outcome.code; at += step) {
        size_t size = bytes.size - at < step ? bytes.size - at : step;
        uint8_t *piece = arena_alloc(arena, 1, size);
        memcpy(piece, bytes.data + at, size);
        for (WebSocketEvent event = WEBSOCKET_DATA; event != WEBSOCKET_MORE && !outcome.code;) {
            Bytes out;
            event = websocket_read(&reader, &piece, &size, &out);
            if (event == WEBSOCKET_DATA)
                write_bytes(&outcome.data, out);
            outcome.events += event == WEBSOCKET_ASKED || event == WEBSOCKET_ENDED;
            outcome.code = event == WEBSOCKET_WRONG ? reader.code : 0;
        }
    }
    return outcome;
}

static void check_frames(bool masked, Bytes bytes, Arena *arena)
{
    const Outcome whole = read_frames(masked, bytes, bytes.size + 1, arena);
    const Outcome single = read_frames(masked, bytes, 1, arena);
    if (!bytes_equal(writer_bytes(&whole.data), writer_bytes(&single.data)) ||
        whole.events != single.events || whole.code != single.code ||
        whole.data.size > bytes.size)
        abort();
}

static bool is_within(Text part, Text whole)
{
    return !part.at || (part.at >= whole.at && part.at + part.size <= whole.at + whole.size);
}

static void check_request(Text text)
{
    WebRequest request;
    size_t size = 0;
    if (web_request_read(text, &request, &size) != WEB_REQUEST_GOOD)
        return;
    const Text head = text_slice(text, 0, size);
    if (size > text.size || !is_within(request.path, head) || !is_within(request.host, head) ||
        !is_within(request.origin, head) || !request.path.size)
        abort();
    if (web_origin_is_allowed(request.origin, request.host, TEXT("")) && !request.host.size)
        abort();
    web_list_has(request.connection, "upgrade");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    Arena *arena = arena_new();
    const Bytes rest = {data + 1, size - 1};
    if (data[0] % 3 == 2)
        check_request(text_of_bytes(rest));
    else
        check_frames(data[0] % 3 == 0, rest, arena);
    arena_free(arena);
    return 0;
}
