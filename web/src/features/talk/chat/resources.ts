import { defineResource } from '../../../client/room/resource.ts';
import { addEvent } from './messages.ts';

/** The messages and reactions since the room was opened. */
export const chatEvents = defineResource({
  observe: 'chatEvents',
  changed: 'chatEvent',
  merge: addEvent,
  resume: 'sequence',
});

/** The server's notices in the chat since the room was opened. */
export const chatNotices = defineResource({
  observe: 'chatNotices',
  changed: 'chatEvent',
  merge: addEvent,
  resume: 'sequence',
});

/**
 * Changes of the pinned messages. It holds the place of the last change: a new place means that the pins have to be
 * read again.
 */
export const chatPins = defineResource({
  observe: 'chatPins',
  changed: 'chatPins',
  merge: (held: { readonly place: string; readonly isAny: boolean } | undefined, { eventId, kind, pins }) => ({
    place: eventId,
    isAny: kind === 'all' ? pins.length > 0 : kind === 'pinned' || (held?.isAny ?? false),
  }),
  resume: 'snapshot',
});
