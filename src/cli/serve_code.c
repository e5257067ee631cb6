/* QR codes by libqrencode: its symbols have a byte for each module, whose lowest bit is its
 * colour. */
#include "cli/serve_beside.h"

#include "base/lazy_library.h"
#include "base/text.h"

#include <qrencode.h>

#define LIBQRENCODE(FUNCTION) FUNCTION(QRcode_encodeString) FUNCTION(QRcode_free)
LAZY_FUNCTIONS(libqrencode, LIBQRENCODE);

bool serve_code(Text text, const Text **rows, size_t *count, Arena *arena, Report *report)
{
    *count = 0;
    if (!LAZY_LOAD(libqrencode, report))
        return false;
    QRcode *code = libqrencode.QRcode_encodeString(arena_text(arena, text).at, 0, QR_ECLEVEL_M,
                                                   QR_MODE_8, 1);
    if (!code)
        return report_error(report, "the address is too long for a QR code");
    const size_t side = (size_t)code->width;
    Text *made = ARENA_ALLOC(arena, Text, side);
    for (size_t y = 0; y < side; y++) {
        char *row = arena_alloc(arena, side, 1);
        for (size_t x = 0; x < side; x++)
            row[x] = code->data[y * side + x] & 1 ? '1' : '0';
        made[y] = (Text){row, side};
    }
    libqrencode.QRcode_free(code);
    *rows = made;
    *count = side;
    return true;
}
