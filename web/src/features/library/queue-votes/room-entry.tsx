import type { RoomEntry } from '../../../room/room-entry.ts';
import { queueVotes } from './resources.ts';

/** The votes stand in the rows of the playlist. This entry only observes them. */
export const roomEntry: RoomEntry = { namespace: 'queue-votes', order: 67, resources: [queueVotes] };
