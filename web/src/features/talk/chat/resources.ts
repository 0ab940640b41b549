import { defineResource } from '../../../client/room/resource.ts';
import { addEvent } from './messages.ts';

/** What came since the room was opened. */
export const chatEvents = defineResource({
  observe: 'chatEvents',
  changed: 'chatEvent',
  merge: addEvent,
  resume: 'sequence',
});

/** What the server says in the chat since the room was opened. */
export const chatNotices = defineResource({
  observe: 'chatNotices',
  changed: 'chatEvent',
  merge: addEvent,
  resume: 'sequence',
});

/** Which messages are pinned. The place of the last change: whoever shows them reads them anew when it is another. */
export const chatPins = defineResource({
  observe: 'chatPins',
  changed: 'chatPins',
  merge: (held: { readonly place: string; readonly isAny: boolean } | undefined, { eventId, kind, pins }) => ({
    place: eventId,
    isAny: kind === 'all' ? pins.length > 0 : kind === 'pinned' || (held?.isAny ?? false),
  }),
  resume: 'snapshot',
});
