cat > expat/lib/expat_config.h <<'END'
#include "winconfig.h"
#define BYTEORDER 1234
#define XML_CONTEXT_BYTES 1024
#define XML_DTD 1
#define XML_NS 1
END
library expat "-Iexpat/lib -DXML_STATIC -DHAVE_EXPAT_CONFIG_H" expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
headers . expat/lib/expat.h expat/lib/expat_external.h
