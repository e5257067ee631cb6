#include "player/session.h"

#include "image/png_write.h"

/* English if the wanted one is not there, else the first. */
static size_t choose_language(const TngFile *game, Text wanted)
{
    const Text codes[] = {wanted, TEXT("en")};
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        for (size_t k = 0; k < tng_language_count(game); k++) {
            const TngLanguage *language = tng_language(game, k)->record;
            if (text_equal((Text){language->code, 2}, codes[i]))
                return k;
        }
    return 0;
}

bool session_open(Session *session, Bytes game, const PlayerOptions *options, Arena *arena,
                  Report *report)
{
    *session = (Session){.options = options, .arena = arena};
    if (!tng_read(game, &session->game, arena, report))
        return false;
    if (options->input.size) {
        const Text before = report_about(report, options->input_name);
        if (!recording_read(options->input, &session->recording, arena, report))
            return false;
        report_about(report, before);
    }
    session->replaying = options->input.size > 0;
    const uint64_t seed = options->has_seed             ? options->seed
                          : session->recording.has_seed ? session->recording.seed
                                                        : 0;
    session->language = choose_language(&session->game, options->language);
    const WorldOptions world = {.seed = seed,
                                .language = session->language,
                                .skip_menu = options->skip_menu,
                                .wait = options->debug != NULL,
                                .observer = options->observer};
    session->waiting = world.wait;
    session->world = world_new(&session->game, &world, arena, report);
    if (!session->world)
        return false;
    session->renderer = renderer_new(session->world, arena, report);
    session->frame = image_new(RENDER_WIDTH, RENDER_HEIGHT, arena);
    session->last = options->frames ? options->frames : session->recording.frames;
    session->record = writer_to(arena);
    if (options->record)
        recording_begin(&session->record, seed);
    if (options->every)
        session->animation = apng_begin(RENDER_WIDTH, RENDER_HEIGHT, (uint16_t)options->every,
                                        (uint16_t)session->world->content->rate, arena);
    return true;
}

void session_tick(Session *session, const WorldInput *input)
{
    WorldInput now = *input;
    if (session->replaying && session->frames < session->recording.frames) {
        now = session->input;
        recording_input(&session->recording, session->frames, &session->replay_at, &now);
    }
    if (session->options->record)
        recording_write(&session->record, session->frames, &session->input, &now);
    if (session->waiting) {
        session->waiting = false;
        session->failed = !world_begin(session->world, session->options->skip_menu);
        if (session->failed)
            return;
    }
    world_tick(session->world, &now);
    session->input = now;
    session->drawn = false;
    if (session->options->every && session->frames % session->options->every == 0)
        apng_frame(&session->animation, session_draw(session));
    session->frames++;
}

const Image *session_draw(Session *session)
{
    if (!session->drawn && !session->waiting && !session->failed)
        render_frame(session->renderer, session->world, &session->frame);
    session->drawn = true;
    return &session->frame;
}

bool session_over(const Session *session)
{
    return session->failed || (session->last && session->frames >= session->last);
}

void session_close(Session *session, PlayerResult *result)
{
    *result = (PlayerResult){.frames = session->frames, .hash = world_hash(session->world)};
    if (session->options->screenshot)
        result->screenshot = png_write(session_draw(session), NULL, session->arena);
    if (session->options->every && session->animation.frames)
        result->animation = apng_end(&session->animation);
    if (session->options->record) {
        recording_end(&session->record, session->frames);
        result->recording = writer_bytes(&session->record);
    }
    renderer_free(session->renderer);
}
