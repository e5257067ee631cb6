/* Finds and replaces lines in the file of pins; all other lines stay. A damaged line of a host
 * is an error: if it counted as "unknown", any certificate would be trusted. */
#include "base/text.h"
#include "server/transport/identity.h"

/* Whether the line is about that host; `pin` is the rest of the line. */
static bool line_is_for(Text line, Text host, unsigned port, Text *pin)
{
    int64_t number;
    if (text_starts(line, "#") || !text_equal_caseless(text_word(&line), host) ||
        !text_number(text_word(&line), 0, 65535, &number) || number != (int64_t)port)
        return false;
    *pin = text_trimmed(line);
    return true;
}

static bool pin_read(Text text, uint8_t out[PIN_SIZE])
{
    if (text.size != 2 * (size_t)PIN_SIZE)
        return false;
    for (size_t i = 0; i < PIN_SIZE; i++) {
        uint32_t value;
        if (!text_hex(text_slice(text, 2 * i, 2 * i + 2), 2, &value))
            return false;
        out[i] = (uint8_t)value;
    }
    return true;
}

Known known_hosts_find(Text file, Text host, unsigned port, uint8_t out[PIN_SIZE],
                       Report *report)
{
    Text line, pin;
    for (uint32_t number = 1; text_line(&file, &line); number++) {
        if (!line_is_for(line, host, port, &pin))
            continue;
        if (pin_read(pin, out))
            return KNOWN_PIN;
        report_error_at(report, (SourcePosition){number, 1, line},
                        "expected the SHA-256 of a certificate (64 digits); delete the line to "
                        "trust %.*s again",
                        (int)host.size, host.at);
        return KNOWN_BAD;
    }
    return KNOWN_NOT;
}

static void write_host(Writer *out, Text host, unsigned port, const uint8_t *pin)
{
    write_format(out, "%.*s %u ", (int)host.size, host.at, port);
    for (size_t i = 0; i < PIN_SIZE; i++)
        write_format(out, "%02x", pin[i]);
    write_format(out, "\n");
}

Text known_hosts_add(Text file, Text host, unsigned port, const uint8_t pin[PIN_SIZE],
                     Arena *arena)
{
    Writer out = writer_to(arena);
    Text line, old;
    bool written = false;
    while (text_line(&file, &line)) {
        if (!line_is_for(line, host, port, &old)) {
            write_text(&out, line);
            write_format(&out, "\n");
        } else if (!written) {
            write_host(&out, host, port, pin);
            written = true;
        }
    }
    if (!written)
        write_host(&out, host, port, pin);
    return writer_text(&out);
}
