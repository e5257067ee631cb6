#include "script_kit.h"

bool compile(Kit *kit, const char *text, ScriptCode *out)
{
    const ScriptSource source = script_source(text_of(text));
    return script_compile(&source, &script_names, NULL, out, kit->arena, &kit->report);
}

Text hex_of(Kit *kit, Bytes bytes)
{
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < bytes.size; i++)
        write_format(&out, i ? " %02x" : "%02x", bytes.data[i]);
    write_u8(&out, 0);
    return writer_text(&out);
}

Bytes bytes_of_hex(Kit *kit, const char *hex)
{
    Writer out = writer_to(kit->arena);
    Text rest = text_of(hex);
    for (Text word; (word = text_word(&rest)).size;) {
        uint32_t value = 0;
        assert_true(text_hex(word, 2, &value));
        write_u8(&out, (uint8_t)value);
    }
    return writer_bytes(&out);
}

void assert_code(Kit *kit, const char *text, const char *hex)
{
    ScriptCode code;
    if (!compile(kit, text, &code))
        fail_msg("%s: %s", text, message_print(&kit->messages.items[0], kit->arena).at);
    assert_string_equal(hex_of(kit, code.bytes).at, hex);
}

Text repeated(Kit *kit, const char *text, size_t count)
{
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < count; i++)
        write_text(&out, text_of(text));
    write_u8(&out, 0);
    return writer_text(&out);
}

bool verify_hex(Kit *kit, const char *hex, bool expression)
{
    ScriptInfo info;
    const ScriptLimits limits = {.expression = expression};
    return script_verify(bytes_of_hex(kit, hex), &limits, &info, kit->arena, &kit->report);
}
