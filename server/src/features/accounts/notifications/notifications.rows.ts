import type { JsonObject } from '@bufbuild/protobuf';
import { rowsOf } from '@matinee/testkit/contract-rows.ts';
import type { FromWorld, Row } from '@matinee/testkit/contract-table.ts';
import type { Actor, World } from '@matinee/testkit/world.ts';

const { works, refused } = rowsOf('NotificationService');
const kept = (w: World) => ({ notification_id: w.kept.notification! });

export const notificationRows: Row[] = [
  works('[NO5] nothing was told yet', 'stranger', 'ListNotifications', {}, { notifications: [], unread_count: 0 }),
  {
    name: '[NO1] an administrator adds somebody to a room',
    as: 'keeper',
    call: 'AdminService.AddMember',
    request: (w) => ({ room_id: w.room, user_id: w.stranger.id }),
    expect: { ok: {} },
  },
  {
    ...works('[NO1] who is told', 'stranger', 'ListNotifications', { unread_only: true }, (w) => ({
      notifications: [{ place: 1, count: 1, room: { room_id: w.room }, room_added: { role: 'member' } }],
      unread_count: 1,
      total: 1,
    })),
    keep: { notification: 'notifications.0.id' },
  },
  works('[NO5] looks at it', 'stranger', 'GetNotification', kept, (w) => ({
    notification: { id: w.kept.notification!, room_added: {} },
  })),
  works(
    '[NO8] watches',
    'stranger',
    'WatchNotifications',
    {},
    {
      event: { eventId: '1', kind: 'latest', notifications: [{ place: 1 }], unread_count: 1 },
    },
  ),
  works(
    '[NO8] watches from an event on',
    'stranger',
    'WatchNotifications',
    { after_event_sequence: '0' },
    {
      event: { eventId: '1', unread_count: 1 },
    },
  ),
  refused('[NO5] nobody else does', 'member', 'GetNotification', kept, 'notifications.not_found'),
  refused('[NO5] nor without an account', 'anonymous', 'ListNotifications', {}, 'call.unauthenticated'),
  refused('[NO5] guests have none', 'anonymous', 'WatchNotifications', {}, 'call.unauthenticated'),
  works('[NO5] nobody else marks it', 'member', 'MarkAsRead', (w) => ({ notification_ids: [w.kept.notification!] }), {
    unread_count: 0,
  }),
  works('[NO5] or deletes it', 'member', 'DeleteNotification', kept, {}),
  works(
    '[NO5] a page begins below a place',
    'stranger',
    'ListNotifications',
    { before_place: 1 },
    {
      notifications: [],
      unread_count: 1,
    },
  ),
  refused('a page has 100 at most', 'stranger', 'ListNotifications', { page_size: 101 }, 'call.invalid_request'),
  works('[NO5] marks it as read', 'stranger', 'MarkAsRead', (w) => ({ notification_ids: [w.kept.notification!] }), {
    unread_count: 0,
  }),
  works('[NO5] twice', 'stranger', 'MarkAsRead', (w) => ({ notification_ids: [w.kept.notification!, 'ntf_x'] }), {
    unread_count: 0,
  }),
  refused('something is marked', 'stranger', 'MarkAsRead', { notification_ids: [] }, 'call.invalid_request'),
  works('[NO6] all up to a place', 'stranger', 'MarkAllAsRead', { up_to_place: 1 }, { unread_count: 0 }),
  refused('a place is 1 or more', 'stranger', 'MarkAllAsRead', { up_to_place: 0 }, 'call.invalid_request'),
  works('[NO5] deletes what is read', 'stranger', 'DeleteAllRead', {}, { deleted: 1 }),
  works('[NO5] which is nothing then', 'stranger', 'DeleteAllRead', {}, { deleted: 0 }),
  works('[NO5] deletes one that is gone', 'stranger', 'DeleteNotification', kept, { unread_count: 0 }),
  refused('[NO5] which nobody finds', 'stranger', 'GetNotification', kept, 'notifications.not_found'),
  ...announcementRows(),
];

function announcementRows(): Row[] {
  const admin = (
    name: string,
    as: Actor,
    method: string,
    request: FromWorld<JsonObject>,
    expect: Row['expect'],
  ): Row => ({
    name,
    as,
    call: `AdminService.${method}`,
    request,
    expect,
  });
  const announcement = {
    title: 'Maintenance <b>tonight</b>',
    text: 'From 22:00.',
    link: 'https://status.example.org/1',
  };
  const invalid = { error: 'call.invalid_request' };
  return [
    admin('only administrators announce', 'member', 'CreateAnnouncement', announcement, { error: 'call.admin_only' }),
    ...[' ', 'two\nlines', 'turned\u202e', '\u200b'].map((title) =>
      admin(
        `${JSON.stringify(title)} is no title`,
        'keeper',
        'CreateAnnouncement',
        { ...announcement, title },
        invalid,
      ),
    ),
    admin('nor is turned text one', 'keeper', 'CreateAnnouncement', { ...announcement, text: 'x\u202e' }, invalid),
    admin(
      'a link is one of the web',
      'keeper',
      'CreateAnnouncement',
      { ...announcement, link: 'javascript:1' },
      invalid,
    ),
    {
      ...admin('[NO10] an announcement', 'keeper', 'CreateAnnouncement', announcement, {
        ok: (w) => ({ announcement: { ...announcement, created_by: w.keeper.username } }),
      }),
      keep: { announcement: 'announcement.id' },
    },
    admin(
      '[NO10] is listed',
      'keeper',
      'ListAnnouncements',
      { page_size: 1 },
      {
        ok: (w) => ({ announcements: [{ id: w.kept.announcement! }] }),
      },
    ),
    works('[NO10] and told to everybody', 'owner', 'ListNotifications', { page_size: 1 }, (w) => ({
      notifications: [{ announcement: { ...announcement, announcement_id: w.kept.announcement! } }],
    })),
    admin(
      '[NO10] it is taken back',
      'keeper',
      'DeleteAnnouncement',
      (w) => ({ announcement_id: w.kept.announcement! }),
      {
        ok: {},
      },
    ),
    admin('once', 'keeper', 'DeleteAnnouncement', (w) => ({ announcement_id: w.kept.announcement! }), {
      error: 'notifications.announcement_not_found',
    }),
    works('[NO10] and from all lists', 'owner', 'ListNotifications', {}, { notifications: [] }),
  ];
}
