/** Tracks of an MP4: what decoders need, and the frame of a `trak` around the tables of its samples. Pure. */
import { BrokenMedia } from './broken-media.ts';
import { box, fullBox, uint16, uint32 } from './mp4-writing.ts';
import { readAvcConfig, readHevcConfig } from './parameter-sets.ts';

export interface VideoTrack {
  readonly kind: 'video';
  readonly codec: 'h264' | 'hevc' | 'av1' | 'vp9';
  /** The decoder configuration, as FLV and MP4 carry it. */
  readonly config: Buffer;
  /** 0: unknown. Decoders take the size from the pictures. */
  readonly width: number;
  readonly height: number;
}

export interface AudioTrack {
  readonly kind: 'audio';
  readonly codec: 'aac' | 'mp3' | 'opus';
  /** Of MP3: the header of a frame. */
  readonly config: Buffer;
}

export type Mp4Track = VideoTrack | AudioTrack;

/** Units in a second, of all times in the files. */
export const timescale = 1_000;

/** Configurations have some hundred bytes. */
const mostConfigBytes = 8_192;
const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
/** `und`, three letters of five bits each: the language is not known. */
const undetermined = 0x55c4;
/** The field has no place for higher ones: 0 stands for these. */
const sampleRates = [0, 0, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

/** @throws BrokenMedia if decoders could not read the track by its configuration. */
export function checkTrack(track: Mp4Track): void {
  if (track.config.length > mostConfigBytes) throw new BrokenMedia('a configuration of no usual length');
  if (track.kind === 'audio') audioEntry(track);
  else checkPicture(track);
}

function checkPicture({ codec, config }: VideoTrack): void {
  if (codec === 'h264') readAvcConfig(config);
  else if (codec === 'hevc') readHevcConfig(config);
  // AV1 Codec ISO Media File Format Binding, section 2.3.3: a marker and version 1.
  else if (codec === 'av1' && (config.length < 4 || config[0] !== 0x81))
    throw new BrokenMedia('an unusual configuration of AV1');
  else if (codec === 'vp9') vp9Record(config);
}

/**
 * VP Codec ISO Media File Format Binding, section "VP Codec Configuration Box". Some encoders send it with the version
 * of the box before it.
 */
export function vp9Record(config: Buffer): Buffer {
  const record = config.length === 12 && config.readUInt32BE() === 0x1000000 ? config.subarray(4) : config;
  if (record.length !== 8) throw new BrokenMedia('an unusual configuration of VP9');
  return record;
}

export function movieHeader(durationMs: number): Buffer {
  const times = uint32(0, 0, timescale, Math.min(durationMs, 0xffffffff));
  const rest = [uint32(0x10000), uint16(0x100, 0), uint32(0, 0), matrix, Buffer.alloc(24), uint32(3)];
  return fullBox('mvhd', 0, 0, times, ...rest);
}

/** `tables`: the boxes that say where the samples are. `edits`: a box that delays the track, or nothing. */
export function trackBox(track: Mp4Track, id: number, durationMs: number, edits: Buffer, tables: Buffer): Buffer {
  const isVideo = track.kind === 'video';
  const duration = Math.min(durationMs, 0xffffffff);
  const [width, height] = isVideo ? [track.width, track.height] : [0, 0];
  const header = fullBox(
    'tkhd',
    0,
    3,
    uint32(0, 0, id, 0, duration, 0, 0),
    uint16(0, 0, isVideo ? 0 : 0x100, 0),
    matrix,
    uint32(width * 0x10000, height * 0x10000),
  );
  const media = fullBox('mdhd', 0, 0, uint32(0, 0, timescale, duration), uint16(undetermined, 0));
  const handler = Buffer.from(`${isVideo ? 'vide' : 'soun'}\0\0\0\0\0\0\0\0\0\0\0\0\0`, 'latin1');
  const kind = isVideo ? fullBox('vmhd', 0, 1, Buffer.alloc(8)) : fullBox('smhd', 0, 0, Buffer.alloc(4));
  const data = box('dinf', fullBox('dref', 0, 0, uint32(1), fullBox('url ', 0, 1)));
  const description = fullBox('stsd', 0, 0, uint32(1), isVideo ? videoEntry(track) : audioEntry(track));
  const samples = box('stbl', description, tables);
  const inner = box('mdia', media, fullBox('hdlr', 0, 0, uint32(0), handler), box('minf', kind, data, samples));
  return box('trak', header, edits, inner);
}

/** Names of sample entries, and of the boxes with the decoder configurations in them. */
const pictureBoxes = {
  h264: ['avc1', 'avcC'],
  hevc: ['hvc1', 'hvcC'],
  av1: ['av01', 'av1C'],
  vp9: ['vp09', 'vpcC'],
} as const;

function videoEntry({ codec, config, width, height }: VideoTrack): Buffer {
  const [name, configName] = pictureBoxes[codec];
  const head = [Buffer.alloc(6), uint16(1), Buffer.alloc(16), uint16(width, height), uint32(0x480000, 0x480000, 0)];
  const told = codec === 'vp9' ? fullBox(configName, 1, 0, vp9Record(config)) : box(configName, config);
  return box(name, ...head, uint16(1), Buffer.alloc(32), uint16(0x18, 0xffff), told);
}

function audioEntry({ codec, config }: AudioTrack): Buffer {
  if (codec === 'opus') return opusEntry(config);
  const { channels, sampleRate } = codec === 'mp3' ? mp3Facts(config) : audioFacts(config);
  const head = [Buffer.alloc(6), uint16(1), Buffer.alloc(8), uint16(channels, 16, 0, 0, sampleRate, 0)];
  // ISO/IEC 14496-1, section 7.2.6: a stream of MPEG-4 audio with this configuration, or of MPEG-1 audio.
  const special = codec === 'mp3' ? [] : [descriptor(5, config)];
  const decoder = descriptor(4, Buffer.of(codec === 'mp3' ? 0x6b : 0x40, 0x15, 0, 0, 0), uint32(0, 0), ...special);
  const stream = descriptor(3, Buffer.from([0, 0, 0]), decoder, descriptor(6, Buffer.from([2])));
  return box('mp4a', ...head, fullBox('esds', 0, 0, stream));
}

/**
 * `config` is the identification header of Opus (RFC 7845, section 5.1), whose numbers an MP4 has the other way round
 * (Encapsulation of Opus in ISO Base Media File Format, section 4.3.2).
 */
function opusEntry(config: Buffer): Buffer {
  // More than two channels come with a table of their own.
  if (config.length < 19 || config.toString('latin1', 0, 8) !== 'OpusHead' || config[18] !== 0)
    throw new BrokenMedia('an unusual configuration of Opus');
  const channels = config[9]!;
  const head = [Buffer.alloc(6), uint16(1), Buffer.alloc(8), uint16(channels, 16, 0, 0, 48_000, 0)];
  const [skipped, rate, gain] = [config.readUInt16LE(10), config.readUInt32LE(12), config.readUInt16LE(16)];
  return box(
    'Opus',
    ...head,
    box('dOps', Buffer.of(0, channels), uint16(skipped), uint32(rate), uint16(gain), Buffer.of(0)),
  );
}

function descriptor(tag: number, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const sizes = [21, 14, 7].map((shift) => ((length >> shift) & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([tag, ...sizes, length & 0x7f]), ...content]);
}

/** AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1). */
function audioFacts(config: Buffer): { readonly channels: number; readonly sampleRate: number } {
  if (config.length < 2 || config.length > 1_000) throw new BrokenMedia('a configuration of AAC of no usual length');
  const bits = config.readUInt16BE();
  // A rate that is spelled out stays 0 here: decoders take it from the configuration.
  return { channels: (bits >> 3) & 0x0f || 2, sampleRate: sampleRates[(bits >> 7) & 0x0f] ?? 0 };
}

/** ISO/IEC 11172-3, section 2.4.1.3, and 13818-3 for the lower rates. */
function mp3Facts(header: Buffer): { readonly channels: number; readonly sampleRate: number } {
  const [version, rate] = [((header[1] ?? 0) >> 3) & 3, [44_100, 48_000, 32_000][((header[2] ?? 0) >> 2) & 3]];
  const divisor = [4, undefined, 2, 1][version];
  if (header.length < 4 || header.readUInt16BE() < 0xffe0 || rate === undefined || divisor === undefined)
    throw new BrokenMedia('a broken header of MP3');
  return { channels: header[3]! >> 6 === 3 ? 1 : 2, sampleRate: Math.floor(rate / divisor) };
}
