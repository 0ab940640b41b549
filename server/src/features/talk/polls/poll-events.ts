import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PollsChangeSchema } from '@matinee/contract/gen/service/client/polls_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import { rewritingEvents } from '../../../store/events/erasing.ts';
import type { PollMessage } from './poll-messages.ts';
import { deletingPolls, type PollRow } from './polls.store.ts';

/** Kind of the events about a room's polls. */
export const pollsKind = 'polls';
/** Kind of the events about changes to stored events. */
export const erasureKind = 'pollErasures';

type PollsChange = Exclude<MessageInitShape<typeof PollsChangeSchema>, { $typeName: string }>;

/** Payload of an event, or of a snapshot. The whole room receives it, so it names no voter. [PO5] */
export function pollsPayload(value: PollsChange, snapshot = false): Uint8Array {
  return changePayload({ snapshot, resource: { case: 'polls', value } });
}

export function tellChange(tx: Tx, roomId: string, change: PollsChange): void {
  tx.emit({ topic: roomId, kind: pollsKind, payload: pollsPayload(change) });
}

/** Sends a poll to its room. @returns the event's sequence number, which the caller stores with the poll. */
export async function tellPoll(tx: Tx, roomId: string, poll: PollMessage): Promise<number> {
  const sequence = await tx.nextSequence(roomId);
  tellChange(tx, roomId, { polls: [poll] });
  return sequence;
}

/**
 * Deletes polls, which the caller has locked. Empties the stored events about them, so that a client that resumes from
 * an earlier event cannot read them. [PO9]
 */
export function forgetPolls(tx: Tx, roomId: string, polls: readonly Pick<PollRow, 'id' | 'event_sequences'>[]): void {
  if (polls.length === 0) return;
  const deletedIds = polls.map(({ id }) => id);
  tellChange(tx, roomId, { deletedIds });
  tx.emit({ topic: roomId, kind: erasureKind, payload: new Uint8Array() });
  const husks = polls.flatMap(({ id, event_sequences }) =>
    event_sequences.map((sequence) => ({ sequence, payload: pollsPayload({ deletedIds: [id] }) })),
  );
  tx.finish(deletingPolls(tx.query(), deletedIds));
  tx.finish(rewritingEvents(tx, [{ topic: roomId, husks }]));
}
