cat > src/libFLAC/config.h <<END
#define CPU_IS_BIG_ENDIAN 0
#define ENABLE_64_BIT_WORDS 1
#define FLAC__ALIGN_MALLOC_DATA
#define FLAC__CPU_X86_64
#define FLAC__HAS_OGG 1
#define FLAC__HAS_X86INTRIN 1
#define FLAC__USE_AVX
#define HAVE_BSWAP16
#define HAVE_BSWAP32
#define HAVE_CPUID_H
#define HAVE_FSEEKO
#define HAVE_INTTYPES_H
#define HAVE_LROUND 1
#define HAVE_STDINT_H
#define HAVE_STDLIB_H
#define HAVE_STRING_H
#define PACKAGE_VERSION "$version"
#define WORDS_BIGENDIAN 0
END
cd src/libFLAC
library FLAC "-I. -I../../include -Iinclude -DHAVE_CONFIG_H -DFLAC__NO_DLL -DNDEBUG -D_FILE_OFFSET_BITS=64 -D__USE_MINGW_ANSI_STDIO=1" \
    $(ls *.c | grep -v '_neon\|_vsx') ../share/win_utf8_io/win_utf8_io.c
headers FLAC ../../include/FLAC/*.h
