# By its own Makefile: it generates many of its files. no-asm: no assembler for Windows is needed, and ciphers are slower.
echo "  LIB $system/ssl"
export SOURCE_DATE_EPOCH="$(dpkg-parsechangelog -S Timestamp)"
perl Configure mingw64 no-asm no-engine no-legacy no-shared no-tests "CC=${cc#ccache }" "AR=$ar" RANLIB=: \
    RC=x86_64-w64-mingw32-windres $(echo "$flags" | sed 's/ -ffile-prefix-map=.*//') > configure.log
# buildinf.h contains the compiler's name and options.
make -s build_generated crypto/buildinf.h > make.log
# Where openssl.cnf is read. The default, /usr/local/ssl, can be created by any user on Windows.
folder="C:/Program Files/Common Files/SSL"
make -s -j2 "CC=$cc" "CNF_CFLAGS=-m64 -w" ARFLAGS=rcsD "OPENSSLDIR=$folder" "ENGINESDIR=$folder/engines" "MODULESDIR=$folder/modules" \
    libcrypto.a libssl.a >> make.log
cp libcrypto.a libssl.a "$out/lib"
headers openssl include/openssl/*.h
