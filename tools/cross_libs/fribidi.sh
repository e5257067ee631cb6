sed 's/@FRIBIDI_MSVC_BUILD_PLACEHOLDER@//; s/@SIZEOF_INT@/4/; s/@FRIBIDI_INTERFACE_VERSION@/4/; s/@FRIBIDI_MAJOR_VERSION@/1/;
    s/@[A-Z_]*@/0/' lib/fribidi-config.h.in > lib/fribidi-config.h
[ $system = web ] && static= || static=-DFRIBIDI_LIB_STATIC
library fribidi "-Ilib -DHAVE_STRINGIZE -DHAVE_STRING_H -DHAVE_STDLIB_H -DHAVE_MEMSET -DHAVE_MEMMOVE $static" lib/*.c
headers fribidi lib/*.h
