/* `oisin serve --web`: its options, the page that is served, and bots by WebSocket. */
#include "lib/cli.h"

#include "tirnanog/container/tng.h"
#include "tirnanog/jobs/page_files.h"

#include <stdlib.h>

static const char page[] = "mkdir -p page && echo '<title>@TITLE@</title><body "
                           "data-server=\"@SERVER@\" data-size=\"@SIZE@\">' > page/index.html "
                           "&& echo 'let a = 1;' > page/a.js && oisin new mygame -q "
                           "&& echo '{}' > page/manifest.webmanifest && echo > page/sw.js";

static void fails(Cli *cli, int status, const char *command, const char *words)
{
    assert_int_equal(sh(cli, "OISIN_WEB=page oisin serve mygame %s", command), status);
    if (!strstr(content(cli, "err"), words))
        fail_msg("%s: %s", command, content(cli, "err"));
}

static void invalid_options_are_reported(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, page);
    fails(cli, 2, "--web-proxy 127.0.0.1", "--web-proxy requires --web");
    fails(cli, 2, "--web-origin https://a.example", "--web-origin requires --web");
    fails(cli, 2, "--web --no-fetch", "--web and --no-fetch cannot be combined");
    fails(cli, 1, "--web 0 --web-proxy nowhere --listen 127.0.0.1:0",
          "\"nowhere\" is not an IPv4 or IPv6 address");
    fails(cli, 1, "--web=nowhere --listen 127.0.0.1:0", "cannot listen at nowhere");
    fails(cli, 1, "--web=70000 --listen 127.0.0.1:0", "70000");
    assert_int_equal(sh(cli, "OISIN_WEB=none oisin serve mygame --web"), 1);
}

static const ProjectFile *file_of(const ProjectFiles *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path))
            return &files->items[i];
    fail_msg("%s", path);
    return NULL;
}

static void page_of_a_server_has_the_game_and_connects(void **state)
{
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    ProjectFiles files;
    expect(cli, 0, page);
    expect(cli, 0, "oisin build mygame -o g.tng -q");
    char folder[FOLDER_SIZE + 8];
    snprintf(folder, sizeof folder, "%s/page", cli->folder);
    setenv("OISIN_WEB", folder, 1);
    char path[FOLDER_SIZE + 8];
    snprintf(path, sizeof path, "%s/g.tng", cli->folder);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    enum { ROOM = 4 << 20 };
    uint8_t *bytes = arena_alloc(cli->arena, 1, ROOM);
    const Bytes game = {bytes, fread(bytes, 1, ROOM, in)};
    fclose(in);
    assert_true(web_page_serve(game, &files, cli->arena, &report));
    unsetenv("OISIN_WEB");
    assert_int_equal(files.count, 5);
    assert_true(bytes_equal(file_of(&files, "game.tng")->bytes, game));
    assert_true(text_is(text_of_bytes(file_of(&files, "a.js")->bytes), "let a = 1;\n"));
    char expected[200];
    TngFile *read = ARENA_ALLOC(cli->arena, TngFile, 1);
    TngTexts texts;
    assert_true(tng_read(game, read, cli->arena, &report));
    assert_true(tng_texts(tng_language(read, 0), &texts, cli->arena, &report));
    snprintf(expected, sizeof expected,
             "<title>%.*s</title><body data-server=\"socket\" data-size=\"%zu\">\n",
             (int)texts.items[0].size, texts.items[0].at, game.size);
    assert_true(text_is(text_of_bytes(file_of(&files, "index.html")->bytes), expected));
}

static void addresses_are_printed_and_bots_play(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, page);
    const int status = sh(
        cli, "until_says() { for i in $(seq 200); do grep -q \"$1\" log && return; "
             "sleep 0.05; done; return 1; }\n"
             "oisin build mygame -o g.tng -q\n"
             "OISIN_WEB=page \"$program\" serve g.tng --state a.db --no-limits --listen "
             "127.0.0.1:0 --web 0 > log 2>&1 & p=$!\n"
             "until_says 'in a browser: https://127.0.0.1:[1-9][0-9]*/$' || exit 1\n"
             "until_says 'to play: oisin play --connect 127.0.0.1:[1-9]' || exit 2\n"
             "port=$(sed -n 's|in a browser: https://127.0.0.1:\\(.*\\)/$|\\1|p' log)\n"
             "oisin swarm 127.0.0.1:$port --web --bots 4 --ramp 20 --seconds 3 || exit 3\n"
             "! oisin swarm 127.0.0.1:$port --bots 1 --seconds 1 || exit 4\n"
             "kill -TERM $p && wait $p || exit 5\n"
             "printf 'web\\nlisten = 127.0.0.1:0\\nweb-proxy = 127.0.0.1\\n"
             "web-origin = https://play.example.org\\n' > conf\n"
             "sed -i 's/^web$/web = 0/' conf\n"
             "OISIN_WEB=page \"$program\" serve g.tng --state a.db --config conf > log 2>&1 & "
             "p=$!\n"
             "until_says 'in a browser: https://play.example.org/$' || exit 6\n"
             "until_says 'reverse proxy: 127.0.0.1, to port [1-9]' || exit 7\n"
             "kill -TERM $p && wait $p");
    if (status)
        fail_msg("%d %s %s", status, content(cli, "log"), content(cli, "out"));
}

static void browsers_behind_a_tcp_proxy_get_the_page(void **state)
{
    static const char client[] =
        "import socket, ssl, sys\n"
        "context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)\n"
        "context.check_hostname, context.verify_mode = False, ssl.CERT_NONE\n"
        "plain = socket.create_connection(('127.0.0.1', int(sys.argv[1])), 10)\n"
        "plain.sendall(sys.argv[2].encode() + b'\\r\\n' if sys.argv[2:] else b'')\n"
        "wire = context.wrap_socket(plain)\n"
        "wire.sendall(b'GET / HTTP/1.1\\r\\nHost: play.example.org\\r\\n'\n"
        "             b'Connection: close\\r\\n\\r\\n')\n"
        "while part := wire.recv(4096):\n"
        "    sys.stdout.write(part.decode())\n";
    Cli *cli = *state;
    expect(cli, 0, page);
    cli_put(cli, "client.py", bytes_of_text(text_of(client)));
    const int status =
        sh(cli,
           "oisin build mygame -o g.tng -q\n"
           "OISIN_WEB=page \"$program\" serve g.tng --state a.db --proxy 127.0.0.1 --listen "
           "127.0.0.1:0 --web 0 > log 2>&1 & p=$!\n"
           "for i in $(seq 200); do grep -q 'in a browser' log && break; sleep 0.05; done\n"
           "port=$(sed -n 's|in a browser: https://127.0.0.1:\\(.*\\)/$|\\1|p' log)\n"
           "python3 client.py $port 'PROXY TCP4 198.51.100.7 192.0.2.1 5632 8443' > got 2>&1\n"
           "! python3 client.py $port > direct 2>&1 || exit 2\n"
           "kill -TERM $p && wait $p && grep -q 'HTTP/1.1 200 OK' got");
    if (status)
        fail_msg("%d %s %s", status, content(cli, "log"), content(cli, "got"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(invalid_options_are_reported),
        TEST(page_of_a_server_has_the_game_and_connects),
        TEST(addresses_are_printed_and_bots_play),
        TEST(browsers_behind_a_tcp_proxy_get_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
