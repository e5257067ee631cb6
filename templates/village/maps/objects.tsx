<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="objects" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0"><image source="../tiles/anvil_soo0.png"/></tile>
 <tile id="1"><image source="../tiles/barrel_soo0.png"/></tile>
 <tile id="2"><image source="../tiles/bed_soo0.png"/></tile>
 <tile id="3"><image source="../tiles/bridge_rail_soo0.png"/></tile>
 <tile id="4"><image source="../tiles/bush_soo0.png"/></tile>
 <tile id="5"><image source="../tiles/cabbage_soo0.png"/></tile>
 <tile id="6"><image source="../tiles/chest_open_soo0.png"/></tile>
 <tile id="7"><image source="../tiles/chest_soo0.png"/></tile>
 <tile id="8"><image source="../tiles/coin_soo0.png"/></tile>
 <tile id="9"><image source="../tiles/counter_soo0.png"/></tile>
 <tile id="10"><image source="../tiles/crate_soo0.png"/></tile>
 <tile id="11"><image source="../tiles/fence_side_soo0.png"/></tile>
 <tile id="12"><image source="../tiles/fence_soo0.png"/></tile>
 <tile id="13"><image source="../tiles/flower_pot_soo0.png"/></tile>
 <tile id="14" x="0" y="0" width="64" height="64"><image source="../tiles/forge_sol3.png"/></tile>
 <tile id="15"><image source="../tiles/hay_soo0.png"/></tile>
 <tile id="16" x="0" y="0" width="64" height="80"><image source="../tiles/hearth_sol3.png"/></tile>
 <tile id="17"><image source="../tiles/herb_soo0.png"/></tile>
 <tile id="18"><image source="../tiles/hood_soo0.png"/></tile>
 <tile id="19"><image source="../tiles/house_inn_soo0.png"/></tile>
 <tile id="20"><image source="../tiles/house_slate_soo0.png"/></tile>
 <tile id="21"><image source="../tiles/house_smithy_soo0.png"/></tile>
 <tile id="22"><image source="../tiles/house_thatch_soo0.png"/></tile>
 <tile id="23"><image source="../tiles/house_white_soo0.png"/></tile>
 <tile id="24" x="0" y="0" width="32" height="64"><image source="../tiles/lamp_sol3.png"/></tile>
 <tile id="25"><image source="../tiles/leather_soo0.png"/></tile>
 <tile id="26"><image source="../tiles/lily_soo0.png"/></tile>
 <tile id="27"><image source="../tiles/mat_soo0.png"/></tile>
 <tile id="28"><image source="../tiles/mushroom_soo0.png"/></tile>
 <tile id="29"><image source="../tiles/pelt_soo0.png"/></tile>
 <tile id="30"><image source="../tiles/potion_soo0.png"/></tile>
 <tile id="31"><image source="../tiles/rock_mossy_soo0.png"/></tile>
 <tile id="32"><image source="../tiles/rock_soo0.png"/></tile>
 <tile id="33"><image source="../tiles/shelf_books_soo0.png"/></tile>
 <tile id="34"><image source="../tiles/shelf_jars_soo0.png"/></tile>
 <tile id="35"><image source="../tiles/signpost_soo0.png"/></tile>
 <tile id="36"><image source="../tiles/soup_soo0.png"/></tile>
 <tile id="37"><image source="../tiles/stall_soo0.png"/></tile>
 <tile id="38"><image source="../tiles/stool_soo0.png"/></tile>
 <tile id="39"><image source="../tiles/stump_soo0.png"/></tile>
 <tile id="40"><image source="../tiles/sword_soo0.png"/></tile>
 <tile id="41"><image source="../tiles/table_soo0.png"/></tile>
 <tile id="42"><image source="../tiles/tree_birch_soo0.png"/></tile>
 <tile id="43"><image source="../tiles/tree_oak_soo0.png"/></tile>
 <tile id="44"><image source="../tiles/tree_pine_soo0.png"/></tile>
 <tile id="45"><image source="../tiles/tree_small_soo0.png"/></tile>
 <tile id="46"><image source="../tiles/well_soo0.png"/></tile>
</tileset>
