import { describe, expect, test } from 'vitest';
import { addressOf } from './address-of.ts';
import type { FileEntry } from './entry.ts';
import { formats, read, write } from './formats/formats.ts';

const awkward: FileEntry[] = [
  { name: 'Plain', seconds: 90, address: 'https://example.org/a.mp4' },
  { name: 'Comma, "quoted"; and\ttab', seconds: 12, address: 'https://example.org/b,c;d.mp4?x=1&y=2#t' },
  { name: '=SUM(A1:A9)', address: 'https://example.org/formula.mp4' },
  { name: "'-' by Anna", address: 'https://example.org/apostrophe.mp4' },
  { name: 'Ümläute 电影 فيلم 🎬', address: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' },
];
const asRead = (format: (typeof formats)[number], entries = awkward) => {
  const { entries: found, problems } = read(write(format, 'Our cinema', entries));
  expect(problems).toEqual([]);
  return found.map(({ name, seconds, address }) => ({ name, address, ...(seconds === undefined ? {} : { seconds }) }));
};

describe('[WPF1] what is saved and loaded again is the same list', () => {
  test.each(formats)('as %s', (format) => {
    const plain = format === 'm3u' ? awkward.map((one) => ({ ...one, name: one.name.replace('\t', ' ') })) : awkward;
    expect(asRead(format)).toEqual(plain.map((one) => ({ ...one, name: one.name.replace('\t', ' ') })));
  });

  test('with other line ends and a byte order mark', () => {
    for (const format of formats) {
      const text = `\uFEFF${write(format, 'x', awkward).replaceAll(/\r?\n/g, '\r\n')}`;
      expect(read(text).entries.map(({ address }) => address)).toEqual(awkward.map(({ address }) => address));
    }
  });

  test('a name is on one line, whatever is in it', () => {
    const [entry] = asRead('m3u', [{ name: 'A\n#EXTINF:1,B\u202E', address: 'https://example.org/a.mp4' }]);
    expect(entry!.name).toBe('A #EXTINF:1,B');
  });

  test('cells that begin like a formula are text for spreadsheets', () => {
    expect(write('csv', '', awkward)).toContain("\n'=SUM(A1:A9),");
  });
});

test('[WPF6] channels keep their pictures, and those of the first guide their names in it', () => {
  const [first, other] = ['https://example.org/guide.xml.gz', 'https://example.org/other.xml'];
  const channel = (logo: string, guide_url: string, guide_id = '', guide_name = '') => ({
    name: `The "${guide_id}" channel`,
    address: `https://example.org/${guide_id || 'none'}.m3u8`,
    source: { channel: { logo, guide_url, guide_id, guide_name } } as never,
  });
  const logo = 'https://example.org/logo.png?a=1,2';
  const entries = [
    { name: 'A film', seconds: 60, address: 'https://example.org/a.mp4' },
    channel(logo, first, 'one.tv', 'One "HD"'),
    channel('', first, 'two.tv'),
    channel(logo, other, 'three.tv'),
    channel('', other, 'four.tv'),
  ];
  const { entries: found } = read(write('m3u', 'TV', entries));
  expect(found.map((entry) => entry.name)).toEqual(entries.map(({ name }) => name));
  expect(found.map((entry) => entry.channel)).toEqual([
    undefined,
    { logo, guide_url: first, guide_id: 'one.tv', guide_name: "One 'HD'" },
    { logo: '', guide_url: first, guide_id: 'two.tv', guide_name: '' },
    // Its guide is another one, and a list that names a guide gives it to all of its channels.
    { logo, guide_url: first, guide_id: '', guide_name: '' },
    undefined,
  ]);
});

describe('[WPF2] addresses', () => {
  test('are those that every server plays', () => {
    expect(addressOf({ youtube: { video_id: 'aaaaaaaaaaa', start_seconds: 0 } })).toBe(
      'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    );
    expect(addressOf({ twitch: { kind: 'clip', id: 'Abc', start_seconds: 0 } })).toBe('https://clips.twitch.tv/Abc');
    expect(addressOf({ twitch: { kind: 'channel', id: 'abc', start_seconds: 0 } })).toBe('https://www.twitch.tv/abc');
    expect(addressOf({ vimeo: { video_id: '76979871', hash: '', start_seconds: 0 } })).toBe(
      'https://vimeo.com/76979871',
    );
    expect(addressOf({ bilibili: { video: { id: 'BV1', part: 2 }, account_id: '', is_shared: false } })).toBe(
      'https://www.bilibili.com/video/BV1?p=2',
    );
  });

  test('with a password, and places on servers with accounts, are none', () => {
    const direct = (url: string) =>
      addressOf({ direct_url: { url, subtitles: [], alternatives: [], headers: [] } as never });
    expect(direct('https://example.org/a.mp4')).toBe('https://example.org/a.mp4');
    expect(direct('https://anna:secret@example.org/a.mp4')).toBeUndefined();
    expect(addressOf({ webdav: { account_id: 'acc', path: '/a.mp4' } as never })).toBeUndefined();
    const left = { name: 'At home', source: { webdav: { path: '/a.mp4' } } as never };
    expect(read(write('m3u', '', [...awkward, left])).entries).toHaveLength(awkward.length);
    expect(read(write('json', '', [left])).entries).toMatchObject([{ name: 'At home', source: left.source }]);
  });
});

describe('[WPF3] files as people have them', () => {
  test('channels with attributes, quoted commas and comments', () => {
    const text = [
      '#EXTM3U url-tvg="https://example.org/guide.xml"',
      '#EXTINF:-1 tvg-name="News, at ten" group-title="News",News at ten',
      '#EXTVLCOPT:http-user-agent=x',
      'http://example.org/news.m3u8',
      '',
      'https://example.org/unnamed.mp4',
      'Music/My song.mp3',
      'file:///home/anna/film.mkv',
    ].join('\n');
    expect(read(text)).toEqual({
      entries: [
        {
          ...{ name: 'News at ten', group: 'News', isChannel: true, address: 'http://example.org/news.m3u8', line: 4 },
          channel: {
            ...{ logo: '', guide_url: 'https://example.org/guide.xml', guide_id: '', guide_name: 'News, at ten' },
          },
        },
        { name: '', address: 'https://example.org/unnamed.mp4', line: 6 },
      ],
      problems: [
        { line: 7, reason: 'not_on_the_web' },
        { line: 8, reason: 'not_on_the_web' },
      ],
    });
  });

  test('[WPF5] channels without a name of their own, and other ways to name a group', () => {
    const text = [
      '#EXTM3U',
      '#EXTINF:-1 tvg-id="1" tvg-name="One" tvg-logo="http://example.org/1.png" group-title="  \u200b",',
      'http://example.org/live/ann/1001',
      '#EXTINF:-1,Two',
      '#EXTGRP:Sport',
      'rtsps://example.org/two',
      '#EXTINF:-1 group-title="unclosed,Three',
      'https://example.org/three',
    ].join('\n');
    expect(read(text).entries).toEqual([
      {
        ...{ name: 'One', isChannel: true, address: 'http://example.org/live/ann/1001', line: 3 },
        channel: { logo: 'http://example.org/1.png', guide_url: '', guide_id: '1', guide_name: 'One' },
      },
      { name: 'Two', group: 'Sport', address: 'rtsps://example.org/two', line: 6 },
      { name: '', isChannel: true, address: 'https://example.org/three', line: 8 },
    ]);
  });

  test('[WCG4] pictures and guides whose addresses nobody may load are left out', () => {
    const text = [
      '#EXTM3U x-tvg-url="javascript:alert(1)"',
      '#EXTINF:-1 tvg-id="1" tvg-logo="data:image/png,x",One',
      'https://example.org/one.m3u8',
    ].join('\n');
    expect(read(text).entries[0]?.channel).toBeUndefined();
  });

  test('a table with semicolons, other columns, and rows without an address', () => {
    const text = 'Title;Year;URL\nMetropolis;1927;https://example.org/m.mp4\n"M; a film";1931;\n';
    expect(read(text)).toEqual({
      entries: [{ name: 'Metropolis', address: 'https://example.org/m.mp4', line: 2 }],
      problems: [{ line: 3, reason: 'no_address' }],
    });
  });

  test('lists in JSON, with what is no item', () => {
    const text = JSON.stringify(['https://example.org/a.mp4', 7, { title: 'B', url: 'https://example.org/b.mp4' }, {}]);
    const { entries, problems } = read(text);
    expect(entries.map(({ name, address }) => [name, address])).toEqual([
      ['', 'https://example.org/a.mp4'],
      ['B', 'https://example.org/b.mp4'],
    ]);
    expect(problems).toEqual([
      { line: 2, reason: 'not_an_item' },
      { line: 4, reason: 'no_address' },
    ]);
  });

  test('no playlist is refused, and a long file is taken up to a thousand items', () => {
    for (const text of ['', '\n\n', '{"a":', '{"a":1}', 'null']) expect(() => read(text)).toThrow(SyntaxError);
    const { entries, problems } = read(Array.from({ length: 1_002 }, (_, n) => `https://example.org/${n}`).join('\n'));
    expect([entries.length, problems]).toEqual([
      1_000,
      [
        { line: 1_001, reason: 'too_many' },
        { line: 1_002, reason: 'too_many' },
      ],
    ]);
  });

  test('files made to be slow are read in time that grows with their length', () => {
    for (const text of [
      `name,address\n"${'"",'.repeat(300_000)}`,
      `#EXTINF:1 ${'a="'.repeat(300_000)}\nx`,
      '['.repeat(300_000),
    ])
      expect(() => read(text).entries.length || 0).not.toThrow(RangeError);
  });
});
