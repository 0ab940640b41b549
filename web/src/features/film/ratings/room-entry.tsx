import type { RoomEntry } from '../../../room/room-entry.ts';
import { ratings } from './resources.ts';

/** The ratings stand at the end of a film and in the lists of the room. This entry only observes them. */
export const roomEntry: RoomEntry = { namespace: 'ratings', order: 66, resources: [ratings] };
