/** The calls of `room creations …`, and the printed answers. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ReviewStatus } from '@matinee/contract/gen/service/client/reviews_pb.ts';
import { RoomVisibility } from '@matinee/contract/gen/service/client/rooms_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../../connection/pretend-server.fixture.ts';

const { approveRoomCreationReview, listRoomCreationReviews, rejectRoomCreationReview } = AdminService.method;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

test('the list tells who asks for what, and who decided', async () => {
  const asked = {
    ...{ id: 'rev_1', name: 'Kino', creatorUsername: 'anna', visibility: RoomVisibility.PUBLIC, hasPassword: true },
    ...{ status: ReviewStatus.APPROVED, createdAt: timestampFromDate(new Date('2026-04-01T00:00:00Z')) },
  };
  const decided = { decidedAt: timestampFromDate(new Date('2026-04-02T00:00:00Z')), decidedBy: 'boris' };
  const reviews = [{ ...asked, ...decided }, asked];
  server.answers(listRoomCreationReviews, { reviews, total: 9 });
  const { out, err } = await server.run('room creations list --status approved --search kin --page-size 2');
  const [, first, second] = out.trimEnd().split('\n');
  expect(first!.split(/ {2,}/)).toEqual([
    ...['rev_1', 'Kino', 'anna', 'public', 'yes', 'approved', '2026-04-01 00:00:00', '2026-04-02 00:00:00 by boris'],
  ]);
  expect(second).toMatch(/2026-04-01 00:00:00$/);
  expect(err).toBe('1–2 of 9; --page 2 shows more\n');
  expect(server.requests(listRoomCreationReviews)).toEqual([
    { status: 'REVIEW_STATUS_APPROVED', search: 'kin', pageSize: 2 },
  ]);
});

test('several rooms are decided at once, all that are named', async () => {
  server.answers(approveRoomCreationReview, { roomIds: ['room_1', 'room_2'] });
  server.answers(rejectRoomCreationReview, {});
  expect((await server.run('room creations approve rev_1 rev_2')).out).toBe('made room_1, room_2\n');
  expect((await server.run(`room creations reject rev_3 rev_4 --reason 'not here' --yes`)).out).toBe(
    'turned down 2 rooms\n',
  );
  expect(server.requests(approveRoomCreationReview)).toEqual([{ reviewIds: ['rev_1', 'rev_2'] }]);
  expect(server.requests(rejectRoomCreationReview)).toEqual([{ reviewIds: ['rev_3', 'rev_4'], reason: 'not here' }]);
});

test('[CL5] rooms are turned down only when that was confirmed', async () => {
  expect(await server.run('room creations reject rev_1 rev_2')).toMatchObject({
    code: 4,
    err: expect.stringContaining('Turn 2 rooms down?'),
  });
  expect(server.asked).toEqual([]);
});
