/** Two replicas change one playlist at the same time. Viewers of either replica end with the same list. */
import { startTestServer, type TestServer, type TestUser } from '@matinee/testkit/server.ts';
import type { TestSocket } from '@matinee/testkit/socket-client.ts';
import { addMedia, directUrl, joinRoom, makeRoom } from '@matinee/testkit/world.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let replicas: readonly [TestServer, TestServer];
let people: readonly [TestUser, TestUser];
beforeAll(async () => {
  const first = await startTestServer();
  replicas = [first, await startTestServer({ database: first.database })];
  people = await Promise.all([first.signUp('anna'), first.signUp('berta')]);
});
afterAll(async () => {
  await replicas?.[1].stop();
  await replicas?.[0].stop();
});

const call = (at: number, room: string, name: string, request: object = {}) =>
  replicas[at]!.rest({ call: `RoomService.${name}`, token: people[at]!.token, room, request: request as never });

/** The list of a viewer who has only the events. */
class Watched {
  ids: readonly string[] = [];

  constructor(readonly socket: TestSocket) {}

  /** Takes every change up to the one that adds this item. */
  async follow(lastId: string): Promise<readonly string[]> {
    for (let isLast = false; !isLast; ) {
      const { media, deletedIds, mediaOrder, total } = await this.socket.change('playlistItems');
      const put = media.map(({ id }) => id).filter((id) => !this.ids.includes(id));
      this.ids = mediaOrder.length > 0 ? mediaOrder : [...this.ids.filter((id) => !deletedIds.includes(id)), ...put];
      expect(total).toBe(this.ids.length);
      isLast = put.includes(lastId) || mediaOrder.includes(lastId);
    }
    return this.ids;
  }
}

/** A room in which two users watch, each on their own replica. */
async function startRoom(items: number) {
  const room = await makeRoom(replicas[0], people[0], { settings: { control: 'everyone' } });
  await joinRoom(replicas[1], room, people[1]);
  const request = { user_id: people[1].id, role: 'admin' };
  const { status } = await call(0, room, 'UpdateMemberPermissions', request);
  expect(status).toBe(200);
  const { json } = await call(0, room, 'AddMediaBatch', {
    items: Array.from({ length: items }, (_, n) => ({ name: `item ${n}`, source: directUrl(`item${n}`) })),
  });
  const ids: string[] = json.media.map(({ id }: { id: string }) => id);
  const watched = await Promise.all(
    [0, 1].map(async (at) => {
      const socket = await replicas[at]!.socket(room, people[at]!.token);
      await socket.observe({ case: 'playlistItems', value: {} });
      const list = new Watched(socket);
      expect(await list.follow(ids.at(-1)!)).toEqual(ids);
      return list;
    }),
  );
  /** The final list of all viewers. It must equal the stored list and contain the current item. */
  async function settle(): Promise<readonly string[]> {
    const last = await addMedia(replicas[0], room, people[0], 'last');
    const lists = await Promise.all(watched.map((list) => list.follow(last)));
    const stored = await Promise.all([0, 1].map((at) => call(at, room, 'ListPlaylistItems', { page_size: 100 })));
    const listed: string[][] = stored.map((answer) => answer.json.media.map(({ id }: { id: string }) => id));
    for (const list of [...lists, ...listed]) expect(list).toEqual(listed[0]);
    expect(new Set(listed[0]).size).toBe(listed[0]!.length);
    for (const at of [0, 1]) {
      const playing = (await call(at, room, 'GetPlayback')).json.playback_state.media_id;
      if (playing !== undefined) expect(listed[0]).toContain(playing);
    }
    await Promise.all(watched.map(({ socket }) => socket.close()));
    return listed[0]!;
  }
  return { room, ids, settle };
}

/** Refusals because another user changed the list first. */
const isOvertaken = ({ reason }: { reason: string | undefined }) =>
  reason === 'library.media_not_found' || reason === 'playback.media_not_found';

test('[LI23] moves, deletions and starts on two replicas at once leave one list, and nothing that plays is deleted', async () => {
  const { room, ids, settle } = await startRoom(30);
  const index = fc.nat(ids.length - 1);
  const steps = fc.sample(
    fc.record({
      at: fc.nat(1),
      what: fc.constantFrom('move', 'move', 'move', 'delete', 'start'),
      of: index,
      to: index,
    }),
    { seed: 7, numRuns: 80 },
  );
  const deleted: string[] = [];
  await Promise.all(
    steps.map(async ({ at, what, of, to }) => {
      const media_id = ids[of]!;
      const answer =
        what === 'move'
          ? await call(at, room, 'MoveMedia', { media_id, ...(to === 0 || of === to ? {} : { after_id: ids[to] }) })
          : await call(at, room, what === 'delete' ? 'DeleteMedia' : 'StartPlayback', { media_id });
      expect(answer.status === 200 || isOvertaken(answer), `${what}: ${answer.reason}`).toBe(true);
      if (what === 'delete' && answer.status === 200) deleted.push(media_id);
    }),
  );
  expect(new Set(deleted).size).toBe(deleted.length);
  const left = await settle();
  expect([...left].sort().slice(0, -1)).toEqual(ids.filter((id) => !deleted.includes(id)).sort());
});

test('[LI23] what is added and started while others clear is there whole, or not at all', async () => {
  const { room, ids, settle } = await startRoom(20);
  const added: string[] = [];
  await Promise.all([
    ...ids.map((media_id, n) => call(n % 2, room, n % 3 === 0 ? 'StartPlayback' : 'MoveMedia', { media_id })),
    ...[0, 1, 0, 1].map((at) => call(at, room, 'ClearPlaylist')),
    ...Array.from({ length: 10 }, async (_, n) => {
      added.push(await addMedia(replicas[n % 2]!, room, people[n % 2]!, `new ${n}`));
    }),
  ]).then((answers) => {
    for (const answer of answers)
      if (answer && answer.status !== 200) expect(isOvertaken(answer), answer.reason).toBe(true);
  });
  const left = await settle();
  for (const id of ids) expect(left).not.toContain(id);
  for (const id of left.slice(0, -1)) expect(added).toContain(id);
});
