import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  ReadyAnswer,
  type ReadyCheckOutcome,
  type ReadyCheckSchema,
} from '@matinee/contract/gen/service/client/ready_checks_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import { type CheckPerson, presentIn, type ReadyCheck } from './ready-check.ts';
import * as store from './ready-checks.store.ts';

/** Kind of the events about the check of a room. */
export const readyCheckKind = 'readyCheck';

/** Most people named in a message. */
const mostNamed = 100;

/** A check as all members see it. [RY5] */
export function toMessage(check: ReadyCheck): MessageInitShape<typeof ReadyCheckSchema> {
  const present = presentIn(check);
  const count = (answer: ReadyAnswer) => present.filter((person) => person.answer === answer).length;
  const isReady = ({ answer }: CheckPerson) => answer === ReadyAnswer.READY;
  // If not all can be named, people who are not ready come first: the film waits for them.
  const ordered =
    present.length > mostNamed ? [...present.filter((one) => !isReady(one)), ...present.filter(isReady)] : present;
  return {
    id: check.id,
    mediaId: check.mediaId,
    starterId: check.starterId,
    starterDisplayName: check.starterName,
    endsAt: timestampFromMs(Math.round(check.endsAtMs)),
    present: present.length,
    ready: count(ReadyAnswer.READY),
    notYet: count(ReadyAnswer.NOT_YET),
    people: ordered
      .slice(0, mostNamed)
      .map(({ id, name, isGuest, answer }) => ({ id, displayName: name, guest: isGuest, ...(answer && { answer }) })),
  };
}

/** The outcome of a check, and the person who caused it; empty: nobody. */
export interface CheckEnd {
  readonly outcome: ReadyCheckOutcome;
  readonly actorDisplayName?: string;
}

/** Most missing people named in the message about the end. */
const mostMissing = 10;

/** The outcome for all members. [RY8] */
function toEnd(check: ReadyCheck, { outcome, actorDisplayName = '' }: CheckEnd) {
  const { present = 0, ready = 0, people = [] } = toMessage(check);
  const notReady = people.filter(({ answer }) => answer !== ReadyAnswer.READY).slice(0, mostMissing);
  return { id: check.id, outcome, actorDisplayName, present, ready, notReady };
}

/** Payload of an event, or of a snapshot. `check` is undefined when no check is open. */
export function checkPayload(check: ReadyCheck | undefined, ended?: ReturnType<typeof toEnd>): Uint8Array {
  const value = { ...(check && { readyCheck: toMessage(check) }), ...(ended && { ended }) };
  return changePayload({ snapshot: true, resource: { case: 'readyCheck', value } });
}

/** Stores a check and sends it to the room. */
export function keepCheck(tx: Tx, roomId: string, check: ReadyCheck): void {
  tx.finish(store.puttingCheck(tx.query(), roomId, check));
  tx.emit({ topic: roomId, kind: readyCheckKind, payload: checkPayload(check) });
}

/**
 * Ends the check of a room and sends the outcome to the room. It depends on no other feature, so that playback can call
 * it in the transaction in which a film starts. [RY6] [RY8]
 */
export function endCheck(tx: Tx, roomId: string, check: ReadyCheck, end: CheckEnd): void {
  tx.finish(store.deletingCheck(tx.query(), roomId));
  tx.emit({ topic: roomId, kind: readyCheckKind, payload: checkPayload(undefined, toEnd(check, end)) });
}
