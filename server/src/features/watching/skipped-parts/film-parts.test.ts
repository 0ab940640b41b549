import { SkippedPartKind } from '@matinee/contract/gen/service/client/skipped_parts_pb.ts';
import { expect, test } from 'vitest';
import { markOf, partsOf } from './film-parts.ts';

const { INTRO: intro, RECAP: recap, CREDITS: credits } = SkippedPartKind;
const chapters = (...all: readonly (readonly [number, string])[]) =>
  all.map(([startSeconds, name]) => ({ startSeconds, name }));
const episode = chapters([0, 'Recap'], [30, 'Intro'], [120, 'Part A'], [1_200, 'Credits']);
const places = (...given: Parameters<typeof partsOf>) =>
  partsOf(...given).map(({ kind, startSeconds, endSeconds }) => [kind, startSeconds, endSeconds]);

test('[SKP1] a part that is named so reaches to the next chapter, and the credits to the end', () => {
  expect(places(episode, [], 1_300)).toEqual([
    [recap, 0, 30],
    [intro, 30, 120],
    [credits, 1_200, 1_300],
  ]);
});

test('[SKP1] what follows the credits is not skipped', () => {
  const withPreview = chapters([0, 'Part A'], [1_200, 'ED'], [1_280, 'Preview']);
  expect(places(withPreview, [], 1_300)).toEqual([[credits, 1_200, 1_280]]);
});

test.each([
  ['OP', intro],
  ['Opening 2', intro],
  ['01. Intro', intro],
  ['[OP]', intro],
  ['MAIN TITLES', intro],
  ['Vorspann', intro],
  ["Générique d'ouverture", intro],
  ['Abertura', intro],
  ['Заставка', intro],
  ['オープニング', intro],
  ['片头曲', intro],
  ['مقدمة', intro],
  ['Previously on…', recap],
  ['Was bisher geschah', recap],
  ['前情提要', recap],
  ['Ending', credits],
  ['ED1', credits],
  ['Abspann', credits],
  ['Créditos finales', credits],
  ['エンディング', credits],
  ['Opening night', undefined],
  ['Edward', undefined],
  ['Introduction to the problem', undefined],
  ['Chapter 01', undefined],
  ['00:00:00.000', undefined],
  ['', undefined],
])('[SKP1] a chapter named "%s" is of the kind %s', (name, kind) => {
  expect(partsOf(chapters([0, name], [60, 'Part A']), [], 600)[0]?.kind).toBe(kind);
});

test('[SKP1] an opening that is as long as a film, or has nothing after it, is the film', () => {
  expect(places(chapters([0, 'Opening'], [601, 'Part A']), [], 2_000)).toEqual([]);
  expect(places(chapters([0, 'Opening']), [], 600)).toEqual([]);
  expect(places([], [], 600)).toEqual([]);
});

test('[SKP1] credits of a film whose length is unknown are not skipped', () => {
  expect(places(chapters([0, 'Part A'], [60, 'Credits']), [], null)).toEqual([]);
});

test('[SKP2] [SKP3] an intro is marked from the start, credits back from the end of each episode', () => {
  const marks = [
    markOf({ kind: intro, startSeconds: 65, endSeconds: 125 }, 1_300)!,
    markOf({ kind: credits, startSeconds: 1_200, endSeconds: 1_296 }, 1_300)!,
  ];
  expect(places([], marks, 1_500)).toEqual([
    [intro, 65, 125],
    [credits, 1_400, 1_500],
  ]);
  expect(places([], marks, null)).toEqual([[intro, 65, 125]]);
  expect(places([], marks, 90)).toEqual([]);
  // Chapters say it better, each for its kind.
  expect(places(chapters([0, 'Intro'], [30, 'Part A']), marks, 1_500)).toEqual([
    [intro, 0, 30],
    [credits, 1_400, 1_500],
  ]);
});

test.each([
  [10, 12, 100],
  [10, 5, 100],
  [90, 120, 100],
  [0, 601, 2_000],
])('[SKP3] %i to %i of %i seconds is no part', (startSeconds, endSeconds, duration) => {
  expect(markOf({ kind: intro, startSeconds, endSeconds }, duration)).toBeUndefined();
});
