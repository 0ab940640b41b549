/** Values that the server gives out sealed or signed, without storing them. */
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../../kernel/random.ts';
import { makeSealer } from '../../../../kernel/sealing.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';
import { makePersonSeals } from './person-seals.ts';
import { makeThumbnailUrls } from './thumbnail-urls.ts';

const viewer = { userId: 'usr_1', sessionId: 'ses_1' };
const provider = { name: 'some_films', accounts: { thumbnails: { noun: 'thumbnail' } } } as unknown as MediaProvider;
const previewing = { name: 'some_films', accounts: { thumbnails: { noun: 'preview' } } } as unknown as MediaProvider;

test('[PV31] the address of a picture opens that picture alone, for an hour or two', () => {
  const clock = new FakeClock();
  const urls = makeThumbnailUrls('secret', clock);
  const url = new URL(urls.forViewer(provider, 'pac_1', viewer)('a/b?c'), 'http://x');
  expect(url.pathname).toBe('/api/providers/some-films/thumbnail/a%2Fb%3Fc');
  const named = { provider: 'some-films', accountId: 'pac_1', item: 'a/b?c' };
  expect(urls.verify(named, url.searchParams)).toMatchObject(viewer);
  for (const other of [{ item: 'd' }, { accountId: 'pac_2' }, { provider: 'webdav' }])
    expect(urls.verify({ ...named, ...other }, url.searchParams)).toBeUndefined();
  for (const [name, value] of [
    ['uid', 'usr_2.ses_1'],
    ['exp', '9999999999'],
    ['sig', ''],
    ['sig', `${url.searchParams.get('sig')}=`],
  ] as const) {
    const changed = new URLSearchParams(url.searchParams);
    changed.set(name, value);
    expect(urls.verify(named, changed), name).toBeUndefined();
  }
  clock.advance(59 * 60_000);
  expect(urls.verify(named, url.searchParams)).toBeDefined();
  clock.advance(62 * 60_000);
  expect(urls.verify(named, url.searchParams)).toBeUndefined();
});

test('[PV31] an upstream that calls them previews has them at its own path', () => {
  const urls = makeThumbnailUrls('secret', new FakeClock());
  const url = new URL(urls.forViewer(previewing, 'pac_1', viewer)('5'), 'http://x');
  expect([url.pathname, url.searchParams.get('item')]).toEqual(['/api/providers/some-films/preview', '5']);
});

test('[PV32] what is sealed for one person and provider opens for nobody else', () => {
  const seals = makePersonSeals('secret', makeSealer('1'.repeat(64), systemRandom));
  const sealed = seals.seal('usr_1', 'nextcloud', 'token');
  expect(sealed).not.toContain('token');
  expect(seals.open('usr_1', 'nextcloud', sealed)).toBe('token');
  const refusal = expect.objectContaining({ reason: 'providers.invalid_flow' });
  expect(() => seals.open('usr_2', 'nextcloud', sealed)).toThrow(refusal);
  expect(() => seals.open('usr_1', 'emby', sealed)).toThrow(refusal);
  expect(() => seals.open('usr_1', 'nextcloud', 'something')).toThrow(refusal);
  expect(seals.deviceId('usr_1', 'emby')).toBe(seals.deviceId('usr_1', 'emby'));
  expect(seals.deviceId('usr_1', 'emby')).not.toBe(seals.deviceId('usr_2', 'emby'));
});
