/* Images and sounds, decoded. */
#include "library/library_internal.h"

#include "kit/convert/sound.h"
#include "kit/jobs/files.h"

/* ---- images ---- */

/* Only files of the disk have neighbours: the name of others is not a path. */
static bool load_beside(void *context, Text name, Bytes *out, Arena *arena)
{
    const OisinFile *file = context;
    Report silent = report_to(NULL, NULL);
    const Text path = path_beside(file->name.at, name, arena);
    return file->on_disk && !is_folder(path.at) && file_load(path.at, out, arena, &silent);
}

static bool list_images(OisinFile *file, Report *report)
{
    const ImageFile source = {.path = file->name,
                              .bytes = file->bytes,
                              .format = file->format,
                              .sheet = file->sheet,
                              .sheet_path = file->sheet_path,
                              .beside = load_beside,
                              .context = file};
    Report about = report_child(report, file->name);
    if (file->images)
        return true;
    ImageList *list = ARENA_ALLOC(file->arena, ImageList, 1);
    if (!file_need_all(file, report) || !image_list_open(&source, list, file->arena, &about))
        return false;
    file->images = list;
    return true;
}

/* A file without images is not an error, in contrast to a damaged one. */
static bool count_images(Call *call)
{
    const OisinFile *file = call->file;
    const ImageFile source = {.path = file->name, .bytes = file->bytes, .format = file->format};
    return file->images || !images_are_in(&source) ||
           list_images(call->file, &call->kit->report);
}

size_t oisin_file_picture_count(OisinFile *file)
{
    return kit_call(file->kit, (Call){.work = count_images, .file = file}) && file->images
               ? file->images->count
               : 0;
}

static bool name_image(Call *call)
{
    *(const char **)call->out =
        arena_text(call->file->arena, image_list_name(call->file->images, call->count)).at;
    return true;
}

const char *oisin_file_picture_name(OisinFile *file, size_t index)
{
    const char *name = NULL;
    const Call call = {.work = name_image, .file = file, .count = index, .out = &name};
    return index < oisin_file_picture_count(file) && kit_call(file->kit, call) ? name : NULL;
}

static bool set_sheet(Call *call)
{
    OisinFile *file = call->file, *sheet = (OisinFile *)(uintptr_t)call->input;
    if (!sheet)
        return kit_named(call, "sheet");
    if (!file_need_all(sheet, &call->kit->report))
        return false;
    file->sheet = arena_copy(file->arena, sheet->bytes);
    file->sheet_path = arena_text(file->arena, sheet->name);
    file->images = NULL;
    return true;
}

bool oisin_file_set_sheet(OisinFile *file, OisinFile *sheet)
{
    return kit_call(file->kit, (Call){.work = set_sheet, .file = file, .input = sheet});
}

typedef struct Picture {
    OisinPicture picture; /* must be first */
    Arena *arena;
} Picture;

static bool draw(Call *call)
{
    const OisinFile *file = call->file;
    Report about = report_child(&call->kit->report, file->name);
    ListedImage listed;
    if (!list_images(call->file, &call->kit->report))
        return false;
    if (call->count >= file->images->count)
        return report_cause(&about, CAUSE_NOT_FOUND, "it has %zu images", file->images->count);
    Arena *arena = arena_new();
    Picture *out = ARENA_ALLOC(arena, Picture, 1);
    if (!image_list_draw(file->images, call->count, &listed, arena, &about)) {
        arena_free(arena);
        return false;
    }
    if (listed.image.stride != listed.image.w) {
        const Image packed = image_new(listed.image.w, listed.image.h, arena);
        image_copy(&packed, 0, 0, &listed.image);
        listed.image = packed;
    }
    out->arena = arena;
    out->picture =
        (OisinPicture){.width = listed.image.w,
                       .height = listed.image.h,
                       .pixels = listed.image.pixels,
                       .name = arena_text(arena, image_list_name(file->images, call->count)).at,
                       .x = listed.x,
                       .y = listed.y};
    *(Picture **)call->out = out;
    return true;
}

