# The package's configuration for MSVC, adapted to gcc.
sed 's/_MSC_VER + 0 >=/9999 >=/; s/_MSC_VER >=/9999 >=/; s/__forceinline/inline/; /define MSVC 1/d; /define HAVE_W32_GMTIME_S/d' \
    w32/common/MHD_config.h > src/include/MHD_config.h
cd src/microhttpd
library microhttpd "-I. -I../include -DBUILDING_MHD_LIB=1 -DMHD_W32LIB -D__USE_MINGW_ANSI_STDIO=1" base64.c basicauth.c connection.c \
    daemon.c digestauth.c internal.c md5.c memorypool.c mhd_compat.c mhd_itc.c mhd_mono_clock.c mhd_send.c mhd_sockets.c mhd_str.c \
    mhd_threads.c postprocessor.c reason_phrase.c response.c sha256.c sysfdsetsize.c tsearch.c
headers . ../include/microhttpd.h
# Its headers of Windows define TEXT, which is a macro of ours.
sed -i '1i #pragma push_macro("TEXT")' "$out/include/microhttpd.h"
echo '#pragma pop_macro("TEXT")' >> "$out/include/microhttpd.h"
