<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="sea" tilewidth="16" tileheight="16" spacing="0" margin="0" tilecount="24" columns="8" objectalignment="bottom">
 <image source="../tiles/sea.png" width="128" height="48"/>
</tileset>
