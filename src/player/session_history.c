/* Earlier frames of a session with a history, and what a change of the past does to its
 * recording. */
#include "player/session_internal.h"

/* From now on the history owns the worlds; frames before this one cannot be shown. */
void session_keep_history(Session *session)
{
    session->history = history_new(&(HistoryOptions){0});
    session->history_from = session->frames;
    session->history_before = session->input;
    history_begin(session->history, session->world);
}

uint32_t session_first_frame(const Session *session)
{
    return session->history ? session->history_from + history_first(session->history)
                            : session->frames;
}

uint32_t session_last_frame(const Session *session)
{
    return session->history ? session->history_from + history_last(session->history)
                            : session->frames;
}

/* The recording repeats what was done, so it ends here, too. */
static void cut_recording(Session *session)
{
    const PlayerOptions *options = session->options;
    const size_t size = recording_size(writer_text(&session->record), session->frames);
    session->record.size = size;
    if (session->told > size && options->record_cut)
        options->record_cut(options->record_context, size);
    session->told = session->told < size ? session->told : size;
}

void session_rewind_recording(Session *session)
{
    if (!session->history || session->frames == session_last_frame(session))
        return;
    if (session->done > session->frames + 1)
        session->done = session->frames + 1;
    if (session->options->record)
        cut_recording(session);
}

void session_forget_future(Session *session)
{
    if (!session->history || session->frames == session_last_frame(session))
        return;
    session_rewind_recording(session);
    history_forget_future(session->history);
}

/* Held keys are those of that frame; the replay continues at its first input after it. The
 * language is that of the world, since a change of it is part of the history. */
void session_go(Session *session, uint32_t frame)
{
    if (!session->history)
        return;
    const uint32_t from = session->history_from;
    session_scene_now(session); /* of a save that is being written */
    session_leave_world(session);
    World *world = history_go(session->history, frame > from ? frame - from : 0);
    session->frames = from + history_now(session->history);
    session->language = world->content->language;
    const WorldInput *input = session->frames > from
                                  ? history_input(session->history, session->frames - from - 1)
                                  : &session->history_before;
    session->input = (WorldInput){.direction = input->direction, .offers = input->offers};
    session->replay_at = 0;
    while (session->replay_at < session->recording.count &&
           session->recording.items[session->replay_at].frame < session->frames)
        session->replay_at++;
    if (world != session->world)
        session_show_world(session, world);
    session->drawn = false;
}

/* With a history the change is an event of the current frame, so that going back restores the
 * old language. */
void session_set_language(Session *session, size_t language)
{
    session_forget_future(session);
    if (language < tng_language_count(session->game) && session->options->record)
        recording_run(
            &session->record, session->frames,
            &(RecordedRun){.language = session_language_code(session->game, language)});
    session->language = language;
    if (session->history)
        history_set_language(session->history, language);
    else
        content_set_language(session->world->content, language);
    session->drawn = false;
}
