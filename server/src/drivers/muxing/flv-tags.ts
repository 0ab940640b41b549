/** FLV as it is sent (Adobe Flash Video File Format 10.1, annexes E.2 to E.4). */

export const flvTagType = { audio: 8, video: 9, data: 18 } as const;

/** The beginning of a stream with these tracks. Players wait for every track that it announces. [MX2] */
export function flvHeader({ hasAudio, hasVideo }: { readonly hasAudio: boolean; readonly hasVideo: boolean }): Buffer {
  const flags = (hasAudio ? 0x04 : 0) | (hasVideo ? 0x01 : 0);
  return Buffer.from([0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, 9, 0, 0, 0, 0]);
}

/** The bytes before the payload of a tag. */
export function flvTagHeader(type: number, length: number, timestampMs: number): Buffer {
  const header = Buffer.alloc(11);
  header.writeUInt8(type, 0);
  header.writeUIntBE(length, 1, 3);
  header.writeUIntBE(timestampMs & 0xff_ffff, 4, 3);
  header.writeUInt8((timestampMs >>> 24) & 0xff, 7);
  return header;
}

/** The bytes after the payload of a tag. */
export function flvTagEnd(length: number): Buffer {
  const end = Buffer.alloc(4);
  end.writeUInt32BE(length + 11);
  return end;
}
