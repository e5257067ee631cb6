cat > src/config.h <<END
#define PACKAGE "libsamplerate"
#define VERSION "$version"
#define CPU_IS_LITTLE_ENDIAN 1
#define ENABLE_SINC_BEST_CONVERTER
#define ENABLE_SINC_FAST_CONVERTER
#define ENABLE_SINC_MEDIUM_CONVERTER
#define HAVE_LRINT 1
#define HAVE_LRINTF 1
#define HAVE_STDBOOL_H
#define HAVE_STDINT_H 1
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
END
library samplerate "-Iinclude -Isrc -DHAVE_CONFIG_H" src/samplerate.c src/src_linear.c src/src_sinc.c src/src_zoh.c
headers . include/samplerate.h
