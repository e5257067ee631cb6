<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="npcs" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../npcs/bat_npc.png"/></tile>
 <tile id="1"><image source="../npcs/elder_npc.png"/></tile>
 <tile id="2"><image source="../npcs/farmer_npc.png"/></tile>
 <tile id="3"><image source="../npcs/fisher_npc.png"/></tile>
 <tile id="4"><image source="../npcs/hen_npc.png"/></tile>
 <tile id="5"><image source="../npcs/innkeeper_npc.png"/></tile>
 <tile id="6"><image source="../npcs/merchant_npc.png"/></tile>
 <tile id="7"><image source="../npcs/pony_npc.png"/></tile>
 <tile id="8"><image source="../npcs/sheep_npc.png"/></tile>
 <tile id="9"><image source="../npcs/singer_npc.png"/></tile>
 <tile id="10"><image source="../npcs/slime_npc.png"/></tile>
 <tile id="11"><image source="../npcs/smith_npc.png"/></tile>
 <tile id="12"><image source="../npcs/weaver_npc.png"/></tile>
 <tile id="13"><image source="../npcs/wolf_npc.png"/></tile>
</tileset>
