/* convert of sounds, for a project. */
#include "lib/cli.h"

#include "base/stream.h"

/* A tenth of a second of a square wave with 22050 Hz in one channel. */
static void put_wave(Cli *cli, const char *path)
{
    enum { COUNT = 2205 };
    Writer out = writer_to(cli->arena);
    write_text(&out, TEXT("RIFF"));
    write_u32(&out, 36 + COUNT * 2);
    write_text(&out, TEXT("WAVEfmt "));
    write_u32(&out, 16);
    write_u16(&out, 1);
    write_u16(&out, 1);
    write_u32(&out, 22050);
    write_u32(&out, 44100);
    write_u16(&out, 2);
    write_u16(&out, 16);
    write_text(&out, TEXT("data"));
    write_u32(&out, COUNT * 2);
    for (unsigned i = 0; i < COUNT; i++)
        write_u16(&out, i / 25 % 2 ? 8000 : (uint16_t)-8000);
    cli_put(cli, path, writer_bytes(&out));
}

/* check warns about other rates and channels than those of its folder. */
static void sounds_fit_their_project(void **state)
{
    Cli *cli = *state;
    put_wave(cli, "a.wav");
    put_wave(cli, "b.wav");
    expect(cli, 0, "oisin new -q game");
    expect(cli, 0, "oisin convert a.wav -o game/sounds/hit.ogg");
    expect(cli, 0, "oisin convert a.wav b.wav -o game/music --normalize");
    expect(cli, 0, "oisin convert game/sounds/hit.ogg -o game/speech/hit_en.ogg");
    expect(cli, 0, "oisin check game");
    assert_null(strstr(content(cli, "err"), "Hz"));
    assert_null(strstr(content(cli, "err"), "mono"));
    assert_null(strstr(content(cli, "err"), "stereo"));
    expect(cli, 0, "test -f game/music/a.ogg && cmp game/music/a.ogg game/music/b.ogg");
    expect(cli, 0, "oisin convert a.wav -o game/sounds/hit.ogg --rate 48000 --channels 2");
    expect(cli, 0, "oisin check game");
    assert_non_null(strstr(content(cli, "err"), "its sound has 48000 Hz instead of 44100"));
    assert_non_null(strstr(content(cli, "err"), "its sound has 2 channels; expected mono"));
}

static void wrong_options_and_files_are_refused(void **state)
{
    Cli *cli = *state;
    put_wave(cli, "a.wav");
    expect(cli, 2, "oisin convert a.wav -o a.ogg --rate 7999");
    expect(cli, 2, "oisin convert a.wav -o a.ogg --channels 3");
    expect(cli, 2, "oisin convert a.wav -o a.ogg --size 3");
    expect(cli, 1, "oisin convert a.wav -o a.flac");
    expect(cli, 1, "echo noise > b.mp3 && oisin convert b.mp3 -o b.ogg");
    assert_non_null(strstr(content(cli, "err"), "b.mp3: not a sound that can be read"));
    expect(cli, 0, "test ! -e a.ogg && test ! -e b.ogg");
    expect(cli, 1, "cp a.wav c.ogg && oisin convert c.ogg -o c.ogg"); /* it would be replaced */
    expect(cli, 0, "cmp a.wav c.ogg");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sounds_fit_their_project),
        TEST(wrong_options_and_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
