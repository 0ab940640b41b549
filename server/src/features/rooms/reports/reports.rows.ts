import { refused, works } from '@matinee/testkit/contract-rows.ts';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const nobody = `usr_${'0'.repeat(26)}`;

const report = 'RoomService.ReportContent';
const list = 'RoomService.ListRoomContentReports';
const get = 'RoomService.GetRoomContentReport';
const update = 'RoomService.UpdateRoomContentReportStatus';
const all = 'AdminService.ListContentReports';
const one = 'AdminService.GetContentReport';
const decide = 'AdminService.UpdateContentReportStatus';

const spam = { category: 'spam', text: 'He says <script>alert(1)</script>' };
const message = (w: World) => ({ ...spam, message_id: w.kept.reported! });
const first = (w: World) => ({ report_id: w.kept.report! });
const aboutAdmin = (w: World) => ({ report_id: w.kept.aboutAdmin! });
const aboutAdminTarget = (w: World) => ({ target: w.kept.aboutAdmin! });
const step =
  (status: string, version: number, of = first) =>
  (w: World) => ({
    ...of(w),
    status,
    note: 'seen',
    expected_version: version,
  });

const reporting: Row[] = [
  works(
    'somebody writes',
    'member',
    'RoomService.SendChatMessage',
    { client_message_id: 'r-1', content: 'Buy <b>this</b>' },
    {},
  ),
  works('it is in the chat', 'member', 'RoomService.GetChatHistory', {}, {}, { reported: 'messages.0.id' }),
  works('[RP1] a message is reported', 'admin', report, message, { status: 'open' }, { report: 'report_id' }),
  works('[RP2] again is the same', 'admin', report, message, (w) => ({ report_id: w.kept.report! })),
  refused('[RP1] not by its author', 'member', report, message, 'reports.yourself'),
  refused('[RP1] or from outside', 'stranger', report, message, 'call.not_a_member'),
  {
    ...refused('[RP1] or in another room', 'stranger', report, message, 'reports.target_not_found'),
    room: (w) => w.otherRoom,
  },
  refused('[RP1] nobody', 'admin', report, { ...spam, member_id: nobody }, 'reports.target_not_found'),
  refused(
    '[RP1] no member of other rooms',
    'admin',
    report,
    (w) => ({ ...spam, user_id: w.stranger.id }),
    'reports.target_not_found',
  ),
  refused('something is reported', 'admin', report, spam, 'call.invalid_request'),
  refused('with a reason', 'admin', report, (w) => ({ member_id: w.member.id }), 'call.invalid_request'),
  works(
    '[RP5] an admin of the room is reported',
    'member',
    report,
    (w) => ({ category: 'harassment', text: '', member_id: w.admin.id }),
    { status: 'open' },
    { aboutAdmin: 'report_id' },
  ),
  works('[RP5] the room is reported', 'member', report, { category: 'illegal', text: '', whole_room: {} }, {}),
  works('guests may come', 'owner', 'RoomService.UpdateRoomSettings', { settings: { allow_guests: true } }, {}),
  works(
    'one does',
    'anonymous',
    'AuthService.CreateGuestToken',
    (w) => ({ room_id: w.room, display_name: 'visitor' }),
    {},
    { guestToken: 'guestToken' },
  ),
  works('[RP1] a guest reports', 'guest', report, message, { status: 'open' }),
];

const handling: Row[] = [
  refused('[RP5] members do not see reports', 'member', list, {}, 'call.missing_permission'),
  refused('[RP5] or guests', 'guest', list, {}, 'call.missing_permission'),
  works('[RP5] moderators see those about members', 'owner', list, {}, (w) => ({
    total: 2,
    reports: [
      {
        id: w.kept.report!,
        category: 'spam',
        text: spam.text,
        status: 'open',
        version: 1,
        reporter_id: '',
        reporter_name: '',
        content: { user_id: w.member.id, username: w.member.username, message_content: 'Buy <b>this</b>' },
      },
      { reporter_name: '' },
    ],
  })),
  works('[RP5] one of them', 'owner', get, first, { report: { steps: [] } }),
  refused('[RP5] not those about themselves', 'admin', get, aboutAdmin, 'reports.not_found'),
  refused('[RP5] or about other moderators', 'owner', get, aboutAdmin, 'reports.not_found'),
  refused('[RP5] or decide them', 'owner', update, step('resolved', 1, aboutAdmin), 'reports.not_found'),
  {
    ...refused('[RP5] or those of other rooms', 'stranger', get, first, 'reports.not_found'),
    room: (w) => w.otherRoom,
  },
  works('[RP7] somebody takes it up', 'owner', update, step('in_review', 1), (w) => ({
    report: { status: 'in_review', version: 2, steps: [{ status: 'in_review', note: 'seen', by: w.owner.username }] },
  })),
  refused('[RP7] another was too late', 'admin', update, step('resolved', 1), 'reports.version_conflict'),
  refused('[RP7] it never opens again', 'owner', update, step('open', 2), 'call.invalid_request'),
  works('[RP7] it is decided', 'admin', update, step('resolved', 2), { report: { status: 'resolved', version: 3 } }),
  refused('[RP7] once', 'owner', update, step('dismissed', 3), 'reports.decided'),
  works('[RP8] and the reporter hears', 'admin', 'NotificationService.ListNotifications', { page_size: 1 }, (w) => ({
    notifications: [{ report_decided: { report_id: w.kept.report!, target: 'message', status: 'resolved' } }],
  })),
  works('[RP5] decided ones are listed apart', 'owner', list, { status: 'resolved' }, { total: 1 }),
];

const platform: Row[] = [
  refused('[RP9] administrators see all', 'owner', all, {}, 'call.admin_only'),
  works(
    '[RP9] of a room',
    'keeper',
    all,
    (w) => ({ room_id: w.room }),
    (w) => ({
      total: 3,
      reports: [
        { id: w.kept.aboutAdmin!, platform_only: true, reporter_name: w.member.username },
        { target: 'room', content: { room_name: `Room of ${w.owner.username}` } },
        { target: 'message', reporter_name: '' },
      ],
    }),
  ),
  works('[RP9] about somebody', 'keeper', all, (w) => ({ user_id: w.admin.id, target: 'member' }), { total: 1 }),
  works('[RP9] one', 'keeper', one, aboutAdmin, { report: { version: 1 } }),
  refused('[RP9] that is there', 'keeper', one, { report_id: 'report_x' }, 'reports.not_found'),
  works('[RP9] they decide', 'keeper', decide, step('dismissed', 1, aboutAdmin), (w) => ({
    report: { status: 'dismissed', version: 2, steps: [{ by: w.keeper.username }] },
  })),
  refused('[RP7] once', 'keeper', decide, step('resolved', 2, aboutAdmin), 'reports.decided'),
  works('[RP9] which is audited', 'keeper', 'AdminService.ListAuditRecords', aboutAdminTarget, (w) => ({
    records: [{ action: 'report.handled', target: w.kept.aboutAdmin!, details: { status: 'dismissed' } }],
  })),
];

export const reportRows: Row[] = [...reporting, ...handling, ...platform];
