/* What a browser asks for: a line each of path, view, pointer and number, of a shelf on which
 * files of three kinds are; the rest of the input is one more file. */
#include "../tests/lib/view_kit.h"
#include "small_game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Text rest = {(const char *)data, size};
    Text lines[] = {TEXT(""), TEXT(""), TEXT(""), TEXT("")};
    int64_t from = 0;
    for (size_t i = 0; i < COUNT_OF(lines); i++)
        text_line(&rest, &lines[i]);
    text_number(lines[3], 0, INT64_MAX, &from);
    Shelf shelf = {.arena = arena};
    shelf_put(&shelf, "game.tng", small_game_file());
    shelf_put(&shelf, "data/a.json", bytes_of_text(TEXT("{\"a\": [1, {\"b\": \"c\"}]}")));
    shelf_put(&shelf, "data/b.csv", bytes_of_text(TEXT("1,2\r\n3,\"4\"\r\n")));
    shelf_put(&shelf, "input", bytes_of_text(rest));
    shelf_put(&shelf, "input.res", bytes_of_text(rest));
    const ViewerHost host = view_host(&shelf);
    Viewer *viewer = viewer_new(&host);
    const ViewerRequest request = {lines[0], TEXT("/t"), lines[1], lines[2], (uint64_t)from};
    ViewerAnswer answer;
    viewer_answer(viewer, &request, &answer, arena);
    const unsigned status = answer.status;
    if (status != 200 && status != 404 && status != 503)
        __builtin_trap();
    viewer_free(viewer);
    arena_free(arena);
    if (status == 503)
        memory_out(1); /* the page caught it: replay -f goes on to the next take */
    return 0;
}
