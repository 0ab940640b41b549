import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textAt } from './cue.ts';
import { readCues } from './cues.ts';

const textsOf = async (file: string) => (await readCues(file)).map((cue) => cue.text);

describe('[SY35] subtitles', () => {
  test('[SY35] WebVTT: notes, styles, ids and settings are no text', async () => {
    const file =
      'WEBVTT a title\n\nNOTE 00:01.000 --> 00:09.000\nno cue\n\nSTYLE\n::cue { color: red }\n\n' +
      '1\n00:01.000 --> 00:02.500 align:start\nHello\nto it\n\n01:00:03.000 --> 01:00:04.000\nlate\n';
    expect(await readCues(file)).toEqual([
      { start: 1, end: 2.5, text: 'Hello\nto it' },
      { start: 3603, end: 3604, text: 'late' },
    ]);
  });

  test('[SY35] tags are dropped, and entities are what they stand for', async () => {
    const file =
      'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Fred><i>Fish</i> &amp; <c.red>chips</c> <00:01.500>now</v> &lt;3 &#39;til&nbsp;ten';
    expect(await textsOf(file)).toEqual(["Fish & chips now <3 'til\u00a0ten"]);
  });

  test('[SY35] SubRip: its times have a comma', async () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n<b>Hi</b>\r\n\r\n2\r\n00:01:03,250 --> 00:01:04,000\r\nthere\r\n';
    expect(await readCues(file)).toEqual([
      { start: 1, end: 2, text: 'Hi' },
      { start: 63.25, end: 64, text: 'there' },
    ]);
  });

  test.each([
    ['WebVTT', '\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nHi\r\n'],
    ['SubRip', '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
  ])('[SY35] a byte order mark changes nothing: %s', async (_, file) => {
    expect(await readCues(file)).toEqual([{ start: 1, end: 2, text: 'Hi' }]);
  });

  test('[SY35] a page that is no subtitles has no cues, and cues without text are none', async () => {
    expect(await readCues('<html>not found</html>')).toEqual([]);
    expect(await readCues('WEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n')).toEqual([]);
    expect(await readCues('')).toEqual([]);
  });

  test('[SY35] whatever the file says, reading it never throws', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('WEBVTT', '\n\n', '\n', '00:01.000 --> 00:02.000', '-->', '<', '</i>', '&#', '99:99:99,999'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), async (parts) => {
        for (const cue of await readCues(parts.join(''))) expect(cue.text).not.toBe('');
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
