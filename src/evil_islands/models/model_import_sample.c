/* Sampling of a glTF scene's channels, and moving vertices: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

/* Tolerance for the time of a key, so that exported keys are imported unchanged. */
static const double NEAR = 1e-4; /* seconds */

uint32_t glb_frames(const GltfChannel *channel, double begin)
{
    const double frames =
        ((double)channel->times[channel->count - 1] - begin) * ANM_TICKS_PER_SECOND;
    return frames < 0 ? 1 : frames > 1e9 ? 1000000000 : (uint32_t)(frames + 0.5) + 1;
}

/* The last key that is not after a time. */
static uint32_t key_before(const GltfChannel *channel, double time)
{
    uint32_t least = 0, most = channel->count;
    while (most - least > 1) {
        const uint32_t middle = least + (most - least) / 2;
        if ((double)channel->times[middle] <= time + NEAR)
            least = middle;
        else
            most = middle;
    }
    return least;
}

static QuatWide context_of(const float *at)
{
    return quat_wide_unit((QuatWide){at[3], at[0], at[1], at[2]});
}

static QuatWide mixed(QuatWide a, QuatWide b, double part)
{
    return quat_wide_unit((QuatWide){a.w + (b.w - a.w) * part, a.x + (b.x - a.x) * part,
                                     a.y + (b.y - a.y) * part, a.z + (b.z - a.z) * part});
}

/* Spherical interpolation by repeated halving, which needs no sines; after some steps the
 * linear interpolation is accurate enough. */
static QuatWide turned_between(QuatWide a, QuatWide b, double part)
{
    if (quat_wide_dot(a, b) < 0)
        b = (QuatWide){-b.w, -b.x, -b.y, -b.z};
    for (unsigned i = 0; i < 8; i++) {
        const QuatWide middle = mixed(a, b, 0.5);
        if (part < 0.5)
            b = middle;
        else
            a = middle;
        part = part < 0.5 ? 2 * part : 2 * part - 1;
    }
    return mixed(a, b, part);
}

void glb_sample(const GltfChannel *channel, double time, float *out)
{
    const uint32_t key = key_before(channel, time);
    const float *a = channel->values + (size_t)key * channel->width, *b = a + channel->width;
    const double since = time - (double)channel->times[key];
    if (channel->steps || since < NEAR || key + 1 == channel->count) {
        memcpy(out, a, channel->width * sizeof *out);
        return;
    }
    const double part = since / ((double)channel->times[key + 1] - (double)channel->times[key]);
    if (channel->path == GLTF_ROTATION) {
        const QuatWide turn = turned_between(context_of(a), context_of(b), part);
        out[0] = (float)turn.x;
        out[1] = (float)turn.y;
        out[2] = (float)turn.z;
        out[3] = (float)turn.w;
        return;
    }
    for (uint32_t i = 0; i < channel->width; i++)
        out[i] = (float)((double)a[i] + ((double)b[i] - (double)a[i]) * part);
}

/* ---- vertices ---- */

/* The displacement of each vertex of the part by the weights of targets that are not variants;
 * `any`: one is not zero. */
static bool move_part(GlbModel *model, const GlbBone *bone, uint32_t index,
                      const float *weights, AnmShift *out, bool *any)
{
    const GlbPart *part = &bone->parts[index];
    const Affine place = affine_linear(&part->place);
    for (size_t i = 0; i < part->mesh->target_count; i++) {
        if (weights[i] == 0 || glb_variant(part->mesh->target_names[i]))
            continue;
        if (!glb_charge(model, bone->vertex_count))
            return false;
        const Vec3 *moves = part->primitive->targets[i].positions;
        for (uint32_t k = 0; k < bone->vertex_count; k++) {
            if (bone->origins[k].part != index)
                continue;
            const Vec3 move = model_axes_back(
                vec3_scale(affine_apply(&place, moves[bone->origins[k].vertex]), weights[i]));
            out[k] = (AnmShift){out[k].x + move.x, out[k].y + move.y, out[k].z + move.z};
            *any |= move.x != 0 || move.y != 0 || move.z != 0;
        }
    }
    return true;
}

static const GltfChannel *weights_of(const GltfAnimation *animation, const int32_t *channels,
                                     const GlbPart *part)
{
    const int32_t at = channels[part->node];
    return at >= 0 && animation->channels[at].width == part->mesh->target_count
               ? &animation->channels[at]
               : NULL;
}

static bool move_frame(GlbModel *model, const GltfAnimation *animation, const int32_t *channels,
                       const GlbBone *bone, double time, AnmShift *out, bool *any)
{
    float weights[GLTF_TARGETS_MAX];
    for (uint32_t i = 0; i < bone->part_count; i++) {
        const GltfChannel *channel = weights_of(animation, channels, &bone->parts[i]);
        if (!channel)
            continue;
        if (!glb_charge(model, channel->width))
            return false;
        glb_sample(channel, time, weights);
        if (!move_part(model, bone, i, weights, out, any))
            return false;
    }
    return true;
}

bool glb_make_moves(GlbModel *model, const GltfAnimation *animation, const int32_t *channels,
                    const GlbBone *bone, double begin, AnmFile *out)
{
    uint32_t frames = 0;
    bool any = false;
    for (size_t i = 0; bone->fig && i < bone->part_count; i++) {
        const GltfChannel *channel = weights_of(animation, channels, &bone->parts[i]);
        const uint32_t count = channel ? glb_frames(channel, begin) : 0;
        frames = count > frames ? count : frames;
    }
    if (!frames)
        return true;
    if (!glb_charge(model, 4ull * frames * bone->vertex_count))
        return false;
    const size_t size = (size_t)frames * bone->vertex_count;
    AnmShift *shifts = ARENA_ALLOC(model->arena, AnmShift, size);
    for (uint32_t frame = 0; frame < frames; frame++)
        if (!move_frame(model, animation, channels, bone,
                        begin + (double)frame / ANM_TICKS_PER_SECOND,
                        shifts + (size_t)frame * bone->vertex_count, &any))
            return false;
    for (size_t i = 0; i < size; i++)
        if (!vec3_finite((Vec3){shifts[i].x, shifts[i].y, shifts[i].z}))
            return report_error(model->report, "%.*s: a clip moves a vertex too far",
                                (int)bone->name.size, bone->name.at);
    if (any) {
        out->morph_frames = frames;
        out->morph_vertices = bone->vertex_count;
        out->morphs = shifts;
    }
    return true;
}
