import { defineErrors } from '../../../kernel/errors.ts';

export const queueVotesErrors = defineErrors('queue_votes', {
  item_not_found: { code: 'not_found', message: 'There is no such item to vote on in the playlists of this room.' },
});
