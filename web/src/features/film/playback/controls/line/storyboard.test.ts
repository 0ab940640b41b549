import { expect, test } from 'vitest';
import { loadStoryboard, partOf, pictureAt } from './storyboard.ts';

const picture = (start_seconds: number, more = {}) => ({
  start_seconds,
  sheet: 0,
  x: 0,
  y: 0,
  width: 160,
  height: 90,
  ...more,
});

test('[SY64] the picture of a place is the one that began last', () => {
  const pictures = [picture(2), picture(10), picture(20)];
  const starts = [0, 2, 9.9, 10, 1e6].map((seconds) => pictureAt(pictures, seconds)?.start_seconds);
  expect(starts).toEqual([2, 2, 2, 10, 20]);
  expect(pictureAt([], 5)).toBeUndefined();
});

test('[SY64] a part that its sheet does not have is not shown', () => {
  const sheet = { naturalWidth: 320, naturalHeight: 180 };
  expect(partOf(picture(0, { x: 160, y: 90 }), sheet)).toEqual({ x: 160, y: 90, width: 160, height: 90 });
  expect(partOf(picture(0, { x: 161 }), sheet)).toBeUndefined();
  expect(partOf(picture(0, { y: 9_000 }), sheet)).toBeUndefined();
  expect(partOf(picture(0, { width: 0, height: 0 }), sheet)).toEqual({ x: 0, y: 0, width: 320, height: 180 });
});

test('[SY64] the pictures of a film are asked for once, and one without any has none', async () => {
  const asked: string[] = [];
  const answers: Record<string, Response> = {
    '/with': Response.json({ sheets: ['/sheet'], pictures: [picture(0)] }),
    '/without': Response.json({ sheets: [], pictures: [] }),
    '/broken': new Response('no', { status: 502 }),
    '/page': new Response('<html>'),
  };
  const load = async (path: string) => {
    asked.push(path);
    return answers[path]!;
  };
  const api = { load };
  expect((await loadStoryboard(api, '/with'))?.pictures).toHaveLength(1);
  await loadStoryboard(api, '/with');
  expect(asked).toEqual(['/with']);
  for (const path of ['/without', '/broken', '/page']) expect(await loadStoryboard(api, path)).toBeUndefined();
});
