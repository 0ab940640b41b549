/** `audit list`: long lists come in several answers. */
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AuditActorKind } from '@matinee/contract/gen/service/client/admin_audit_pb.ts';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PretendServer, startPretendServer } from '../connection/pretend-server.fixture.ts';

const { listAuditRecords } = AdminService.method;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

/** Records in descending order: the last one is the oldest. */
function records(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => ({
    id: `aud_${from + index}`,
    at: timestampFromDate(new Date(Date.UTC(2026, 3, 1) - (from + index) * 60_000)),
    actorKind: AuditActorKind.OPERATOR,
    action: 'user.banned',
    target: `usr_${from + index}`,
  }));
}

test('asks for 50 when no number is given, and for what the options say', async () => {
  server.answers(listAuditRecords, {});
  expect((await server.run('audit list')).out).toBe('nothing fits\n');
  const times = `--since 2026-01-01 --before '2026-02-01 20:00'`;
  await server.run(`audit list --actor anna --action user --target usr_2 ${times} --limit 7`);
  expect(server.requests(listAuditRecords)).toEqual([
    { pageSize: 50 },
    {
      ...{ actor: 'anna', action: 'user', target: 'usr_2', pageSize: 7 },
      ...{ from: '2026-01-01T00:00:00Z', before: '2026-02-01T20:00:00Z' },
    },
  ]);
});

test('a span lies in the past', async () => {
  server.answers(listAuditRecords, {});
  await server.run('audit list --since 7d --before 1d');
  const [{ from, before }] = server.requests(listAuditRecords) as unknown as [{ from: string; before: string }];
  const days = (text: string) => Math.round((Date.now() - Date.parse(text)) / 86_400_000);
  expect([days(from), days(before)]).toEqual([7, 1]);
});

test('goes on from answer to answer until it has as many as are asked for', async () => {
  server.answers(
    listAuditRecords,
    { records: records(200), nextPageToken: 'two' },
    { records: records(200, 200), nextPageToken: 'three' },
    { records: records(50, 400), nextPageToken: 'four' },
  );
  const { out, err } = await server.run('audit list --limit 450');
  expect(server.requests(listAuditRecords)).toEqual([
    { pageSize: 200 },
    { pageSize: 200, pageToken: 'two' },
    { pageSize: 50, pageToken: 'three' },
  ]);
  const lines = out.trimEnd().split('\n').slice(1);
  expect([lines.length, new Set(lines).size]).toEqual([450, 450]);
  expect(err).toBe('there is more, before 2026-03-31 16:31:00\n');
});

test('[CL2] ends where the server has no more, and does not tell of more', async () => {
  server.answers(listAuditRecords, { records: records(2), nextPageToken: 'two' }, { records: records(1, 2) });
  const { out, err } = await server.run('audit list --output json');
  expect(JSON.parse(out).records.map(({ id }: { id: string }) => id)).toEqual(['aud_0', 'aud_1', 'aud_2']);
  expect(JSON.parse(out).next_page_token ?? null).toBeNull();
  expect(err).toBe('');
});

test('[CL2] gives a program the token of the next page', async () => {
  server.answers(listAuditRecords, { records: records(3), nextPageToken: 'two' });
  expect(JSON.parse((await server.run('audit list --limit 3 --output json')).out).next_page_token).toBe('two');
});

test('names a person by name and everybody else by kind, and shows details where there are any', async () => {
  const [one] = records(1);
  server.answers(listAuditRecords, {
    records: [
      { ...one, actorKind: AuditActorKind.USER, actorName: 'anna', details: { reason: 'spam' } },
      { ...one, actorName: 'ignored', details: {} },
      { ...one, actorKind: AuditActorKind.ANONYMOUS },
    ],
  });
  const lines = (await server.run('audit list')).out.trimEnd().split('\n').slice(1);
  expect(lines.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
    ['anna', 'user.banned', 'usr_0', '{"reason":"spam"}'],
    ['operator', 'user.banned', 'usr_0'],
    ['anonymous', 'user.banned', 'usr_0'],
  ]);
});

test.each(['--limit 0', '--limit many', '--since soon', '--before 2026-13-01'])(
  '[CL3] %s is refused before anything is sent',
  async (flags) => {
    expect((await server.run(`audit list ${flags}`)).code).toBe(2);
    expect(server.asked).toEqual([]);
  },
);
