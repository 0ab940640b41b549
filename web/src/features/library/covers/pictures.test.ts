import { expect, test } from 'vitest';
import { makePictures } from './pictures.ts';

function world(statusOf: (path: string) => number = () => 200) {
  const asked: string[] = [];
  const revoked: string[] = [];
  const open: (() => void)[] = [];
  const made: string[] = [];
  const pictures = makePictures(
    {
      async load(path) {
        asked.push(path);
        await new Promise<void>((resolve) => open.push(resolve));
        const status = statusOf(path);
        return new Response(status === 200 ? 'picture' : null, { status });
      },
    },
    { createObjectURL: () => `blob:${made.push('')}`, revokeObjectURL: (url) => void revoked.push(url) },
  );
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const answerAll = async () => {
    while (open.length > 0) {
      open.shift()?.();
      await settle();
    }
  };
  return { asked, revoked, open, pictures, settle, answerAll };
}

test('[WL30] each picture is loaded once, two at a time', async () => {
  const { asked, pictures, answerAll } = world();
  const loads = ['/a', '/b', '/c', '/a'].map((path) => pictures.load(path));
  expect(asked).toEqual(['/a', '/b']);
  await answerAll();
  expect(await Promise.all(loads)).toEqual(['blob:1', 'blob:2', 'blob:3', 'blob:1']);
  expect(asked).toEqual(['/a', '/b', '/c']);
});

test('[WL30] an item without a picture is not asked for again, one whose server failed is', async () => {
  const { asked, pictures, answerAll } = world((path) => (path === '/none' ? 404 : 502));
  for (const path of ['/none', '/none', '/failed', '/failed']) {
    const load = pictures.load(path);
    await answerAll();
    expect(await load).toBeUndefined();
  }
  expect(asked).toEqual(['/none', '/failed', '/failed']);
});

test('[WL30] of many pictures those that were looked at first are given up', async () => {
  const { revoked, pictures, answerAll } = world();
  const loads = Array.from({ length: 301 }, (_, index) => pictures.load(`/${index}`));
  await answerAll();
  await Promise.all(loads);
  expect(revoked).toEqual(['blob:1']);
});
