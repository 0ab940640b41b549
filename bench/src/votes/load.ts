/** People in one room who vote about its queue at once, while another person acts in another room. */
import { create, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { Crowd, type Seat } from '../crowd.ts';
import { quantile } from '../figures.ts';
import { serveTasks } from '../worker.ts';

/** Interval between commands in the other room, in milliseconds. */
const commandPeriodMs = 25;
/** A call that takes longer counts as failed. */
const answerMs = 10_000;

interface Person {
  readonly token: string;
}

interface RoundOptions {
  readonly url: string;
  readonly voters: readonly Person[];
  /** Who controls playback in the other room. */
  readonly owner: Person;
  /** Path of the vote about one item. */
  readonly votePath: string;
  /** Path of the playback of the other room. */
  readonly playbackPath: string;
  /** Undefined: nobody votes. */
  readonly vote: 'up' | 'down' | undefined;
  /** The votes come evenly in this time, in milliseconds. */
  readonly ms: number;
}

export interface VotesRound {
  readonly voteP99: number;
  /** From the first vote to the last answer. */
  readonly tookMs: number;
  readonly commandP99: number;
  readonly failed: number;
}

/** How long a call took, in milliseconds; undefined: it failed. */
async function timed(url: string, { token }: Person, method: string, body: object): Promise<number | undefined> {
  const sentAtMs = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    });
    await response.arrayBuffer();
    return response.ok ? performance.now() - sentAtMs : undefined;
  } catch {
    return undefined;
  }
}

const until = (atMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));

const crowd = new Crowd();

const tasks = {
  /** Seats the voters in their room, where they observe the votes beside what a page observes. */
  async open({ port, seats }: { readonly port: number; readonly seats: readonly Seat[] }): Promise<void> {
    await crowd.open({ port, seats, kind: 'room' });
    const value = { observeId: 'q', resource: { case: 'queueVotes' as const, value: {} } };
    const message = { case: 'observeResource' as const, value };
    const frame = toBinary(ClientMessageSchema, create(ClientMessageSchema, { message }));
    for (const socket of crowd.sockets) socket.send(frame);
  },
  async round({ url, voters, owner, vote, ms, ...paths }: RoundOptions): Promise<VotesRound> {
    const beginsAtMs = performance.now();
    let answeredAtMs = beginsAtMs;
    const votes = (vote === undefined ? [] : voters).map(async (voter, place) => {
      await until(beginsAtMs + (place * ms) / voters.length);
      const took = await timed(url + paths.votePath, voter, 'PUT', { vote });
      answeredAtMs = performance.now();
      return took;
    });
    const commands = Array.from({ length: ms / commandPeriodMs }, async (_, place) => {
      await until(beginsAtMs + place * commandPeriodMs);
      return timed(url + paths.playbackPath, owner, 'PATCH', { position_seconds: place });
    });
    const [voted, commanded] = await Promise.all([Promise.all(votes), Promise.all(commands)]);
    const measured = (all: readonly (number | undefined)[]) => all.filter((took) => took !== undefined);
    return {
      voteP99: quantile(measured(voted), 0.99),
      tookMs: answeredAtMs - beginsAtMs,
      commandP99: quantile(measured(commanded), 0.99),
      failed: [...voted, ...commanded].filter((took) => took === undefined).length,
    };
  },
  close: () => crowd.close(),
};

export type VotesTasks = typeof tasks;
serveTasks(tasks);
