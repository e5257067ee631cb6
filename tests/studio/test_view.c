/* viewer: what a browser is shown of files. */
#include "lib/evil_map.h"
#include "lib/evil_res.h"
#include "lib/mages_samples.h"
#include "lib/small_game.h"
#include "lib/view_kit.h"

#include "base/image/png.h"
#include "base/image/png_write.h"
#include "studio/viewer/viewer_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

static Kit *kit;
static Shelf *shelf;
static ViewerHost host;
static Viewer *viewer;

static int set_up(void **state)
{
    kit = *state = kit_new();
    shelf = shelf_new(kit);
    host = view_host(shelf);
    viewer = viewer_new(&host);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    viewer_free(viewer);
    kit_free(kit);
    return 0;
}

static ViewerAnswer asked(const char *path, const char *view, const char *at, uint64_t from)
{
    ViewerAnswer answer;
    const ViewerRequest request = {text_of(path), TEXT("/t"), text_of(view), text_of(at), from};
    viewer_answer(viewer, &request, &answer, kit->arena);
    return answer;
}

static bool says(const ViewerAnswer *answer, const char *part)
{
    return memmem(answer->bytes.data, answer->bytes.size, part, strlen(part)) != NULL;
}

/* The page of a path, in which all parts stand, in this order. */
static void page_has(const char *path, const char *view, const char *const *parts)
{
    const ViewerAnswer answer = asked(path, view, "", 0);
    const uint8_t *at = answer.bytes.data, *end = at + answer.bytes.size;
    assert_int_equal(answer.status, 200);
    for (; *parts; parts++) {
        at = memmem(at, (size_t)(end - at), *parts, strlen(*parts));
        if (!at)
            fail_msg("%s: no %s in %.*s", path, *parts, (int)answer.bytes.size,
                     (const char *)answer.bytes.data);
    }
}

#define PAGE_HAS(path, view, ...) page_has(path, view, (const char *const[]){__VA_ARGS__, NULL})

static void a_folder_is_a_page_of_links(void **state)
{
    (void)state;
    shelf_put(shelf, "b.txt", bytes_of_text(TEXT("hello")));
    shelf_put(shelf, "a <b>&\".txt", bytes_of_text(TEXT("hello")));
    shelf_put(shelf, "z/deep/x.txt", bytes_of_text(TEXT("x")));
    PAGE_HAS("", "", "href=\"/t/z\"", "<span>z/</span>", "/t/a%20%3Cb%3E%26%22.txt",
             "a &#60;b&#62;&#38;&#34;.txt", "b.txt", "5 B");
    PAGE_HAS("z", "", "href=\"/t/z/deep\"");
    PAGE_HAS("z/deep/x.txt", "", "<pre>x</pre>");
    PAGE_HAS("/z/deep/", "", "x.txt");
}

static void missing_path_is_reported(void **state)
{
    (void)state;
    shelf_put(shelf, "a.res", small_res(kit));
    shelf_put(shelf, "b.txt", bytes_of_text(TEXT("hello")));
    static const char *const paths[] = {"<script>", "a.res/none", "a.res/ab/deeper",
                                        "b.txt/deeper", "a.res/zone1/"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const ViewerAnswer answer = asked(paths[i], "", "", 0);
        assert_int_equal(answer.status, i == 4 ? 200 : 404);
        assert_false(says(&answer, "<script"));
        assert_true(i == 4 || says(&answer, "does not exist"));
    }
    assert_int_equal(asked("b.txt", "picture", "", 0).status, 404);
    assert_int_equal(asked("b.txt", "nonsense", "", 0).status, 404);
}

