/* A scene of our own with one of everything, for tests and corpora. */
#ifndef OISIN_TESTS_GLTF_KIT_H
#define OISIN_TESTS_GLTF_KIT_H

#include "kit.h"

#include "kit/open/gltf.h"
#include "base/image/png_write.h"

/* A pyramid of four corners that grows and turns, below a node with a lamp and a camera. */
Gltf small_scene(Kit *kit);

#endif
