import type { PlaybackInfo } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { previewUrlOf } from './preview-url.ts';

const info = (media: object) => ({ medias: [media], default_media_index: 0 }) as unknown as PlaybackInfo;
const film = { url: '/api/film', format: 'file', proxied: true };

test('[SY64] previews are made of files that pass through this server, and of nothing else', () => {
  expect(previewUrlOf(info(film), false)).toBe('/api/film');
  expect(previewUrlOf(info({ ...film, proxied: false }), false)).toBeUndefined();
  expect(previewUrlOf(info({ ...film, format: 'hls' }), false)).toBeUndefined();
  expect(previewUrlOf(info(film), true)).toBeUndefined();
  expect(previewUrlOf(undefined, false)).toBeUndefined();
});
