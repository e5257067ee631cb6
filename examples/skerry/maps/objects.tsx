<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="objects" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/can_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/can_full_soo0.png"/></tile>
 <tile id="2"><image source="../tiles/float_soo0.png"/></tile>
 <tile id="3"><image source="../tiles/hut_soo0.png"/></tile>
 <tile id="4"><image source="../tiles/hut_open_soo0.png"/></tile>
 <tile id="5"><image source="../tiles/key_soo0.png"/></tile>
 <tile id="6"><image source="../tiles/lamp_soo0.png"/></tile>
 <tile id="7"><image source="../tiles/lamp_lit_soo0.png"/></tile>
 <tile id="8"><image source="../tiles/lighthouse_soo0.png"/></tile>
</tileset>
