/** Films of all codecs as encoders send them by enhanced RTMP: made by ffmpeg, read from MP4. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { encodedBytes } from '@matinee/testkit/films/encoded.ts';
import { programPath } from '@matinee/testkit/outside/programs.ts';
import type { MediaMessage } from '../rtmp/session.ts';

const pictures = {
  h264: { box: 'avcC', fourCc: 'avc1', encoder: ['libx264', '-preset', 'ultrafast', '-bf', '2'] },
  hevc: {
    ...{ box: 'hvcC', fourCc: 'hvc1' },
    encoder: ['libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-x265-params', 'log-level=none:keyint=25'],
  },
  av1: { box: 'av1C', fourCc: 'av01', encoder: ['libaom-av1', '-cpu-used', '8', '-usage', 'realtime'] },
  vp9: { box: 'vpcC', fourCc: 'vp09', encoder: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'] },
} as const;
const sounds = { aac: 'aac', mp3: 'libmp3lame', opus: 'libopus' } as const;

export interface CodedFilm {
  readonly video?: keyof typeof pictures;
  readonly audio?: keyof typeof sounds;
  readonly seconds?: number;
  readonly size?: string;
}

/** A key frame each second, and sound. */
export function codedMessages({ video, audio, seconds = 3, size = '160x90' }: CodedFilm): MediaMessage[] {
  const film = encodedBytes(
    [
      ...(video ? ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=25`] : []),
      ...(audio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : []),
      ...['-t', String(seconds)],
      ...(video ? ['-c:v', ...pictures[video].encoder, '-pix_fmt', 'yuv420p', '-g', '25', '-keyint_min', '25'] : []),
      ...(audio ? ['-c:a', sounds[audio], '-ac', '2'] : []),
    ],
    'film.mp4',
  );
  const packets = packetsOf(film);
  return [
    ...(video ? [message('video', 0, [videoHead(video, true, 0), contentOf(film, pictures[video].box)])] : []),
    ...(audio && audio !== 'mp3' ? [message('audio', 0, [audioHead(audio, 0), soundConfig(film, audio)])] : []),
    ...packets.map(({ kind, dtsMs, ptsMs, isKey, bytes }) =>
      kind === 'video'
        ? message(kind, dtsMs, [videoHead(video!, isKey, 1, ptsMs - dtsMs), bytes])
        : message(kind, dtsMs, [audioHead(audio!, 1), bytes]),
    ),
  ];
}

const message = (kind: 'audio' | 'video', timestamp: number, parts: readonly Buffer[]): MediaMessage => ({
  ...{ kind, timestamp, payload: Buffer.concat(parts) },
});

/** `type`: 0 for a configuration, 1 for a frame. */
function videoHead(codec: keyof typeof pictures, isKey: boolean, type: 0 | 1, compositionMs = 0): Buffer {
  const offset = Buffer.alloc(3);
  offset.writeUIntBE(compositionMs, 0, 3);
  const frameType = isKey ? 1 : 2;
  if (codec === 'h264') return Buffer.concat([Buffer.of((frameType << 4) | 7, type), offset]);
  const head = Buffer.concat([Buffer.of(0x80 | (frameType << 4) | type), Buffer.from(pictures[codec].fourCc)]);
  return codec === 'hevc' && type === 1 ? Buffer.concat([head, offset]) : head;
}

function audioHead(codec: keyof typeof sounds, type: 0 | 1): Buffer {
  if (codec === 'mp3') return Buffer.of(0x2f);
  if (codec === 'aac') return Buffer.of(0xaf, type);
  return Buffer.concat([Buffer.of(0x90 | type), Buffer.from('Opus')]);
}

function contentOf(film: Buffer, box: string): Buffer {
  const at = film.indexOf(box);
  // The record of VP9 stands behind the version of its box.
  return film.subarray(at + (box === 'vpcC' ? 8 : 4), at - 4 + film.readUInt32BE(at - 4));
}

function soundConfig(film: Buffer, codec: 'aac' | 'opus'): Buffer {
  if (codec === 'aac') {
    const at = film.indexOf(Buffer.of(5, 0x80, 0x80, 0x80), film.indexOf('esds'));
    return film.subarray(at + 5, at + 5 + film[at + 4]!);
  }
  const told = contentOf(film, 'dOps');
  const head = Buffer.alloc(11);
  head.writeUInt8(1, 0);
  head.writeUInt8(told[1]!, 1);
  head.writeUInt16LE(told.readUInt16BE(2), 2);
  head.writeUInt32LE(told.readUInt32BE(4), 4);
  return Buffer.concat([Buffer.from('OpusHead'), head]);
}

function packetsOf(film: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-coded-'));
  try {
    const file = join(folder, 'film.mp4');
    writeFileSync(file, film);
    const asked = ['-v', 'error', '-show_packets', '-show_streams', '-of', 'json', file];
    const told = execFileSync(join(dirname(programPath('ffmpeg')), 'ffprobe'), asked, { maxBuffer: 64 * 1_048_576 });
    const { packets, streams } = JSON.parse(told.toString()) as {
      packets: { stream_index: number; pts_time: string; dts_time: string; flags: string; pos: string; size: string }[];
      streams: { codec_type: 'audio' | 'video' }[];
    };
    // Times of packets may begin before 0.
    const toMs = (seconds: string) => Math.round(Number(seconds) * 1_000) + 100;
    return packets.map((one) => ({
      ...{ kind: streams[one.stream_index]!.codec_type, dtsMs: toMs(one.dts_time), ptsMs: toMs(one.pts_time) },
      ...{ isKey: one.flags.startsWith('K') },
      bytes: film.subarray(Number(one.pos), Number(one.pos) + Number(one.size)),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
