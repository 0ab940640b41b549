import { expect, test } from 'vitest';
import { wordsOf } from './advice-words.ts';
import { codecsOf, rateOf, sizeOf } from './words.port.ts';

test('[WLS3] a stream is told by its size, its codecs and its rate', () => {
  const facts = { bits_per_second: 4_120_000, flv_readers: 0, hls_readers: 0, web_rtc_readers: 0, has_hls: true };
  expect(codecsOf({ ...facts, video_codec: 'h264', audio_codec: 'aac' })).toBe('H.264, AAC');
  expect(codecsOf({ ...facts, audio_codec: 'other' })).toBe('other');
  expect(codecsOf(facts)).toBe('');
  expect(sizeOf({ ...facts, width: 1_920, height: 1_080 })).toBe('1920 × 1080');
  expect(sizeOf(facts)).toBe('');
  expect(rateOf(4_120_000, 'en')).toBe('4.1 Mb/s');
});

test('[WLS8] advice has numbers in the units that its words name', () => {
  const numbers = (...asked: Parameters<typeof wordsOf>) => wordsOf(...asked).values;
  expect(numbers({ fault: 'bit_rate_high', measured: 12_400_000, expected: 10_000_000 }, 'en')).toMatchObject({
    measured: '12.4 Mb/s',
    expected: '10 Mb/s',
  });
  expect(numbers({ fault: 'no_hls', codec: 'av1' }, 'en')).toMatchObject({ codec: 'AV1' });
  expect(wordsOf({ fault: 'time_drifts', measured: 3.5 }, 'de')).toMatchObject({
    key: 'time_drifts',
    values: { measured: '3,5' },
  });
  expect(wordsOf({ fault: 'time_drifts', measured: -6 }, 'en')).toMatchObject({
    key: 'time_drifts_slow',
    values: { measured: '6' },
  });
});
