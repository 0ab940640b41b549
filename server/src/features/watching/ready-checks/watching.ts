import { ReadyCheckOutcome } from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { Alarms } from '../../../kernel/time/alarms.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Tx } from '../../../store/database.ts';
import { lockTimeline } from '../playback/playback.store.ts';
import { endCheck, keepCheck } from './check-keeper.ts';
import { type CheckingParts, makeStart } from './checking.service.ts';
import { areAllReady, presentIn, type ReadyCheck, withAttendants } from './ready-check.ts';
import * as store from './ready-checks.store.ts';

/** How often a room with an open check is examined, in milliseconds. */
const lookMs = 1_000;
/** How often a process looks for open checks whose process has died, in milliseconds. */
export const sweepMs = 30_000;

export interface WatchingParts extends CheckingParts {
  readonly log: Log;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
}

/** Tracks joins and leaves during a check, and ends checks that expire or that everybody left. [RY3] [RY4] [RY6] */
export function makeWatching(parts: WatchingParts): { readonly arm: (roomId: string) => void; readonly parts: Part[] } {
  const { db, clock, log, audience } = parts;
  const alarms = new Alarms(clock);

  function arm(roomId: string): void {
    if (alarms.find(roomId)) return;
    const lookAgain = async () => {
      if (await look(parts, roomId)) arm(roomId);
    };
    alarms.set(roomId, lookMs, () =>
      lookAgain().catch((err) => {
        logFailedWork(log, err, 'could not see who is ready; it tries again', { roomId });
        arm(roomId);
      }),
    );
  }

  const sweeper = makeWorker({
    name: 'ready checks',
    clock,
    log,
    periodMs: sweepMs,
    work: async () => {
      const all = await store.listChecks(db.query());
      for (const { roomId, endsAtMs } of all) if (audience(roomId) > 0 || endsAtMs <= clock.nowMs()) arm(roomId);
    },
  });
  const looks: Part = {
    name: 'looks at who is ready',
    stop: async () => alarms.end(),
  };
  return { arm, parts: [sweeper, looks] };
}

/** Examines a room once. False: it has no open check any more. */
async function look(parts: WatchingParts, roomId: string): Promise<boolean> {
  const { db, clock, attendants } = parts;
  const found = await store.findCheck(db.query(), roomId);
  if (found === undefined) return false;
  const nowMs = clock.nowMs();
  // Most examinations find no change, and need no lock.
  if (isOver(found, nowMs) || isOther(found, withAttendants(found, attendants(roomId), nowMs)))
    await db.write((tx) => follow(parts, tx, roomId));
  else if (areAllReady(found, 2)) await makeStart(parts)(roomId, found.id);
  return true;
}

async function follow({ clock, attendants }: WatchingParts, tx: Tx, roomId: string): Promise<void> {
  const nowMs = clock.nowMs();
  const [, check] = await Promise.all([lockTimeline(tx.query(), roomId), store.findCheck(tx.query(), roomId)]);
  // Another process may have ended the check meanwhile.
  if (check === undefined) return;
  const next = withAttendants(check, attendants(roomId), nowMs);
  if (isOver(next, nowMs)) endCheck(tx, roomId, next, { outcome: ReadyCheckOutcome.TIMED_OUT });
  else keepCheck(tx, roomId, next);
}

/** True when the check has expired, or everybody has left. [RY6] */
function isOver(check: ReadyCheck, nowMs: number): boolean {
  return check.endsAtMs <= nowMs || presentIn(check).length === 0;
}

function isOther(a: ReadyCheck, b: ReadyCheck): boolean {
  return JSON.stringify(a.people) !== JSON.stringify(b.people);
}
