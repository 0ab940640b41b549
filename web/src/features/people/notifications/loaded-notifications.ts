import type { ListNotificationsResponse, Notification, NotificationEvent } from '@matinee/contract/gen/api.ts';

/** The notifications that the page holds. */
export interface LoadedNotifications {
  /** Highest place first. */
  readonly items: readonly Notification[];
  readonly unread: number;
  /** There are more below this place. */
  readonly more?: number | undefined;
}

/** Entries in the first event of a stream, and in a page. */
export const pageSize = 20;

/** The list after an event. Pure. [WNT2] */
export function applyEvent(
  held: LoadedNotifications | undefined,
  event: NotificationEvent,
  nowIso: string,
): LoadedNotifications {
  const { kind, notifications, notification_ids: ids, unread_count: unread } = event;
  const { items = [], more } = held ?? {};
  switch (kind) {
    case 'latest':
      return {
        items: notifications,
        unread,
        more: notifications.length < pageSize ? undefined : lowest(notifications),
      };
    case 'put':
      return { items: sorted([...notifications, ...without(items, idsOf(notifications))]), unread, more };
    case 'read': {
      const read = new Set(ids);
      return {
        items: items.map((one) => (read.has(one.id) && !one.read_at ? { ...one, read_at: nowIso } : one)),
        unread,
        more,
      };
    }
    case 'deleted':
      return { items: without(items, new Set(ids)), unread, more };
    default:
      return { items, unread, more };
  }
}

/** The list with an older page. Pure. */
export function addPage(held: LoadedNotifications, page: ListNotificationsResponse): LoadedNotifications {
  const older = without(page.notifications, idsOf(held.items));
  return { ...held, items: sorted([...held.items, ...older]), more: page.next_before_place };
}

function lowest(items: readonly Notification[]): number | undefined {
  return items.at(-1)?.place;
}

function idsOf(items: readonly Notification[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function without(items: readonly Notification[], ids: ReadonlySet<string>): Notification[] {
  return items.filter(({ id }) => !ids.has(id));
}

function sorted(items: Notification[]): Notification[] {
  return items.sort((a, b) => b.place - a.place);
}
