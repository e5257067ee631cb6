/* Camera paths: see map_glb.h. */
#include "evil_islands/maps/map_glb.h"
#include "evil_islands/models/model_export.h"
#include "evil_islands/maps/cam.h"

enum { FRAMES_A_SECOND = 15, FRAMES_MAX = 1 << 20 };

typedef struct Way {
    uint32_t count;
    float *times;
    Vec3 *places;
    float (*turns)[4]; /* x, y, z, w */
    Vec3 first_position;
    Quat first_turn;
} Way;

static bool times_grow(const CamFile *cam)
{
    for (uint32_t i = 0; i < cam->frames_count; i++) {
        const float time = cam->frames[i].time;
        if (!isfinite(time) || time < 0 || (i && time <= cam->frames[i - 1].time))
            return false;
    }
    return true;
}

static bool has_turn(const float r[4])
{
    return r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 0 &&
           quat_finite((Quat){r[0], r[1], r[2], r[3]});
}

/* The game's camera looks along its local +z with -y up and +x right; a glTF camera looks along
 * -z with +y up. A half turn around x converts one to the other; combined with the quarter turn
 * that converts z up to y up, it is a quarter turn in the opposite direction. */
static Quat camera_turn(const float r[4])
{
    static const Quat quarter = {0.70710678f, 0.70710678f, 0, 0};
    if (!has_turn(r))
        return QUAT_NONE;
    const Quat turn = quat_unit(model_axes_turn((Quat){r[0], r[1], r[2], r[3]}));
    return quat_unit(quat_multiply(turn, quarter));
}

static bool way_of(const CamFile *cam, Way *out, Arena *arena, Report *report)
{
    const uint32_t count = cam->frames_count;
    const bool timed = times_grow(cam);
    uint32_t turnless = 0, first_turnless = 0;
    if (!count || count > FRAMES_MAX)
        return report_error(report, "the camera path has %u frames; expected 1 to %d", count,
                            FRAMES_MAX);
    *out = (Way){.count = count,
                 .times = ARENA_ALLOC(arena, float, count),
                 .places = ARENA_ALLOC(arena, Vec3, count),
                 .turns = arena_alloc(arena, count, sizeof *out->turns)};
    Quat last = QUAT_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const CamFrame *frame = &cam->frames[i];
        const float *p = frame->position, *r = frame->rotation;
        if (!has_turn(r))
            first_turnless = turnless++ ? first_turnless : i;
        Quat turn = camera_turn(r);
        if (i && quat_dot(last, turn) < 0)
            turn = quat_negative(turn); /* the same rotation by the shorter path */
        last = turn;
        out->times[i] = timed ? frame->time : (float)i / FRAMES_A_SECOND;
        out->places[i] = model_axes((Vec3){p[0], p[1], p[2]});
        memcpy(out->turns[i], (float[]){turn.x, turn.y, turn.z, turn.w}, sizeof *out->turns);
        if (!vec3_finite(out->places[i]))
            return report_error(report, "frame %u: the position is not a number", i);
        if (!i) {
            out->first_position = out->places[0];
            out->first_turn = turn;
        }
    }
    if (turnless)
        report_warning(report, "%u invalid rotations, first in frame %u; replaced by north",
                       turnless, first_turnless);
    return true;
}

bool map_add_camera(Gltf *gltf, Bytes file, Arena *arena, Report *report)
{
    CamFile cam = {0};
    Way way = {0};
    if (!cam_read(file, &cam, arena, report) || !way_of(&cam, &way, arena, report))
        return false;
    GltfNode *node = ARENA_PUSH(arena, gltf->nodes, gltf->node_count);
    *node = GLTF_NODE;
    node->name = TEXT("camera");
    node->camera = (int32_t)gltf->camera_count;
    node->translation = way.first_position;
    node->rotation = way.first_turn;
    *ARENA_PUSH(arena, gltf->cameras, gltf->camera_count) =
        (GltfCamera){TEXT("camera"), 1.0f, 0.1f, 1000}; /* the file has no angle: our choice */
    const GltfChannel channel = {
        .node = (int32_t)gltf->node_count - 1, .times = way.times, .count = way.count};
    GltfChannel *channels = ARENA_ALLOC(arena, GltfChannel, 2);
    channels[0] = channels[1] = channel;
    channels[0].path = GLTF_TRANSLATION;
    channels[0].values = &way.places->x;
    channels[0].width = 3;
    channels[1].path = GLTF_ROTATION;
    channels[1].values = *way.turns;
    channels[1].width = 4;
    *ARENA_PUSH(arena, gltf->animations, gltf->animation_count) =
        (GltfAnimation){TEXT("camera"), channels, 2, TEXT("")};
    return true;
}

bool camera_to_glb(ConversionJob *job, Arena *arena, Report *report)
{
    Gltf gltf = {.name = path_game_stem(job->path)};
    return map_add_camera(&gltf, job->input, arena, report) &&
           gltf_write(&gltf, &job->output, arena, report);
}