/* Screen readers name what is on the page, and the view that is open. */
static void pages_name_their_parts(void **state)
{
    (void)state;
    shelf_put(shelf, "a \"b.ogg", bytes_of_text(TEXT("x")));
    shelf_put(shelf, "c.ogv", bytes_of_text(TEXT("x")));
    const Image image = image_new(3, 2, kit->arena);
    shelf_put(shelf, "d.png", png_write(&image, NULL, kit->arena));
    PAGE_HAS("a \"b.ogg", "", "<body><a class=skip href=#main>", " aria-current=page>",
             "<main id=main>", "<audio controls aria-label=\"a &#34;b.ogg\"");
    PAGE_HAS("c.ogv", "", "<video controls aria-label=\"c.ogv\"");
    PAGE_HAS("d.png", "", "<img alt=\"d.png, 3 x 2 pixels\"");
    shelf_put(shelf, "e.csv", bytes_of_text(TEXT("1,2\n3,4\n")));
    PAGE_HAS("e.csv", "table", "<th scope=row>1<td>1");
}

static void archives_link_to_their_members(void **state)
{
    (void)state;
    shelf_put(shelf, "game/all.res", small_res(kit));
    PAGE_HAS("game/all.res", "", "Evil Islands archive", "<span>zone1/</span>", "UnMoCo.anm",
             "empty");
    PAGE_HAS("game/all.res/zone1", "", "href=\"/t/game/all.res/zone1/quest.reg\"");
    PAGE_HAS("game/all.res/zone1/zone1.mp", "hex", "00000000  74 68 65 20 6c 61 6e 64");
    PAGE_HAS("game/all.res/UnMoCo.anm", "", "cidle", "cwalk");
    const ViewerAnswer raw = asked("game/all.res/UnMoCo.anm/cwalk/hp", "raw", "", 0);
    assert_true(text_is(text_of_bytes(raw.bytes), "turn"));
    assert_true(text_is(raw.file, "hp"));
    assert_string_equal(raw.type, "application/octet-stream");
}

enum { LAYOUTS = 400 };

static Bytes archive_of_layouts(void)
{
    enum { W = 128, H = 96 };
    const Lay lay = small_lay(kit, LAY_A);
    const Bytes layout = lay_write(&lay, kit->arena);
    const Image image = image_new(W, H, kit->arena);
    for (uint32_t i = 0; i < W * H; i++)
        image.pixels[i] = PIXEL(i % 256, 90, 40, 255);
    const Bytes sheet = png_write(&image, NULL, kit->arena);
    MpkEntry *entries = ARENA_ALLOC(kit->arena, MpkEntry, 2 * LAYOUTS);
    const Mpk mpk = {
        .major = 2, .alignment = MPK_ALIGNMENT, .entries = entries, .count = 2 * LAYOUTS};
    for (uint32_t i = 0; i < 2 * LAYOUTS; i++) {
        const char *const name = i % 2 ? "CRS_%03u_.lay" : "CRS_%03u.png";
        entries[i] = (MpkEntry){.id = i, .offset = i};
        entries[i].name = arena_format(kit->arena, name, i / 2);
        mpk_store(&entries[i], i % 2 ? layout : sheet, (Bytes){0}, kit->arena);
    }
    return mpk_write(&mpk, kit->arena);
}

static unsigned count_of(const ViewerAnswer *answer, const char *part)
{
    unsigned count = 0;
    const uint8_t *at = answer->bytes.data, *end = at + answer->bytes.size;
    while ((at = memmem(at, (size_t)(end - at), part, strlen(part)))) {
        at += strlen(part);
        count++;
    }
    return count;
}

/* The page drew all 400 sheets, for half a minute, and ended with 363 errors and a broken
 * image. Nothing is drawn for it now: the browser asks for each thumbnail when it is seen. */
