<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="spawners" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../npcs/bats_swr.png"/></tile>
 <tile id="1"><image source="../npcs/slimes_swr.png"/></tile>
 <tile id="2"><image source="../npcs/wolves_swr.png"/></tile>
</tileset>
