<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="npcs" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../npcs/bat_npc.png"/></tile>
 <tile id="1"><image source="../npcs/hermit_npc.png"/></tile>
 <tile id="2"><image source="../npcs/slime_npc.png"/></tile>
 <tile id="3"><image source="../npcs/wisp_npc.png"/></tile>
 <tile id="4"><image source="../npcs/worm_npc.png"/></tile>
</tileset>
