<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="npcs" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../npcs/elder_npc.png"/></tile>
 <tile id="1"><image source="../npcs/fisher_npc.png"/></tile>
 <tile id="2"><image source="../npcs/hen_npc.png"/></tile>
 <tile id="3"><image source="../npcs/merchant_npc.png"/></tile>
 <tile id="4"><image source="../npcs/mermaid_npc.png"/></tile>
 <tile id="5"><image source="../npcs/salmon_npc.png"/></tile>
 <tile id="6"><image source="../npcs/serpent_npc.png"/></tile>
 <tile id="7"><image source="../npcs/sheep_npc.png"/></tile>
 <tile id="8"><image source="../npcs/slime_npc.png"/></tile>
</tileset>
