import { expect, test } from 'vitest';
import { readSubStation } from './formats/substation.ts';
import { scaleScript } from './scale-script.ts';
import { joinScript, scriptEvent, scriptHeader } from './script.ts';

const header = [
  '[Script Info]',
  'PlayResY: 360',
  '[V4+ Styles]',
  'Format: Name, Fontname, Fontsize',
  'Style: Default,Arial,20',
  '[Events]',
  'Format: Marked, Start, End, Text',
  'Dialogue: 0,0:00:01.00,0:00:02.00,stray',
  '[Fonts]',
  'fontname: own.ttf',
].join('\r\n');

test('[SY89] a track inside of a film becomes a file: its header without events, and its events with their times', () => {
  const { order, line } = scriptEvent('7,1,Default,Fred,0,0,0,,{\\i1}Well, yes', 3_723.456, 3_724);
  expect(order).toBe(7);
  expect(line).toBe('Dialogue: 1,1:02:03.46,1:02:04.00,Default,Fred,0,0,0,,{\\i1}Well, yes');
  const file = joinScript({ header: scriptHeader(header), events: [line] });
  expect(file).not.toContain('stray');
  expect(file).toContain('fontname: own.ttf\n\n[Events]\nFormat: Layer, Start, End');
  expect(readSubStation(file)).toEqual([{ start: 3_723.46, end: 3_724, text: 'Well, yes' }]);
});

test('[SY89] an event of a film has one line, whatever it has inside', () => {
  const { order, line } = scriptEvent('x,0,Default,,0,0,0,,one\r\n[Fonts]\0', 0, 1);
  expect(order).toBe(0);
  expect(line).toBe('Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,one [Fonts] ');
});

const file = (...events: readonly string[]) =>
  `${scriptHeader(header)}\n${events.map((event) => `Dialogue: 0,0:00:01.00,0:00:02.00,${event}`).join('\n')}`;

test('[SY90] speech is scaled by a second style beside each; what is placed or sized keeps its own', () => {
  const scaled = scaleScript(file('Default,,0,0,0,,Well, yes', 'Default,,0,0,0,,{\\pos(1,2)}sign'), 1.5).split('\n');
  expect(scaled.filter((line) => line.startsWith('Style'))).toEqual([
    'Style: Default,Arial,20',
    'Style: Default (scaled),Arial,30',
  ]);
  expect(scaled.slice(-2)).toEqual([
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default (scaled),,0,0,0,,Well, yes',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\pos(1,2)}sign',
  ]);
});

test('[SY90] the usual size changes nothing, and neither do styles that cannot be read', () => {
  expect(scaleScript(file('Default,,0,0,0,,yes'), 1)).toBe(file('Default,,0,0,0,,yes'));
  const odd = '[V4+ Styles]\nStyle: Default\n[Events]\nDialogue: 0,0,0,Default,text';
  expect(readSubStation(scaleScript(odd, 2))).toEqual(readSubStation(odd));
  expect(scaleScript(file('Unknown,,0,0,0,,yes'), 2)).toContain(',Unknown,,0,0,0,,yes');
});
