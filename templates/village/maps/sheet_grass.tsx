<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="grass" tilewidth="32" tileheight="32" spacing="0" margin="0" tilecount="16" columns="8" objectalignment="bottom">
 <image source="../tiles/grass.png" width="256" height="64"/>
</tileset>
