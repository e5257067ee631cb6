/* The members of settings for the options of SETTINGS_FILE; see options.h. Included in a
 * struct, many times. */
#define SETTING(id, name, argument, group, kind, doc) MEMBER_##kind
#define SETTING_ALSO(id, name, argument, group, kind, doc) MEMBER_##kind
#define MEANING(id, name, group, kind) MEMBER_##kind

#define MEMBER_FLAG(member) bool member;
#define MEMBER_FLAG_OF(member)
#define MEMBER_NUMBER(member, min, max, fallback) uint32_t member;
#define MEMBER_REAL(member, min, max, fallback) float member;
#define MEMBER_WORDS(member) const char *member;
#define MEMBER_CHOICE(member, words) const char *member;
#define MEMBER_LOADED(member)                                                                  \
    Bytes member;                                                                              \
    Text member##_path;
#define MEMBER_LOADED_MAP MEMBER_LOADED
#define MEMBER_TARGET MEMBER_LOADED
#define MEMBER_TARGET_OF(member)
#define MEMBER_LOADED_LIST(member) const ProjectFiles *member;
#define MEMBER_PARSED(function)

#include SETTINGS_FILE

#undef MEMBER_FLAG
#undef MEMBER_FLAG_OF
#undef MEMBER_NUMBER
#undef MEMBER_REAL
#undef MEMBER_WORDS
#undef MEMBER_CHOICE
#undef MEMBER_LOADED
#undef MEMBER_LOADED_MAP
#undef MEMBER_TARGET
#undef MEMBER_TARGET_OF
#undef MEMBER_LOADED_LIST
#undef MEMBER_PARSED
#undef SETTING
#undef SETTING_ALSO
#undef MEANING
#undef SETTINGS_FILE