static void an_archive_of_layouts_lists_files_above_a_page_of_sheets(void **state)
{
    (void)state;
    shelf_put(shelf, "all.mpk", archive_of_layouts());
    PAGE_HAS("all.mpk", "", "aria-current=page>files</a>", "<ul class=list>", "CRS_399_.lay",
             "<h2>400 sheets</h2>",
             "<img loading=lazy width=192 height=192 alt=\"\" "
             "src=\"/t/all.mpk/CRS_000_.lay?as=thumb\">",
             "1 to 24 of 400", "as=sheets&amp;from=24");
    const ViewerAnswer first = asked("all.mpk", "", "", 0);
    assert_int_equal(count_of(&first, "?as=thumb"), 24);
    assert_int_equal(count_of(&first, "class=wrong"), 0);
    const ViewerAnswer last = asked("all.mpk", "sheets", "", 384);
    assert_int_equal(count_of(&last, "?as=thumb"), 16);
    assert_true(says(&last, "385 to 400 of 400"));
    assert_int_equal(asked("all.mpk", "picture", "", 0).status, 404);
    uint32_t w, h;
    const ViewerAnswer thumb = asked("all.mpk/CRS_399_.lay", "thumb", "", 0);
    assert_string_equal(thumb.type, "image/png");
    assert_true(png_size(thumb.bytes, &w, &h, &kit->report));
    assert_in_range(w > h ? w : h, 100, 192);
}

static void a_game_is_the_project_that_unpack_would_make(void **state)
{
    TngFile game;
    ProjectFiles files;
    const Bytes file = small_game(kit);
    (void)state;
    shelf_put(shelf, "game.tng", file);
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    assert_true(project_unpack(&game, &files, kit->arena, &kit->report));
    unsigned pictures = 0;
    for (size_t i = 0; i < files.count; i++) {
        const Text path = arena_format(kit->arena, "game.tng/%.*s",
                                       (int)files.items[i].path.size, files.items[i].path.at);
        const ViewerAnswer raw = asked(path.at, "raw", "", 0);
        assert_int_equal(raw.status, 200);
        assert_bytes_equal(raw.bytes, files.items[i].bytes);
        const bool shown =
            text_ends(path, ".png") || text_ends(path, ".tmx") || text_ends(path, ".sfn");
        const ViewerAnswer picture = asked(path.at, "png", "", 0);
        assert_int_equal(picture.status, shown ? 200 : 404);
        assert_true(!shown || !memcmp(picture.bytes.data, "\x89PNG", 4));
        pictures += shown;
    }
    assert_true(pictures > 1);
    PAGE_HAS("game.tng", "", "TirNanoG game", "<span>maps/</span>", "<span>npcs/</span>");
    PAGE_HAS("game.tng", "problems", "0 errors");
}

static void contents_are_shown_level_by_level(void **state)
{
    (void)state;
    shelf_put(shelf, "game.tng", small_game(kit));
    PAGE_HAS("game.tng", "contents", "<th scope=row>format<td>tng", "<th scope=row>frame_rate",
             "as=contents&amp;at=/sections\">");
    const ViewerAnswer sections = asked("game.tng", "contents", "/sections", 0);
    assert_true(says(&sections, "at=/sections/1"));
    const ViewerAnswer header = asked("game.tng", "contents", "/header/game", 0);
    assert_true(says(&header, "mygame"));
    const ViewerAnswer nowhere = asked("game.tng", "contents", "/sections/99999", 0);
    assert_true(says(&nowhere, "there is no value at /sections/99999"));
    shelf_put(shelf, "odd.json", bytes_of_text(TEXT("{\"a/b\": {\"~\": [[1, 2], \"<i>\"]}}")));
    const ViewerAnswer odd = asked("odd.json", "contents", "/a~1b/~0/1", 0);
    assert_true(says(&odd, "&#60;i&#62;"));
}

