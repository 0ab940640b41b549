/** `review …`, `review join …`, `report …` and `announcement …`: their requests to a server, and their output. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import {
  ReportCategory,
  ReportStatus,
  ReportTargetKind,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import { ReviewStatus, SignupMethod } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { method } = AdminService;
const at = (text: string) => timestampFromDate(new Date(text));
const [asked, decided] = ['2026-04-01 00:00:00', '2026-04-02 12:00:00'];
const [createdAt, decidedAt] = [at('2026-04-01T00:00:00Z'), at('2026-04-02T12:00:00Z')];

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

/** The words of the lines below the head of a table. */
const rows = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

describe('registrations', () => {
  test('[CL2] are listed with who decided them, as the options say', async () => {
    const one = { id: 'rev_1', username: 'anna', method: SignupMethod.EMAIL, status: ReviewStatus.REJECTED, createdAt };
    const reviews = [{ ...one, email: 'a@example.org', decidedAt, decidedBy: 'boris' }, one];
    server.answers(method.listUserRegistrationReviews, { reviews, total: 7 }, {});
    const { out, err } = await server.run('review list --status rejected --search ann --page 2 --page-size 2');
    expect(rows(out)).toEqual([
      ['rev_1', 'anna', 'email', 'a@example.org', 'rejected', asked, `${decided} by boris`],
      ['rev_1', 'anna', 'email', 'rejected', asked],
    ]);
    expect(err).toBe('3–4 of 7; --page 3 shows more\n');
    expect((await server.run('review list')).out).toBe('none\n');
    expect(server.requests(method.listUserRegistrationReviews)).toEqual([
      { status: 'REVIEW_STATUS_REJECTED', search: 'ann', page: 2, pageSize: 2 },
      {},
    ]);
  });

  test('are decided together, all that are named', async () => {
    server.answers(method.approveUserRegistrationReview, { userIds: ['usr_1', 'usr_2'] });
    server.answers(method.rejectUserRegistrationReview, {});
    expect((await server.run('review approve rev_1 rev_2')).out).toBe(
      'made the account usr_1\nmade the account usr_2\n',
    );
    expect((await server.run(`review reject rev_3 --reason 'no room' --yes`)).out).toBe('rejected 1 registration\n');
    expect(server.requests(method.approveUserRegistrationReview)).toEqual([{ reviewIds: ['rev_1', 'rev_2'] }]);
    expect(server.requests(method.rejectUserRegistrationReview)).toEqual([{ reviewIds: ['rev_3'], reason: 'no room' }]);
  });
});

describe('requests to join', () => {
  test('[CL2] are listed with the room and the note, as the options say', async () => {
    const one = { id: 'jrv_1', username: 'anna', roomName: 'Kino', note: 'let me in', createdAt };
    const reviews = [{ ...one, status: ReviewStatus.APPROVED, decidedAt, decidedBy: 'boris' }];
    server.answers(method.listRoomJoinReviews, { reviews, total: 3 });
    const { out, err } = await server.run('review join list --status approved --search ann --room room_1');
    expect(rows(out)).toEqual([['jrv_1', 'anna', 'Kino', 'let me in', 'approved', asked, `${decided} by boris`]]);
    expect(err).toBe('1–1 of 3; --page 2 shows more\n');
    expect(server.requests(method.listRoomJoinReviews)).toEqual([
      { status: 'REVIEW_STATUS_APPROVED', search: 'ann', roomId: 'room_1' },
    ]);
  });

  test('[CL5] are decided together, and turned down only when that was confirmed', async () => {
    server.answers(method.approveRoomJoinReview, {});
    server.answers(method.rejectRoomJoinReview, {});
    expect((await server.run('review join approve jrv_1 jrv_2')).out).toBe('approved 2 requests\n');
    expect(await server.run('review join reject jrv_3')).toMatchObject({
      code: 4,
      err: expect.stringContaining('Reject 1 request?'),
    });
    expect(server.requests(method.rejectRoomJoinReview)).toEqual([]);
    expect((await server.run(`review join reject jrv_3 jrv_4 --reason 'it is full' --yes`)).out).toBe(
      'rejected 2 requests\n',
    );
    expect(server.requests(method.approveRoomJoinReview)).toEqual([{ reviewIds: ['jrv_1', 'jrv_2'] }]);
    expect(server.requests(method.rejectRoomJoinReview)).toEqual([
      { reviewIds: ['jrv_3', 'jrv_4'], reason: 'it is full' },
    ]);
  });
});

