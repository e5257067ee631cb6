<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="isle" tilewidth="16" tileheight="16" spacing="0" margin="0" tilecount="128" columns="16" objectalignment="bottom">
 <image source="../tiles/isle.png" width="256" height="128"/>
 <wangsets>
  <wangset name="isle_grass, isle_sand, isle_water" type="mixed" tile="-1">
   <properties>
    <property name="oisin" value="automap"/>
   </properties>
   <wangcolor name="isle_grass" color="#ff0000" tile="0" probability="1"/>
   <wangcolor name="isle_sand" color="#00ff00" tile="2" probability="1"/>
   <wangcolor name="isle_water" color="#0000ff" tile="4" probability="1"/>
   <wangtile tileid="0" wangid="1,1,1,1,1,1,1,1"/>
   <wangtile tileid="2" wangid="2,2,2,2,2,2,2,2"/>
   <wangtile tileid="4" wangid="3,3,3,3,3,3,3,3"/>
   <wangtile tileid="16" wangid="3,3,2,2,2,2,2,3"/>
   <wangtile tileid="17" wangid="2,3,3,3,2,2,2,2"/>
   <wangtile tileid="18" wangid="2,2,2,3,3,3,2,2"/>
   <wangtile tileid="19" wangid="2,2,2,2,2,3,3,3"/>
   <wangtile tileid="20" wangid="3,3,3,3,2,2,2,3"/>
   <wangtile tileid="21" wangid="2,3,3,3,3,3,2,2"/>
   <wangtile tileid="22" wangid="2,2,2,3,3,3,3,3"/>
   <wangtile tileid="23" wangid="3,3,2,2,2,3,3,3"/>
   <wangtile tileid="24" wangid="2,3,2,2,2,2,2,2"/>
   <wangtile tileid="25" wangid="2,2,2,3,2,2,2,2"/>
   <wangtile tileid="26" wangid="2,2,2,2,2,3,2,2"/>
   <wangtile tileid="27" wangid="2,2,2,2,2,2,2,3"/>
   <wangtile tileid="32" wangid="2,2,1,1,1,1,1,2"/>
   <wangtile tileid="33" wangid="1,2,2,2,1,1,1,1"/>
   <wangtile tileid="34" wangid="1,1,1,2,2,2,1,1"/>
   <wangtile tileid="35" wangid="1,1,1,1,1,2,2,2"/>
   <wangtile tileid="36" wangid="2,2,2,2,1,1,1,2"/>
   <wangtile tileid="37" wangid="1,2,2,2,2,2,1,1"/>
   <wangtile tileid="38" wangid="1,1,1,2,2,2,2,2"/>
   <wangtile tileid="39" wangid="2,2,1,1,1,2,2,2"/>
   <wangtile tileid="40" wangid="1,2,1,1,1,1,1,1"/>
   <wangtile tileid="41" wangid="1,1,1,2,1,1,1,1"/>
   <wangtile tileid="42" wangid="1,1,1,1,1,2,1,1"/>
   <wangtile tileid="43" wangid="1,1,1,1,1,1,1,2"/>
  </wangset>
 </wangsets>
</tileset>
