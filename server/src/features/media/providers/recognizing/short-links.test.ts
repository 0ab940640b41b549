import { expect, test } from 'vitest';
import { bilibili } from '../../../../providers/bilibili/bilibili.provider.ts';
import type { MediaProvider } from '../../../../providers/provider.ts';
import { makeShortLinks } from './short-links.ts';

const providers = [bilibili as unknown as MediaProvider];
const film = 'https://www.bilibili.com/video/BV1xx411c7mD?p=2&share_source=copy';

/** Follows links on a site that redirects each path, and records the requests. */
function site(places: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const expand = makeShortLinks(providers, async (url, request) => {
    asked.push(`${request?.method} ${url}`);
    const location = places[new URL(url).pathname];
    if (location === undefined) throw new Error('no answer');
    return location === '' ? new Response('a page') : new Response(null, { status: 302, headers: { location } });
  });
  return { asked, expand };
}

test('[PV75] [BI1] a short link is what it leads to, with or without its scheme', async () => {
  const { asked, expand } = site({ '/aBc1234': film });
  expect(await expand(['https://b23.tv/aBc1234?x=1', 'b23.tv/aBc1234', 'https://films.example/a.mp4'])).toEqual([
    film,
    film,
    'https://films.example/a.mp4',
  ]);
  expect(asked).toEqual(['HEAD https://b23.tv/aBc1234', 'HEAD https://b23.tv/aBc1234']);
});

test('[PV75] one that leads elsewhere, to a page, or nowhere stays as it is', async () => {
  const { expand } = site({ '/elsewhere': 'http://127.0.0.1/admin', '/page': '' });
  const texts = ['https://b23.tv/elsewhere', 'https://b23.tv/page', 'https://b23.tv/nothing'];
  expect(await expand(texts)).toEqual(texts);
});

test('[PV75] of many links in one request twenty are followed', async () => {
  const { asked, expand } = site({ '/a': film });
  expect(
    (await expand(Array.from({ length: 30 }, () => 'https://b23.tv/a'))).filter((text) => text === film),
  ).toHaveLength(20);
  expect(asked).toHaveLength(20);
});
