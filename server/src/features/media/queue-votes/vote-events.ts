import type { MessageInitShape } from '@bufbuild/protobuf';
import type { QueueVotesChangeSchema } from '@matinee/contract/gen/service/client/queue_votes_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import { queueVotesKind } from './queue-votes.port.ts';
import * as store from './queue-votes.store.ts';

/** The votes on an item. */
export interface Votes {
  readonly mediaId: string;
  readonly up: number;
  readonly down: number;
}

type QueueVotesChange = Exclude<MessageInitShape<typeof QueueVotesChangeSchema>, { $typeName: string }>;

export function toVotes({ media_id: mediaId, up, down }: store.CountedVotes): Votes {
  return { mediaId, up, down };
}

/** Payload of an event, or of a snapshot. The whole room receives it, so it names no voter. [QV4] */
export function votesPayload(value: QueueVotesChange, snapshot = false): Uint8Array {
  return changePayload({ snapshot, resource: { case: 'queueVotes', value } });
}

/**
 * Counts the votes on these items, and sends them to the room. Call it after the change. If others may change them too,
 * take the room's next sequence before: it keeps other votes out until the commit.
 */
export async function tellVotes(tx: Tx, roomId: string, mediaIds: readonly string[]): Promise<readonly Votes[]> {
  const counted = new Map(
    (await store.countVotes(tx.query(), roomId, mediaIds)).map((votes) => [votes.media_id, toVotes(votes)]),
  );
  const votes = mediaIds.map((mediaId) => counted.get(mediaId) ?? { mediaId, up: 0, down: 0 });
  tx.emit({ topic: roomId, kind: queueVotesKind, payload: votesPayload({ votes }) });
  return votes;
}

/** Deletes the votes on an item that has played. [QV5] */
export function endVotes(tx: Tx, roomId: string, mediaId: string): void {
  tx.finish(store.deletingVotes(tx.query(), mediaId));
  const votes = [{ mediaId, up: 0, down: 0 }];
  tx.emit({ topic: roomId, kind: queueVotesKind, payload: votesPayload({ votes }) });
}

/**
 * Deletes these people's votes in rooms that they have left, or in all rooms if they are banned. Call it in the
 * transaction of the change, after the change. It depends on no other part, so that the features of accounts and
 * members can use it. [QV6]
 */
export async function forgetVotesOfAbsent(
  tx: Tx,
  { userIds, roomId }: { readonly userIds: readonly string[]; readonly roomId?: string },
): Promise<void> {
  const gone = await store.deleteOfAbsent(tx.query(), userIds, roomId);
  for (const room of new Set(gone.map(({ room_id }) => room_id))) {
    const ids = gone.filter(({ room_id }) => room_id === room).map(({ media_id }) => media_id);
    await tellVotes(tx, room, [...new Set(ids)]);
  }
}
