import type { RoomJoinReview } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { mergeWaiting } from './resources.ts';

const review = (id: string) => ({ id, username: id }) as RoomJoinReview;
const ids = ({ reviews }: ReturnType<typeof mergeWaiting>) => reviews.map(({ id }) => id);

test('[WJ1] new ones come to the end once, those that are gone leave, a snapshot replaces all', () => {
  const first = mergeWaiting(undefined, { reviews: [review('a'), review('b')], gone_ids: [], total: 2 }, true);
  const second = mergeWaiting(first, { reviews: [review('c')], gone_ids: [], total: 3 }, false);
  expect(ids(mergeWaiting(second, { reviews: [review('c')], gone_ids: [], total: 3 }, false))).toEqual(['a', 'b', 'c']);
  expect(mergeWaiting(second, { reviews: [], gone_ids: ['a'], total: 2 }, false)).toMatchObject({ total: 2 });
  expect(ids(mergeWaiting(second, { reviews: [], gone_ids: ['a'], total: 2 }, false))).toEqual(['b', 'c']);
  expect(ids(mergeWaiting(second, { reviews: [review('d')], gone_ids: [], total: 1 }, true))).toEqual(['d']);
});