static void long_contents_have_pages(void **state)
{
    Writer json = writer_to(kit->arena), csv = writer_to(kit->arena);
    (void)state;
    write_format(&json, "[{\"n\": 0}");
    for (unsigned i = 1; i < 450; i++) {
        write_format(&json, ", {\"n\": %u}", i);
        write_format(&csv, "%u,row %u\r\n", i, i);
    }
    write_format(&json, "]");
    shelf_put(shelf, "long.json", writer_bytes(&json));
    shelf_put(shelf, "long.csv", writer_bytes(&csv));
    shelf_put(shelf, "long.bin", (Bytes){arena_alloc(kit->arena, 10000, 1), 10000});
    const ViewerAnswer rows = asked("long.json", "contents", "", 200);
    assert_true(says(&rows, "201 to 400 of 450") && says(&rows, "<th scope=row>399<td>399"));
    assert_true(says(&rows, "from=0\">") && says(&rows, "from=400\">"));
    assert_false(says(&rows, "<th scope=row>400<td>"));
    const ViewerAnswer cells = asked("long.csv", "", "", 400);
    assert_true(says(&cells, "401 to 449 of 449") && says(&cells, "<td>row 449"));
    assert_true(says(&cells, "&larr;") && !says(&cells, "&rarr;"));
    const ViewerAnswer bytes = asked("long.bin", "", "", 8192);
    assert_true(says(&bytes, "00002000") && says(&bytes, "00002700"));
    const ViewerAnswer far = asked("long.bin", "hex", "", UINT64_MAX / 2);
    assert_int_equal(far.status, 200);
}

static void damaged_file_shows_error_and_bytes(void **state)
{
    (void)state;
    Bytes game = small_game(kit), map = arena_copy(kit->arena, small_res(kit));
    game.size /= 2;
    map.size -= 7;
    shelf_put(shelf, "game.tng", game);
    shelf_put(shelf, "map.mpr", map);
    PAGE_HAS("game.tng", "contents", "class=wrong");
    PAGE_HAS("game.tng", "problems", "<b>error</b>");
    PAGE_HAS("game.tng", "hex", "23 21 2f 75 73 72");
    PAGE_HAS("map.mpr", "picture", "class=wrong");
    assert_int_equal(asked("map.mpr", "png", "", 0).status, 404);
}

/* Textures, sectors and the archive beside each other, as the games have them. */
static void map_of_evil_islands_is_shown_as_image(void **state)
{
    (void)state;
    const EvilMap made = evil_map(1, 1, 64, kit->arena, &kit->report);
    shelf_put(shelf, "maps/zone1.mpr", made.mpr);
    for (unsigned i = 0; i < EVIL_MAP_TEXTURES; i++)
        shelf_put(shelf, arena_format(kit->arena, "maps/ZONE1%03u.MMP", i).at,
                  made.textures[i]);
    PAGE_HAS("maps/zone1.mpr", "", "class=now aria-current=page>picture",
             "src=\"/t/maps/zone1.mpr?as=png\"");
    const ViewerAnswer picture = asked("maps/zone1.mpr", "png", "", 0);
    assert_string_equal(picture.type, "image/png");
    const ViewerAnswer again = asked("maps/zone1.mpr", "png", "", 0);
    assert_bytes_equal(picture.bytes, again.bytes);
    PAGE_HAS("maps/ZONE1000.MMP", "", "64 &times; 64 pixels");
}

/* Each take of memory fails once: that page says so, and the next ones are as before. */
static void allocation_failure_does_not_end_the_viewer(void **state)
{
    (void)state;
    unsigned refused = 0;
    shelf_put(shelf, "game.tng", small_game(kit));
    shelf_put(shelf, "a.res", small_res(kit));
    for (size_t n = 1;; n += 1 + n / 50) {
        arena_fail_at(n);
        const ViewerAnswer one = asked("game.tng", "", "", 0);
        const ViewerAnswer other = asked("a.res", "", "", 0);
        const bool over = one.status == 200 && other.status == 200;
        arena_fail_at(0);
        assert_true(one.status == 200 || one.status == 503);
        assert_true(other.status == 200 || other.status == 503);
        PAGE_HAS("a.res", "", "UnMoCo.anm");
        if (over)
            break;
        refused++;
    }
    assert_true(refused > 50);
    PAGE_HAS("game.tng", "", "config");
}

