/** The tables of an MPEG transport stream with one program (ISO/IEC 13818-1, sections 2.4.4.3 and 2.4.4.8). */

export const pids = { pat: 0, pmt: 0x1000, video: 0x100, audio: 0x101 } as const;

export interface TsTracks {
  readonly video: 'h264' | undefined;
  readonly audio: 'aac' | 'mp3' | undefined;
}

/** Table 2-34. */
const streamTypes = { h264: 0x1b, aac: 0x0f, mp3: 0x03 } as const;

export function programTable(): Buffer {
  // One program, number 1.
  return section(0x00, Buffer.of(0, 1, 0xe0 | (pids.pmt >> 8), pids.pmt & 0xff));
}

export function mapTable({ video, audio }: TsTracks): Buffer {
  const clock = video ? pids.video : pids.audio;
  const tracks = [
    ...(video ? [track(streamTypes[video], pids.video)] : []),
    ...(audio ? [track(streamTypes[audio], pids.audio)] : []),
  ];
  return section(0x02, Buffer.concat([Buffer.of(0xe0 | (clock >> 8), clock & 0xff, 0xf0, 0), ...tracks]));
}

function track(type: number, pid: number): Buffer {
  return Buffer.of(type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0);
}

/** A section after its pointer: table id, length, version 0 of program or stream 1, and a checksum. */
function section(table: number, body: Buffer): Buffer {
  const length = 5 + body.length + 4;
  const head = Buffer.of(table, 0xb0 | (length >> 8), length & 0xff, 0, 1, 0xc1, 0, 0);
  const checked = Buffer.concat([head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(checked));
  return Buffer.concat([Buffer.of(0), checked, checksum]);
}

/** Annex A: the polynomial 0x04C11DB7, most significant bit first, without a final inversion. */
function crc32(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  return crc >>> 0;
}
