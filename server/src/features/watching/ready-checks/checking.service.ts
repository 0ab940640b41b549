import {
  type AnswerReadyCheckRequest,
  ReadyAnswer,
  ReadyCheckOutcome,
} from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import type { Call, RoomPrincipal, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, pause } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { ScheduledPlayback } from '../playback/playback.port.ts';
import { lockTimeline } from '../playback/playback.store.ts';
import { endCheck, keepCheck, toMessage } from './check-keeper.ts';
import { type Attendant, areAllReady, lifeMs, type ReadyCheck, withAnswer, withAttendants } from './ready-check.ts';
import { readyChecksErrors } from './ready-checks.errors.ts';
import * as store from './ready-checks.store.ts';

/** Answers within this time (ms) of the previous ones are stored and sent together, per room. */
const restMs = 100;

export interface CheckingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly scheduled: ScheduledPlayback;
  /** Connected people of a room, on all replicas, including guests. */
  readonly attendants: (roomId: string) => readonly Attendant[];
}

interface PersonalAnswer {
  readonly by: Attendant;
  readonly checkId: string;
  readonly answer: ReadyAnswer;
}

/** Reads the check of a room after taking the lock under which it changes. Undefined: no check is open. */
export async function lockCheck(tx: Tx, roomId: string, nowMs: number): Promise<ReadyCheck | undefined> {
  const [, check] = await Promise.all([lockTimeline(tx.query(), roomId), store.findCheck(tx.query(), roomId)]);
  return check && check.endsAtMs > nowMs ? check : undefined;
}

/** Makes the function that starts the film if all present people are still ready. One replica starts it. [RY3] */
export function makeStart({ clock, scheduled }: Pick<CheckingParts, 'clock' | 'scheduled'>) {
  return (roomId: string, checkId: string) =>
    scheduled.startAt(roomId, clock.nowMs(), async (tx) => {
      const check = await store.findCheck(tx.query(), roomId);
      return check?.id === checkId && areAllReady(check, 1);
    });
}

/** Opens a room's check, takes answers, and cancels it. `onOpen` is called with each room that has an open check. */
export function makeChecking(parts: CheckingParts, onOpen: (roomId: string) => void) {
  const { db, clock } = parts;
  const start = makeStart(parts);
  const answer = batchedWrite<PersonalAnswer, ReadyCheck>({
    db,
    applyAll: (tx, roomId, answers) => applyAll(parts, start, tx, roomId, answers),
    rest: () => pause(clock, restMs),
  });

  return {
    async begin(_: object, { room: { roomId }, principal }: Call<UserPrincipal, RoomStanding>) {
      const check = await db.write((tx) => begin(parts, tx, roomId, principal));
      onOpen(roomId);
      return { readyCheck: toMessage(check) };
    },
    async answer(request: AnswerReadyCheckRequest, { room: { roomId }, principal }: Call<RoomPrincipal, RoomStanding>) {
      const given = { by: attendantOf(principal), checkId: request.readyCheckId, answer: request.answer };
      const check = await answer(roomId, given);
      onOpen(roomId);
      return { readyCheck: toMessage(check) };
    },
    async end(_: object, { room: { roomId }, principal }: Call<UserPrincipal, RoomStanding>) {
      const end = { outcome: ReadyCheckOutcome.CALLED_OFF, actorDisplayName: principal.displayName };
      await db.write(async (tx) => {
        const check = await lockCheck(tx, roomId, clock.nowMs());
        if (check) endCheck(tx, roomId, check, end);
      });
      return {};
    },
  };
}

function attendantOf(principal: RoomPrincipal): Attendant {
  return principal.kind === 'guest'
    ? { id: principal.guestId, name: principal.username, isGuest: true }
    : { id: principal.userId, name: principal.displayName, isGuest: false };
}

/** The person who opens the check is ready. [RY1] */
async function begin(
  { clock, ids, attendants }: CheckingParts,
  tx: Tx,
  roomId: string,
  principal: UserPrincipal,
): Promise<ReadyCheck> {
  const nowMs = clock.nowMs();
  const [timeline, running] = await Promise.all([
    lockTimeline(tx.query(), roomId),
    store.findCheck(tx.query(), roomId),
  ]);
  if (timeline === undefined || timeline.mediaId === null) throw readyChecksErrors.nothing_chosen();
  if (timeline.isPlaying) throw readyChecksErrors.playing();
  if (running && running.endsAtMs > nowMs) return running;
  const starter = attendantOf(principal);
  const empty = {
    id: ids.make('rdy'),
    mediaId: timeline.mediaId,
    starterId: starter.id,
    starterName: starter.name,
    endsAtMs: nowMs + lifeMs,
    people: [],
  };
  const check = withAttendants(withAnswer(empty, starter, ReadyAnswer.READY, nowMs), attendants(roomId), nowMs);
  keepCheck(tx, roomId, check);
  return check;
}

/** A person's later answer replaces the earlier one. [RY2] */
async function applyAll(
  { clock, attendants }: CheckingParts,
  start: ReturnType<typeof makeStart>,
  tx: Tx,
  roomId: string,
  answers: readonly PersonalAnswer[],
): Promise<Outcome<ReadyCheck>[]> {
  const nowMs = clock.nowMs();
  const before = await lockCheck(tx, roomId, nowMs);
  const valid = answers.filter(({ checkId }) => checkId === before?.id);
  if (before === undefined || valid.length === 0) return answers.map(() => ({ error: readyChecksErrors.over() }));
  const answered = valid.reduce((check, { by, answer }) => withAnswer(check, by, answer, nowMs), before);
  const value = withAttendants(answered, attendants(roomId), nowMs);
  keepCheck(tx, roomId, value);
  if (areAllReady(value, 1)) tx.afterCommit(() => start(roomId, value.id));
  return answers.map(({ checkId }) => (checkId === value.id ? { value } : { error: readyChecksErrors.over() }));
}
