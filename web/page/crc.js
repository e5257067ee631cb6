// CRC-32, as in PNG and zip files: whether a file has arrived as it was built. A module for the page, and a script for sw.js.

const crcTable = new Uint32Array(256).map((_, byte) => {
    for (let bit = 0; bit < 8; bit++)
        byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
    return byte;
});

// `crc`: of the bytes before these; 0 for the first ones.
self.crcOf = (crc, bytes) => {
    crc = ~crc;
    for (let i = 0; i < bytes.length; i++)
        crc = crcTable[(crc ^ bytes[i]) & 255] ^ crc >>> 8;
    return ~crc >>> 0;
};
