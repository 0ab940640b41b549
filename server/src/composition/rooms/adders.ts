import type { TellAvailability } from '../../features/accounts/users/users.port.ts';
import { tellAvailability } from '../../features/media/library/availability.ts';
import { forgetVotesOfAbsent } from '../../features/media/queue-votes/vote-events.ts';
import { forgetAbsent } from '../../features/media/suggestions/suggestion-events.ts';

/** Updates the items, suggestions and votes of people who join rooms, leave, or are banned or unbanned. */
export const tellPresenceOfAdders: TellAvailability = async (tx, people) => {
  await tellAvailability(tx, people);
  await forgetAbsent(tx, people);
  await forgetVotesOfAbsent(tx, people);
};
