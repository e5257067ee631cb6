/* Vectors and quaternions of 32-bit floats.
 *
 * Only sums, products, quotients and square roots are used, which IEEE 754 rounds the same
 * everywhere, so results do not depend on compiler or machine (the build forbids fused
 * multiply-add). A quaternion q rotates a vector v by q v q*; q p rotates by p first. */
#ifndef OISIN_BASE_IMAGE_VECTOR_H
#define OISIN_BASE_IMAGE_VECTOR_H

#include <math.h>
#include <stdbool.h>

typedef struct Vec2 {
    float x, y;
} Vec2;

typedef struct Vec3 {
    float x, y, z;
} Vec3;

typedef struct Quat {
    float w, x, y, z;
} Quat;

#define QUAT_NONE ((Quat){1, 0, 0, 0})

static inline Vec3 vec3_add(Vec3 a, Vec3 b) { return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline Vec3 vec3_sub(Vec3 a, Vec3 b) { return (Vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline Vec3 vec3_scale(Vec3 a, float by) { return (Vec3){a.x * by, a.y * by, a.z * by}; }
static inline float vec3_dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline float vec3_length(Vec3 a) { return sqrtf(vec3_dot(a, a)); }
static inline Vec3 vec3_mix(Vec3 a, Vec3 b, float part)
{
    return vec3_add(a, vec3_scale(vec3_sub(b, a), part));
}
static inline Vec3 vec3_cross(Vec3 a, Vec3 b)
{
    return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline Vec3 vec3_min(Vec3 a, Vec3 b)
{
    return (Vec3){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z};
}
static inline Vec3 vec3_max(Vec3 a, Vec3 b)
{
    return (Vec3){a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z};
}
static inline bool vec3_finite(Vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* Scaled to length 1; `fallback` if the vector has no direction. */
static inline Vec3 vec3_unit(Vec3 a, Vec3 fallback)
{
    const double length = sqrt((double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
    if (!(length > 1e-30) || !isfinite(length))
        return fallback;
    return (Vec3){(float)(a.x / length), (float)(a.y / length), (float)(a.z / length)};
}

static inline Quat quat_multiply(Quat a, Quat b)
{
    return (Quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                  a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
/* The inverse of a unit quaternion. */
static inline Quat quat_back(Quat a) { return (Quat){a.w, -a.x, -a.y, -a.z}; }
static inline float quat_dot(Quat a, Quat b)
{
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline Quat quat_negative(Quat a) { return (Quat){-a.w, -a.x, -a.y, -a.z}; }
static inline bool quat_finite(Quat a)
{
    return isfinite(a.w) && isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/* Scaled to length 1; the identity if the length is 0. */
static inline Quat quat_unit(Quat a)
{
    const double length =
        sqrt((double)a.w * a.w + (double)a.x * a.x + (double)a.y * a.y + (double)a.z * a.z);
    if (!(length > 1e-30) || !isfinite(length))
        return QUAT_NONE;
    return (Quat){(float)(a.w / length), (float)(a.x / length), (float)(a.y / length),
                  (float)(a.z / length)};
}

/* The vector rotated by a unit quaternion. */
static inline Vec3 quat_turn(Quat q, Vec3 v)
{
    const Vec3 axis = {q.x, q.y, q.z};
    const Vec3 twice = vec3_scale(vec3_cross(axis, v), 2);
    return vec3_add(vec3_add(v, vec3_scale(twice, q.w)), vec3_cross(axis, twice));
}

#endif
