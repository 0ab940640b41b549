import type { DanmakuComment } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { makeStage, type StageParts } from './stage.ts';

const comment = (at: number, text: string, mode: DanmakuComment['mode'] = 'scroll'): DanmakuComment => ({
  position_seconds: at,
  mode,
  color: '#ffffff',
  size: 'normal',
  text,
});
const field = { laneCount: 5, width: 800, crossing: 8, standing: 4 };
const parts: StageParts<object> = { field, share: 1, isStill: false, draw: () => ({ width: 100, lanes: 1 }) };
const comments = [comment(1, 'one'), comment(2, 'two', 'top'), comment(3, 'three'), comment(30, 'late')];
const textsAt = (stage: ReturnType<typeof makeStage<object>>, at: number) =>
  stage.at(at).map(({ comment: { text } }) => text);

test('[WDK2] comments come at their time and go when they have crossed, or stood, long enough', () => {
  const stage = makeStage(comments, parts);
  const seen = Array.from({ length: 13 }, (_, at) => textsAt(stage, at).join(' '));
  expect(seen).toEqual([
    '',
    'one',
    'one two',
    'one two three',
    'one two three',
    'one two three',
    'one three',
    'one three',
    'one three',
    'three',
    'three',
    '',
    '',
  ]);
});

test('[WDK2] after a jump, also a jump back, it is as if the film had played up to there', () => {
  const played = makeStage(comments, parts);
  for (let at = 0; at < 5; at += 0.5) played.at(at);
  const jumped = makeStage(comments, parts);
  expect(textsAt(jumped, 31)).toEqual(['late']);
  expect(jumped.at(5)).toEqual(played.at(5));
});

test('[WDK3] fewer comments are always the same ones', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => comment(i * 10, `comment ${i}`));
  const shownOf = (share: number) => {
    const stage = makeStage(many, { ...parts, share });
    return many.filter(({ position_seconds }) => stage.at(position_seconds).length > 0).map(({ text }) => text);
  };
  const [few, some] = [shownOf(0.25), shownOf(0.5)];
  expect([few.length / 1_000, some.length / 1_000]).toEqual([expect.closeTo(0.25, 1), expect.closeTo(0.5, 1)]);
  expect(few.every((text) => some.includes(text))).toBe(true);
  expect(shownOf(0.25)).toEqual(few);
});

test('[WDK4] with less motion comments stand', () => {
  const stage = makeStage([comment(1, 'one')], { ...parts, isStill: true });
  expect(stage.at(1)).toMatchObject([{ place: { velocity: 0, endsAt: 5 } }]);
});

test('[WDK6] what arrives while the film plays takes a free lane', () => {
  const stage = makeStage(comments, parts);
  stage.push(comment(0, 'too early'));
  stage.at(1);
  stage.push(comment(0, 'live'));
  expect(stage.at(1.5).map(({ comment: { text }, place }) => [text, place.lane])).toEqual([
    ['one', 0],
    ['live', 1],
  ]);
  expect(textsAt(stage, 20)).toEqual([]);
});
