import type { SkipVotes } from '@matinee/contract/gen/api.ts';
import { defineResource } from '../../../client/room/resource.ts';

/** How the vote about the item that plays stands. [WSV1] */
export const skipVotes = defineResource({
  observe: 'skipVotes',
  changed: 'skipVotes',
  merge: (_held: SkipVotes | undefined, { skip_votes }) => skip_votes ?? { media_id: '', votes: 0, needed: 0 },
});
