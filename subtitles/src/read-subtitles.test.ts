import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, runsOf, textsAt } from './cue.ts';
import { readSubtitles } from './read-subtitles.ts';

const textsOf = (file: string) => readSubtitles(file).map(({ text }) => plainText(text));

describe('[SY35] subtitles', () => {
  test('[SY35] WebVTT: notes, styles, ids and settings are no text', () => {
    const file =
      'WEBVTT a title\n\nNOTE 00:01.000 --> 00:09.000\nno cue\n\nSTYLE\n::cue { color: red }\n\n' +
      '1\n00:01.000 --> 00:02.500 align:start\nHello\nto it\n\n01:00:03.000 --> 01:00:04.000\nlate\n';
    expect(readSubtitles(file)).toEqual([
      { start: 1, end: 2.5, text: 'Hello\nto it' },
      { start: 3603, end: 3604, text: 'late' },
    ]);
  });

  test('[SY35] tags are dropped, and entities are what they stand for', () => {
    const file =
      'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Fred><i>Fish</i> &amp; <c.red>chips</c> <00:01.500>now</v> &lt;3 &#39;til&nbsp;ten';
    expect(textsOf(file)).toEqual(["Fish & chips now <3 'til\u00a0ten"]);
  });

  test('[SY35] SubRip: its times have a comma', () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n<b>Hi</b>\r\n\r\n2\r\n00:01:03,250 --> 00:01:04,000\r\nthere\r\n';
    expect(readSubtitles(file)).toEqual([
      { start: 1, end: 2, text: '<b>Hi</b>' },
      { start: 63.25, end: 64, text: 'there' },
    ]);
  });

  test('[SY35] a page that is no subtitles has no cues, and cues without text are none', () => {
    expect(readSubtitles('<html>not found</html>')).toEqual([]);
    expect(readSubtitles('WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n')).toEqual([]);
    expect(readSubtitles('')).toEqual([]);
  });

  test('[SY35] SubRip without empty lines: numbers and times part the cues', () => {
    const file = '1\n00:00:01,000 --> 00:00:02,000\nHi\n2\n00:00:03,000 --> 00:00:04,000\nin 1999\nthere\n';
    expect(textsOf(file)).toEqual(['Hi', 'in 1999\nthere']);
  });

  test('[SY35] a cue that ends before it begins is none', () => {
    expect(textsOf('WEBVTT\n\n00:02.000 --> 00:01.000\nnever\n\n00:01.000 --> 00:02.000\nonce')).toEqual(['once']);
  });

  test('[SY35] whatever the file says, reading it never throws', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('WEBVTT', '\n\n', '\n', '00:01.000 --> 00:02.000', '-->', '<', '</i>', '&#', '99:99:99,999'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        for (const cue of readSubtitles(parts.join(''))) expect(cue.text).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test('[SY35] cues that overlap stand one below the other, and end at their end', () => {
    const cues = [
      { start: 1, end: 3, text: 'one' },
      { start: 2, end: 4, text: 'two' },
    ];
    expect([0.9, 1, 2, 3, 4].map((position) => textsAt(cues, position).join())).toEqual([
      '',
      'one',
      'one,two',
      'two',
      '',
    ]);
  });

  test('[SY80] a text has parts that look alike', () => {
    const plain = { isItalic: false, isBold: false, isUnderlined: false };
    expect(runsOf('a &lt;<i>b<b>c</i></b> d<u>e')).toEqual([
      { ...plain, text: 'a <' },
      { ...plain, text: 'b', isItalic: true },
      { ...plain, text: 'c', isItalic: true, isBold: true },
      { ...plain, text: ' d' },
      { ...plain, text: 'e', isUnderlined: true },
    ]);
  });
});

test('[SY80] cues that lie on one another show one text, and a storm of cues twenty', () => {
  const cue = (text: string) => ({ start: 1, end: 2, text });
  expect(textsAt([cue('same'), cue('other'), cue('same')], 1.5)).toEqual(['same', 'other']);
  expect(textsAt([cue('same')], 2)).toEqual([]);
  const storm = Array.from({ length: 5_000 }, (_, i) => cue(`${i}`));
  expect(textsAt(storm, 1)).toHaveLength(20);
});
