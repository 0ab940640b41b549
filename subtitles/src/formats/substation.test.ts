import { expect, test } from 'vitest';
import { readSubtitles } from '../read-subtitles.ts';
import { isSubStation, readSubStation } from './substation.ts';

const file = (...events: readonly string[]) =>
  [
    '[Script Info]',
    'Title: Dialogue: 0,0:00:01.00,0:00:02.00,no,event',
    '[V4+ Styles]',
    'Format: Name, Fontname',
    'Style: Default,Arial',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events,
  ].join('\r\n');
const dialogue = (text: string, start = '0:00:01.50', end = '0:00:02.00') =>
  `Dialogue: 0,${start},${end},Default,Fred,0,0,0,,${text}`;
const textsOf = (...texts: readonly string[]) =>
  readSubStation(file(...texts.map((text) => dialogue(text)))).map((cue) => cue.text);

test('[SY35] SubStation: times have hundredths, text has commas, comments and other sections are no text', () => {
  expect(
    readSubStation(file('Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,no', dialogue('Well, yes,  no'))),
  ).toEqual([{ start: 1.5, end: 2, text: 'Well, yes,  no' }]);
});

test('[SY35] SubStation: overrides and drawings are left out, breaks are lines', () => {
  expect(textsOf('{\\i1}one{\\i0}\\Ntwo\\hthree', '{\\p1}m 0 0 l 10 10{\\p0}', '{\\pos(1,2)}four')).toEqual([
    'one\ntwo\u00a0three',
    'four',
  ]);
});

test('[SY35] SubStation: events come in the order of time, whatever their order and their fields', () => {
  const old = ['[Script Info]', '[Events]', 'Format: Marked, Text, Start, End'].join('\n');
  expect(readSubStation(`${old}\nDialogue: Marked=0,broken`)).toEqual([]);
  const lines = [dialogue('late', '1:00:00.00', '1:00:01.00'), dialogue('early')];
  expect(readSubtitles(file(...lines)).map((cue) => cue.text)).toEqual(['early', 'late']);
});

test('[SY35] SubStation is told by its first line', () => {
  expect(isSubStation('[Script Info]\n')).toBe(true);
  expect(isSubStation('1\n00:00:00,000 --> 00:00:01,000\n[Script Info]')).toBe(false);
});
