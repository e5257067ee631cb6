/* Ogg files: what they say of themselves, their pictures, their sound. */
#include "engine/world.h"
#include "kit/open/ogv.h"
#include "player/mixer.h"
#include "engine/render/movie.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NAME = 1, SIDE_MAX = 256, TIMES = 12, PAIRS = 4096 };

static TngFile game_with(Bytes file, Arena *arena)
{
    static const uint8_t types[] = {SECTION_MUSIC, SECTION_SOUNDS, SECTION_MOVIES};
    TngFile game = {.strings = {(const uint8_t *)"\0film", 6}};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        TngAsset *asset = ARENA_ALLOC(arena, TngAsset, 1);
        TngEntry *entry = ARENA_ALLOC(arena, TngEntry, 1);
        asset->name = NAME;
        *entry = (TngEntry){.descriptor = asset, .stored = file};
        *ARENA_PUSH(arena, game.sections, game.section_count) = (TngSection){
            .type = types[i], .kind = tng_section_kind(types[i]), .count = 1, .entries = entry};
    }
    return game;
}

static void show(const TngFile *game, Arena *arena, Report *report)
{
    static const uint32_t times[TIMES] = {0, 3, 500, 20, 100, 99, 30, 31, 60, 0, 4000, 7};
    Movies *movies = movies_new(game, arena, report);
    const Image target = image_new(100, 60, arena);
    for (size_t i = 0; i < TIMES; i++) {
        const Image *frame = movie_frame(movies, NAME, times[i], i % 3);
        if (!frame)
            abort();
        movie_draw(&target, frame, i % 2, arena);
    }
    movies_free(movies);
}

static void hear(const TngFile *game, Arena *arena, Report *report)
{
    int16_t out[2 * PAIRS];
    static const EffectKind kinds[] = {EFFECT_MOVIE, EFFECT_MUSIC, EFFECT_SOUND,
                                       EFFECT_MOVIE_LOOP, EFFECT_MUSIC_ONCE};
    Mixer *mixer = mixer_new(game, 0, 22050, arena, report);
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        mixer_play(mixer, &(Effect){kinds[i], NAME, 0, LOUDNESS_FULL, 0});
        mixer_render(mixer, out, PAIRS);
    }
    mixer_free(mixer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    const Bytes file = {data, size};
    Report report = report_to(NULL, NULL);
    OgvMovie movie;
    const bool read = ogv_read(file, &movie, &report);
    if (report.errors != !read)
        abort(); /* said once */
    for (unsigned role = OGV_MOVIE; role <= OGV_MONO; role++) {
        Report said = report_to(NULL, NULL);
        if (ogv_check(file, (OgvRole)role, &said) != !said.warnings || said.errors)
            abort();
    }
    const TngFile game = game_with(file, arena);
    if (size && (!read || (movie.w <= SIDE_MAX && movie.h <= SIDE_MAX)))
        show(&game, arena, &report);
    hear(&game, arena, &report);
    arena_free(arena);
    return 0;
}
