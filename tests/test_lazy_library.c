/* Libraries that are loaded when they are first used: base/lazy_library.h. */
#include "lib/fault_kit.h"
#include "lib/picture_kit.h"

#include "base/lazy_library.h"

/* A function of each library. */
static const char *const known[LAZY_COUNT] = {
    [LAZY_libebur128] = "ebur128_init",
    [LAZY_libfreetype] = "FT_Init_FreeType",
    [LAZY_libgif] = "DGifOpen",
    [LAZY_libharfbuzz] = "hb_shape",
    [LAZY_libjpeg] = "jpeg_read_header",
    [LAZY_libsamplerate] = "src_new",
    [LAZY_libsndfile] = "sf_open_virtual",
    [LAZY_libsodium] = "crypto_hash_sha256",
    [LAZY_libtheoradec] = "th_decode_alloc",
    [LAZY_libvorbisenc] = "vorbis_encode_init_vbr",
    [LAZY_libogg] = "ogg_sync_init",
    [LAZY_libvorbis] = "vorbis_info_init",
    [LAZY_libwebp] = "WebPDecodeRGBAInto",
    [LAZY_libzip] = "zip_fread",
};

static void lazy_libraries_export_called_functions(void **state)
{
    Kit *kit = kit_new();
    (void)state;
    for (unsigned i = 0; i < LAZY_COUNT; i++) {
        void *pointer = NULL;
        LazyFunctions functions = {i, &pointer, &known[i], 1, false, false};
        assert_non_null(known[i]);
        if (!lazy_load(&functions, &kit->report))
            fail_msg("%s: %s", known[i], kit_message(kit, 0));
        assert_non_null(pointer);
        void *const before = pointer;
        assert_true(lazy_load(&functions, NULL));
        assert_ptr_equal(pointer, before);
    }
    kit_free(kit);
}

static void a_function_that_is_missing_is_an_error_each_time(void **state)
{
    Kit *kit = kit_new();
    (void)state;
    static const char *const names[] = {"zip_fread", "zip_no_such_function"};
    void *pointers[2] = {0};
    LazyFunctions functions = {LAZY_libzip, pointers, names, 2, false, false};
    for (unsigned i = 0; i < 2; i++) {
        assert_false(lazy_load(&functions, &kit->report));
        const char *text = kit_message(kit, i);
        if (!strstr(text, "libzip.so.4 cannot be loaded (Debian package libzip4): ") ||
            !strstr(text, "zip_no_such_function"))
            fail_msg("%s", text);
    }
    assert_false(lazy_load(&functions, NULL));
    assert_true(functions.missing);
    kit_free(kit);
}

/* A program without one of them does everything else, and says which package it misses. */
static void a_missing_library_is_named(void **state)
{
    Cli *cli = *state;
    const Image image = image_new(3, 2, cli->arena);
    const char *without = fault_at(cli, "none", 1, "FAULT_LIBRARY=libgif.so.7");
    const char *wanted = "a.gif: libgif.so.7 cannot be loaded (Debian package libgif7): ";
    cli_put(cli, "a.gif", gif_file(&image, false, 1, cli->arena));
    cli_put(cli, "a.jpg", jpeg_file(&image, 90, false, cli->arena));
    assert_int_equal(sh(cli, "%s oisin convert a.jpg -o a.png -q", without), 0);
    assert_int_equal(sh(cli, "%s oisin convert a.gif -o b.png", without), 1);
    if (strncmp(content(cli, "err"), wanted, strlen(wanted)) != 0)
        fail_msg("%s", content(cli, "err"));
    expect(cli, 1, "test -e b.png");
    expect(cli, 0, "oisin convert a.gif -o b.png -q");
}

/* The commands of windows and servers are in programs of other packages. */
static void a_missing_program_is_named(void **state)
{
    Cli *cli = *state;
    const char *say =
        "oisin: serve needs the program oisin-server (Debian package oisin-server)\n";
    expect(cli, 0, "mkdir -p usr/bin usr/libexec/oisin; cp \"$program\" usr/bin/oisin");
    expect(cli, 1, "usr/bin/oisin serve game.tng");
    assert_string_equal(content(cli, "err"), say);
    expect(cli, 0, "usr/bin/oisin serve --help > all.txt");
    expect(cli, 0, "cp $(dirname \"$program\")/oisin-server usr/libexec/oisin/");
    expect(cli, 1, "usr/bin/oisin serve game.tng");
    assert_non_null(strstr(content(cli, "err"), "game.tng: No such file"));
    expect(cli, 0, "usr/libexec/oisin/oisin-server serve --help | cmp - all.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lazy_libraries_export_called_functions),
        cmocka_unit_test(a_function_that_is_missing_is_an_error_each_time),
        cmocka_unit_test_setup_teardown(a_missing_library_is_named, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(a_missing_program_is_named, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
