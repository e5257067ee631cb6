library z "-I." adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c compress.c uncompr.c
headers . zlib.h zconf.h
