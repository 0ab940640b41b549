import type { PlaybackInfo } from '@matinee/contract/gen/api.ts';
import { expect, test, vi } from 'vitest';
import { previewOf } from './preview.ts';

const info = (media: object, more = {}) =>
  ({ medias: [media], default_media_index: 0, ...more }) as unknown as PlaybackInfo;
const film = { url: '/api/film', format: 'file', proxied: true };

test('[SY64] pictures are made of files that pass through this server, and of lists of parts', () => {
  expect(previewOf(info(film), false)).toEqual({ storyboardPath: undefined, film, remuxing: undefined });
  expect(previewOf(info(film), false, 'copied')?.remuxing).toBe('copied');
  expect(previewOf(info({ ...film, proxied: false }), false)).toBeUndefined();
  const list = { ...film, proxied: false, format: 'hls' };
  expect(previewOf(info(list), false)).toBeUndefined();
  vi.stubGlobal('MediaSource', class {});
  expect(previewOf(info(list), false)?.film).toEqual(list);
  expect(previewOf(info({ ...list, url: '' }), false)).toBeUndefined();
  expect(previewOf(info({ ...list, format: 'embed' }), false)).toBeUndefined();
});

test('[SY64] those of upstream come first, and nobody who saves data pays for any', () => {
  const storyboard = { url: '/api/playback-providers/storyboards/0?sig=1' };
  const given = info({ ...film, proxied: false }, { storyboard });
  expect(previewOf(given, false)).toEqual({ storyboardPath: '/api/playback-providers/storyboards/0', film: undefined });
  expect(previewOf(given, true)).toBeUndefined();
  expect(previewOf(undefined, false)).toBeUndefined();
});
