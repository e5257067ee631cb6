/* A hit is heard once: by the game's own sound of the tick, otherwise by a built-in one. */
#include "lib/app_kit.h"
#include "lib/no_window.h"

#include "player/host_internal.h"

enum { RATE = 44100, COUNT = RATE / 4 };

static int32_t loudest(Mixer *mixer)
{
    static int16_t samples[2 * COUNT];
    int32_t most = 0;
    mixer_render(mixer, samples, COUNT);
    for (size_t i = 0; i < COUNT_OF(samples); i++)
        most = abs(samples[i]) > most ? abs(samples[i]) : most;
    return most;
}

static void each_hit_is_heard(void **state)
{
    static const struct {
        int32_t hurt;
        uint32_t age;
        bool own, heard;
    } cases[] = {
        {4, 0, false, true},
        {4, 1, false, false}, /* it was heard */
        {0, 0, false, false},
        {4, 0, true, false}}; /* the game's sound is there instead: here a silent one */
    Fixture *fixture = *state;
    fixture->options.skip_menu = true;
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    const PlayerContext ctx = local_context(fixture->session.world);
    Host host = {.session = &fixture->session, .app = fixture->app, .system = &no_window};
    host.mixer =
        mixer_new(fixture->session.game, 0, RATE, fixture->kit->arena, &fixture->kit->report);
    mixer_set_volumes(host.mixer, 0, MIXER_UNIT, 0);
    loudest(host.mixer);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Actor *actor = context_actor(ctx);
        actor->hurt = cases[i].hurt;
        actor->hurt_since = ctx.world->tick - cases[i].age;
        ctx.player->effect_count = 0;
        if (cases[i].own)
            ctx.player->effects[ctx.player->effect_count++] =
                (Effect){.kind = EFFECT_SOUND, .name = 1, .loudness = LOUDNESS_FULL};
        sound_play(&host);
        assert_int_equal(loudest(host.mixer) > 2000, cases[i].heard);
        loudest(host.mixer); /* until it has faded */
    }
    mixer_free(host.mixer);
    fixture->app = host.app;
    fixture_end(fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(each_hit_is_heard)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
