-- The `loop` row: 20 million rounds; prints milliseconds.
local start = os.clock()
local a, b, c = 0, 0, 12345
while a < 20000000 do
    c = (c * 1103 + 12345) % 65536
    if c % 3 == 0 then b = b + c % 7 else b = b - 1 end
    a = a + 1
end
local time = os.clock() - start
assert(a == 20000000 and b == 6669751 and c == 26681)
print(string.format("%.1f", time * 1000))
