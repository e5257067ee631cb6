/* Affine transforms as matrices of doubles, for the composition of many transforms. A transform
 * without rotation and scale adds no rounding error. */
#ifndef OISIN_KIT_OPEN_AFFINE_H
#define OISIN_KIT_OPEN_AFFINE_H

#include "base/image/vector.h"

typedef struct Affine {
    double linear[3][3]; /* row-major */
    double place[3];
} Affine;

#define AFFINE_NONE ((Affine){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}})

/* Scales first, then rotates, then translates. */
static inline Affine affine_of(Vec3 translation, Quat rotation, Vec3 scale)
{
    const double w = rotation.w, x = rotation.x, y = rotation.y, z = rotation.z;
    const double s[3] = {scale.x, scale.y, scale.z};
    Affine out = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                   {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                   {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}},
                  {translation.x, translation.y, translation.z}};
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 3; column++)
            out.linear[row][column] *= s[column];
    return out;
}

/* From a column-major matrix, as in glTF. */
static inline Affine affine_of_matrix(const float m[16])
{
    return (Affine){{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}},
                    {m[12], m[13], m[14]}};
}

/* Applies b, then a. */
static inline Affine affine_multiply(const Affine *a, const Affine *b)
{
    Affine out;
    for (unsigned row = 0; row < 3; row++) {
        const double *r = a->linear[row];
        for (unsigned column = 0; column < 3; column++)
            out.linear[row][column] = r[0] * b->linear[0][column] +
                                      r[1] * b->linear[1][column] + r[2] * b->linear[2][column];
        out.place[row] =
            r[0] * b->place[0] + r[1] * b->place[1] + r[2] * b->place[2] + a->place[row];
    }
    return out;
}

static inline Vec3 affine_apply(const Affine *a, Vec3 v)
{
    double out[3];
    for (unsigned row = 0; row < 3; row++) {
        const double *r = a->linear[row];
        out[row] = r[0] * (double)v.x + r[1] * (double)v.y + r[2] * (double)v.z + a->place[row];
    }
    return (Vec3){(float)out[0], (float)out[1], (float)out[2]};
}

/* The linear part, without the translation. */
static inline Affine affine_linear(const Affine *a)
{
    Affine out = *a;
    out.place[0] = out.place[1] = out.place[2] = 0;
    return out;
}

/* The transform of normals: the transposed inverse times the absolute determinant. */
static inline Affine affine_normals(const Affine *a)
{
    Affine out = AFFINE_NONE;
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 3; column++) {
            const double(*m)[3] = a->linear;
            const unsigned r1 = (row + 1) % 3, r2 = (row + 2) % 3;
            const unsigned c1 = (column + 1) % 3, c2 = (column + 2) % 3;
            out.linear[row][column] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
    return out;
}

/* Negative: the transform mirrors. */
static inline double affine_determinant(const Affine *a)
{
    const Affine n = affine_normals(a);
    return a->linear[0][0] * n.linear[0][0] + a->linear[0][1] * n.linear[0][1] +
           a->linear[0][2] * n.linear[0][2];
}

/* Quaternions of doubles, for the same purpose. */
typedef struct QuatWide {
    double w, x, y, z;
} QuatWide;

#define QUAT_WIDE_NONE ((QuatWide){1, 0, 0, 0})

static inline QuatWide quat_wide(Quat q) { return (QuatWide){q.w, q.x, q.y, q.z}; }
static inline QuatWide quat_wide_back(QuatWide q) { return (QuatWide){q.w, -q.x, -q.y, -q.z}; }
static inline QuatWide quat_wide_multiply(QuatWide a, QuatWide b)
{
    return (QuatWide){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static inline double quat_wide_dot(QuatWide a, QuatWide b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
/* Scaled to length 1; the identity if the length is 0. */
static inline QuatWide quat_wide_unit(QuatWide q)
{
    const double length = sqrt(quat_wide_dot(q, q));
    if (!(length > 1e-30))
        return QUAT_WIDE_NONE;
    return (QuatWide){q.w / length, q.x / length, q.y / length, q.z / length};
}

#endif
