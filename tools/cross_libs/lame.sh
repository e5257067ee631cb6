# The MP3 encoder: libsndfile needs both or neither, and tests write MP3 files.
cat > libmp3lame/config.h <<END
#define HAVE_ERRNO_H 1
#define HAVE_FCNTL_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_MEMCPY 1
#define HAVE_STDINT_H 1
#define HAVE_STRCHR 1
#define HAVE_XMMINTRIN_H 1
#define LAME_LIBRARY_BUILD 1
#define PACKAGE "lame"
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_DOUBLE 16
#define SIZEOF_SHORT 2
#define SIZEOF_UNSIGNED_INT 4
#define SIZEOF_UNSIGNED_LONG 4
#define SIZEOF_UNSIGNED_SHORT 2
#define STDC_HEADERS 1
#define TAKEHIRO_IEEE754_HACK 1
#define USE_FAST_LOG 1
#include <stdint.h>
typedef long double ieee854_float80_t;
typedef double ieee754_float64_t;
typedef float ieee754_float32_t;
END
library mp3lame "-Iinclude -Ilibmp3lame -Impglib -DHAVE_CONFIG_H" libmp3lame/*.c libmp3lame/vector/xmm_quantize_sub.c
headers lame include/lame.h
