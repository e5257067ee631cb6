#include "postgres_proxy.h"

struct Proxy proxy;

static void proxy_accept(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int client = accept(proxy.listener, NULL, NULL);
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", postgres.folder);
    if (proxy.count < PROXY_LINES &&
        connect(server, (struct sockaddr *)&name, sizeof name) == 0) {
        proxy.lines[proxy.count++] = (ProxyLine){.client = client, .server = server};
        return;
    }
    close(client);
    close(server);
}

/* False: the line is over. */
static bool proxy_pass(ProxyLine *line, bool question)
{
    char bytes[65536];
    const ssize_t size = read(question ? line->client : line->server, bytes, sizeof bytes);
    if (size <= 0 || (!question && line->losing))
        return false;
    if (question && memmem(bytes, (size_t)size, "COMMIT", 6)) {
        const int fault = atomic_exchange(&proxy.fault, PROXY_NONE);
        if (fault == PROXY_LOSE_QUESTION)
            return false;
        line->losing = fault == PROXY_LOSE_ANSWER;
    }
    if (question && !line->asking)
        atomic_fetch_add(&proxy.trips, 1);
    line->asking = question;
    for (ssize_t at = 0, sent; at < size; at += sent)
        if ((sent = send(question ? line->server : line->client, bytes + at,
                         (size_t)(size - at), MSG_NOSIGNAL)) <= 0)
            return false;
    return true;
}

static void *proxy_run(void *context)
{
    (void)context;
    while (!atomic_load(&proxy.ends)) {
        struct pollfd watch[1 + 2 * PROXY_LINES] = {{proxy.listener, POLLIN, 0}};
        for (size_t i = 0; i < proxy.count; i++) {
            watch[1 + 2 * i] = (struct pollfd){proxy.lines[i].client, POLLIN, 0};
            watch[2 + 2 * i] = (struct pollfd){proxy.lines[i].server, POLLIN, 0};
        }
        const size_t count = proxy.count;
        poll(watch, 1 + 2 * count, 20);
        if (watch[0].revents)
            proxy_accept();
        for (size_t i = count; i-- > 0;) {
            ProxyLine *line = &proxy.lines[i];
            if ((!watch[1 + 2 * i].revents || proxy_pass(line, true)) &&
                (!watch[2 + 2 * i].revents || proxy_pass(line, false)))
                continue;
            close(line->client);
            close(line->server);
            *line = proxy.lines[--proxy.count];
        }
    }
    return NULL;
}

void proxy_start(char *place, size_t size)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    memset(&proxy, 0, sizeof proxy);
    proxy.listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(proxy.listener, (struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(proxy.listener, 8), 0);
    assert_int_equal(getsockname(proxy.listener, (struct sockaddr *)&name, &length), 0);
    snprintf(place, size, "127.0.0.1:%u", ntohs(name.sin_port));
    assert_int_equal(pthread_create(&proxy.thread, NULL, proxy_run, NULL), 0);
}

void proxy_stop(void)
{
    atomic_store(&proxy.ends, true);
    pthread_join(proxy.thread, NULL);
    for (size_t i = 0; i < proxy.count; i++) {
        close(proxy.lines[i].client);
        close(proxy.lines[i].server);
    }
    close(proxy.listener);
}
