import type { ChatMessage } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { saidAt, stretchOf, windowAt } from './said-before.ts';

const at = (...positions: number[]) =>
  positions.map((position) => ({ id: String(position), playback_position_seconds: position }) as ChatMessage);
const ids = (messages: readonly ChatMessage[]) => messages.map(({ id }) => Number(id));

test('[WSB2] nothing from ahead is shown, and what was said a while ago is gone', () => {
  const messages = at(10, 30, 40, 60);
  expect(ids(saidAt(messages, 9.9))).toEqual([]);
  expect(ids(saidAt(messages, 10))).toEqual([10]);
  expect(ids(saidAt(messages, 34.9))).toEqual([10, 30]);
  expect(ids(saidAt(messages, 35))).toEqual([30]);
  expect(ids(saidAt(messages, 59.9))).toEqual([40]);
});

test('[WSB2] of many that came at once the last three are shown', () => {
  expect(ids(saidAt(at(1, 2, 3, 4, 5), 5))).toEqual([3, 4, 5]);
});

test('[WSB2] a window holds all that is shown anywhere in it', () => {
  expect(stretchOf(0)).toEqual({ from_seconds: 0, to_seconds: 300 });
  expect([windowAt(299.9), windowAt(300)]).toEqual([0, 1]);
  const { from_seconds: from } = stretchOf(windowAt(300));
  expect(ids(saidAt(at(from, from + 0.1), 300))).toEqual([from + 0.1]);
});
