<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/counter_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/stool_soo0.png"/></tile>
 <tile id="2"><image source="../tiles/table_soo0.png"/></tile>
 <tile id="3"><image source="../tiles/window_soo0.png"/></tile>
</tileset>