/* The cache frees one game and makes the next at the same address; then memory runs out. The
 * viewer took it for the old one, which it freed once more. */
static void allocation_failure_frees_replaced_game_once(void **state)
{
    (void)state;
    const Bytes game = small_game(kit), other = arena_copy(kit->arena, game);
    ((uint8_t *)(uintptr_t)other.data)[48] ^= 1; /* the unique id */
    shelf_put(shelf, "game.tng", game);
    shelf_put(shelf, "other.tng", other);
    for (size_t n = 1;; n += 1 + n / 50) {
        (void)asked("game.tng", "", "", 0);
        arena_fail_at(n);
        const ViewerAnswer one = asked("other.tng", "", "", 0);
        arena_fail_at(0);
        if (one.status == 200)
            break;
    }
    PAGE_HAS("game.tng", "", "config");
}

/* ---- the server ---- */

static HttpServer *opened(const HttpServerOptions *options)
{
    const HttpHandler handler = viewer_http_handler(viewer);
    return http_server_new(&handler, options, &kit->report);
}

static const char *answer_to(HttpServer *server, const char *request)
{
    static char said[65536];
    unsigned port = 0;
    size_t size = 0;
    const Text address = http_server_address(server);
    assert_int_equal(sscanf(address.at, "http://127.0.0.1:%u/", &port), 1);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int line = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(line, (const struct sockaddr *)&to, sizeof to), 0);
    Writer out = writer_to(kit->arena);
    for (; *request; request++) /* # is the port */
        if (*request == '#')
            write_format(&out, "%u", port);
        else
            write_u8(&out, (uint8_t)*request);
    assert_int_equal(write(line, out.data, out.size), out.size);
    fcntl(line, F_SETFL, O_NONBLOCK);
    errno = EAGAIN;
    for (ssize_t got = -1; got; got = read(line, said + size, sizeof said - 1 - size)) {
        assert_true(got > 0 || errno == EAGAIN);
        size += got > 0 ? (size_t)got : 0;
        assert_true(http_server_turn(server, 10));
    }
    said[size] = 0;
    close(line);
    return said;
}

static void server_accepts_only_its_address(void **state)
{
    (void)state;
    static const struct {
        const char *request, *status;
    } cases[] = {
        {"GET /secret/ HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n", " 200 "},
        {"GET /secret/hi%20there.txt?as=text HTTP/1.1\r\nHost: localhost:#\r\nConnection: "
         "close\r\n\r\n",
         " 200 "},
        {"GET /secret/none HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n",
         " 404 "},
        {"HEAD /secret/hi%20there.txt HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: "
         "close\r\n\r\n",
         " 200 "},
        {"HEAD /secret/none HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n",
         " 404 "},
        {"GET /secre/ HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n", " 404 "},
        {"GET /secrets HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n", " 404 "},
        {"GET / HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n", " 404 "},
        /* A page of another name that leads to this machine. */
        {"GET /secret/ HTTP/1.1\r\nHost: evil.example:#\r\nConnection: close\r\n\r\n", " 403 "},
        {"POST /secret/ HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: "
         "close\r\nContent-Length: 2\r\n\r\nhi",
         " 405 "},
    };
    const HttpServerOptions options = {.token = "secret"};
    shelf_put(shelf, "hi there.txt", bytes_of_text(TEXT("<hi>")));
    HttpServer *server = opened(&options);
    assert_non_null(server);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *said = answer_to(server, cases[i].request);
        if (strncmp(said + strlen("HTTP/1.1"), cases[i].status, strlen(cases[i].status)) != 0)
            fail_msg("%s: %.40s", cases[i].request, said);
        assert_non_null(strstr(said, "default-src 'none'"));
        assert_null(strstr(said, "script-src"));
        assert_true(i != 1 || strstr(said, "&#60;hi&#62;"));
        assert_true(i < 3 || !strstr(said, "hi there"));
        /* An answer to HEAD has no body. */
        assert_int_equal(!strncmp(cases[i].request, "HEAD", 4),
                         !strcmp(said + strlen(said) - 4, "\r\n\r\n"));
    }
    http_server_free(server);
}

