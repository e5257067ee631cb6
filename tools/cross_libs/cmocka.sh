library cmocka "-Iinclude -DHAVE_INTTYPES_H -DHAVE_MALLOC_H -DHAVE_IO_H -DHAVE_STRUCT_TIMESPEC -D__USE_MINGW_ANSI_STDIO=1" src/cmocka.c
headers . include/*.h
