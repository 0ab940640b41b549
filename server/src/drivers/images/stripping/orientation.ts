/**
 * TIFF 6.0 with one field, the orientation (EXIF 2.32, tag 0x0112). Without this only remaining metadata, the picture
 * would be shown on its side.
 */
export function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  // One unsigned 16-bit number.
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Values 2 to 8 rotate or mirror the picture. */
export function isTurned(orientation: number | undefined): orientation is number {
  return orientation !== undefined && orientation >= 2 && orientation <= 8;
}