describe('reports', () => {
  const report = {
    id: 'rep_1',
    roomId: 'room_1',
    target: ReportTargetKind.MESSAGE,
    content: { username: 'carl', messageContent: 'buy this', roomName: 'Kino' },
    category: ReportCategory.SPAM,
    text: 'again and again',
    status: ReportStatus.IN_REVIEW,
    version: 4,
    createdAt,
    reporterId: 'usr_1',
    reporterName: 'anna',
    steps: [{ status: ReportStatus.IN_REVIEW, note: 'I look at it', at: decidedAt, by: 'boris' }],
  };

  test('[CL2] [CL9] are listed as the options say, with the room where there is no person', async () => {
    const ofRoom = { ...report, id: 'rep_2', target: ReportTargetKind.ROOM, content: { roomName: 'Kino' } };
    server.answers(method.listContentReports, { reports: [report, ofRoom], total: 2 });
    server.answers(method.listRooms, { rooms: [{ room: { id: 'room_1', name: 'Kino' } }] });
    const { out, err } = await server.run('report list --status in_review --target message --room kino --user usr_2');
    expect(rows(out)).toEqual([
      ['rep_1', 'message', 'carl', 'spam', 'in_review', asked],
      ['rep_2', 'room', 'Kino', 'spam', 'in_review', asked],
    ]);
    expect(err).toBe('');
    await server.run('report list');
    expect(server.requests(method.listContentReports)).toEqual([
      { status: 'REPORT_STATUS_IN_REVIEW', target: 'REPORT_TARGET_KIND_MESSAGE', roomId: 'room_1', userId: 'usr_2' },
      {},
    ]);
  });

  test('are shown with all that was done about them', async () => {
    server.answers(method.getContentReport, { report });
    expect(rows((await server.run('report show rep_1')).out)).toEqual([
      ['room', 'room_1'],
      ['about', 'message carl'],
      ['message', 'buy this'],
      ['reason', 'spam'],
      ['text', 'again and again'],
      ['by', 'anna'],
      ['status', 'in_review'],
      ['reported', asked],
      ['in_review', `${decided} by boris I look at it`],
    ]);
  });

  test('name the reporter by id when the account is gone', async () => {
    server.answers(method.getContentReport, { report: { ...report, reporterName: '', content: { roomName: 'Kino' } } });
    const lines = rows((await server.run('report show rep_1')).out);
    expect(lines).toContainEqual(['by', 'usr_1']);
    expect(lines).toContainEqual(['about', 'message Kino']);
  });

  test.each([
    [`take rep_1 --note 'I look at it'`, 'REPORT_STATUS_IN_REVIEW', 'I look at it', 'taken'],
    ['resolve rep_1', 'REPORT_STATUS_RESOLVED', undefined, 'resolved'],
    ['resolve rep_1 --dismiss --note nothing', 'REPORT_STATUS_DISMISSED', 'nothing', 'dismissed'],
  ])('are decided as they were looked at: %s', async (command, status, note, done) => {
    server.answers(method.getContentReport, { report });
    server.answers(method.updateContentReportStatus, {});
    expect((await server.run(`report ${command}`)).out).toBe(`${done} rep_1\n`);
    expect(server.requests(method.updateContentReportStatus)).toEqual([
      { reportId: 'rep_1', status, ...(note === undefined ? {} : { note }), expectedVersion: 4 },
    ]);
  });
});

describe('announcements', () => {
  test('[CL2] are listed page by page', async () => {
    const one = { id: 'ann_1', title: 'New films', createdAt, createdBy: 'boris' };
    server.answers(method.listAnnouncements, { announcements: [one], total: 5 });
    const { out, err } = await server.run('announcement list --page 2 --page-size 1');
    expect(rows(out)).toEqual([['ann_1', 'New films', asked, 'boris']]);
    expect(err).toBe('2–2 of 5; --page 3 shows more\n');
    expect(server.requests(method.listAnnouncements)).toEqual([{ page: 2, pageSize: 1 }]);
  });

  test('are made with a text and a link, or a title alone', async () => {
    server.answers(method.createAnnouncement, { announcement: { id: 'ann_1' } });
    const more = `--text 'every Friday' --link https://example.org`;
    expect((await server.run(`announcement create 'New films' ${more}`)).out).toBe('announced as ann_1\n');
    await server.run('announcement create Hello');
    expect(server.requests(method.createAnnouncement)).toEqual([
      { title: 'New films', text: 'every Friday', link: 'https://example.org' },
      { title: 'Hello' },
    ]);
  });

  test('[CL5] are deleted only when that was confirmed', async () => {
    server.answers(method.deleteAnnouncement, {});
    expect((await server.run('announcement delete ann_1')).code).toBe(4);
    expect(server.asked).toEqual([]);
    expect((await server.run('announcement delete ann_1 --yes')).out).toBe('deleted the announcement ann_1\n');
    expect(server.requests(method.deleteAnnouncement)).toEqual([{ announcementId: 'ann_1' }]);
  });
});
