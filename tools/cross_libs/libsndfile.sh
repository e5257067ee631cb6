cat > src/config.h <<END
#define COMPILER_IS_GCC 1
#define CPU_CLIPS_NEGATIVE 0
#define CPU_CLIPS_POSITIVE 0
#define CPU_IS_BIG_ENDIAN 0
#define CPU_IS_LITTLE_ENDIAN 1
#define ENABLE_EXPERIMENTAL_CODE 0
#define HAVE_EXTERNAL_XIPH_LIBS 1
#define HAVE_GMTIME
#define HAVE_IMMINTRIN_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_IO_H
#define HAVE_LOCALE_H 1
#define HAVE_LOCALTIME
#define HAVE_LRINT 1
#define HAVE_LRINTF 1
#define HAVE_LROUND 1
#define HAVE_MPEG 1
#define HAVE_SETLOCALE 1
#define HAVE_SPEEX 0
#define HAVE_SSIZE_T 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDINT_H 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define OS_IS_OPENBSD 0
#define OS_IS_WIN32 1
#define PACKAGE "libsndfile"
#define PACKAGE_NAME "libsndfile"
#define PACKAGE_VERSION "$version"
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_INT 4
#define SIZEOF_INT64_T 8
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 8
#define SIZEOF_SSIZE_T 8
#define SIZEOF_VOIDP 8
#define SIZEOF_WCHAR_T 2
#define USE_WINDOWS_API 1
#define VERSION "$version"
#define WIN32_TARGET_DLL 0
#define WORDS_BIGENDIAN 0
END
library sndfile "-Iinclude -Isrc -I$out/include/opus -DFLAC__NO_DLL -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1" \
    $(ls src/*.c src/GSM610/*.c src/G72x/*.c src/ALAC/*.c | grep -v '/test_\|g72x_test')
headers . include/sndfile.h
