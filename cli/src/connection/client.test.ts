/** How a command handles the answers and the refusals of a server. */
import { createServer } from 'node:net';
import { status } from '@grpc/grpc-js';
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../run.fixture.ts';
import { type PretendServer, type Refusal, refused, startPretendServer } from './pretend-server.fixture.ts';

const { getUser, listUsers } = AdminService.method;
const { getSystemStats } = ManagementService.method;

let server: PretendServer;
beforeAll(async () => {
  server = await startPretendServer();
});
afterEach(() => server.forget());
afterAll(() => server.stop());

/** Runs a command that the server refuses. Returns its exit code and the printed lines. */
async function refusedWith(refusal: Refusal) {
  server.answers(getUser, refused(refusal));
  const { code, out, err } = await server.run('user get usr_1');
  expect(out).toBe('');
  return { code, told: err.trimEnd().split('\n') };
}

describe('a refusal', () => {
  test('[CL1] is told in the words of the server, with its reason', async () => {
    expect(
      await refusedWith({ code: status.NOT_FOUND, message: 'there is no such user', reason: 'users.not_found' }),
    ).toEqual({ code: 1, told: ['matinee: there is no such user (users.not_found)'] });
  });

  test('[CL1] tells all faults, and the one that its words name already only once', async () => {
    const violations = [
      { field: 'username', description: 'is taken' },
      { field: 'password', description: 'is too short' },
      { field: 'role', description: 'is unknown' },
    ];
    const refusal = { code: status.INVALID_ARGUMENT, message: 'username: is taken', reason: 'common.invalid' };
    expect((await refusedWith({ ...refusal, violations })).told).toEqual([
      'matinee: username: is taken',
      '  password: is too short',
      '  role: is unknown (common.invalid)',
    ]);
  });

  test('[CL1] for a fault of the server names the request, by which its log is searched', async () => {
    const internal = { code: status.INTERNAL, message: 'something broke', reason: 'common.internal' };
    expect((await refusedWith({ ...internal, requestId: 'req_7' })).told).toEqual([
      'matinee: something broke (common.internal)',
      "The server's log has more about the request req_7.",
    ]);
    expect((await refusedWith(internal)).told).toHaveLength(1);
  });

  test('[CL1] that is no fault of the server names no request', async () => {
    const refusal = { code: status.NOT_FOUND, message: 'gone', reason: 'users.not_found', requestId: 'req_7' };
    expect((await refusedWith(refusal)).told).toHaveLength(1);
  });

  test('[CL4] of a call that an older server does not know suggests to compare the versions', async () => {
    const { code, told } = await refusedWith({ code: status.UNIMPLEMENTED, message: 'unknown method' });
    expect({ code, told }).toEqual({
      code: 1,
      told: ['matinee: the server does not offer this', 'Is it older than this command? matinee version says so.'],
    });
  });

  test('[CL14] without a token asks for one, and of a token says so', async () => {
    const refusal = { code: status.UNAUTHENTICATED, message: 'who are you' };
    const { code, told } = await refusedWith(refusal);
    expect(code).toBe(1);
    expect(told[0]).toBe(`matinee: ${server.address} asks for a token`);
    expect(told[1]).toContain('MATINEE_MANAGEMENT_TOKEN');
    server.answers(getUser, refused(refusal));
    const given = { MATINEE_MANAGEMENT_ENDPOINT: server.address, MATINEE_MANAGEMENT_TOKEN: 'wrong' };
    expect((await runHere(['user', 'get', 'usr_1'], given)).err).toContain(`${server.address} refused the token`);
  });
});

describe('no answer', () => {
  test('[CL1] of our server, which is overloaded or stops, is its refusal', async () => {
    for (const code of [status.UNAVAILABLE, status.DEADLINE_EXCEEDED])
      expect(await refusedWith({ code, message: 'the server stops', reason: 'common.unavailable' })).toEqual({
        code: 1,
        told: ['matinee: the server stops (common.unavailable)'],
      });
  });

  test('[CL1] [CL4] of anything else means that there is no server', async () => {
    expect(await refusedWith({ code: status.DEADLINE_EXCEEDED, message: 'too late' })).toEqual({
      code: 3,
      told: [`matinee: ${server.address} does not answer`],
    });
    expect(await refusedWith({ code: status.UNAVAILABLE, message: 'read ECONNRESET' })).toEqual({
      code: 3,
      told: [`matinee: the connection to ${server.address} broke off: read ECONNRESET`],
    });
  });

  test.each([
    ['connect ECONNREFUSED /run/m.sock', 'no server answers at', 'Start it with: matinee serve.'],
    ['getaddrinfo ENOTFOUND cinema', 'no server answers at', 'Start it with: matinee serve.'],
    ['connect EHOSTUNREACH 10.0.0.9', 'no server answers at', 'Start it with: matinee serve.'],
    ['No connection established', 'no server answers at', 'Start it with: matinee serve.'],
    ['connect EACCES /run/m.sock', 'belongs to another user', 'Run the command as the user of the server.'],
    ['connect EPERM /run/m.sock', 'belongs to another user', 'Run the command as the user of the server.'],
  ])('[CL4] because of %s says what to do', async (message, why, hint) => {
    const { code, told } = await refusedWith({ code: status.UNAVAILABLE, message });
    expect(code).toBe(3);
    expect(told[0]).toContain(why);
    expect(told[1]).toBe(hint);
  });
});

test('[CL14] the token goes with each call, and without one nothing is sent', async () => {
  server.answers(listUsers, { users: [{ user: { id: 'usr_1', username: 'anna' } }] });
  server.answers(getUser, { user: { user: { id: 'usr_1', username: 'anna' } } });
  const given = { MATINEE_MANAGEMENT_ENDPOINT: server.address, MATINEE_MANAGEMENT_TOKEN: 'open sesame' };
  expect((await runHere(['user', 'get', 'anna'], given)).code).toBe(0);
  expect(server.asked.map(({ authorization }) => authorization)).toEqual(['Bearer open sesame', 'Bearer open sesame']);
  await server.run('user get usr_1');
  expect(server.asked.at(-1)!.authorization).toBeUndefined();
});

test('an answer may be larger than the 4 MiB that gRPC takes by itself', async () => {
  const username = 'x'.repeat(5 * 1024 * 1024);
  server.answers(getUser, { user: { user: { id: 'usr_1', username } } });
  const { code, out } = await server.run('user get usr_1');
  expect({ code, isWhole: out.includes(username) }).toEqual({ code: 0, isWhole: true });
});

test('[CL1] a server that speaks something else than gRPC is no server of ours', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  try {
    const run = await runHere(['system', 'stats'], { MATINEE_MANAGEMENT_ENDPOINT: `127.0.0.1:${port}` });
    expect(run).toMatchObject({ code: 3, out: '' });
  } finally {
    other.close();
  }
});

test('[CL2] the answer is printed as the contract prints it when a program asks', async () => {
  server.answers(getSystemStats, { users: 3, activeRooms: 1 });
  const json = JSON.parse((await server.run('system stats --output json')).out);
  expect(json).toMatchObject({ users: 3, active_rooms: 1 });
  expect((await server.run('system stats --output yaml')).out).toMatch(/^active_rooms: 1$/m);
});
