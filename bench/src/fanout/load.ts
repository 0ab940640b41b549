/** The members of a room, in their own process. */
import { setTimeout as pause } from 'node:timers/promises';
import { create, toBinary } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import {
  BrowserFamily,
  ViewerPlayer,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { Crowd, type CrowdOptions } from '../crowd.ts';
import { serveTasks } from '../worker.ts';
import { Broadcast, likeFrame, seek } from './broadcast.ts';

/** The server: Matinee, a bare one, or a bare one that asks the database whom to admit. */
export type Side = 'ours' | 'control' | 'checked';

/** The frames that a crowd has received since it was opened. */
export interface Received {
  readonly frames: number;
  readonly bytes: number;
}

/** The result of a number of commands: latencies until the last member was notified, and the number of deliveries. */
export interface CommandResult {
  readonly latenciesMs: number[];
  readonly deliveries: number;
  readonly ms: number;
}

/** The report of a player that follows the room. */
const report = toBinary(
  ClientMessageSchema,
  create(ClientMessageSchema, {
    message: {
      case: 'viewerReport',
      value: {
        mediaId: 'med_bench',
        state: ViewerState.PLAYING,
        intervalSeconds: 30,
        offsetP50Ms: 1,
        offsetP95Ms: 7,
        roundTripMs: 20,
        player: ViewerPlayer.NATIVE,
        way: ViewerWay.DIRECT,
        browser: BrowserFamily.CHROME,
      },
    },
  }),
);
/** Reports are sent in bunches this far apart, in milliseconds. */
const tickMs = 30;
let reporting: NodeJS.Timeout | undefined;

const crowds = new Map<Side, Crowd>();
const broadcasts = new Map<Side, Broadcast>();

function crowdOf(side: Side): Crowd {
  const crowd = crowds.get(side);
  if (crowd === undefined) throw new Error(`no crowd at ${side}`);
  return crowd;
}

/** The control sends the same bytes as Matinee: the last frame that Matinee sent. */
function broadcastOf(side: Side): Broadcast {
  let broadcast = broadcasts.get(side);
  if (broadcast === undefined) {
    const sample = broadcasts.get('ours')?.lastFrame;
    broadcast = new Broadcast(crowdOf(side), side === 'ours' || sample === undefined ? seek : likeFrame(sample));
    broadcasts.set(side, broadcast);
  }
  return broadcast;
}

const tasks = {
  /** Opens a crowd and waits for all its first states. */
  async open({ side, ...options }: CrowdOptions & { side: Side }): Promise<Received & { ms: number }> {
    const crowd = new Crowd();
    crowds.set(side, crowd);
    const ms = await crowd.open(options);
    return { ms, frames: crowd.frames, bytes: crowd.bytes };
  },
  received: ({ side }: { side: Side }): Received => ({ frames: crowdOf(side).frames, bytes: crowdOf(side).bytes }),
  close({ side }: { side: Side }): void {
    crowdOf(side).close();
    crowds.delete(side);
    broadcasts.delete(side);
  },
  /** Makes the players of all members report their state, each at this interval. 0: no reports. */
  report({ side, everyMs }: { side: Side; everyMs: number }): void {
    clearInterval(reporting);
    const { sockets } = crowdOf(side);
    if (everyMs === 0) return;
    let next = 0;
    reporting = setInterval(() => {
      const until = next + (sockets.length * tickMs) / everyMs;
      for (; next < until; next++) sockets[Math.floor(next) % sockets.length]?.send(report);
    }, tickMs);
  },
  /** Sends one command after another at a fixed pace: latency without a queue. */
  async pace({ side, count, everyMs }: { side: Side; count: number; everyMs: number }): Promise<CommandResult> {
    const broadcast = broadcastOf(side);
    const startedAtMs = performance.now();
    const told: Promise<number>[] = [];
    for (let n = 0; n < count; n++) {
      told.push(broadcast.command());
      await pause(everyMs);
    }
    return toTold(side, await Promise.all(told), startedAtMs);
  },
  /** Sends as many commands as possible, `window` of them at a time. */
  async saturate({ side, window, ms }: { side: Side; window: number; ms: number }): Promise<CommandResult> {
    const broadcast = broadcastOf(side);
    const startedAtMs = performance.now();
    const latencies: number[] = [];
    const keepTelling = async () => {
      while (performance.now() < startedAtMs + ms) latencies.push(await broadcast.command());
    };
    await Promise.all(Array.from({ length: window }, keepTelling));
    return toTold(side, latencies, startedAtMs);
  },
};

function toTold(side: Side, latenciesMs: number[], startedAtMs: number): CommandResult {
  const deliveries = latenciesMs.length * crowdOf(side).sockets.length;
  return { latenciesMs, deliveries, ms: performance.now() - startedAtMs };
}

export type FanoutLoad = typeof tasks;
serveTasks(tasks);
