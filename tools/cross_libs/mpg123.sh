# The MP3 decoder of libsndfile, with the assembler code that Debian's uses: each variant rounds differently.
cat > src/config.h <<END
#define ACCURATE_ROUNDING 1
#define ASMALIGN_BALIGN 1
#define CCALIGN 1
#define FRAME_INDEX 1
#define GAPLESS 1
#define HAVE_ATOLL 1
#define HAVE_DIRENT_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDIO_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRERROR 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WINDOWS_H 1
#define IEEE_FLOAT 1
#define INDEX_SIZE 1000
#define LFS_ALIAS_BITS 64
#define NEWOLD_WRITE_SAMPLE 1
#define PACKAGE_NAME "mpg123"
#define PACKAGE_VERSION "$version"
#define REAL_IS_FLOAT 1
#define SIZEOF_INT32_T 4
#define SIZEOF_LONG 4
#define SIZEOF_OFF_T 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_SSIZE_T 8
#define STDERR_FILENO 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define USE_NEW_HUFFTABLE 1
#define WANT_WIN32_UNICODE 1
END
sed "s/@API_VERSION@/$(sed -n 's/^API_VERSION=//p' configure.ac)/; s/@PACKAGE_VERSION@/$version/; s/@INCLUDE_STDLIB_H@/#include <stdlib.h>/
    s/@INCLUDE_SYS_TYPE_H@/#include <sys\/types.h>/; s/@BUILD_NO_LARGENAME@/1/" src/libmpg123/mpg123.h.in > src/libmpg123/mpg123.h
cd src/libmpg123
variants="-DOPT_MULTI -DOPT_X86_64 -DOPT_AVX -DOPT_GENERIC -DOPT_GENERIC_DITHER"
library mpg123 "-I. -I.. -I../compat $variants -DREAL_IS_FLOAT -DNOXFERMEM -D_FILE_OFFSET_BITS=64" \
    parse.c frame.c format.c dct64.c equalizer.c id3.c optimize.c readers.c tabinit.c libmpg123.c index.c icy.c icy2utf8.c layer1.c \
    layer2.c layer3.c ntom.c synth_8bit.c synth.c synth_s32.c synth_real.c stringbuf.c feature.c dither.c ../compat/compat.c \
    ../compat/compat_str.c dct36_x86_64.S dct64_x86_64_float.S synth_x86_64_float.S synth_x86_64_s32.S synth_stereo_x86_64_float.S \
    synth_stereo_x86_64_s32.S dct36_avx.S dct64_avx_float.S synth_stereo_avx_float.S synth_stereo_avx_s32.S getcpuflags_x86_64.S \
    synth_x86_64_accurate.S synth_stereo_x86_64_accurate.S synth_stereo_avx_accurate.S
headers . mpg123.h fmt123.h
