/* Parts, in order: files and streams in memory for libvorbisfile; channels; loops; decoding;
 * output at another rate, by linear interpolation. Loops are those of the comments LOOPSTART
 * with LOOPLENGTH or LOOPEND; the audio of a movie starts again with its first frame
 * (`period`). */
#include "player/music_track.h"

#include "base/text.h"
#include "kit/open/ogv.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Vorbis defines positions for up to 8 channels. WHOLE: 16 bits of a fraction between two
 * frames. */
enum { CHANNELS_MAX = 8, RATE_MAX = 192000, WHOLE = 1 << 16 };

/* As fread(): whole elements only. */
static size_t memory_read(void *out, size_t size, size_t count, void *context)
{
    Memory *memory = context;
    const size_t left = memory->bytes.size - memory->at;
    const size_t wanted = size && count > left / size ? left / size : count;
    memcpy(out, memory->bytes.data + memory->at, wanted * size);
    memory->at += wanted * size;
    return wanted;
}

static int memory_seek(void *context, ogg_int64_t offset, int origin)
{
    Memory *memory = context;
    const int64_t from = origin == SEEK_SET   ? 0
                         : origin == SEEK_CUR ? (int64_t)memory->at
                                              : (int64_t)memory->bytes.size;
    if (from + offset < 0 || from + offset > (int64_t)memory->bytes.size)
        return -1;
    memory->at = (size_t)(from + offset);
    return 0;
}

/* libvorbisfile does not support files with several streams: it reads one of them. */
static size_t stream_read(void *out, size_t size, size_t count, void *context)
{
    Memory *memory = context;
    if (!memory->page.size)
        memory->page = ogv_page(memory->bytes, &memory->at, memory->serial);
    const size_t left = memory->page.size;
    const size_t wanted = size && count > left / size ? left / size : count;
    if (!left || !wanted)
        return 0;
    memcpy(out, memory->page.data, wanted * size);
    memory->page = bytes_slice(memory->page, wanted * size, left - wanted * size);
    return wanted;
}

static long memory_report(void *context) { return (long)((Memory *)context)->at; }

/* A damaged file may claim any rate. */
static bool usable(const vorbis_info *info)
{
    return info && info->channels > 0 && info->channels <= CHANNELS_MAX && info->rate > 0 &&
           info->rate <= RATE_MAX;
}

static bool open_with(OggVorbis_File *file, Memory *memory, ov_callbacks callbacks)
{
    if (ov_open_callbacks(memory, file, NULL, 0, callbacks) != 0)
        return false;
    const bool ok = usable(ov_info(file, -1));
    if (!ok)
        ov_clear(file);
    return ok;
}

bool memory_open(OggVorbis_File *file, Memory *memory, Bytes bytes)
{
    const ov_callbacks callbacks = {memory_read, memory_seek, NULL, memory_report};
    *memory = (Memory){.bytes = bytes};
    return bytes.size && open_with(file, memory, callbacks);
}

/* Without seeking: libvorbisfile would otherwise look at the other streams, too. */
static bool stream_open(OggVorbis_File *file, Memory *memory, Bytes bytes, uint32_t serial)
{
    const ov_callbacks callbacks = {stream_read, NULL, NULL, NULL}; /* not seekable */
    *memory = (Memory){.bytes = bytes, .serial = serial};
    return open_with(file, memory, callbacks);
}

/* Positions of channels (Vorbis I specification 4.3.9): left, right, centre, -:
 * low-frequency effects. */
Frame frame_of(const int16_t *samples, size_t channels)
{
    static const char *const places[CHANNELS_MAX + 1] = {
        "", "C", "LR", "LCR", "LRLR", "LCRLR", "LCRLR-", "LCRLRC-", "LCRLRLR-"};
    int32_t sums[2] = {0, 0}, counts[2] = {0, 0};
    if (!channels || channels > CHANNELS_MAX)
        return (Frame){0, 0};
    for (size_t i = 0; i < channels; i++)
        for (size_t side = 0; side < 2; side++)
            if (places[channels][i] == 'C' || places[channels][i] == "LR"[side]) {
                sums[side] += samples[i];
                counts[side]++;
            }
    assert(counts[0] && counts[1]); /* each row has both */
    return (Frame){sums[0] / counts[0], sums[1] / counts[1]};
}

/* May be called for a track that is not open. */
void track_close(Track *track)
{
    if (track->open)
        ov_clear(&track->file);
    track->open = false;
}

/* The number of a comment "NAME=number". */
static bool comment_number(const vorbis_comment *comments, const char *name, int64_t *out)
{
    const size_t size = strlen(name);
    for (int i = 0; i < comments->comments; i++) {
        const Text text = {comments->user_comments[i], (size_t)comments->comment_lengths[i]};
        if (text.size > size && text.at[size] == '=' &&
            text_is_caseless(text_slice(text, 0, size), name))
            return text_number(text_trimmed(text_slice(text, size + 1, text.size)), 0,
                               INT32_MAX, out);
    }
    return false;
}

