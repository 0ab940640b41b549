import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../../../client/calls/api.ts';
import type { RecognizedLink } from './add-links.port.ts';
import { isOutOfReach, prepareLinks } from './prepared-links.port.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A link to a file of `format`. */
function link(url: string, format: string, folder?: RecognizedLink['folder']): RecognizedLink {
  const source = { direct_url: { url } };
  return {
    link: url,
    found: { name: 'A film', provider: 'direct_url', format, source },
    site: undefined,
    folder,
  } as never;
}

/** A server that answers for each address as in `answers`, and a record of the requested addresses. */
function parts(answers: Readonly<Record<string, object | 'silent' | 'fault'>>) {
  const asked: string[] = [];
  const call = (_: string, { source }: { source: { url: string } }) => {
    asked.push(source.url);
    const answer = answers[source.url];
    if (answer === 'silent') return new Promise(() => undefined);
    return answer === 'fault' ? Promise.reject(new Error('fault')) : Promise.resolve({ listed: [], ...answer });
  };
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return { asked, parts: { api: { call } as unknown as Api, client } };
}

const proxied = (url: string) => ({
  source: { direct_url: { url }, proxy_mode: 'prefer' },
  format: 'hls',
  probe: { status: 200, content_type: 'application/vnd.apple.mpegurl', accepts_ranges: true },
});
const list = 'https://a.test/list.m3u8';
const file = 'https://a.test/film.mp4';

test('[WL31] what the server makes of an address is added, and not what was typed', async () => {
  const { parts: given } = parts({ [list]: proxied(list) });
  const { items, asksFirst } = await prepareLinks(given, [link(list, 'hls')]);
  expect(items).toEqual([{ name: 'A film', source: { direct_url: { url: list }, proxy_mode: 'prefer' } }]);
  expect(asksFirst).toBe(false);
});

test('[WL31] of several links those are asked about that pages have to be allowed to read', async () => {
  const { asked, parts: given } = parts({ [list]: proxied(list) });
  const { items } = await prepareLinks(given, [link(file, 'file'), link(list, 'hls')]);
  expect(asked).toEqual([list]);
  expect(items.map(({ source }) => source.proxy_mode)).toEqual([undefined, 'prefer']);
});

test.each(['silent', 'fault'] as const)(
  '[WL31] an address of which nobody says anything in time is added as it is: %s',
  async (answer) => {
    const { parts: given } = parts({ [file]: answer });
    const preparing = prepareLinks(given, [link(file, 'file')]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await preparing).toEqual({
      items: [{ name: 'A film', source: { direct_url: { url: file } } }],
      asksFirst: false,
      lists: 0,
    });
  },
);

test('[WL17] [WL18] people are asked first about a list, and about what stands in the way', async () => {
  const probe = (status: number, content_type = 'video/mp4', accepts_ranges = true) => ({
    format: 'file',
    probe: { status, content_type, accepts_ranges },
  });
  const asksFirst = async (answer: object, folder?: RecognizedLink['folder']) =>
    (await prepareLinks(parts({ [file]: answer }).parts, [link(file, 'file', folder)])).asksFirst;
  expect(await asksFirst(probe(200))).toBe(false);
  expect(await asksFirst(probe(200, 'video/mp4', false))).toBe(false);
  for (const answer of [
    probe(404),
    probe(401),
    probe(500),
    probe(200, 'text/html'),
    { format: 'file', fault: 'private_network' },
  ])
    expect(await asksFirst(answer)).toBe(true);
  for (const fault of ['unreachable', 'slow']) expect(await asksFirst({ format: 'file', fault })).toBe(false);
  expect(await asksFirst(probe(200), {} as never)).toBe(true);
});

test('[WL18] only a private network is out of reach', async () => {
  const reach = (fault: string) => isOutOfReach(parts({ [file]: { format: 'file', fault } }).parts, link(file, 'file'));
  expect([await reach('private_network'), await reach('slow')]).toEqual([true, false]);
});

test('[WL33] a list of channels is asked about first, and left out among several links', async () => {
  const channels = { ...proxied(list), listed: [{ name: 'One', url: 'https://a.test/one', format: 'file' }] };
  const alone = await prepareLinks(parts({ [list]: channels }).parts, [link(list, 'hls')]);
  expect([alone.asksFirst, alone.lists]).toEqual([true, 0]);
  const among = await prepareLinks(parts({ [list]: channels }).parts, [link(file, 'file'), link(list, 'hls')]);
  expect(among.items.map(({ source }) => source.direct_url?.url)).toEqual([file]);
  expect([among.asksFirst, among.lists]).toEqual([false, 1]);
});
