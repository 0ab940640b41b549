import type { ItemVotes } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** How the votes about the room's items stand, by item. */
export type QueueVotes = ReadonlyMap<string, ItemVotes>;

/** [WQV1] */
export const queueVotes = defineResource({
  observe: 'queueVotes',
  changed: 'queueVotes',
  merge: (held: QueueVotes | undefined, change, isSnapshot): QueueVotes =>
    new Map([...(isSnapshot ? [] : (held ?? [])), ...change.votes.map((votes) => [votes.media_id, votes] as const)]),
});