/* A loop that is not in the file is all of it. */
static void find_loop(Track *track)
{
    const vorbis_comment *comments = ov_comment(&track->file, -1);
    const int64_t total = ov_pcm_total(&track->file, -1);
    int64_t start = 0, length = 0, end = 0;
    if (!comments || !comment_number(comments, "LOOPSTART", &start))
        return;
    if (comment_number(comments, "LOOPLENGTH", &length))
        end = start + length;
    else if (!comment_number(comments, "LOOPEND", &end))
        return;
    if (end > start && end <= total) {
        track->loop_start = start;
        track->loop_end = end;
    }
}

/* What is after the end of the loop is not played. */
static void cut_at_loop(Track *track)
{
    const int64_t end = track->decoded + (int64_t)track->count;
    if (!track->loops || !track->loop_end)
        return;
    track->decoded = end;
    if (end < track->loop_end)
        return;
    track->count -= (size_t)(end - track->loop_end);
    track->decoded = track->loop_start;
    if (ov_pcm_seek(&track->file, track->loop_start) != 0)
        track->loops = false;
}

/* Decodes more frames, from the start again if it loops. */
static bool fill_buffer(Track *track)
{
    enum { TRIES = 4 };
    for (int tries = 0; tries < TRIES; tries++) {
        const long bytes = ov_read(&track->file, (char *)track->buffer, sizeof track->buffer, 0,
                                   2, 1, &track->section);
        const vorbis_info *info = ov_info(&track->file, -1);
        if (bytes > 0 && usable(info)) {
            track->channels = info->channels;
            track->own_rate = (uint32_t)info->rate;
            track->count = (size_t)bytes / 2 / (size_t)info->channels;
            track->at = 0;
            cut_at_loop(track);
            if (track->count)
                return true;
        }
        if (bytes == 0 && (!track->loops || ov_raw_seek(&track->file, 0) != 0))
            break;
    }
    track->ended = true;
    return false;
}

/* Silence after the end. */
static Frame pull(Track *track)
{
    if (track->ended || (track->at >= track->count && !fill_buffer(track)))
        return (Frame){0, 0};
    const size_t channels = (size_t)track->channels;
    return frame_of(track->buffer + track->at++ * channels, channels);
}

/* Interpolation needs two frames. */
static void prime(Track *track)
{
    track->ended = false;
    track->played = track->count = track->at = track->fraction = 0;
    track->decoded = ov_seekable(&track->file) ? ov_pcm_tell(&track->file) : 0;
    track->last = pull(track);
    track->next = pull(track);
}

/* `bytes` must stay valid while the track is open. */
bool track_open(Track *track, Bytes bytes, uint32_t rate, bool loops)
{
    track_close(track);
    track->open = memory_open(&track->file, &track->memory, bytes);
    track->loops = loops;
    track->period = 0;
    track->rate = rate;
    track->loop_end = 0;
    if (track->open && loops)
        find_loop(track);
    if (track->open)
        prime(track);
    return track->open;
}

bool track_open_movie(Track *track, Bytes bytes, uint32_t serial, uint32_t rate,
                      uint64_t period)
{
    track_close(track);
    track->open = stream_open(&track->file, &track->memory, bytes, serial);
    track->loops = false;
    track->period = period;
    track->rate = rate;
    if (track->open)
        prime(track);
    return track->open;
}

/* `time` is in ms. */
void track_skip(Track *track, uint64_t time)
{
    const vorbis_info *info = track->open ? ov_info(&track->file, -1) : NULL;
    if (!info || !time)
        return;
    const uint64_t frames = time * (uint64_t)info->rate / 1000;
    if (!track->period && ov_seekable(&track->file)) {
        if (ov_pcm_seek(&track->file, (ogg_int64_t)frames) != 0)
            track_close(track);
        else
            prime(track);
    } else { /* one of several streams: decoded up to there */
        for (uint64_t i = 0; i < frames && !track->ended; i++)
            pull(track);
        track->last = pull(track);
        track->next = pull(track);
        track->played = time * track->rate / 1000;
    }
    if (track->open && track->ended && !track->period)
        track_close(track);
}

static int32_t between(int32_t a, int32_t b, uint32_t fraction)
{
    return a + (int32_t)((int64_t)(b - a) * fraction / WHOLE);
}

/* Advances by one frame of the output. */
static void advance(Track *track)
{
    const uint64_t step = ((uint64_t)track->own_rate << 16) / track->rate + track->fraction;
    track->fraction = step & (WHOLE - 1);
    for (uint64_t i = step >> 16; i && !track->ended; i--) {
        track->last = track->next;
        track->next = pull(track);
    }
}

/* A movie's sound starts again after `period` frames of the output, whatever its own length. */
Frame track_frame(Track *track)
{
    if (!track->open)
        return (Frame){0, 0};
    if (track->period && track->played >= track->period) {
        const Memory memory = track->memory;
        if (!track_open_movie(track, memory.bytes, memory.serial, track->rate, track->period))
            return (Frame){0, 0};
    }
    track->played++;
    if (track->ended) {
        if (!track->period)
            track_close(track);
        return (Frame){0, 0};
    }
    const Frame frame = {between(track->last.left, track->next.left, track->fraction),
                         between(track->last.right, track->next.right, track->fraction)};
    advance(track);
    return frame;
}
