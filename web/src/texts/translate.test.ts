import { expect, test } from 'vitest';
import { findText, sayText } from './translate.ts';

const texts = {
  title: 'Rooms',
  people: 'People',
  people_one: '{{count}} person with {{name}}',
  people_other: '{{count}} people with {{name}}',
  devices_zero: 'no device',
  devices_one: 'one device',
  devices_other: '{{count}} devices',
  list: { more: 'Show more', deep: { er: 'Found' } },
};

test('[WT1] a number chooses the form of a text, by the rules of the language', () => {
  const people = (count: number, language = 'en') => sayText(texts, language, 'people', { count, name: 'Ben' });
  expect([people(1), people(2), people(0)]).toEqual(['1 person with Ben', '2 people with Ben', '0 people with Ben']);
  // In French, 0 has the form of 1.
  expect(people(0, 'fr')).toBe('0 person with Ben');
  expect([0, 1, 2].map((count) => sayText(texts, 'en', 'devices', { count }))).toEqual([
    'no device',
    'one device',
    '2 devices',
  ]);
  expect([0, 2].map((count) => sayText(texts, 'en', 'title', { count }))).toEqual(['Rooms', 'Rooms']);
  expect(sayText(texts, 'en', 'people')).toBe('People');
});

test('[WT2] what is filled in stays as it is, and a missing name leaves nothing', () => {
  expect(sayText(texts, 'en', 'people_one', { name: '$& {{count}}' })).toBe(' person with $& {{count}}');
  expect(sayText(texts, 'en', 'people_one')).toBe(' person with ');
});

test('a key is a path to a text, and nothing else', () => {
  expect([findText(texts, 'list.more'), findText(texts, 'list.deep.er')]).toEqual(['Show more', 'Found']);
  const keys = [
    'list',
    'list.deep',
    'title.length',
    'nothing',
    'list.nothing',
    'constructor.name',
    '__proto__.__proto__.a',
    '',
  ];
  expect(keys.map((key) => findText(texts, key))).toEqual(keys.map(() => undefined));
  expect(findText(undefined, 'title')).toBeUndefined();
});

test('[WT6] from right to left a name keeps its direction, unless the text becomes a name itself', () => {
  const texts = { joined: 'انضم {{name}} ({{count}})' };
  const said = (language: string, options = {}) =>
    sayText(texts, language, 'joined', { name: 'Ben', count: 2, ...options });
  expect(said('ar')).toBe('انضم \u2068Ben\u2069 (2)');
  expect(said('ar', { isPlain: true })).toBe('انضم Ben (2)');
  expect(said('de')).toBe('انضم Ben (2)');
});

test('[WT1] a sentence for exactly one counts also where the language has one form for all numbers', () => {
  const mentions = { mention_one: '{{who}}さん', mention_other: '{{count}}回' };
  expect(sayText(mentions, 'ja', 'mention', { count: 1, who: 'Ben' })).toBe('Benさん');
  expect(sayText(mentions, 'ja', 'mention', { count: 2 })).toBe('2回');
});
