import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import * as store from './skip-votes.store.ts';

/** Kind of the events about the votes of a room. */
export const skipVotesKind = 'skipVotes';

/** The state of the vote on the current item. */
export interface Standing {
  readonly mediaId: string;
  readonly votes: number;
  readonly needed: number;
}

/** Payload of an event, or of a snapshot. The whole room receives it, so it names no voter. [SV3] */
export function votesPayload(skipVotes: Standing, snapshot = false): Uint8Array {
  return changePayload({ snapshot, resource: { case: 'skipVotes', value: { skipVotes } } });
}

export function tellVotes(tx: Tx, roomId: string, standing: Standing): void {
  tx.emit({ topic: roomId, kind: skipVotesKind, payload: votesPayload(standing) });
}

/** Deletes the votes of a room, in the transaction in which another item begins or the vote succeeds. [SV4] */
export function forgetVotes(tx: Tx, roomId: string, mediaId: string | undefined): void {
  tx.finish(store.deletingAll(tx.query(), roomId));
  tellVotes(tx, roomId, { mediaId: mediaId ?? '', votes: 0, needed: 0 });
}
