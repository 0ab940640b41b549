import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  SuggestionOutcome,
  type SuggestionSchema,
  type SuggestionsChangeSchema,
} from '@matinee/contract/gen/service/client/suggestions_pb.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Tx } from '../../../store/database.ts';
import { readSource } from '../library/media-source.ts';
import * as store from './suggestions.store.ts';

/** Kind of the events about the suggestions of a room. */
export const suggestionsKind = 'suggestions';

type Change = Omit<MessageInitShape<typeof SuggestionsChangeSchema>, '$typeName'>;

export function suggestionsPayload(value: Change, snapshot = false): Uint8Array {
  return changePayload({ snapshot, resource: { case: 'suggestions', value } });
}

export function tellSuggestions(tx: Tx, roomId: string, change: Change): void {
  tx.emit({ topic: roomId, kind: suggestionsKind, payload: suggestionsPayload(change) });
}

export function tellEnded(tx: Tx, roomId: string, ids: readonly string[], outcome: SuggestionOutcome): void {
  tellSuggestions(tx, roomId, { ended: ids.map((id) => ({ id, outcome })) });
}

export function toSuggestion(row: store.ListedSuggestion): MessageInitShape<typeof SuggestionSchema> {
  return {
    id: row.id,
    suggesterId: row.user_id,
    suggesterUsername: row.username,
    suggesterDisplayName: row.display_name,
    name: row.name,
    source: readSource(row.source),
    createdAt: timestampFromDate(row.created_at),
  };
}

/**
 * Deletes these people's suggestions in rooms that they have left, or in all rooms if they are banned. Call it in the
 * transaction of the change, after the change. It depends on no other part, so that the features of accounts and
 * members can use it. [SG6]
 */
export async function forgetAbsent(
  tx: Tx,
  { userIds, roomId }: { readonly userIds: readonly string[]; readonly roomId?: string },
): Promise<void> {
  const gone = await store.deleteOfAbsent(tx.query(), userIds, roomId);
  for (const room of new Set(gone.map(({ room_id }) => room_id))) {
    const ids = gone.filter(({ room_id }) => room_id === room).map(({ id }) => id);
    tellEnded(tx, room, ids, SuggestionOutcome.GONE);
  }
}
