<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="sea" tilewidth="32" tileheight="32" spacing="0" margin="0" tilecount="8" columns="8" objectalignment="bottom">
 <image source="../tiles/sea.png" width="256" height="32"/>
</tileset>
