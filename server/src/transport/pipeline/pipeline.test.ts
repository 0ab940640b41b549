import { create } from '@bufbuild/protobuf';
import { LeaveRoomRequestSchema, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { PublicService } from '@matinee/contract/gen/service/client/public_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { GetServerInfoRequestSchema } from '@matinee/contract/gen/service/client/server_pb.ts';
import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Principal } from '../../kernel/call.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Binding, handle, handleMember } from '../../kernel/handler.ts';
import { makeLog } from '../../kernel/log.ts';
import { makePipeline } from './pipeline.ts';
import { makeRateLimits } from './rate-limits.ts';

const { getServerInfo } = PublicService.method;
const { leaveRoom } = RoomService.method;
const anna = {
  kind: 'user',
  userId: 'usr_1',
  username: 'anna',
  displayName: 'anna',
  role: UserRole.USER,
  sessionId: 's',
  expiresAtMs: 0,
} satisfies Principal;

function makeTest(bindings: Binding[], authenticate = async (): Promise<Principal> => anna) {
  const seen: string[] = [];
  const taken = { count: 0 };
  const revision = { now: 0 };
  const logged: string[] = [];
  const destination = { write: (line: string) => logged.push(line) } as unknown as NodeJS.WritableStream;
  const pipeline = makePipeline({
    bindings,
    opened: [],
    access: {
      authenticate,
      findStanding: async (_, roomId) =>
        roomId === 'room_1' ? { roomId, role: RoomRole.MEMBER, permissions: new Set() } : undefined,
    },
    takeBudget: async () => {
      taken.count++;
    },
    revision: () => revision.now,
    clock: new FakeClock(),
    log: makeLog('trace', { destination }),
    slowCallMs: 0,
    observe: (method, transport, code) => seen.push(`${method} ${transport} ${code}`),
  });
  const incoming = {
    bearer: 'token',
    roomId: undefined as string | undefined,
    requestId: 'req-1',
    transport: 'rest' as const,
    address: '192.0.2.1',
    userAgent: '',
    signal: new AbortController().signal,
  };
  const info = (more = {}) =>
    pipeline.unary(getServerInfo, { ...incoming, message: create(GetServerInfoRequestSchema), ...more });
  const leave = (more = {}) =>
    pipeline.unary(leaveRoom, { ...incoming, message: create(LeaveRoomRequestSchema), ...more });
  return { pipeline, info, leave, seen, logged, taken, revision };
}

test('what a handler throws that is no AppError is internal, logged with its request id and not shown', async () => {
  const secret = 'connection to 10.0.0.7 failed';
  const { info, seen, logged } = makeTest([handle(getServerInfo, () => Promise.reject(new Error(secret)))]);
  const error = await info().catch((cause: AppError) => cause);
  expect(error).toMatchObject({ reason: 'call.internal', code: 'internal' });
  expect((error as AppError).message).not.toContain(secret);
  expect(seen).toEqual(['PublicService.GetServerInfo rest internal']);
  const line = logged.find((text) => text.includes(secret))!;
  expect(JSON.parse(line)).toMatchObject({ requestId: 'req-1', reason: 'call.internal', level: 50 });
});

test('an AppError is told as it is', async () => {
  const refusal = new AppError('not_found', 'rooms.not_found', 'There is no such room.');
  const { info, seen } = makeTest([handle(getServerInfo, () => Promise.reject(refusal))]);
  await expect(info()).rejects.toBe(refusal);
  expect(seen).toEqual(['PublicService.GetServerInfo rest not_found']);
});

test('a method for anyone does not look at the credential', async () => {
  const authenticate = vi.fn(async (): Promise<Principal> => anna);
  const { info } = makeTest([handle(getServerInfo, async () => ({ name: 'x' }))], authenticate);
  expect(await info()).toMatchObject({ name: 'x' });
  expect(authenticate).not.toHaveBeenCalled();
});

test('a method without a handler is unimplemented', async () => {
  await expect(makeTest([]).info()).rejects.toMatchObject({ code: 'unimplemented', reason: 'call.unimplemented' });
});

