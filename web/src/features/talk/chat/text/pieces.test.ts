import { expect, test } from 'vitest';
import { findMentions, piecesOf, unfinishedMention } from './pieces.ts';

const people = [
  { user_id: 'u1', username: 'ann', display_name: 'ann' },
  { user_id: 'u2', username: 'anna', display_name: 'anna' },
  { user_id: 'u3', username: 'Björn-2', display_name: 'Björn-2' },
];

test('[WC10] whole names behind @ are mentions, counted in code points', () => {
  expect(findMentions('🎬 @anna, @ANN @björn-2!', people)).toEqual([
    { user_id: 'u2', offset: 2, length: 5 },
    { user_id: 'u1', offset: 9, length: 4 },
    { user_id: 'u3', offset: 14, length: 8 },
  ]);
});

test.each(['mail@anna.example', '@annabel', '@', 'anna', '@ anna'])('[WC10] %s names nobody', (text) => {
  expect(findMentions(text, people)).toEqual([]);
});

test('[WC10] a text is cut into names, links and what is between', () => {
  const content = '😀 @anna see https://a.example/x.';
  expect(piecesOf(content, findMentions(content, people))).toEqual([
    { text: '😀 ' },
    { text: '@anna', mentions: 'u2' },
    { text: ' see ' },
    { text: 'https://a.example/x', href: 'https://a.example/x' },
    { text: '.' },
  ]);
});

test.each([
  ['hi @an', 'an'],
  ['@', ''],
  ['mail@an', undefined],
  ['@an ', undefined],
  ['hi', undefined],
])('[WC10] behind %j the name that is being written is %j', (before, name) => {
  expect(unfinishedMention(before)).toBe(name);
});
