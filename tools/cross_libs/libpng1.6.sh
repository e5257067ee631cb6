cp scripts/pnglibconf.h.prebuilt pnglibconf.h
library png "-I. -DPNG_ARM_NEON_OPT=0 -DPNG_INTEL_SSE_OPT=0" png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c \
    pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
headers . png.h pngconf.h pnglibconf.h