static void only_pages_of_games_may_have_scripts(void **state)
{
    (void)state;
    const HttpServerOptions options = {.token = "secret"};
    shelf_put(shelf, "game.tng", small_game(kit));
    host.page = &view_page;
    HttpServer *server = opened(&options);
    assert_non_null(server);
    const char *said = answer_to(server, "GET /secret/.play/game.tng/ HTTP/1.1\r\nHost: "
                                         "127.0.0.1:#\r\nConnection: close\r\n\r\n");
    assert_non_null(strstr(said, " 200 "));
    assert_non_null(strstr(said, "script-src 'self' 'wasm-unsafe-eval'"));
    said = answer_to(server, "GET /secret/game.tng HTTP/1.1\r\nHost: 127.0.0.1:#\r\n"
                             "Connection: close\r\n\r\n");
    assert_non_null(strstr(said, " 200 "));
    assert_null(strstr(said, "script-src"));
    http_server_free(server);
}

/* More than the limit of connections: each begins a request, and never ends it. Whoever knows
 * the address gets an answer. */
static void silent_connections_do_not_block_the_server(void **state)
{
    (void)state;
    enum { SILENT = 300 };
    static const char begin[] = "GET /nobody HTTP/1.1\r\nHo";
    int lines[SILENT];
    unsigned port = 0;
    const HttpServerOptions options = {.token = "secret"};
    shelf_put(shelf, "hi.txt", bytes_of_text(TEXT("hi")));
    HttpServer *server = opened(&options);
    assert_non_null(server);
    assert_int_equal(sscanf(http_server_address(server).at, "http://127.0.0.1:%u/", &port), 1);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (unsigned i = 0; i < SILENT; i++) {
        lines[i] = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(connect(lines[i], (const struct sockaddr *)&to, sizeof to), 0);
        http_server_turn(server, 1);
        send(lines[i], begin, sizeof begin - 1, MSG_NOSIGNAL);
    }
    const char *said = answer_to(
        server, "GET /secret/ HTTP/1.1\r\nHost: 127.0.0.1:#\r\nConnection: close\r\n\r\n");
    assert_non_null(strstr(said, " 200 "));
    for (unsigned i = 0; i < SILENT; i++)
        close(lines[i]);
    http_server_free(server);
}

static void each_server_has_a_unique_token(void **state)
{
    (void)state;
    const HttpServerOptions options = {0};
    HttpServer *a = opened(&options);
    HttpServer *b = opened(&options);
    assert_true(a && b);
    const Text first = http_server_address(a), second = http_server_address(b);
    assert_true(first.size > 24 && second.size > 24);
    assert_memory_not_equal(first.at + first.size - 24, second.at + second.size - 24, 24);
    http_server_free(a);
    http_server_free(b);
    assert_null(opened(&(HttpServerOptions){.address = "nowhere"}));
    assert_true(kit_has_message(kit, "nowhere is not a numeric address"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(a_folder_is_a_page_of_links),
        TEST(missing_path_is_reported),
        TEST(pages_name_their_parts),
        TEST(archives_link_to_their_members),
        TEST(an_archive_of_layouts_lists_files_above_a_page_of_sheets),
        TEST(a_game_is_the_project_that_unpack_would_make),
        TEST(contents_are_shown_level_by_level),
        TEST(long_contents_have_pages),
        TEST(damaged_file_shows_error_and_bytes),
        TEST(map_of_evil_islands_is_shown_as_image),
        TEST(allocation_failure_does_not_end_the_viewer),
        TEST(allocation_failure_frees_replaced_game_once),
        TEST(server_accepts_only_its_address),
        TEST(only_pages_of_games_may_have_scripts),
        TEST(silent_connections_do_not_block_the_server),
        TEST(each_server_has_a_unique_token),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
