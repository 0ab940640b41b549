import type { Playback } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { chosenInfo, isUnknown, playbackSource } from '../playback.port.ts';

const playback = (url: string, format = 'hls', version = 1) =>
  ({
    media_id: 'med_1',
    default_mode: 'direct',
    playback_infos: { direct: { medias: [{ url, format, proxied: false, headers: {} }], default_media_index: 0 } },
    media: { id: 'med_1', version },
  }) as unknown as Playback;

test('[SY60] an item without an address has yet to be asked for, and one of another player has none', () => {
  expect(isUnknown(playback(''))).toBe(true);
  expect(chosenInfo(playback(''))).toBeUndefined();
  for (const known of [playback('https://a.example/m.m3u8'), playback('', 'embed'), playback('', 'own_copy')]) {
    expect(isUnknown(known)).toBe(false);
    expect(chosenInfo(known)).toBeDefined();
  }
});

test('[SY60] what was found out is kept when the same is told again, and not for another source', () => {
  const found = playback('https://a.example/m.m3u8');
  const merge = (told: Playback) => playbackSource.merge(found, { playback: told } as never);
  expect(merge(playback(''))).toBe(found);
  const other = playback('', 'hls', 2);
  expect(merge(other)).toBe(other);
});
