[ "$version" ]
number=$(echo "$version" | awk -F. '{printf "%d%03d%03d", $1, $2, $3}')
sed "s/@JPEG_LIB_VERSION@/62/; s/@VERSION@/$version/; s/@LIBJPEG_TURBO_VERSION_NUMBER@/$number/; s/@BITS_IN_JSAMPLE@/8/
    /WITH_SIMD/d; s/#cmakedefine \(.*\)/#define \1 1/" win/jconfig.h.in > jconfig.h
sed "s/@BUILD@/$version/; s/@VERSION@/$version/; s/@INLINE@/inline __attribute__((always_inline))/; s/@THREAD_LOCAL@/__thread/
    s/@CMAKE_PROJECT_NAME@/libjpeg-turbo/; s/@SIZE_T@/8/; /#cmakedefine/d" jconfigint.h.in > jconfigint.h
sed 's/@COPYRIGHT_YEAR@/2023/' jversion.h.in > jversion.h
library jpeg "-I." jcapimin.c jcapistd.c jccoefct.c jccolor.c jcdctmgr.c jchuff.c jcicc.c jcinit.c jcmainct.c jcmarker.c jcmaster.c \
    jcomapi.c jcparam.c jcphuff.c jcprepct.c jcsample.c jctrans.c jdapimin.c jdapistd.c jdatadst.c jdatasrc.c jdcoefct.c jdcolor.c \
    jddctmgr.c jdhuff.c jdicc.c jdinput.c jdmainct.c jdmarker.c jdmaster.c jdmerge.c jdphuff.c jdpostct.c jdsample.c jdtrans.c jerror.c \
    jfdctflt.c jfdctfst.c jfdctint.c jidctflt.c jidctfst.c jidctint.c jidctred.c jquant1.c jquant2.c jutils.c jmemmgr.c jmemnobs.c \
    jaricom.c jcarith.c jdarith.c jsimd_none.c
headers . jpeglib.h jconfig.h jmorecfg.h jerror.h
