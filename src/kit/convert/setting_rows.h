/* The rows of a Subject for the options of SETTINGS_FILE; AT(member) is the offset of a member.
 * see options.h. Included in an array, many times. */
#define SETTING(id, name, argument, group, kind, doc) {name, OF_GROUP(group), ROW_##kind},
#define SETTING_ALSO(id, name, argument, group, kind, doc) {name, OF_GROUP(group), ROW_##kind},
#define MEANING(id, name, group, kind) {name, OF_GROUP(group), ROW_##kind},

#define ROW_FLAG(to) SETTING_FLAG, .member = AT(to)
#define ROW_FLAG_OF ROW_FLAG
#define ROW_LIMITS(to, low, high, usual)                                                       \
    .member = AT(to), .min = (low), .max = (high), .fallback = (usual)
#define ROW_NUMBER(to, low, high, usual) SETTING_NUMBER, ROW_LIMITS(to, low, high, usual)
#define ROW_REAL(to, low, high, usual) SETTING_REAL, ROW_LIMITS(to, low, high, usual)
#define ROW_WORDS(to) SETTING_WORDS, .member = AT(to)
#define ROW_CHOICE(to, allowed) SETTING_CHOICE, .member = AT(to), .words = (allowed)
#define ROW_LOADED(to) SETTING_LOADED, .member = AT(to), .path = AT(to##_path)
#define ROW_LOADED_MAP(to) SETTING_LOADED_MAP, .member = AT(to), .path = AT(to##_path)
#define ROW_TARGET(to) SETTING_TARGET, .member = AT(to), .path = AT(to##_path)
#define ROW_TARGET_OF ROW_TARGET
#define ROW_LOADED_LIST(to) SETTING_LOADED_LIST, .member = AT(to)
#define ROW_PARSED(function) SETTING_PARSED, .parse = (function)

#include SETTINGS_FILE

#undef ROW_FLAG
#undef ROW_FLAG_OF
#undef ROW_LIMITS
#undef ROW_NUMBER
#undef ROW_REAL
#undef ROW_WORDS
#undef ROW_CHOICE
#undef ROW_LOADED
#undef ROW_LOADED_MAP
#undef ROW_TARGET
#undef ROW_TARGET_OF
#undef ROW_LOADED_LIST
#undef ROW_PARSED
#undef SETTING
#undef SETTING_ALSO
#undef MEANING
#undef SETTINGS_FILE
#undef AT
