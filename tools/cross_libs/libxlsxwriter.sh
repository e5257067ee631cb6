# With its own copies of minizip, MD5 and tmpfileplus. libcrypto has functions of the same names as those of MD5.
names="-DMD5_Init=xlsx_MD5_Init -DMD5_Update=xlsx_MD5_Update -DMD5_Final=xlsx_MD5_Final"
library xlsxwriter "-Iinclude $names" src/*.c third_party/minizip/ioapi.c third_party/minizip/zip.c third_party/minizip/iowin32.c \
    third_party/tmpfileplus/tmpfileplus.c third_party/md5/md5.c
headers . include/xlsxwriter.h
headers xlsxwriter include/xlsxwriter/*.h
headers xlsxwriter/third_party include/xlsxwriter/third_party/*.h
