-- The `handler` row: 5 million calls; prints milliseconds. Attributes are
-- fields, commands are functions of a host table.
local self = {level = 3, gold = 0}
local opponent = {hp = 500, dmg = 7}
local given = 0
local host = {give = function(object, amount) given = given + amount end}

local function handler(me, other)
    local a = me.level * 2 + 3
    if other.hp > other.dmg + a then
        other.hp = other.hp - (other.dmg + a)
    else
        other.hp = 500
        host.give("obj", 1)
    end
    me.gold = (me.gold + a) % 1000
end

local start = os.clock()
for _ = 1, 5000000 do handler(self, opponent) end
local time = os.clock() - start
assert(given == 156250 and self.gold == 0 and opponent.hp == 500,
       given .. " " .. self.gold .. " " .. opponent.hp)
print(string.format("%.1f", time * 1000))
