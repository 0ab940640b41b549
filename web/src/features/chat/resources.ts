import { defineResource } from '../../client/room/resource.ts';
import { addEvent } from './messages.ts';

/** Messages that came since the room was opened, oldest first. */
export const chatEvents = defineResource({
  observe: 'chatEvents',
  changed: 'chatEvent',
  merge: addEvent,
  resume: 'sequence',
});
