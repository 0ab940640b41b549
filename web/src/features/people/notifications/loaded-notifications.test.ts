import type { Notification, NotificationEvent } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { dataOf } from '../../../client/calls/event-stream.ts';
import { addPage, applyEvent, type LoadedNotifications } from './loaded-notifications.ts';

const entry = (place: number, more: Partial<Notification> = {}): Notification => ({
  id: `n${place}`,
  place,
  count: 1,
  ...more,
});
const event = (kind: NotificationEvent['kind'], more: Partial<NotificationEvent>): NotificationEvent => ({
  eventId: '1',
  kind,
  notifications: [],
  notification_ids: [],
  unread_count: 0,
  ...more,
});
const ids = ({ items }: LoadedNotifications) => items.map(({ id }) => id);
const now = '2026-01-01T00:00:00Z';

test('[WNT2] an entry that counts more moves to the top, and is there once', () => {
  const held = applyEvent(undefined, event('latest', { notifications: [entry(2), entry(1)], unread_count: 2 }), now);
  expect(held).toMatchObject({ unread: 2, more: undefined });
  const put = applyEvent(
    held,
    event('put', { notifications: [{ ...entry(1), place: 3, count: 2 }], unread_count: 2 }),
    now,
  );
  expect(ids(put)).toEqual(['n1', 'n2']);
});

test('[WNT2] what was read or deleted elsewhere is so here', () => {
  const held = applyEvent(undefined, event('latest', { notifications: [entry(2), entry(1)] }), now);
  const read = applyEvent(held, event('read', { notification_ids: ['n2'], unread_count: 1 }), now);
  expect(read).toMatchObject({ unread: 1, items: [{ id: 'n2', read_at: now }, { id: 'n1' }] });
  expect(ids(applyEvent(read, event('deleted', { notification_ids: ['n2', 'x'] }), now))).toEqual(['n1']);
});

test('[WNT2] older pages come below, each entry once', () => {
  const full = Array.from({ length: 20 }, (_, n) => entry(40 - n));
  const held = applyEvent(undefined, event('latest', { notifications: full }), now);
  expect(held.more).toBe(21);
  const page = { notifications: [entry(21), entry(20)], unread_count: 0, total: 30 };
  expect(ids(addPage(held, page)).slice(-2)).toEqual(['n21', 'n20']);
});

test('[WNT2] comments of a stream say nothing, and its errors end it', () => {
  expect(dataOf(': heartbeat')).toBeUndefined();
  expect(dataOf('id: 4\ndata: {"a":1}')).toBe('{"a":1}');
  expect(() => dataOf('event: error\ndata: {}')).toThrow();
});
