<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="objects" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/barrel_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/bush_soo0.png"/></tile>
 <tile id="2"><image source="../tiles/chest_open_soo0.png"/></tile>
 <tile id="3"><image source="../tiles/chest_soo0.png"/></tile>
 <tile id="4"><image source="../tiles/coin_soo0.png"/></tile>
 <tile id="5"><image source="../tiles/coracle_soo0.png"/></tile>
 <tile id="6"><image source="../tiles/crate_soo0.png"/></tile>
 <tile id="7"><image source="../tiles/fence_side_soo0.png"/></tile>
 <tile id="8"><image source="../tiles/fence_soo0.png"/></tile>
 <tile id="9"><image source="../tiles/fish_soo0.png"/></tile>
 <tile id="10"><image source="../tiles/herb_soo0.png"/></tile>
 <tile id="11"><image source="../tiles/hood_soo0.png"/></tile>
 <tile id="12"><image source="../tiles/house_thatch_soo0.png"/></tile>
 <tile id="13"><image source="../tiles/house_white_soo0.png"/></tile>
 <tile id="14" x="0" y="0" width="16" height="32"><image source="../tiles/lamp_sol3.png"/></tile>
 <tile id="15"><image source="../tiles/mooring_soo0.png"/></tile>
 <tile id="16"><image source="../tiles/pearl_soo0.png"/></tile>
 <tile id="17"><image source="../tiles/potion_soo0.png"/></tile>
 <tile id="18"><image source="../tiles/rock_mossy_soo0.png"/></tile>
 <tile id="19"><image source="../tiles/rock_soo0.png"/></tile>
 <tile id="20"><image source="../tiles/signpost_soo0.png"/></tile>
 <tile id="21"><image source="../tiles/stall_soo0.png"/></tile>
 <tile id="22"><image source="../tiles/stone_soo0.png"/></tile>
 <tile id="23"><image source="../tiles/stump_soo0.png"/></tile>
 <tile id="24"><image source="../tiles/sword_soo0.png"/></tile>
 <tile id="25"><image source="../tiles/tree_oak_soo0.png"/></tile>
 <tile id="26"><image source="../tiles/tree_pine_soo0.png"/></tile>
 <tile id="27"><image source="../tiles/tree_small_soo0.png"/></tile>
 <tile id="28"><image source="../tiles/well_soo0.png"/></tile>
</tileset>
