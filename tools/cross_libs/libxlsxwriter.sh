# With its own copies of minizip, MD5 and tmpfileplus.
library xlsxwriter "-Iinclude" src/*.c third_party/minizip/ioapi.c third_party/minizip/zip.c third_party/minizip/iowin32.c \
    third_party/tmpfileplus/tmpfileplus.c third_party/md5/md5.c
headers . include/xlsxwriter.h
headers xlsxwriter include/xlsxwriter/*.h
headers xlsxwriter/third_party include/xlsxwriter/third_party/*.h
