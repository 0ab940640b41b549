import type { LiveComment, LiveComments } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { addComments, type CommentList } from './live-comments.port.ts';

const comment = (id: string): LiveComment => ({
  id,
  author: 'Anna',
  text: `text ${id}`,
  mode: 'scroll',
  color: '#ffffff',
  size: 'normal',
  at_ms: 0,
});
const told = (ids: string[], more: Partial<LiveComments> = {}): LiveComments => ({
  state: 'open',
  comments: ids.map(comment),
  deleted_ids: [],
  cleared: false,
  ...more,
});
const idsOf = ({ comments }: CommentList) => comments.map(({ id }) => id);

test('[WLC1] what came before has not just arrived, and what is repeated is held once', () => {
  const state = addComments(undefined, told(['a', 'b']), true);
  expect(state).toMatchObject({ state: 'open', arrived: 0 });
  const next = addComments(state, told(['b', 'c']), false);
  expect([idsOf(next), next.arrived]).toEqual([['a', 'b', 'c'], 1]);
  const again = addComments(next, told(['d'], { state: 'connecting' }), true);
  expect([idsOf(again), again.arrived, again.state]).toEqual([['d'], 1, 'connecting']);
});

test('[WLC1] the newest two hundred are held', () => {
  let held: CommentList | undefined;
  for (let i = 0; i < 30; i += 1)
    held = addComments(held, told(Array.from({ length: 40 }, (_, at) => `${i} ${at}`)), false);
  expect([held!.comments.length, held!.arrived, idsOf(held!).at(-1)]).toEqual([200, 1_200, '29 39']);
});

test('[WLC2] what is taken back goes, one or all', () => {
  const held = addComments(undefined, told(['a', 'b', 'c']), true);
  expect(idsOf(addComments(held, told([], { deleted_ids: ['b', 'unknown'] }), false))).toEqual(['a', 'c']);
  expect(idsOf(addComments(held, told(['d'], { cleared: true }), false))).toEqual(['d']);
});
