import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Rooms } from '../rooms/rooms.port.ts';
import type { PlaybackService } from './playback.service.ts';
import { advance, isRunning, type Straggler, startLeadMs, type Timeline } from './timeline.ts';

/** Somebody who is connected, and what their player does. */
export interface Watcher extends Straggler {
  readonly state: PresenceState;
}

/** A player that runs dry and recovers within this time, in milliseconds, holds nobody up. */
const graceMs = 300;
/** Somebody for whom playback went on without them is not waited for again so soon, in milliseconds. */
const patienceMs = 60_000;

/** Who is not ready, and whether enough others are. `tried`: those who are not waited for. Pure. [PB14] [PB15] */
export function judge(watchers: readonly Watcher[], quorumPercent: number, tried: ReadonlySet<string>) {
  const watching = watchers.filter(({ state }) => state === PresenceState.PLAYING || state === PresenceState.BUFFERING);
  const stragglers = watching.filter(({ state, userId }) => state === PresenceState.BUFFERING && !tried.has(userId));
  const readyPercent = watching.length === 0 ? 100 : (100 * (watching.length - stragglers.length)) / watching.length;
  return { stragglers, isQuorate: stragglers.length === 0 || readyPercent >= quorumPercent };
}

interface WaitingParts {
  readonly service: PlaybackService;
  readonly rooms: Rooms;
  /** Who is in the room, on all replicas. */
  readonly watchers: (roomId: string) => readonly Watcher[];
  readonly roundTripP90: (roomId: string) => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Holds playback for people who buffer, as the room's policy says, and never for longer. [PB14]–[PB17] */
export function makeWaiting({ service, rooms, watchers, roundTripP90, clock, log }: WaitingParts) {
  const pending = new Map<string, () => void>();
  /** When each person is waited for again, by room and user. */
  const tried = new Map<string, Map<string, number>>();

  function triedIn(roomId: string): Set<string> {
    const room = tried.get(roomId);
    if (!room) return new Set();
    for (const [userId, untilMs] of room) if (untilMs <= clock.nowMs()) room.delete(userId);
    if (room.size === 0) tried.delete(roomId);
    return new Set(room.keys());
  }

  function giveUpOn(roomId: string, members: readonly Straggler[]): void {
    const room = tried.get(roomId) ?? new Map<string, number>();
    for (const { userId } of members) room.set(userId, clock.nowMs() + patienceMs);
    tried.set(roomId, room);
  }

  /** Looks at the room after `delayMs`; looks that are asked for meanwhile are the same one. */
  function look(roomId: string, delayMs: number): void {
    if (pending.has(roomId)) return;
    const cancel = clock.after(delayMs, () => {
      pending.delete(roomId);
      void judgeRoom(roomId).catch((err) => log.error({ err, roomId }, 'could not decide whether to wait'));
    });
    pending.set(roomId, cancel);
  }

  async function judgeRoom(roomId: string): Promise<void> {
    const { waitSeconds, waitQuorumPercent } = await rooms.getSettings(roomId);
    if (waitSeconds === 0) return;
    const next = await service.change(roomId, (timeline, nowMs) =>
      decide(roomId, timeline, nowMs, waitSeconds, waitQuorumPercent),
    );
    const waiting = next?.waiting ?? (await service.read(roomId)).waiting;
    if (waiting) look(roomId, Math.max(graceMs, Math.min(1_000, waiting.untilMs - clock.nowMs())));
  }

  function decide(
    roomId: string,
    timeline: Timeline,
    nowMs: number,
    waitSeconds: number,
    quorum: number,
  ): Timeline | undefined {
    if (!timeline.isPlaying) return undefined;
    const { stragglers, isQuorate } = judge(watchers(roomId), quorum, triedIn(roomId));
    const members = stragglers.map(({ userId, username }) => ({ userId, username }));
    if (timeline.waiting === null) {
      if (isQuorate || !isRunning(timeline)) return undefined;
      return advance(
        timeline,
        nowMs,
        { action: PlaybackAction.WAIT },
        { waiting: { members, untilMs: nowMs + waitSeconds * 1000 } },
      );
    }
    const isOver = nowMs >= timeline.waiting.untilMs;
    if (isOver) giveUpOn(roomId, members);
    if (isOver || isQuorate) {
      return advance(
        timeline,
        nowMs,
        { action: PlaybackAction.RESUME },
        { waiting: null, startAtMs: nowMs + startLeadMs(roundTripP90(roomId)) },
      );
    }
    const isSame = members.map((m) => m.userId).join() === timeline.waiting.members.map((m) => m.userId).join();
    return isSame
      ? undefined
      : advance(timeline, nowMs, { action: PlaybackAction.WAIT }, { waiting: { ...timeline.waiting, members } });
  }

  return {
    /** A player's state changed. */
    onReport: (roomId: string, state: PresenceState) => look(roomId, state === PresenceState.BUFFERING ? graceMs : 50),
    /** The room's state changed; while it waits, somebody has to look at the clock. */
    onChanged: (roomId: string, timeline: Timeline) => {
      if (timeline.waiting) look(roomId, graceMs);
    },
    part: {
      name: 'waiting',
      stop: async () => {
        for (const cancel of pending.values()) cancel();
        pending.clear();
      },
    },
  };
}
