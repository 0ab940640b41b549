import { expect, test } from 'vitest';
import { findItems } from './finding.ts';

const item = (name: string, group: string) =>
  ({
    name,
    group,
    url: 'https://a.test/1',
    format: 'hls',
    logo: '',
    guide_id: '',
    guide_name: '',
    picture: '',
  }) as const;
const items = [item('One News', 'Germany'), item('Two', 'News'), item('Zwei Öl', '')];
const found = (text: string) => findItems(items, text).map(({ place }) => place);

test('[WL33] an item is found by words of its name and its group', () => {
  expect(found('')).toEqual([0, 1, 2]);
  expect(found('NEWS')).toEqual([0, 1]);
  expect(found(' germany  one ')).toEqual([0]);
  expect(found('öl')).toEqual([2]);
  expect(found('nothing')).toEqual([]);
});
