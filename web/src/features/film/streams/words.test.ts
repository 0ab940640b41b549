import { expect, test } from 'vitest';
import { codecsOf, rateOf, sizeOf } from './words.port.ts';

test('[WLS3] a stream is told by its size, its codecs and its rate', () => {
  const facts = { bits_per_second: 4_120_000, flv_readers: 0, has_hls: true };
  expect(codecsOf({ ...facts, video_codec: 'h264', audio_codec: 'aac' })).toBe('H.264, AAC');
  expect(codecsOf({ ...facts, audio_codec: 'other' })).toBe('other');
  expect(codecsOf(facts)).toBe('');
  expect(sizeOf({ ...facts, width: 1_920, height: 1_080 })).toBe('1920 × 1080');
  expect(sizeOf(facts)).toBe('');
  expect(rateOf(4_120_000, 'en')).toBe('4.1 Mb/s');
});
