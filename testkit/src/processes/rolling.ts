/** Members of a room behind a proxy, while its replicas are restarted one by one, Redis and the database are lost and a replica is killed. */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '../outside/provider-backend.ts';
import { type ReverseProxyName, startReverseProxy } from '../outside/reverse-proxies.ts';
import { callRest } from '../rest-client.ts';
import { until } from '../until.ts';
import { LastingMember } from './lasting-member.ts';
import { type Replicas, startReplicas } from './replicas.ts';

/** The fate of the messages. */
export interface Rolled {
  /** How long each break of each member lasted, in milliseconds. */
  readonly gapsMs: readonly number[];
  /** The longest that each member waited to have a message acknowledged while the database was lost, in milliseconds. */
  readonly silencesMs: readonly number[];
  readonly acknowledged: number;
  /** Acknowledged but not in the history, or in the history but not delivered to a member. */
  readonly lost: number;
  readonly doubled: number;
  /** Delivered in another order than the history, or in the history in another order than sent. */
  readonly outOfOrder: number;
}

/** Longest wait for missed messages, in milliseconds; later ones count as lost. */
const settleMs = 30_000;

export async function roll(name: ReverseProxyName, memberCount: number): Promise<Rolled> {
  const certificate = makeCertificate();
  const replicas = await startReplicas();
  const ports = replicas.all.map(({ port }) => port) as [number, number, number];
  const proxy = await startReverseProxy(name, { replicas: ports, certificate });
  const members: LastingMember[] = [];
  try {
    const owner = await replicas.signUp('owner');
    const ok = askAs(replicas, owner.token);
    const { room } = await ok('UserService.CreateRoom', { name: 'Room' });
    for (let n = 0; n < memberCount; n++) {
      const user = await replicas.signUp(`member_${n}`);
      await askAs(replicas, user.token)('UserService.JoinRoom', { room_id: room.id });
      members.push(new LastingMember({ proxy, ca: certificate.ca, room: room.id, user }));
    }
    for (const member of members) void member.open();
    await until('the proxy lets all in', () => members.every(({ isConnected }) => isConnected), 60_000);
    const stopWriting = write(members);
    const silencesMs = await disturb(replicas, members);
    await stopWriting();
    const history = await readHistory(ok, room.id);
    await until('all is told', () => members.every(({ told }) => told.length >= history.length), settleMs).catch(
      () => undefined,
    );
    return { ...judge(history, members), silencesMs };
  } finally {
    await Promise.all(members.map((member) => member.close()));
    await proxy.stop();
    await replicas.stop();
    certificate.remove();
  }
}

/** Messages of all members together in a second: enough for order to matter, little enough for a small machine. */
const perSecond = 40;

/**
 * Every member sends one message after another.
 * @returns a function that stops this and waits for pending messages
 */
function write(members: readonly LastingMember[]): () => Promise<void> {
  let isOver = false;
  const writing = members.map(async (member, place) => {
    for (let n = 0; !isOver; n++) {
      await member.say(`${place}.${n}`);
      await pause((members.length * 1_000) / perSecond);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(writing);
  };
}

/** @returns `silencesMs` */
async function disturb({ all, redis, database }: Replicas, members: readonly LastingMember[]): Promise<number[]> {
  for (const replica of all) {
    await replica.restart();
    await goOn(members);
  }
  await redis.stop();
  await goOn(members);
  await redis.startAgain();
  await goOn(members);
  const before = members.map(({ waitsMs }) => waitsMs.length);
  await database.failOver();
  await goOn(members);
  const silencesMs = members.map(({ waitsMs }, place) => Math.max(...waitsMs.slice(before[place])));
  await all[1].kill();
  await goOn(members);
  return silencesMs;
}

/** Waits until all are connected, and each has had another two messages acknowledged. */
async function goOn(members: readonly LastingMember[]): Promise<void> {
  const before = members.map(({ acknowledged }) => acknowledged.length);
  const goesOn = (member: LastingMember, place: number) =>
    member.isConnected && member.acknowledged.length >= before[place]! + 2;
  await until('all write', () => members.every(goesOn), 60_000);
}

type Ask = ReturnType<typeof askAs>;

/** Calls the first replica, which is not killed. */
function askAs({ all: [first] }: Replicas, token: string) {
  return async (call: string, request: object, room?: string) => {
    const { status, json, message } = await callRest(first.url, { call, token, room, request: request as never });
    if (status !== 200) throw new Error(`${call}: ${status} ${message}`);
    return json;
  };
}

async function readHistory(ok: Ask, room: string): Promise<string[]> {
  const found: string[] = [];
  let before: object = {};
  for (let hasMore = true; hasMore; ) {
    const page = await ok('RoomService.GetChatHistory', { page_size: 100, ...before }, room);
    found.unshift(...page.messages.map((one: { client_message_id: string }) => one.client_message_id));
    before = { before_message_id: page.messages[0]?.id ?? '' };
    hasMore = page.has_more;
  }
  return found;
}

function judge(history: readonly string[], members: readonly LastingMember[]): Omit<Rolled, 'silencesMs'> {
  const places = new Map(history.map((id, place) => [id, place]));
  const inversions = (ids: readonly string[]) =>
    ids.filter((id, at) => at > 0 && places.get(id)! < places.get(ids[at - 1]!)!).length;
  const doubles = (ids: readonly string[]) => ids.length - new Set(ids).size;
  const sum = (of: (member: LastingMember) => number) => members.reduce((all, member) => all + of(member), 0);
  return {
    gapsMs: members.flatMap(({ gapsMs }) => gapsMs),
    acknowledged: sum(({ acknowledged }) => acknowledged.length),
    lost: sum(({ acknowledged, told }) => {
      const heard = new Set(told);
      return acknowledged.filter((id) => !places.has(id)).length + history.filter((id) => !heard.has(id)).length;
    }),
    doubled: doubles(history) + sum(({ told }) => doubles(told)),
    outOfOrder: sum(({ acknowledged, told }) => inversions(acknowledged) + inversions(told)),
  };
}
