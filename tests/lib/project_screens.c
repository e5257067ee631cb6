#include "project_screens.h"

static void say_colour(Seed *seed)
{
    write_format(&seed->out, "%08X", seed_pick(seed, 1u << 24) | seed_pick(seed, 256) << 24);
}

static void say_font(Seed *seed)
{
    write_format(&seed->out, "%s %s %u plain", seed_pick(seed, 2) ? "B" : ".",
                 seed_pick(seed, 2) ? "I" : ".", 8 + seed_pick(seed, 60));
}

/* Sprites of ui/, which put_sprites has drawn. */
static void say_picture(Seed *seed)
{
    if (seed_pick(seed, 3))
        write_format(&seed->out, "u%u", seed_pick(seed, seed->images));
    else
        seed_say(seed, "-");
}

static void put_choosers(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_CHOOSER]; i++) {
        seed_begin(seed, "TirNanoG Chooser");
        write_format(&seed->out, "%u %u %u %u\n", seed_pick(seed, 100), seed_pick(seed, 100),
                     seed_pick(seed, 100), seed_pick(seed, 100));
        for (uint32_t more = seed_pick(seed, 5); more--; seed_say(seed, "\n")) {
            const uint32_t position = seed_pick(seed, 14);
            write_format(&seed->out, "%u %u ", position, seed_pick(seed, 2));
            for (uint32_t k = 0; position < 13 && k < 3; k++, seed_say(seed, " "))
                say_picture(seed);
            if (position == 13)
                write_format(&seed->out, "%u %u %u %u ", seed_pick(seed, 50),
                             seed_pick(seed, 50), 50 + seed_pick(seed, 50),
                             50 + seed_pick(seed, 50));
            else
                seed_say(seed, "0 ");
            if (position < 13 && seed_pick(seed, 2))
                seed_say_condition(seed);
            else
                seed_say(seed, "-");
            write_format(&seed->out, " %c=%u", 'b' + (int)seed_pick(seed, 25),
                         seed_pick(seed, 100));
        }
        seed_end(seed, "ui", SCRIPT_CHOOSER, i, "chr");
    }
}

/* Four times, in order. */
static void say_times(Seed *seed)
{
    uint32_t time = seed_pick(seed, 1000);
    for (uint32_t i = 0; i < 4; i++, time += 1 + seed_pick(seed, 200))
        write_format(&seed->out, "%u ", time);
}

static void put_cutscenes(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_CUTSCENE]; i++) {
        seed_begin(seed, "TirNanoG CutScene");
        seed_say(seed, "- - ");
        seed_say_name_or_none(seed, SCRIPT_MUSIC);
        seed_say(seed, " -\n");
        for (uint32_t more = seed_pick(seed, 4); more--; seed_say(seed, " -\n")) {
            seed_say(seed, "i ");
            say_times(seed);
            say_colour(seed);
        }
        for (uint32_t more = seed_pick(seed, 4); more--; seed_say(seed, "\n")) {
            seed_say(seed, "t ");
            say_times(seed);
            write_format(&seed->out, "%u %u %u ", seed_pick(seed, 101), seed_pick(seed, 101),
                         seed_pick(seed, 3));
            say_colour(seed);
            write_format(&seed->out, " %s %u plain ", seed_pick(seed, 2) ? "BI" : "..",
                         8 + seed_pick(seed, 40));
            seed_say_title(seed);
        }
        if (seed_pick(seed, 2)) {
            seed_say(seed, "e {\n");
            seed_say_statements(seed, 2);
            seed_say(seed, "}\n");
        }
        seed_end(seed, "ui", SCRIPT_CUTSCENE, i, "cut");
    }
}

static void put_credits_and_alerts(Seed *seed)
{
    seed_begin(seed, "TirNanoG Credits");
    seed_say_name_or_none(seed, SCRIPT_MUSIC);
    for (uint32_t i = 0; i < 2; i++) {
        seed_say(seed, i ? "\n" : " -\n");
        say_colour(seed);
        seed_say(seed, " ");
        say_font(seed);
    }
    for (uint32_t more = seed_pick(seed, 8); more--;) {
        write_format(&seed->out, "\n%c ", "gcdafmsvtp"[seed_pick(seed, 10)]);
        seed_say_title(seed);
    }
    seed_say(seed, "\n");
    seed_put(seed, TEXT("ui/credits.ui"), writer_bytes(&seed->out));

    seed_begin(seed, "TirNanoG Alerts");
    say_font(seed);
    seed_say(seed, "\n300 50 250\n");
    for (uint32_t more = 4 + seed_pick(seed, 3); more--; seed_say(seed, "\n")) {
        say_colour(seed);
        seed_say(seed, " ");
        seed_say_name_or_none(seed, SCRIPT_SOUND);
        seed_say(seed, " ");
        seed_say_title(seed);
    }
    seed_put(seed, TEXT("ui/alerts.cfg"), writer_bytes(&seed->out));
}

