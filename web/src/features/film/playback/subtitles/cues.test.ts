import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textAt } from './cue.ts';
import { readCues } from './cues.ts';

const textsOf = (file: string) => readCues(file).map((cue) => cue.text);

describe('[SY35] subtitles', () => {
  test('[SY35] WebVTT: notes, styles, ids and settings are no text', () => {
    const file =
      'WEBVTT a title\n\nNOTE 00:01.000 --> 00:09.000\nno cue\n\nSTYLE\n::cue { color: red }\n\n' +
      '1\n00:01.000 --> 00:02.500 align:start\nHello\nto it\n\n01:00:03.000 --> 01:00:04.000\nlate\n';
    expect(readCues(file)).toEqual([
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
    expect(readCues(file)).toEqual([
      { start: 1, end: 2, text: 'Hi' },
      { start: 63.25, end: 64, text: 'there' },
    ]);
  });

  test.each([
    ['WebVTT', '\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHi\r\n'],
    ['SubRip', '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
  ])('[SY35] a byte order mark changes nothing: %s', (_, file) => {
    expect(readCues(file)).toEqual([{ start: 1, end: 2, text: 'Hi' }]);
  });

  test('[SY35] a page that is no subtitles has no cues, and cues without text are none', () => {
    expect(readCues('<html>not found</html>')).toEqual([]);
    expect(readCues('WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n')).toEqual([]);
    expect(readCues('')).toEqual([]);
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
        for (const cue of readCues(parts.join(''))) expect(cue.text).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test('[SY35] cues that overlap stand one below the other, and end at their end', () => {
    const cues = [
      { start: 1, end: 3, text: 'one' },
      { start: 2, end: 4, text: 'two' },
    ];
    expect([0.9, 1, 2, 3, 4].map((position) => textAt(cues, position))).toEqual(['', 'one', 'one\ntwo', 'two', '']);
  });
});
