<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="objects" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/barrel_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/flower_pot_soo0.png"/></tile>
 <tile id="2" x="0" y="0" width="64" height="80"><image source="../tiles/hearth_sol3.png"/></tile>
 <tile id="3" x="0" y="0" width="32" height="64"><image source="../tiles/lamp_sol3.png"/></tile>
 <tile id="4"><image source="../tiles/mooring_soo0.png"/></tile>
 <tile id="5"><image source="../tiles/rock_soo0.png"/></tile>
 <tile id="6"><image source="../tiles/shelf_books_soo0.png"/></tile>
 <tile id="7"><image source="../tiles/shelf_jars_soo0.png"/></tile>
 <tile id="8"><image source="../tiles/tree_pine_soo0.png"/></tile>
</tileset>
