<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="tiles" tilewidth="0" tileheight="0" columns="0" objectalignment="bottom">
 <tile id="0" x="0" y="0" width="32" height="32"><image source="../tiles/burst_soo3.png"/></tile>
 <tile id="1"><image source="../tiles/mist_soo0.png"/></tile>
 <tile id="2" x="0" y="0" width="16" height="16"><image source="../tiles/spark_sol3.png"/></tile>
</tileset>
