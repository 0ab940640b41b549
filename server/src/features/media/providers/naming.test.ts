import { create } from '@bufbuild/protobuf';
import { MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { mediaProviders } from '../../../composition/gen/media-providers.ts';
import type { ProviderTools } from '../../../providers/provider.ts';
import { makeNaming } from './naming.ts';

const source = create(MediaSourceSchema, { source: { case: 'youtube', value: { videoId: 'dQw4w9WgXcQ' } } });
const standIn = 'YouTube dQw4w9WgXcQ';

function naming(ask: () => Promise<Response>) {
  const clock = new FakeClock();
  const tools: ProviderTools = { ask, remember: (_, work) => work(), clock: new FakeClock() };
  return { clock, findName: makeNaming({ providers: mediaProviders, toolsOf: () => tools, clock }) };
}
const titled = (title: string) => async () => new Response(JSON.stringify({ title }));

test('[PV40] the name of the site is taken, on one line and not too long', async () => {
  const { findName } = naming(titled(`  A\n film ${'x'.repeat(600)}`));
  const name = await findName(source, '');
  expect(name.startsWith('A film xx')).toBe(true);
  expect(name.length).toBe(500);
  expect(await findName(source, standIn)).toBe(name);
  expect(await findName(source, 'My name')).toBe('My name');
});

test('[PV40] a site that is slow, broken or empty names nothing', async () => {
  expect(await naming(titled(' \u200b ')).findName(source, '')).toBe(standIn);
  expect(await naming(async () => Promise.reject(new Error('broken'))).findName(source, '')).toBe(standIn);
  const { clock, findName } = naming(() => new Promise(() => {}));
  const name = findName(source, '');
  clock.advance(4_000);
  expect(await name).toBe(standIn);
});

test('[PV40] of many at once, only some are asked for', async () => {
  let asked = 0;
  const { clock, findName } = naming(() => {
    asked += 1;
    return new Promise(() => {});
  });
  const names = Array.from({ length: 100 }, () => findName(source, ''));
  clock.advance(4_000);
  expect(new Set(await Promise.all(names))).toEqual(new Set([standIn]));
  expect(asked).toBe(8);
});
