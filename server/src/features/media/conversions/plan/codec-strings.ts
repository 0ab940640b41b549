/** Names of codecs in MIME types (RFC 6381) from what ffprobe says about a stream. Pure. */
import type { VideoStream } from './film-streams.ts';

type Coded = Pick<VideoStream, 'codec' | 'profile' | 'level' | 'pixelFormat'>;

/** Profile and constraints of H.264 (ITU-T H.264, annex A.2). */
const avcProfiles: Readonly<Record<string, string>> = {
  'Constrained Baseline': '42e0',
  Baseline: '4200',
  Main: '4d40',
  High: '6400',
};

/** Undefined: browsers play no such pictures as they are, or the name cannot be told. */
export function codecString({ codec, profile, level, pixelFormat }: Coded): string | undefined {
  const isEightBit = pixelFormat === 'yuv420p' || pixelFormat === 'yuvj420p';
  const isTenBit = pixelFormat === 'yuv420p10le';
  if (!isEightBit && !isTenBit) return undefined;
  if (codec === 'h264') {
    const known = avcProfiles[profile];
    return known && isEightBit ? `avc1.${known}${hex(level)}` : undefined;
  }
  // Main is profile 1, Main 10 is 2; the compatibility flags say the same in reverse (ISO/IEC 14496-15, annex E.3).
  if (codec === 'hevc' && profile === 'Main') return `hvc1.1.6.L${level}.B0`;
  if (codec === 'hevc' && profile === 'Main 10') return `hvc1.2.4.L${level}.B0`;
  const bits = isTenBit ? '10' : '08';
  if (codec === 'av1' && profile === 'Main') return `av01.0.${String(level).padStart(2, '0')}M.${bits}`;
  // ffprobe tells no level of VP9; 4.1 is enough for 1080p at 60 frames a second.
  if (codec === 'vp9') return isTenBit ? 'vp09.02.41.10' : 'vp09.00.41.08';
  return undefined;
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}
