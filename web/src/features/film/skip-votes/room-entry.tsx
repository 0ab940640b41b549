import type { RoomEntry } from '../../../room/room-entry.ts';
import { skipVotes } from './resources.ts';

/** The vote stands among the buttons of the player. This entry only observes it. */
export const roomEntry: RoomEntry = { namespace: 'skip-votes', order: 67, resources: [skipVotes] };
