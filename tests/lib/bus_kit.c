#include "bus_kit.h"

Nats bus_nats;

static void end_message(void *context, Text subject, Bytes bytes)
{
    End *end = context;
    end->messages++;
    end->largest = bytes.size > end->largest ? bytes.size : end->largest;
    snprintf(end->subject, sizeof end->subject, "%.*s", (int)subject.size, subject.at);
    snprintf(end->last, sizeof end->last, "%.*s", (int)(bytes.size < 60 ? bytes.size : 60),
             bytes.size ? (const char *)bytes.data : "");
    if (subject.size > 7 && memcmp(subject.at, "number.", 7) == 0) {
        uint32_t number;
        assert_true(bytes.size >= sizeof number);
        memcpy(&number, bytes.data, sizeof number);
        if (end->gaps)
            assert_true(number >= end->next);
        else
            assert_int_equal(number, end->next);
        end->next = number + 1;
    }
    if (end->closes) {
        bus_close(end->bus);
        end->bus = NULL;
    }
}

static void end_link(void *context, bool up)
{
    End *end = context;
    *(up ? &end->ups : &end->downs) += 1;
    assert_in_range(end->downs - end->ups, 0, 1); /* first the one, then the other */
}

const BusHandlers end_handlers = {end_message, end_link};

Bus *station_open(Station *station, unsigned end, const char *user)
{
    End *it = &station->ends[end];
    it->bus = bus_open(station->loop, nats_address(&bus_nats, user, station->kit->arena).at,
                       &end_handlers, it, &station->kit->report);
    return it->bus;
}

bool bus_say(Station *station, unsigned end, const char *subject, const char *text)
{
    return bus_send(station->ends[end].bus, subject, bytes_of_text(text_of(text)));
}

void hear(Station *station, unsigned end, const char *subject)
{
    End *it = &station->ends[end];
    const char *fence = end ? "fence.1" : "fence.0";
    assert_true(bus_receive(it->bus, subject, &station->kit->report));
    assert_true(bus_receive(it->bus, fence, &station->kit->report));
    const unsigned before = it->messages;
    assert_true(bus_say(station, end, fence, ""));
    UNTIL(station, it->messages > before);
    it->messages = 0;
}

bool send_number(Station *station, unsigned end, uint32_t number, size_t size)
{
    static uint8_t bytes[1 << 16];
    char subject[32];
    memcpy(bytes, &number, sizeof number);
    snprintf(subject, sizeof subject, "number.%u", number % 7);
    return bus_send(station->ends[end].bus, subject, (Bytes){bytes, size});
}

/* ---- with a server ---- */

int station_set_up(void **state)
{
    Station *station;
    Kit *kit = kit_new();
    *state = station = arena_alloc(kit->arena, 1, sizeof *station);
    station->kit = kit;
    station->loop = loop_new(NULL, NULL, &kit->report);
    bus_nats = (Nats){0};
    return nats_program() && !nats_start(&bus_nats);
}

int station_tear_down(void **state)
{
    Station *station = *state;
    for (unsigned i = 0; i < 2; i++)
        bus_close(station->ends[i].bus);
    loop_free(station->loop);
    nats_end(&bus_nats);
    kit_free(station->kit);
    return 0;
}

void skip_without_server(void)
{
    if (nats_program())
        return;
    print_message("skipped: nats-server is not installed\n");
    skip();
}

Station *two_ends(void **state)
{
    skip_without_server();
    Station *station = *state;
    assert_non_null(station_open(station, 0, ""));
    assert_non_null(station_open(station, 1, ""));
    return station;
}

void wait_for_loss(Station *station, unsigned count)
{
    UNTIL(station, station->ends[0].downs == count && station->ends[1].downs == count);
}

void wait_for_return(Station *station, unsigned count)
{
    UNTIL(station, station->ends[0].ups == count && station->ends[1].ups == count);
}

void start_again(void)
{
    const double end = nats_seconds() + NATS_WAIT;
    while (!nats_start(&bus_nats))
        assert_true(nats_seconds() < end);
}
