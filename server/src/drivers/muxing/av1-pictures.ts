/** In a stream of AV1, each picture begins with it (AV1, section 5.6). */
const delimiter = Buffer.of(0x12, 0);

/** A picture as files have it, without its delimiter (AV1 Codec ISO Media File Format Binding, section 2.4). */
export function toMp4Picture(picture: Buffer): Buffer {
  return picture.subarray(0, 2).equals(delimiter) ? picture.subarray(2) : picture;
}
