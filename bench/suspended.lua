-- The `suspended` row: bytes for each of 10,000 coroutines that wait in a loop.
local function handler()
    local a = 0
    while true do
        a = a + 1
        coroutine.yield()
    end
end

collectgarbage() collectgarbage()
local before = collectgarbage("count")
local waiting = {}
for i = 1, 10000 do
    waiting[i] = coroutine.create(handler)
    coroutine.resume(waiting[i])
end
collectgarbage() collectgarbage()
print(string.format("%.0f", (collectgarbage("count") - before) * 1024 / 10000))
