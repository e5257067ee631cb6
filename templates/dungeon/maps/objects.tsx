<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="objects" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/altar_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/barrel_soo0.png"/></tile>
 <tile id="2"><image source="../tiles/bones_soo0.png"/></tile>
 <tile id="3"><image source="../tiles/chest_open_soo0.png"/></tile>
 <tile id="4"><image source="../tiles/chest_soo0.png"/></tile>
 <tile id="5"><image source="../tiles/coin_soo0.png"/></tile>
 <tile id="6"><image source="../tiles/crate_soo0.png"/></tile>
 <tile id="7"><image source="../tiles/crown_soo0.png"/></tile>
 <tile id="8" x="0" y="0" width="32" height="48"><image source="../tiles/crystal_blue_sol3.png"/></tile>
 <tile id="9" x="0" y="0" width="32" height="48"><image source="../tiles/crystal_violet_sol3.png"/></tile>
 <tile id="10"><image source="../tiles/gate_open_soo0.png"/></tile>
 <tile id="11"><image source="../tiles/gate_soo0.png"/></tile>
 <tile id="12"><image source="../tiles/hood_soo0.png"/></tile>
 <tile id="13"><image source="../tiles/key_soo0.png"/></tile>
 <tile id="14"><image source="../tiles/leather_soo0.png"/></tile>
 <tile id="15"><image source="../tiles/lever_down_soo0.png"/></tile>
 <tile id="16"><image source="../tiles/lever_soo0.png"/></tile>
 <tile id="17"><image source="../tiles/pillar_soo0.png"/></tile>
 <tile id="18"><image source="../tiles/potion_soo0.png"/></tile>
 <tile id="19"><image source="../tiles/spikes_down_soo0.png"/></tile>
 <tile id="20"><image source="../tiles/spikes_soo0.png"/></tile>
 <tile id="21"><image source="../tiles/stairs_down_soo0.png"/></tile>
 <tile id="22"><image source="../tiles/stairs_up_soo0.png"/></tile>
 <tile id="23"><image source="../tiles/stalagmite_soo0.png"/></tile>
 <tile id="24"><image source="../tiles/sword_soo0.png"/></tile>
 <tile id="25" x="0" y="0" width="32" height="64"><image source="../tiles/torch_sol3.png"/></tile>
</tileset>
