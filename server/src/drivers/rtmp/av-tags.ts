/**
 * Reads an audio or video message: its codec, its kind, and the bytes of the codec (Adobe Flash Video File Format 10.1,
 * annex E.4, and Enhanced RTMP v2 for codecs with a FourCC). Pure.
 */
import { RtmpError } from './rtmp-error.ts';

export type VideoCodec = 'h264' | 'hevc' | 'av1' | 'vp9' | 'other';
export type AudioCodec = 'aac' | 'mp3' | 'opus' | 'other';

export interface VideoTag {
  readonly codec: VideoCodec;
  /** `config`: parameters that decoders need first; `end`: nothing follows; `other`: passed on, but not understood. */
  readonly kind: 'config' | 'frame' | 'end' | 'other';
  readonly isKey: boolean;
  /** Milliseconds from decoding to showing. */
  readonly compositionMs: number;
  readonly data: Buffer;
}

export interface AudioTag {
  readonly codec: AudioCodec;
  readonly kind: 'config' | 'frame' | 'other';
  readonly data: Buffer;
}

/** E.4.3.1; 12 is HEVC from encoders that sent it before enhanced RTMP. */
const videoCodecs: Readonly<Record<number, VideoCodec>> = { 7: 'h264', 12: 'hevc' };
const videoFourCcs: Readonly<Record<string, VideoCodec>> = { avc1: 'h264', hvc1: 'hevc', av01: 'av1', vp09: 'vp9' };
const audioFourCcs: Readonly<Record<string, AudioCodec>> = { mp4a: 'aac', '.mp3': 'mp3', Opus: 'opus' };

const keyFrame = 1;
/** A command to the player, with no picture. (E.4.3.1) */
const infoFrame = 5;
const packet = { sequenceStart: 0, codedFrames: 1, sequenceEnd: 2, codedFramesX: 3 } as const;
const soundFormat = { mp3: 2, enhanced: 9, aac: 10 } as const;

/** @throws RtmpError `broken_tag` */
export function readVideoTag(payload: Buffer): VideoTag {
  const first = byteAt(payload, 0);
  const frameType = (first >> 4) & 0x07;
  const isKey = frameType === keyFrame;
  if (frameType === infoFrame) return { ...nothing, codec: 'other', isKey: false };
  return first & 0x80 ? enhancedVideo(payload, first & 0x0f, isKey) : plainVideo(payload, first & 0x0f, isKey);
}

const nothing = { kind: 'other', compositionMs: 0, data: Buffer.alloc(0) } as const;

function plainVideo(payload: Buffer, codecId: number, isKey: boolean): VideoTag {
  const codec = videoCodecs[codecId];
  if (codec === undefined) return { ...nothing, codec: 'other', isKey };
  const type = byteAt(payload, 1);
  const compositionMs = signed24(payload, 2);
  const data = payload.subarray(5);
  if (type === packet.sequenceStart) return { codec, kind: 'config', isKey, compositionMs: 0, data };
  if (type === packet.sequenceEnd) return { ...nothing, codec, kind: 'end', isKey: false };
  return { codec, kind: 'frame', isKey, compositionMs, data };
}

function enhancedVideo(payload: Buffer, type: number, isKey: boolean): VideoTag {
  const codec = videoFourCcs[fourCc(payload)] ?? 'other';
  if (type === packet.sequenceStart)
    return { codec, kind: 'config', isKey, compositionMs: 0, data: payload.subarray(5) };
  if (type === packet.sequenceEnd) return { ...nothing, codec, kind: 'end', isKey: false };
  if (type === packet.codedFramesX) return { codec, kind: 'frame', isKey, compositionMs: 0, data: payload.subarray(5) };
  if (type !== packet.codedFrames) return { ...nothing, codec, isKey };
  // Codecs without pictures out of order have no offset.
  const hasOffset = codec === 'h264' || codec === 'hevc';
  const compositionMs = hasOffset ? signed24(payload, 5) : 0;
  return { codec, kind: 'frame', isKey, compositionMs, data: payload.subarray(hasOffset ? 8 : 5) };
}

/** @throws RtmpError `broken_tag` */
export function readAudioTag(payload: Buffer): AudioTag {
  const first = byteAt(payload, 0);
  const format = first >> 4;
  if (format === soundFormat.mp3) return { codec: 'mp3', kind: 'frame', data: payload.subarray(1) };
  if (format === soundFormat.aac) {
    const kind = byteAt(payload, 1) === packet.sequenceStart ? 'config' : 'frame';
    return { codec: 'aac', kind, data: payload.subarray(2) };
  }
  if (format !== soundFormat.enhanced) return { codec: 'other', kind: 'frame', data: payload.subarray(1) };
  const codec = audioFourCcs[fourCc(payload)] ?? 'other';
  const type = first & 0x0f;
  const kind = type === packet.sequenceStart ? 'config' : type === packet.codedFrames ? 'frame' : 'other';
  return { codec, kind, data: payload.subarray(5) };
}

function byteAt(payload: Buffer, at: number): number {
  const byte = payload[at];
  if (byte === undefined) throw new RtmpError('broken_tag');
  return byte;
}

function fourCc(payload: Buffer): string {
  if (payload.length < 5) throw new RtmpError('broken_tag');
  return payload.toString('latin1', 1, 5);
}

function signed24(payload: Buffer, at: number): number {
  if (payload.length < at + 3) throw new RtmpError('broken_tag');
  return payload.readIntBE(at, 3);
}
