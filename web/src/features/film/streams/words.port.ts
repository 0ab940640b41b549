import type { LiveStreamFacts } from '@matinee/contract/gen/api.ts';

/** The usual spelling of these codecs. */
const codecNames: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
};

/** The usual spelling of a codec. Pure. */
export function codecName(codec: string): string {
  return codecNames[codec] ?? codec;
}

/** The codecs, `H.264, AAC`; empty: unknown. Pure. */
export function codecsOf({ video_codec, audio_codec }: LiveStreamFacts): string {
  const codecs = [video_codec, audio_codec].filter((codec) => codec !== undefined);
  return codecs.map(codecName).join(', ');
}

/** The size, `1920 × 1080`; empty: the encoder does not report it. Pure. */
export function sizeOf({ width, height }: LiveStreamFacts): string {
  return width === undefined || height === undefined ? '' : `${width} × ${height}`;
}

/** The bit rate, `4.1 Mb/s`. Pure. */
export function rateOf(bitsPerSecond: number, language: string): string {
  const megabits = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabit-per-second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return megabits.format(bitsPerSecond / 1_000_000);
}