static void put_player(Seed *seed)
{
    static const char *const timers[] = {"timer0", "timer3", "every77", "every1234", "timer12"};
    static const char *const actions[] = {"action1 at0 Strike", "action2 - Look", "action5 -",
                                          "action9 at0 Far"};
    seed_begin(seed, "TirNanoG StartUp");
    seed_say(seed, "e start {\n");
    seed_say_statements(seed, 2);
    seed_say(seed, "location(m0,16,16,so)\n}\n");
    seed_say_handlers(seed, timers, COUNT_OF(timers));
    seed_put(seed, TEXT("game/startup.cfg"), writer_bytes(&seed->out));

    seed_begin(seed, "TirNanoG Actions");
    seed_say_handlers(seed, actions, COUNT_OF(actions));
    seed_put(seed, TEXT("game/actions.cfg"), writer_bytes(&seed->out));

    seed_begin(seed, "TirNanoG CharOptions");
    seed_say_title(seed);
    for (uint32_t more = 1 + seed_pick(seed, 4); more--;) {
        seed_say(seed, "\no ");
        seed_say_title(seed);
        if (seed_pick(seed, 2)) {
            seed_say(seed, "\nd ");
            seed_say_title(seed);
        }
        seed_say(seed, "\na ");
        seed_say_name(seed, SCRIPT_ATTRIBUTE);
        write_format(&seed->out, " %u\ni %u ", seed_pick(seed, 100), seed_pick(seed, 256));
        seed_say_name(seed, SCRIPT_OBJECT);
        seed_say(seed, "\n");
        seed_say_layer(seed);
    }
    seed_put(seed, TEXT("game/body.opt"), writer_bytes(&seed->out));
}

static void put_tiles(Seed *seed)
{
    for (uint32_t i = 0; i < seed->counts[SCRIPT_OBJECT]; i++) {
        if (seed_pick(seed, 2))
            continue;
        seed_begin(seed, "TirNanoG TileRule");
        for (uint32_t ways = 1 + seed_pick(seed, 5); ways--; seed_say(seed, "\n")) {
            write_format(&seed->out, "%u ", seed_pick(seed, 400));
            seed_say_name_or_none(seed, SCRIPT_SOUND);
        }
        for (uint32_t rules = seed_pick(seed, 3); rules--; seed_say(seed, "\n"))
            for (uint32_t k = 0; k < 9; k++, seed_say(seed, " "))
                seed_say_name_or_none(seed, SCRIPT_OBJECT);
        seed_end(seed, "tiles", SCRIPT_OBJECT, i, "til");
    }
}

void put_screens(Seed *seed)
{
    put_choosers(seed);
    put_cutscenes(seed);
    put_credits_and_alerts(seed);
    put_player(seed);
    put_tiles(seed);
}

void put_translations(Seed *seed)
{
    static const char *const codes[] = {"de", "fr", "hu"};
    static const char *const texts[] = {"seed", "Light", "of", "Skerry", "a\\\\b", "100 %"};
    for (uint32_t i = seed_pick(seed, COUNT_OF(codes) + 1); i--;) {
        seed_begin(seed, "# TirNanoG Translation");
        write_format(&seed->out, "\nmsgid \"%s\"\nmsgstr \"Name of %s\"\n", codes[i], codes[i]);
        for (uint32_t k = 0; k < COUNT_OF(texts); k++)
            if (seed_pick(seed, 2))
                write_format(&seed->out, "\nmsgid \"%s\"\nmsgstr \"%u \xC3\xA4 \\\"%s\\\"\"\n",
                             texts[k], seed_pick(seed, 1000), texts[k]);
        seed_put(seed, arena_format(seed->arena, "lang/%s.po", codes[i]),
                 writer_bytes(&seed->out));
    }
}
