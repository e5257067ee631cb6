/* The time line of a cutscene: music, voices, its script. */
#include "lib/people_kit.h"

static const Effect *heard(const Game *game, EffectKind kind)
{
    size_t count;
    const Effect *effects = world_effects(local_context(game->world), &count);
    for (size_t i = count; i-- > 0;)
        if (effects[i].kind == kind)
            return &effects[i];
    return NULL;
}

static Game *game_with_slide(void **state, uint32_t to)
{
    Game *game = *state;
    Slide *slide = ARENA_ALLOC(game->arena, Slide, 1);
    *slide = (Slide){.to = to, .colour = PIXEL(9, 9, 9, 255), .image = {0, TNG_NO_SPRITE}};
    game->cutscene = (TngCutscene){.slide_count = 1, .slides = slide};
    game_npc(game, GUARD, TNG_EVENT_CLICK, "cutscn(scene)");
    game_put(game, TOWN, LAYER_NPCS, 4, 5, GUARD);
    return game;
}

static void begin(Game *game)
{
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    game_ticks(game, (WorldInput){.buttons = BUTTON_CONFIRM}, 1);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_CUTSCENE);
}

static void cutscene_plays_music_once_and_in_a_loop(void **state)
{
    Game *game = game_with_slide(state, 300);
    game->cutscene.music = game_string(game, "once");
    game->cutscene.loop_music = game_string(game, "loop");
    begin(game);
    assert_non_null(heard(game, EFFECT_MUSIC));
    assert_non_null(heard(game, EFFECT_MUSIC_ONCE));
    assert_int_equal(heard(game, EFFECT_MUSIC)->name, game->cutscene.loop_music);
    assert_int_equal(heard(game, EFFECT_MUSIC_ONCE)->name, game->cutscene.music);
}

static void voices_of_a_cutscene_begin_at_their_time(void **state)
{
    Game *game = game_with_slide(state, 400);
    SpeechCue cues[] = {{100, game_string(game, "first")}, {250, game_string(game, "second")}};
    game->cutscene.speeches = cues;
    game->cutscene.speech_count = 2;
    begin(game);
    for (unsigned tick = 1; tick < 110; tick++) {
        game_ticks(game, (WorldInput){0}, 1);
        const Effect *voice = heard(game, EFFECT_SPEECH);
        assert_int_equal(voice ? voice->name : 0, tick == 30   ? cues[0].speech
                                                  : tick == 75 ? cues[1].speech
                                                               : 0);
    }
}

/* It runs beside the slides, and the cutscene lasts until both have ended. */
static void script_of_a_cutscene_runs_in_parallel(void **state)
{
    Game *game = game_with_slide(state, 100);
    const Bytes code = game_code(game, "score=1 delay(200) score=2");
    game->cutscene.script = (u8 *)(uintptr_t)code.data;
    game->cutscene.script_size = (u24)code.size;
    begin(game);
    game_ticks(game, (WorldInput){0}, 2);
    assert_int_equal(game_value(game, "score"), 1);
    game_ticks(game, (WorldInput){0}, 50); /* the slide has ended */
    const Player *player = local_context(game->world).player;
    assert_int_equal(player->screen.screen, SCREEN_CUTSCENE);
    game_ticks(game, (WorldInput){0}, 12);
    assert_int_equal(game_value(game, "score"), 2);
    assert_int_equal(player->screen.screen, SCREEN_GAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cutscene_plays_music_once_and_in_a_loop),
        TEST(voices_of_a_cutscene_begin_at_their_time),
        TEST(script_of_a_cutscene_runs_in_parallel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
