<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="water" tilewidth="16" tileheight="16" spacing="0" margin="0" tilecount="192" columns="8" objectalignment="bottom">
 <image source="../tiles/water.png" width="128" height="384"/>
 <wangsets>
  <wangset name="water_00" type="mixed" tile="-1">
   <properties>
    <property name="oisin" value="automap"/>
   </properties>
   <wangcolor name="water_00" color="#ff0000" tile="0" probability="1"/>
   <wangtile tileid="0" wangid="1,1,1,1,1,1,1,1"/>
   <wangtile tileid="4" wangid="1,1,1,0,1,1,1,1"/>
   <wangtile tileid="8" wangid="1,1,1,1,1,0,1,1"/>
   <wangtile tileid="12" wangid="1,0,1,1,1,1,1,1"/>
   <wangtile tileid="16" wangid="1,1,1,1,1,1,1,0"/>
   <wangtile tileid="20" wangid="1,1,1,0,1,0,1,1"/>
   <wangtile tileid="24" wangid="1,0,1,0,1,1,1,1"/>
   <wangtile tileid="28" wangid="1,1,1,0,1,1,1,0"/>
   <wangtile tileid="32" wangid="1,0,1,1,1,0,1,1"/>
   <wangtile tileid="36" wangid="1,1,1,1,1,0,1,0"/>
   <wangtile tileid="40" wangid="1,0,1,1,1,1,1,0"/>
   <wangtile tileid="44" wangid="1,1,1,0,0,0,1,1"/>
   <wangtile tileid="48" wangid="1,0,1,0,1,0,1,1"/>
   <wangtile tileid="52" wangid="1,1,1,0,1,0,1,0"/>
   <wangtile tileid="56" wangid="1,0,0,0,1,1,1,1"/>
   <wangtile tileid="60" wangid="1,0,1,0,1,1,1,0"/>
   <wangtile tileid="64" wangid="1,1,1,1,1,0,0,0"/>
   <wangtile tileid="68" wangid="1,0,1,1,1,0,1,0"/>
   <wangtile tileid="72" wangid="0,0,1,1,1,1,1,0"/>
   <wangtile tileid="76" wangid="1,0,1,0,0,0,1,1"/>
   <wangtile tileid="80" wangid="1,1,1,0,0,0,1,0"/>
   <wangtile tileid="84" wangid="1,0,0,0,1,0,1,1"/>
   <wangtile tileid="88" wangid="1,1,1,0,1,0,0,0"/>
   <wangtile tileid="92" wangid="1,0,1,0,1,0,1,0"/>
   <wangtile tileid="96" wangid="1,0,0,0,1,1,1,0"/>
   <wangtile tileid="100" wangid="0,0,1,0,1,1,1,0"/>
   <wangtile tileid="104" wangid="1,0,1,1,1,0,0,0"/>
   <wangtile tileid="108" wangid="0,0,1,1,1,0,1,0"/>
   <wangtile tileid="112" wangid="1,0,0,0,0,0,1,1"/>
   <wangtile tileid="116" wangid="1,1,1,0,0,0,0,0"/>
   <wangtile tileid="120" wangid="1,0,1,0,0,0,1,0"/>
   <wangtile tileid="124" wangid="1,0,0,0,1,0,1,0"/>
   <wangtile tileid="128" wangid="1,0,1,0,1,0,0,0"/>
   <wangtile tileid="132" wangid="0,0,1,0,1,0,1,0"/>
   <wangtile tileid="136" wangid="0,0,0,0,1,1,1,0"/>
   <wangtile tileid="140" wangid="0,0,1,1,1,0,0,0"/>
   <wangtile tileid="144" wangid="1,0,0,0,0,0,1,0"/>
   <wangtile tileid="148" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="152" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="156" wangid="1,0,0,0,1,0,0,0"/>
   <wangtile tileid="160" wangid="0,0,0,0,1,0,1,0"/>
   <wangtile tileid="164" wangid="0,0,1,0,1,0,0,0"/>
   <wangtile tileid="168" wangid="1,0,0,0,0,0,0,0"/>
   <wangtile tileid="172" wangid="0,0,0,0,0,0,1,0"/>
   <wangtile tileid="176" wangid="0,0,1,0,0,0,0,0"/>
   <wangtile tileid="180" wangid="0,0,0,0,1,0,0,0"/>
   <wangtile tileid="184" wangid="0,0,0,0,0,0,0,0"/>
  </wangset>
 </wangsets>
</tileset>
