import type { Benchmark } from '../benchmark.ts';
import { inTurn, median } from '../figures.ts';
import { startWorker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { VotesTasks } from './load.ts';

const members = 500;
/** All of them vote within this time, in milliseconds. */
const roundMs = 2_000;
const rounds = 6;

/**
 * 500 people in one room vote about an item within two seconds. How long a vote takes, whether all are counted, each
 * once (`miscounted`: votes too many or too few after each round, over all rounds), and how long commands take in another
 * room meanwhile. The control is the same commands while nobody votes, in the same run. In each round everybody changes
 * their vote.
 */
export const votes: Benchmark = {
  name: 'votes',
  async run() {
    const world = await startWorld({ people: members, rooms: 2 });
    const load = await startWorker<VotesTasks>(new URL('load.ts', import.meta.url));
    try {
      const { server, people, rooms } = world;
      const [room, otherRoom] = rooms as [string, string];
      const mediaId = await findItem(world, room);
      const seats = people.map(({ token }) => ({ path: `/ws/rooms/${room}`, token }));
      await load.ask('open', { port: server.port, seats });
      let count = 0;
      let miscounted = 0;
      let failed = 0;
      const round = async (vote: 'up' | 'down' | undefined) => {
        const result = await load.ask('round', {
          url: server.url,
          voters: people,
          owner: people[0]!,
          votePath: `/api/rooms/${room}/media/${mediaId}/vote`,
          playbackPath: `/api/rooms/${otherRoom}/playback`,
          vote,
          ms: roundMs,
        });
        failed += result.failed;
        return result;
      };
      const voted = async () => {
        const vote = count++ % 2 === 0 ? 'up' : 'down';
        const result = await round(vote);
        const counted = await readVotes(world, room, mediaId);
        miscounted += Math.abs(counted[vote] - members) + counted[vote === 'up' ? 'down' : 'up'];
        return result;
      };
      await round(undefined);
      await voted();
      const { ours, control } = await inTurn(rounds, voted, () => round(undefined));
      await load.ask('close', undefined);
      return {
        members,
        rounds,
        miscounted,
        vote_p99: median(ours.map(({ voteP99 }) => voteP99)),
        all_within: median(ours.map(({ tookMs }) => tookMs)),
        other_room_p99: median(ours.map(({ commandP99 }) => commandP99)),
        control_other_room_p99: median(control.map(({ commandP99 }) => commandP99)),
        failed,
      };
    } finally {
      await load.stop();
      await world.stop();
    }
  },
};

async function read({ server, people }: World, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

async function findItem(world: World, room: string): Promise<string> {
  const list = `/api/rooms/${room}/media/list`;
  const { media } = (await read(world, list, { method: 'POST', body: '{}' })) as { media: { id: string }[] };
  return media[0]!.id;
}

async function readVotes(world: World, room: string, mediaId: string): Promise<{ up: number; down: number }> {
  const { votes: counted } = await read(world, `/api/rooms/${room}/media/${mediaId}/votes`);
  return { up: counted.up ?? 0, down: counted.down ?? 0 };
}
