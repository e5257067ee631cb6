/* The readers of animated images: one file for each format. */
#ifndef OISIN_BASE_IMAGE_PICTURE_FRAMES_INTERNAL_H
#define OISIN_BASE_IMAGE_PICTURE_FRAMES_INTERNAL_H

#include "base/image/picture_frames.h"

bool gif_is_animated(Bytes file);
bool gif_frames_read(Bytes file, PictureFrames *out, Arena *arena, Report *report);
bool webp_is_animated(Bytes file);
bool webp_frames_read(Bytes file, PictureFrames *out, Arena *arena, Report *report);

/* Transparent images for all frames, when width, height and count are known. */
bool picture_frames_new(PictureFrames *frames, Arena *arena, Report *report);

#endif
