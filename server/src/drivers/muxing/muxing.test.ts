import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAdts } from './adts.ts';
import { toAnnexB } from './annex-b.ts';
import { BrokenMedia } from './broken-media.ts';
import { flvHeader, flvTagEnd, flvTagHeader } from './flv-tags.ts';
import { readAvcConfig, readHevcConfig } from './parameter-sets.ts';
import { av1Size, hevcSize, vp9Size } from './picture-sizes.ts';
import { onlyTrack } from './ts-filter.ts';
import { packetBytes, TsMuxer } from './ts-muxer.ts';

const bytes = (maxLength = 64) => fc.uint8Array({ maxLength }).map((one) => Buffer.from(one));
const isTame = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch (cause) {
    return cause instanceof BrokenMedia;
  }
};

const avcConfig = Buffer.from('0164001fffe1000467640001' + '01000268ee', 'hex');

test('[MX1] configurations and pictures of any bytes are read or refused', () => {
  const hevc = bytes(40).map((rest) => Buffer.concat([Buffer.alloc(22, 1), rest]));
  fc.assert(
    fc.property(fc.oneof(bytes(), hevc), bytes(200), fc.integer({ min: 1, max: 4 }), (config, picture, lengthBytes) => {
      const sets = { lengthBytes, units: [] };
      return (
        isTame(() => readAvcConfig(config)) &&
        isTame(() => readHevcConfig(config)) &&
        isTame(() => toAnnexB(picture, sets, true)) &&
        isTame(() => makeAdts(config)(picture)) &&
        isTame(() => av1Size(config)) &&
        isTame(() => vp9Size(config)) &&
        isTame(() => hevcSize(config))
      );
    }),
  );
});

test('[MX2] a stream of sound alone announces no picture', () => {
  expect(flvHeader({ hasAudio: true, hasVideo: false })[4]).toBe(0x04);
  expect(flvHeader({ hasAudio: true, hasVideo: true }).toString('hex')).toBe('464c5601050000000900000000');
});

test('[MX2] a time stamp has its highest byte last', () => {
  expect(flvTagHeader(9, 0x010203, 0x7a_bcdef0).toString('hex')).toBe('09010203bcdef07a000000');
  expect(flvTagEnd(5).readUInt32BE()).toBe(16);
});

describe('MPEG-TS', () => {
  const frame = (length: number, dtsMs = 0, ptsMs = dtsMs, isKey = false) => ({
    dtsMs,
    ptsMs,
    isKey,
    bytes: Buffer.alloc(length, 0xab),
  });
  const packed = (muxer: TsMuxer, track: 'audio' | 'video', one: ReturnType<typeof frame>) => {
    const { counter, size } = muxer.place(track, one, one.bytes.length);
    const packets = muxer.write(track, one, counter);
    expect(packets.length).toBe(size);
    return packets;
  };
  const packetsOf = (ts: Buffer) =>
    Array.from({ length: ts.length / packetBytes }, (_, i) => ts.subarray(i * packetBytes, (i + 1) * packetBytes));

  test('[MX3] frames of any length fill whole packets, counted for each track, and come out as they went in', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2_000), fc.boolean(), fc.boolean()), { minLength: 1 }), (frames) => {
        const muxer = new TsMuxer({ video: 'h264', audio: 'aac' });
        const ts = Buffer.concat(
          frames.map(([length, isVideo, isKey]) =>
            isVideo ? packed(muxer, 'video', frame(length, 0, 0, isKey)) : packed(muxer, 'audio', frame(length)),
          ),
        );
        const counters = new Map<number, number>();
        let carried = 0;
        for (const packet of packetsOf(ts)) {
          expect(packet[0]).toBe(0x47);
          const pid = packet.readUInt16BE(1) & 0x1fff;
          expect(packet[3]! & 0x0f).toBe(counters.get(pid) ?? 0);
          counters.set(pid, ((packet[3]! & 0x0f) + 1) & 0x0f);
          carried += 184 - (packet[3]! & 0x20 ? 1 + packet[4]! : 0);
        }
        const headers = frames.length * 14;
        expect(carried).toBe(frames.reduce((sum, [length]) => sum + length, 0) + headers);
      }),
    );
  });

  test('[MX3] the tables name the tracks, with a checksum', () => {
    const tables = new TsMuxer({ video: 'h264', audio: 'aac' }).tables();
    expect(tables.length).toBe(2 * packetBytes);
    // ISO/IEC 13818-1, table 2-28. libavformat writes the same checksum over the whole section.
    expect(tables.subarray(4, 21).toString('hex')).toBe('0000b00d0001c100000001f0002ab104b2');
  });

  test('[MX4] time stamps wrap around after 33 bits', () => {
    const [packet] = packetsOf(
      packed(new TsMuxer({ video: 'h264', audio: undefined }), 'video', frame(10, 2 ** 33 / 90, 2 ** 33 / 90)),
    );
    const at = packet!.indexOf(Buffer.from('000001e0', 'hex'));
    // 63 000 ticks of lead, after a whole turn (and its remainder of a millisecond).
    const stamp =
      ((packet![at + 9]! >> 1) & 7) * 2 ** 30 +
      (packet!.readUInt16BE(at + 10) >> 1) * 2 ** 15 +
      (packet!.readUInt16BE(at + 12) >> 1);
    expect(Math.abs(stamp - 63_000)).toBeLessThan(90);
  });

  test('[MX6] a segment with one of its tracks has no packet of the other', () => {
    const tracks = { video: 'h264', audio: 'aac' } as const;
    const muxer = new TsMuxer(tracks);
    const whole = Buffer.concat([
      muxer.tables(),
      packed(muxer, 'video', frame(500, 0, 0, true)),
      packed(muxer, 'audio', frame(100)),
    ]);
    const pids = (ts: Buffer) => new Set(packetsOf(ts).map((packet) => packet.readUInt16BE(1) & 0x1fff));
    expect(pids(onlyTrack(whole, 'audio', tracks))).toEqual(new Set([0, 0x1000, 0x101]));
    expect(pids(onlyTrack(whole, 'video', tracks))).toEqual(new Set([0, 0x1000, 0x100]));
  });
});

describe('codecs', () => {
  test('[MX5] a key frame of H.264 begins with what decoders need', () => {
    const sets = readAvcConfig(avcConfig);
    expect(sets.units.map((unit) => unit.toString('hex'))).toEqual(['67640001', '68ee']);
    const picture = Buffer.from('0000000265880000000241aa', 'hex');
    expect(toAnnexB(picture, sets, true).toString('hex')).toBe(
      ['000000010' + '9f0', '0000000167640001', '0000000168ee', '000000016588', '0000000141aa'].join(''),
    );
    expect(toAnnexB(picture, sets, false).toString('hex')).toBe('0000000109f00000000165880000000141aa');
  });

  test('[MX5] a frame of AAC gets a header: AAC-LC, 44.1 kHz, stereo', () => {
    expect(makeAdts(Buffer.from('1210', 'hex'))(Buffer.alloc(10)).subarray(0, 7).toString('hex')).toBe(
      'fff15080023ffc',
    );
  });
});
