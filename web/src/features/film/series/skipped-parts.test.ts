import { expect, test } from 'vitest';
import { partAt } from './skipped-parts.ts';

const chapters = (...all: readonly (readonly [number, string])[]) =>
  all.map(([start_seconds, name]) => ({ start_seconds, name }));
const episode = chapters([0, 'Recap'], [30, 'Intro'], [120, 'Part A'], [1_200, 'Credits']);

test('[WSE3] a part that is named so reaches to the next chapter, and the credits to the end', () => {
  const at = (position: number) => partAt(episode, 1_300, position);
  expect([at(0), at(29.9)].map((part) => [part?.kind, part?.endSeconds])).toEqual([
    ['recap', 30],
    ['recap', 30],
  ]);
  expect(at(30)).toEqual({ kind: 'intro', startSeconds: 30, endSeconds: 120 });
  expect(at(120)).toBeUndefined();
  expect(at(1_250)).toEqual({ kind: 'credits', startSeconds: 1_200, endSeconds: 1_300 });
});

test('[WSE3] what follows the credits is not skipped', () => {
  const withPreview = chapters([0, 'Part A'], [1_200, 'ED'], [1_280, 'Preview']);
  expect(partAt(withPreview, 1_300, 1_210)?.endSeconds).toBe(1_280);
  expect(partAt(withPreview, 1_300, 1_290)).toBeUndefined();
});

test.each([
  ['OP', 'intro'],
  ['Opening 2', 'intro'],
  ['01. Intro', 'intro'],
  ['[OP]', 'intro'],
  ['MAIN TITLES', 'intro'],
  ['Vorspann', 'intro'],
  ["Générique d'ouverture", 'intro'],
  ['Abertura', 'intro'],
  ['Заставка', 'intro'],
  ['オープニング', 'intro'],
  ['片头曲', 'intro'],
  ['مقدمة', 'intro'],
  ['Previously on…', 'recap'],
  ['Was bisher geschah', 'recap'],
  ['前情提要', 'recap'],
  ['Ending', 'credits'],
  ['ED1', 'credits'],
  ['Abspann', 'credits'],
  ['Créditos finales', 'credits'],
  ['エンディング', 'credits'],
  ['Opening night', undefined],
  ['Edward', undefined],
  ['Introduction to the problem', undefined],
  ['Chapter 01', undefined],
  ['00:00:00.000', undefined],
  ['', undefined],
])('[WSE3] a chapter named "%s" is of the kind %s', (name, kind) => {
  expect(partAt(chapters([0, name], [60, 'Part A']), 600, 10)?.kind).toBe(kind);
});

test('[WSE3] an opening that is as long as a film, or has nothing after it, is the film', () => {
  expect(partAt(chapters([0, 'Opening'], [601, 'Part A']), 2_000, 10)).toBeUndefined();
  expect(partAt(chapters([0, 'Opening']), 600, 10)).toBeUndefined();
  expect(partAt(chapters([10, 'Intro'], [60, 'Part A']), 600, 5)).toBeUndefined();
  expect(partAt([], 600, 5)).toBeUndefined();
});

test('[WSE3] credits of a film whose length is unknown are not skipped', () => {
  expect(partAt(chapters([0, 'Part A'], [60, 'Credits']), 0, 70)).toBeUndefined();
});