test('two handlers of one method, and one that its rule does not fit, are faults of the program', () => {
  const binding = handle(getServerInfo, async () => ({}));
  expect(() => makeTest([binding, binding])).toThrow('PublicService.GetServerInfo has two handlers');
  expect(() => handleMember(getServerInfo as never, async () => ({}))).toThrow('GetServerInfo');
});

test('the room of the call is put into the message, and two rooms are refused', async () => {
  const run = vi.fn(async () => ({}));
  const { leave } = makeTest([handleMember(leaveRoom, run)]);
  await leave({ roomId: 'room_1' });
  expect(run).toHaveBeenCalledWith(
    expect.objectContaining({ roomId: 'room_1' }),
    expect.objectContaining({ requestId: 'req-1' }),
  );
  const message = create(LeaveRoomRequestSchema, { roomId: 'room_2' });
  await expect(leave({ roomId: 'room_1', message })).rejects.toMatchObject({ reason: 'call.room_mismatch' });
  await expect(leave({ roomId: 'room_2', message })).rejects.toMatchObject({ reason: 'call.not_a_member' });
  await expect(leave({ roomId: '' })).rejects.toMatchObject({ reason: 'call.room_required' });
  expect(run).toHaveBeenCalledTimes(1);
});

test('a principal that the socket knows is taken without asking again', async () => {
  const authenticate = vi.fn(async (): Promise<Principal> => anna);
  const { leave } = makeTest([handleMember(leaveRoom, async () => ({}))], authenticate);
  await leave({ roomId: 'room_1', principal: anna });
  expect(authenticate).not.toHaveBeenCalled();
});

test('whoever changes addresses within an IPv6 network has one budget', async () => {
  const keys: string[] = [];
  const counter = { get: async () => undefined, increment: async (key: string) => keys.push(key) };
  const take = makeRateLimits({ counter, clock: new FakeClock(), factor: 1 });
  for (const address of ['2001:db8::1', '2001:db8::2']) await take(getServerInfo, { address }, { kind: 'anonymous' });
  expect(new Set(keys).size).toBe(1);
});

test('a counter that fails lets calls pass', async () => {
  const down = () => Promise.reject(new Error('down'));
  const broken = makeRateLimits({ counter: { get: down, increment: down }, clock: new FakeClock(), factor: 1 });
  await expect(broken(getServerInfo, { address: '192.0.2.1' }, anna)).resolves.toBeUndefined();
});

describe('shared answers', () => {
  test('[TR80] one answer serves everybody until a setting changes, and every call takes from the budget', async () => {
    let made = 0;
    const binding = handle(getServerInfo, async () => ({ name: `name ${++made}`, version: '1' }));
    const { info, seen, taken, revision } = makeTest([binding]);
    const first = await info();
    expect(await info({ bearer: undefined })).toBe(first);
    revision.now++;
    expect((await info()).name).toBe('name 2');
    expect([made, taken.count, seen.length]).toEqual([2, 3, 3]);
  });

  test('[TR80] an answer that a setting overtook is not kept', async () => {
    let finish = (): void => undefined;
    let made = 0;
    const binding = handle(getServerInfo, async () => {
      const name = `name ${++made}`;
      if (made === 1) await new Promise<void>((resolve) => (finish = resolve));
      return { name, version: '1' };
    });
    const { info, revision } = makeTest([binding]);
    const slow = info();
    await Promise.resolve();
    await expect.poll(() => made).toBe(1);
    revision.now++;
    finish();
    expect((await slow).name).toBe('name 1');
    expect((await info()).name).toBe('name 2');
  });

  test('[TR80] a failure is not kept', async () => {
    let made = 0;
    const binding = handle(getServerInfo, async () => {
      if (++made === 1) throw new Error('for once');
      return { name: 'name', version: '1' };
    });
    const { info } = makeTest([binding]);
    await expect(info()).rejects.toThrow();
    expect((await info()).name).toBe('name');
  });
});
