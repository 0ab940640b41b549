/** Two server processes on one PostgreSQL and one Redis. The test kills one process. */
import { hasProgram } from '@matinee/testkit/outside/programs.ts';
import type { ServerProcess } from '@matinee/testkit/process.ts';
import { startTwoProcesses, type TwoProcesses } from '@matinee/testkit/processes/two-processes.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { openSocket, type TestSocket } from '@matinee/testkit/socket-client.ts';
import { until } from '@matinee/testkit/until.ts';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';

const long = 120_000;
/** How soon others see that the users of a dead replica are gone, in milliseconds. */
const goneMs = 10_000;
/**
 * How soon a dead replica's places among the speakers are free again, in milliseconds: after 15 s, at the next look,
 * which is every 5 s.
 */
const placeMs = 25_000;

let both: TwoProcesses;

describe.skipIf(!hasProgram('redis-server'))('two processes', () => {
  beforeAll(async () => {
    ensureBuilt();
    both = await startTwoProcesses(['limits.connections_per_user=3']);
  }, long);
  afterAll(() => both?.stop(), long);

  test(
    '[RT20] [RT31] [RT36] people, connections and voices of a replica that was killed are gone soon for those on another',
    async () => {
      const { first, second } = both;
      const root = await signIn('root');
      const berta = await signUp('berta');
      const { room } = await ok('UserService.CreateRoom', { name: 'Room' }, root.token);
      await ok('UserService.JoinRoom', { room_id: room.id }, berta.token);
      const watcher = await open(first, room.id, root.token);
      await watcher.observe({ case: 'onlineMembers', value: {} });
      const bertas = [await open(first, room.id, berta.token)];
      for (let n = 0; n < 2; n++) bertas.push(await open(second, room.id, berta.token));
      await told(watcher, berta.id, true);
      // Three connections on both replicas together; each replica enforces the limit.
      const refused = (server: ServerProcess) =>
        until('one more is refused', () =>
          open(server, room.id, berta.token).then(
            (socket) => socket.close().then(() => false),
            ({ status }) => status === 429,
          ),
        );
      await refused(first);
      await refused(second);
      await bertas[0]!.close();
      await watcher.observe({ case: 'voiceParticipants', value: {} });
      await bertas[1]!.command({ case: 'webrtcVoiceJoin', value: {} });
      await watcher.change('voiceParticipants', ({ participants }) => participants.length === 1);

      await both.killSecond();
      await told(watcher, berta.id, false);
      const openAgain = () =>
        open(first, room.id, berta.token).then(
          () => true,
          ({ status }) => status !== 429,
        );
      // The other replica's count of connections may go a moment later than its people.
      for (let n = 0; n < 3; n++) await until('the places of the dead replica are free', openAgain, goneMs);
      await refused(first);
      await until('nobody speaks any more', () => speakersIn(watcher) === 0, placeMs);
      await watcher.close();
    },
    long,
  );
});

/** Waits until the watcher has been told that the user is there, or gone. */
async function told(watcher: TestSocket, userId: string, isThere: boolean): Promise<void> {
  const signal = AbortSignal.timeout(goneMs);
  for (;;) {
    signal.throwIfAborted();
    const { changed, goneIds } = await watcher.change('onlineMembers');
    if (isThere ? changed.some((member) => member.userId === userId) : goneIds.includes(userId)) return;
  }
}

/** The number of speakers, by the last change that the watcher got. */
function speakersIn({ frames }: TestSocket): number | undefined {
  return frames
    .map(({ message }) => (message.case === 'resourceChanged' ? message.value.resource : undefined))
    .flatMap((resource) => (resource?.case === 'voiceParticipants' ? [resource.value.participants.length] : []))
    .at(-1);
}

function open({ port }: ServerProcess, room: string, token: string): Promise<TestSocket> {
  return openSocket(`ws://127.0.0.1:${port}/ws/rooms/${room}`, { headers: { authorization: `Bearer ${token}` } });
}

async function ok(call: string, request: object, token?: string) {
  const answer = await callRest(both.first.url, { call, request: request as never, token });
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.reason}`);
  return answer.json;
}

async function signIn(username: string): Promise<{ id: string; token: string }> {
  return sessionOf(await ok('AuthService.LoginWithDirectPassword', { username, password: testPassword }));
}

async function signUp(username: string): Promise<{ id: string; token: string }> {
  return sessionOf(await ok('AuthService.RegisterWithDirectPassword', { username, password: testPassword }));
}

const sessionOf = ({ user, accessToken }: { user: { id: string }; accessToken: string }) => ({
  id: user.id,
  token: accessToken,
});
