/* Small texts that people and our programs write; the first byte says which. What is read is
 * written the same way again and again. */
#include "cli/script_run.h"
#include "tirnanog/convert/generator.h"
#include "player/menus/bindings.h"
#include "player/menus/settings.h"
#include "server/accounts/network.h"
#include "server/store/store_export.h"
#include "server/transport/bus_internal.h"
#include "server/transport/identity.h"

#include <stdlib.h>

static void must(bool good)
{
    if (!good)
        abort();
}

static Text settings_once(Text text, Arena *arena)
{
    Settings settings;
    Bindings bindings;
    Report report = report_to(NULL, NULL);
    Writer out = writer_to(arena);
    settings_default(&settings);
    bindings_default(&bindings);
    settings_read(&settings, &bindings, text, arena, &report);
    settings_write(&settings, &bindings, &out);
    return writer_text(&out);
}

static void options_of_the_player(Text text, Arena *arena)
{
    const Text once = settings_once(text, arena), twice = settings_once(once, arena);
    must(text_equal(twice, settings_once(twice, arena)));
}

static void hosts(Text text, Arena *arena)
{
    uint8_t pin[PIN_SIZE] = {1}, found[PIN_SIZE];
    Report report = report_to(NULL, NULL);
    const Known known = known_hosts_find(text, TEXT("example.org"), 7474, found, &report);
    must(report.errors == (known == KNOWN_BAD));
    const Text added = known_hosts_add(text, TEXT("example.org"), 7474, pin, arena);
    if (known != KNOWN_BAD) {
        must(known_hosts_find(added, TEXT("example.org"), 7474, found, &report) == KNOWN_PIN);
        must(memcmp(found, pin, sizeof pin) == 0);
    }
}

static void bus(Text text, Arena *arena)
{
    BusEndpoints places;
    Report report = report_to(NULL, NULL);
    must(bus_endpoints(text, &places, arena, &report) == !report.errors);
    must(report.errors <= 1);
    must(!bus_subject_ok(text, false) || bus_subject_ok(text, true));
}

static void networks(Text text, Arena *arena)
{
    (void)arena;
    Network network, again;
    char shown[NETWORK_TEXT_SIZE];
    uint8_t bytes[NETWORK_BYTES_MAX];
    if (!network_read(text, &network))
        return;
    network_text(&network, shown);
    must(network_read(text_of(shown), &again));
    const size_t size = network_bytes(&again, bytes);
    must(network_of_bytes((Bytes){bytes, size}, &network));
}

static void choices(Text text, Arena *arena)
{
    GeneratorChoice choice;
    Report report = report_to(NULL, NULL);
    must(generator_choice_read(text, &choice, arena, &report) == !report.errors);
}

static void script_files(Text text, Arena *arena)
{
    ScriptFile file;
    Text missing;
    Report report = report_to(NULL, NULL);
    const bool read = script_file_read(text, &file, arena, &report);
    must(read == !report.errors);
    if (read)
        script_file_matches(&file, text, &missing);
}

static void stored_users(Text text, Arena *arena)
{
    SavUser user;
    Report report = report_to(NULL, NULL);
    if (!store_user_read(bytes_of_text(text), &user, arena, &report))
        return;
    const Bytes bytes = store_user_bytes(&user, arena);
    must(store_user_read(bytes, &user, arena, &report));
    must(bytes_equal(store_user_bytes(&user, arena), bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(Text text, Arena * arena) = {
        options_of_the_player, hosts, bus, networks, choices, script_files, stored_users};
    if (!size)
        return 0;
    Arena *arena = arena_new();
    kinds[data[0] % COUNT_OF(kinds)]((Text){(const char *)data + 1, size - 1}, arena);
    arena_free(arena);
    return 0;
}