const OisinPicture *oisin_open_picture(OisinFile *file, size_t index)
{
    Picture *picture = NULL;
    const Call call = {.work = draw, .file = file, .count = index, .out = &picture};
    return kit_call(file->kit, call) ? &picture->picture : NULL;
}

void oisin_close_picture(const OisinPicture *picture)
{
    if (picture)
        arena_free(((const Picture *)picture)->arena);
}

/* ---- sounds ---- */

struct OisinPcm {
    OisinKit *kit;
    Arena *arena;
    Text name;
    SoundInput input;
    float block[SOUND_BLOCK * SOUND_CHANNELS_MAX];
    size_t at, count;  /* frames of the block that were passed on, and all */
    const char *error; /* the decoder failed; NULL: it did not */
    Cause cause;
};

static bool open_pcm(Call *call)
{
    OisinFile *file = call->file;
    if (!file_need_all(file, &call->kit->report))
        return false;
    Arena *arena = arena_new();
    OisinPcm *pcm = ARENA_ALLOC(arena, OisinPcm, 1);
    pcm->kit = call->kit;
    pcm->arena = arena;
    pcm->name = arena_text(arena, file->name);
    Report about = report_child(&call->kit->report, pcm->name);
    if (!sound_input_open(arena_copy(arena, file->bytes), &pcm->input, arena, &about)) {
        arena_free(arena);
        return false;
    }
    *(OisinPcm **)call->out = pcm;
    return true;
}

OisinPcm *oisin_open_pcm(OisinFile *file)
{
    OisinPcm *pcm = NULL;
    return kit_call(file->kit, (Call){.work = open_pcm, .file = file, .out = &pcm}) ? pcm
                                                                                    : NULL;
}

void oisin_close_pcm(OisinPcm *pcm)
{
    if (pcm)
        arena_free(pcm->arena);
}

unsigned oisin_pcm_rate(const OisinPcm *pcm) { return pcm->input.rate; }

unsigned oisin_pcm_channels(const OisinPcm *pcm) { return pcm->input.channels; }

typedef struct Wanted {
    OisinPcm *pcm;
    float *samples;
    size_t frames, done;
} Wanted;

/* Fills the block; false at the end, or after an error, which all later calls report again. */
static bool next_block(OisinPcm *pcm, Report *report)
{
    pcm->at = pcm->count = 0;
    if (pcm->error)
        return report_cause(report, pcm->cause, "%s", pcm->error);
    pcm->input.report = report;
    if (sound_input_read(&pcm->input, pcm->block, &pcm->count))
        return pcm->count;
    const OisinMessage *reason = &pcm->kit->messages[pcm->kit->count - 1];
    pcm->cause = (Cause)reason->code;
    pcm->error = arena_text(pcm->arena, text_of(reason->text)).at;
    pcm->count = 0;
    return false;
}

static bool read_pcm(Call *call)
{
    Wanted *wanted = call->out;
    OisinPcm *pcm = wanted->pcm;
    const size_t channels = pcm->input.channels;
    Report about = report_child(&call->kit->report, pcm->name);
    while (wanted->done < wanted->frames) {
        if (pcm->at == pcm->count && !next_block(pcm, &about))
            return !about.errors || wanted->done;
        const size_t left = wanted->frames - wanted->done, ready = pcm->count - pcm->at;
        const size_t count = left < ready ? left : ready;
        memcpy(wanted->samples + wanted->done * channels, pcm->block + pcm->at * channels,
               count * channels * sizeof *pcm->block);
        wanted->done += count;
        pcm->at += count;
    }
    return true;
}

size_t oisin_pcm_read(OisinPcm *pcm, float *samples, size_t frames)
{
    Wanted wanted = {pcm, samples, frames, 0};
    return kit_call(pcm->kit, (Call){.work = read_pcm, .out = &wanted}) ? wanted.done : 0;
}
