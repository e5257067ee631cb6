#include "fault_kit.h"

#include "evil_db.h"
#include "evil_reg.h"
#include "evil_res.h"

#include "base/image/png_write.h"

#include <stdlib.h>
#include <string.h>

static const char *shim(Cli *cli)
{
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    assert_true(size > 0);
    path[size] = 0;
    *strrchr(path, '/') = 0;
    return arena_format(cli->arena, "%s/fault_shim.so", path).at;
}

/* Not with files of reports: ASan makes their folder before it has started, by calls that the
 * shim takes. The status says enough. */
const char *fault_at(Cli *cli, const char *call, unsigned at, const char *more)
{
    return arena_format(cli->arena,
                        "rm -f %s/mark; export LD_PRELOAD=%s "
                        "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0:detect_leaks=0:"
                        "log_path=stderr "
                        "FAULT_CALL=%s "
                        "FAULT_AT=%u FAULT_MARK=%s/mark %s; ",
                        cli->folder, shim(cli), call, at, cli->folder, more)
        .at;
}

bool fault_was_met(Cli *cli) { return sh(cli, "test -e mark") == 0; }

static bool amount_is(const char *word)
{
    const char *amount = getenv("OISIN_FAULTS");
    return amount && !strcmp(amount, word);
}

bool fault_all(void) { return amount_is("all"); }

bool fault_few(void) { return amount_is("few"); }

static void put_atlas(Cli *cli, const char *path)
{
    const Image image = image_new(8, 4, cli->arena);
    for (uint32_t i = 0; i < 32; i++)
        image.pixels[i] = PIXEL(i, 255 - i, 7, 255);
    const PngText list = {TEXT("Comment"),
                          TEXT("TirNanoG Atlas\r\n0 0 4 2 oak_soo0\r\n4 1 4 3 oak_wel1\r\n")};
    const PngOptions options = {.texts = &list, .text_count = 1};
    cli_put(cli, path, png_write(&image, &options, cli->arena));
}

void fault_inputs(Cli *cli)
{
    Kit *kit = kit_new();
    const char *const names[] = {"ab", "ba", "zone\\map.txt"};
    const Bytes contents[] = {bytes_of_text(TEXT("other words")), bytes_of_text(TEXT("y")),
                              bytes_of_text(TEXT("a map"))};
    const Bytes one = small_res(kit), two = res_of(kit, names, contents, COUNT_OF(names));
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(sh(cli, "cp %s/examples/sprites/CRS_AOI* .", here), 0);
    assert_int_equal(sh(cli, "mkdir game project && cd project && oisin new mygame -q && "
                             "oisin build mygame -o ../game.tng -q"),
                     0);
    put_atlas(cli, "more_atls.png");
    cli_put(cli, "a.res", one);
    cli_put(cli, "b.res", two);
    cli_put(cli, "cut.res", bytes_slice(one, 0, one.size - 40));
    cli_put(cli, "damaged.reg", BYTES(0xFB, 0x3E, 0xAB, 0x45, 9, 9, 9, 0));
    cli_put(cli, "items.idb", small_db(kit, 0));
    cli_put(cli, "damaged.idb", BYTES(1, 2, 3));
    cli_put(cli, "game/a.res", one);
    cli_put(cli, "game/b.res", two);
    cli_put(cli, "game/quest.reg", small_reg(kit));
    cli_put(cli, "game/loose.txt", bytes_of_text(TEXT("loose")));
    kit_free(kit);
}
