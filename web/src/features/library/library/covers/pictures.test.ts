import { expect, test } from 'vitest';
import { makePictures } from './pictures.ts';

function world(statusOf: (path: string) => number = () => 200) {
  const asked: string[] = [];
  const revoked: string[] = [];
  const open: (() => void)[] = [];
  const made: string[] = [];
  let isAnswering = false;
  const pictures = makePictures(
    {
      async load(path) {
        asked.push(path);
        if (!isAnswering) await new Promise<void>((resolve) => open.push(resolve));
        const status = statusOf(path);
        if (status === 0) throw new Error('nobody answers');
        return new Response(status === 200 ? 'picture' : null, { status });
      },
    },
    { createObjectURL: () => `blob:${made.push('')}`, revokeObjectURL: (url) => void revoked.push(url) },
  );
  const answerAll = () => {
    isAnswering = true;
    for (const answer of open) answer();
  };
  return { asked, revoked, open, pictures, answerAll };
}

test('[WL30] each picture is loaded once, two at a time', async () => {
  const { asked, open, pictures, answerAll } = world();
  const loads = ['/a', '/b', '/c', '/d', '/a'].map((path) => pictures.load(path));
  expect(asked).toEqual(['/a', '/b']);
  open.shift()?.();
  expect(await loads[0]).toBe('blob:1');
  expect(asked).toEqual(['/a', '/b', '/c']);
  answerAll();
  expect(await Promise.all(loads)).toEqual(['blob:1', 'blob:2', 'blob:3', 'blob:4', 'blob:1']);
  expect(asked).toEqual(['/a', '/b', '/c', '/d']);
});

test('[WL30] an item without a picture is not asked for again, one whose server failed or cannot be reached is', async () => {
  const statuses: Readonly<Record<string, number>> = { '/none': 404, '/failed': 502 };
  const { asked, pictures, answerAll } = world((path) => statuses[path] ?? 0);
  answerAll();
  for (const path of ['/none', '/none', '/failed', '/failed', '/unreachable', '/unreachable'])
    expect(await pictures.load(path)).toBeUndefined();
  expect(asked).toEqual(['/none', '/failed', '/failed', '/unreachable', '/unreachable']);
});

test('[WL30] of more than 300 pictures those are given up that were not looked at for longest', async () => {
  const { asked, revoked, pictures, answerAll } = world();
  answerAll();
  await Promise.all(Array.from({ length: 300 }, (_, index) => pictures.load(`/${index}`)));
  const second = await pictures.load('/1');
  await pictures.load('/0');
  expect(revoked).toEqual([]);
  await pictures.load('/300');
  await pictures.load('/301');
  expect([asked.length, revoked.length]).toEqual([302, 2]);
  expect([await pictures.load('/1'), asked.length, revoked]).toEqual([
    second,
    302,
    expect.not.arrayContaining([second]),
  ]);
  await pictures.load('/2');
  expect(asked.length).toBe(303);
});
