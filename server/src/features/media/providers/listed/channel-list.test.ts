import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxItems, readChannelList } from './channel-list.ts';

const base = 'https://tv.example/lists/all.m3u?key=1';
const read = (...lines: string[]) => readChannelList(['#EXTM3U', ...lines].join('\n'), base);
const itemsOf = (...lines: string[]) => read(...lines)?.items;
const bare = { logo: '', group: '', guideId: '', guideName: '' };

test('[PV80] channels come with their names, addresses, pictures and groups', () => {
  const text = [
    '#EXTM3U x-tvg-url="https://tv.example/guide.xml"',
    '#EXTINF:-1 tvg-id="one.tv" tvg-name="ONE" tvg-logo="https://tv.example/1.png" group-title="News, 24 h",One, the news',
    'https://tv.example/1/index.m3u8',
    '',
    "#EXTINF:-1 tvg-logo=/2.png group-title='x',Two",
    '#EXTVLCOPT:http-user-agent=Some',
    '#EXTGRP:Films',
    '../2.ts',
    '#EXTINF:120,Drei',
    '3.mp4',
  ].join('\n');
  expect(readChannelList(text, base)).toEqual({
    guideUrl: 'https://tv.example/guide.xml',
    isPartial: false,
    items: [
      {
        name: 'One, the news',
        url: 'https://tv.example/1/index.m3u8',
        logo: 'https://tv.example/1.png',
        group: 'News, 24 h',
        guideId: 'one.tv',
        guideName: 'ONE',
      },
      { ...bare, name: 'Two', url: 'https://tv.example/2.ts', logo: 'https://tv.example/2.png', group: "'x'" },
      { name: 'Drei', url: 'https://tv.example/lists/3.mp4', ...bare },
    ],
  });
});

test('[PV80] a group of a line of its own is that of the next item alone', () => {
  const lines = ['#EXTGRP:Films', '#EXTINF:-1,A', 'a.ts', '#EXTINF:-1,B', 'b.ts'];
  expect(itemsOf(...lines)?.map(({ group }) => group)).toEqual(['Films', '']);
});

test.each([
  ['CRLF', '#EXTM3U\r\n#EXTINF:-1,A\r\nhttps://a.example/a\r\n'],
  ['CR', '#EXTM3U\r#EXTINF:-1,A\rhttps://a.example/a'],
  ['a mark of byte order', '\ufeff#EXTM3U\n#EXTINF:-1,A\nhttps://a.example/a'],
  ['empty lines before it, in small letters', '\n\n#extm3u\n\n#extinf:-1,A\n\nhttps://a.example/a\n\n'],
])('[PV80] a text with %s is a list', (_, text) => {
  expect(readChannelList(text, base)?.items).toEqual([{ name: 'A', url: 'https://a.example/a', ...bare }]);
});

test.each([
  ['HLS', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts'],
  ['HLS whose tag comes late', '#EXTM3U\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST'],
  ['a page', '<!doctype html>'],
  ['another word', '#EXTM3U8\na.ts'],
  ['a text without a head', 'https://a.example/a'],
  ['nothing', ''],
])('[PV80] %s is no list of channels', (_, text) => {
  expect(readChannelList(text, base)).toBeUndefined();
});

test('[PV80] what is written badly is read as far as it can be', () => {
  expect(itemsOf('#EXTINF:-1', 'a.ts')).toEqual([{ name: '', url: 'https://tv.example/lists/a.ts', ...bare }]);
  expect(itemsOf('#EXTINF:-1 tvg-name="Only there"', 'a.ts')?.[0]?.name).toBe('Only there');
  expect(itemsOf('#EXTINF:-1 group-title="open,Name', 'a.ts')?.[0]?.name).toBe('Name');
  expect(itemsOf('#EXTINF:-1 tvg-logo="javascript:alert(1)",A', 'a.ts')?.[0]?.logo).toBe('');
  expect(itemsOf('#EXTINF:-1,A', '#EXTINF:-1,B', 'b.ts')?.map(({ name }) => name)).toEqual(['B']);
  expect(itemsOf('a.ts', 'b.ts')?.map(({ name }) => name)).toEqual(['', '']);
});

test('[PV80] what is no address of the web is passed over, with what was said about it', () => {
  const lines = ['#EXTINF:-1,A', 'udp://@239.0.0.1:1234', 'javascript:alert(1)', 'https://anna:secret@a.example/x'];
  expect(itemsOf(...lines, `https://a.example/${'x'.repeat(2_000)}`, 'https://a.example/b')).toEqual([
    { name: '', url: 'https://a.example/b', ...bare },
  ]);
});

test('[PV80] names lose what nobody sees, and what is too long', () => {
  const [first] = itemsOf(`#EXTINF:-1,\u202eA\u0000B${'😀'.repeat(600)}`, 'a.ts')!;
  expect(first?.name).toBe(`A B${'😀'.repeat(497)}`);
});

test('[PV81] of a list 2 000 items are told, and that there are more', () => {
  const lines = Array.from({ length: maxItems }, (_, index) => `${index}.ts`);
  expect(read(...lines)).toMatchObject({ isPartial: false });
  const long = read(...lines, 'more.ts');
  expect([long?.items.length, long?.isPartial]).toEqual([maxItems, true]);
});

test('[PV81] nothing takes long to read', () => {
  const bytes = 2 * 1_048_576;
  for (const piece of [
    '"',
    ',',
    ' tvg-logo=',
    '#EXTINF:',
    ' ',
    'a',
    '#EXTINF:-1 tvg-name="\n',
    '\n',
    '\r',
    'https://',
  ]) {
    const text = `#EXTM3U\n#EXTINF:${piece.repeat(Math.ceil(bytes / piece.length))}`;
    const startMs = performance.now();
    readChannelList(text, base);
    expect(performance.now() - startMs).toBeLessThan(3_000);
  }
});

test('[PV80] whatever is written, what is told is an address of the web with a name that items may have', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('#EXTINF:-1 tvg-logo="', '#EXTGRP:', 'a.ts', '//a', 'http://[', ',', '"'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      for (const { name, url, logo } of itemsOf(...lines) ?? []) {
        expect(new URL(url).protocol).toMatch(/^https?:$/);
        expect(name).not.toMatch(/\p{Cc}/u);
        if (logo !== '') expect(new URL(logo).protocol).toMatch(/^https?:$/);
      }
    }),
  );
});

test.each([
  ['url-tvg="/guide.xml.gz"', 'https://tv.example/guide.xml.gz'],
  ['x-tvg-url=https://a.example/g.xml refresh=3600', 'https://a.example/g.xml'],
  ['url-tvg="javascript:alert(1), https://a.example/a,b.xml,https://b.example/"', 'https://a.example/a,b.xml'],
  ['x-tvg-url="https://anna:secret@a.example/g.xml"', ''],
  ['url-tvg=""', ''],
  ['url-tvg', ''],
])('[PV80] the guide of a list whose head says %s', (head, guide) => {
  expect(readChannelList(`#EXTM3U ${head}\n#EXTINF:-1,A\na.ts`, base)?.guideUrl).toBe(guide);
});
