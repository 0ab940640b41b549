import { expect, test } from 'vitest';
import { makeGuideBuilder } from './building.ts';
import { findChannel, foldName, keysOf } from './matching.ts';

const nowMs = Date.UTC(2026, 10, 30, 20, 0);
const hour = 3_600_000;
/** `20:15` on the evening of the tests, or `21:00` of the next day as `45:00`. */
const at = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number);
  const ms = Date.UTC(2026, 10, 30, hours, minutes);
  return new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
};
const entry = (title: string, start: string, stop = '') => ({
  ...{ channel: 'One.tv', title, subtitle: '' },
  ...{ start: at(start), stop: stop === '' ? '' : at(stop) },
});
const built = (...entries: ReturnType<typeof entry>[]) => {
  const builder = makeGuideBuilder(nowMs);
  for (const one of entries) builder.onProgramme(one);
  return builder
    .channels()[0]
    ?.programmes.map(({ title, startMs, endMs }) => [title, (startMs - nowMs) / hour, (endMs - nowMs) / hour]);
};

test('[CG6] entries that overlap follow one another, and of those that begin at once the first counts', () => {
  expect(
    built(
      entry('Film', '21:00', '23:30'),
      entry('News', '19:00', '22:00'),
      entry('Other news', '19:00', '20:30'),
      entry('Late', '23:00', '24:00'),
    ),
  ).toEqual([
    ['News', -1, 1],
    ['Film', 1, 3],
    ['Late', 3, 4],
  ]);
});

test('[CG6] an entry without an end, or with one before its begin, ends with the next, and the last is left out', () => {
  expect(built(entry('A', '20:00'), entry('B', '21:00', '20:30'), entry('C', '22:00'))).toEqual([
    ['A', 0, 1],
    ['B', 1, 2],
  ]);
});

test('[CG4] [CG8] what has ended, what is days ahead, and what has no title or no time is left out', () => {
  expect(
    built(
      entry('Over', '18:00', '20:00'),
      entry('Far', '80:00', '81:00'),
      entry('', '20:00', '21:00'),
      { ...entry('No time', '20:00', '21:00'), start: 'soon' },
      entry('Now', '19:30', '20:30'),
    ),
  ).toEqual([['Now', -0.5, 0.5]]);
});

test('[CG4] channels, their names and their entries are bounded', () => {
  const builder = makeGuideBuilder(nowMs);
  for (let place = 0; place < 10_050; place++)
    builder.onChannel({ id: `c${place}`, names: Array.from({ length: 20 }, (_, name) => `name ${place} ${name}`) });
  for (let minute = 0; minute < 150; minute++)
    builder.onProgramme({ ...entry(`${minute}`, `20:${minute}`, `20:${minute + 1}`), channel: 'C7' });
  const channels = builder.channels();
  expect(channels).toHaveLength(10_000);
  expect(channels[7]?.names).toHaveLength(16);
  expect(channels[7]?.programmes).toHaveLength(100);
});

test('[CG7] a channel is found by its id, else by its name in the guide, else by that of the item', () => {
  const channels = [
    { id: 'one.tv', names: ['the first'] },
    { id: 'two.tv', names: ['zwei', 'bbc two'] },
  ];
  const found = (id: string, guideName: string, name: string) => findChannel(channels, keysOf(id, guideName, name))?.id;
  expect(found('One.TV', 'BBC_Two', 'Zwei')).toBe('one.tv');
  expect(found('gone.tv', 'BBC_Two HD', 'The First')).toBe('two.tv');
  expect(found('', '', 'ZWEI FHD')).toBe('two.tv');
  expect(found('', '', 'Drei')).toBeUndefined();
  expect(found('', '', '')).toBeUndefined();
});

test('[CG7] the words for sharpness at the end of a name say nothing of the channel', () => {
  expect(foldName('BBC_One  HD')).toBe('bbc one');
  expect(foldName('Das Erste 1080p HEVC')).toBe('das erste');
  expect(foldName('HD')).toBe('hd');
  expect(foldName('ＮＨＫ 4K')).toBe('nhk');
});
