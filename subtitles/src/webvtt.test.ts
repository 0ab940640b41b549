import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWebVtt } from './webvtt.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const vtt = (text: string) => toWebVtt(bytes(text));

test('[SB4] SubRip with tags, positions, colours and Windows line ends', () => {
  const srt =
    '1\r\n00:00:01,5 --> 00:00:02,000 X1:40 X2:600\r\n<i>Hello</i> <font color="red">A & B</font>\r\n{\\an8}second --> line\r\n\r\n' +
    '2\r\n1:00:03,000 --> 1:00:04,000\r\n<B>late</B>\r\n';
  expect(vtt(srt)).toBe(
    'WEBVTT\n\n00:00:01.500 --> 00:00:02.000\n<i>Hello</i> A &amp; B\nsecond --&gt; line\n\n01:00:03.000 --> 01:00:04.000\n<b>late</b>\n',
  );
});

test('[SB4] SubStation Alpha in its own order of fields, sorted by time', () => {
  const ass = `[Script Info]\nTitle: x\n[V4+ Styles]\nFormat: Name\n[Events]\nFormat: Layer, Start, End, Style, Text
Dialogue: 0,0:00:05.00,0:00:06.50,Default,{\\i1}Second, with a comma{\\i0}\\Nnext <line>
Comment: 0,0:00:00.00,0:00:09.00,Default,not shown
Dialogue: 0,0:00:01.00,0:00:02.00,Default,First\n`;
  expect(vtt(ass)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:00:05.000 --> 00:00:06.500\nSecond, with a comma\nnext &lt;line&gt;\n',
  );
});

test('[SB4] old encodings are read, WebVTT stays, and a page is none', () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nfür\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(srt, 'utf16le')]);
  expect(toWebVtt(utf16)).toContain('für');
  expect(toWebVtt(Buffer.from(srt, 'latin1'))).toContain('für');
  expect(vtt('\uFEFFWEBVTT - title\n\n')).toBe('WEBVTT - title\n\n');
  expect(vtt('<!doctype html><p>00:00:01 --> 00:00:02</p>')).toBeUndefined();
});

test('[SB4] every cue keeps its times and its text', () => {
  const time = fc.integer({ min: 0, max: 359_999_000 });
  const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
  const cue = fc.tuple(time, fc.integer({ min: 1, max: 60_000 }), fc.array(words, { minLength: 1, maxLength: 3 }));
  const print = (ms: number) => new Date(ms % 86_400_000).toISOString().slice(13, 23);
  const clock = (ms: number) => `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}${print(ms)}`;
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 20 }), (cues) => {
      const srt = cues
        .map(([start, length, lines], i) => {
          const times = `${clock(start).replace('.', ',')} --> ${clock(start + length).replace('.', ',')}`;
          return `${i + 1}\n${times}\n${lines.join('\n')}\n`;
        })
        .join('\n');
      const expected = cues
        .toSorted(([a], [b]) => a - b)
        .map(([start, length, lines]) => `${clock(start)} --> ${clock(start + length)}\n${lines.join('\n')}\n`);
      // Both formats write hours alike, also more than 99.
      expect(vtt(srt)).toBe(`WEBVTT\n\n${expected.join('\n')}`);
    }),
  );
});

test('[SB4] whatever the bytes are, there is an answer, and no text becomes a cue of its own', () => {
  const alphabet = fc.constantFrom(
    '\n',
    '-->',
    '00:00:01,000',
    ' ',
    '[Events]',
    'Dialogue:',
    ',',
    '{',
    '}',
    '<',
    'x',
    '\\N',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(alphabet).map((all) => bytes(all.join(''))),
        fc.uint8Array(),
      ),
      (given) => {
        const text = toWebVtt(given);
        if (text === undefined || new TextDecoder().decode(given).startsWith('WEBVTT')) return;
        for (const line of text.split('\n').filter((one) => one.includes('-->')))
          expect(line).toMatch(/^\d{2,}:\d\d:\d\d\.\d{3} --> \d{2,}:\d\d:\d\d\.\d{3}$/);
      },
    ),
  );
});
