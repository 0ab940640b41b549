import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import {
  type DeleteSuggestionRequest,
  type DrawSuggestionRequest,
  SuggestionOutcome,
  type SuggestMediaRequest,
  type TakeSuggestionRequest,
} from '@matinee/contract/gen/service/client/suggestions_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { type Random, randomBelow } from '../../../kernel/random.ts';
import type { Snapshot } from '../../../realtime/resource.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { LibraryAdditions } from '../library/library.port.ts';
import { requireSource, sourceColumns } from '../library/media-source.ts';
import type { Sources } from '../providers/providers.port.ts';
import { suggestionsPayload, tellEnded, tellSuggestions, toSuggestion } from './suggestion-events.ts';
import { suggestionsErrors } from './suggestions.errors.ts';
import * as store from './suggestions.store.ts';

/**
 * Most waiting suggestions of one person in a room, and of all people: every client that connects receives all of them.
 */
const mostOfPerson = 5;
const mostOfRoom = 50;

export interface SuggestionsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly sources: Pick<Sources, 'check' | 'findName' | 'originOf' | 'store'>;
  readonly libraryAdditions: LibraryAdditions;
}

/** The user who adds an item, and the playlist. */
type Placed = Parameters<LibraryAdditions['addSuggested']>[3];

type MemberCall = Call<UserPrincipal, RoomStanding>;

export function makeSuggestions(parts: SuggestionsParts) {
  const { db, libraryAdditions, random } = parts;
  const list = async (roomId: string) => ({
    suggestions: (await store.listSuggestions(db.query(), roomId)).map(toSuggestion),
  });

  /** Adds a removed suggestion to a playlist, and reports the outcome. */
  async function add(tx: Tx, row: store.SuggestionRow, given: Placed, outcome: SuggestionOutcome) {
    const { id, name, provider, room_id: roomId, sealed_secrets: sealedSecrets, user_id: suggesterId } = row;
    const item = { id, name, provider, sealedSecrets, suggesterId, source: JSON.stringify(row.source) };
    const media = await libraryAdditions.addSuggested(tx, roomId, item, given);
    tellEnded(tx, roomId, [id], outcome);
    return { media };
  }

  return {
    /** [SG1] */
    list,
    snapshot: async (roomId: string): Promise<Snapshot> => ({
      version: 0,
      payload: suggestionsPayload(await list(roomId), true),
    }),
    suggest: makeSuggest(parts),
    /** [SG3] */
    take: ({ suggestionId, playlistId }: TakeSuggestionRequest, { room: { roomId }, principal }: MemberCall) =>
      db.write(async (tx) => {
        const row = await store.removeSuggestion(tx.query(), roomId, suggestionId);
        if (!row) throw suggestionsErrors.not_found();
        return add(tx, row, { userId: principal.userId, playlistId }, SuggestionOutcome.TAKEN);
      }),
    /** [SG7] */
    draw: ({ playlistId }: DrawSuggestionRequest, { room: { roomId }, principal }: MemberCall) =>
      db.write(async (tx) => {
        const waiting = await store.lockSuggestions(tx.query(), roomId);
        if (waiting.length === 0) throw suggestionsErrors.nothing_waits();
        const drawn = waiting[randomBelow(random, waiting.length)]!;
        const row = await store.removeSuggestion(tx.query(), roomId, drawn.id);
        return add(tx, row!, { userId: principal.userId, playlistId }, SuggestionOutcome.DRAWN);
      }),
    /** [SG4] */
    delete: ({ suggestionId }: DeleteSuggestionRequest, { room, principal }: MemberCall) =>
      db.write(async (tx) => {
        const row = await store.removeSuggestion(tx.query(), room.roomId, suggestionId);
        if (!row) throw suggestionsErrors.not_found();
        const isOwn = row.user_id === principal.userId;
        if (!isOwn && !room.permissions.has(Permission.MANAGE_OWN_MEDIA)) throw suggestionsErrors.not_yours();
        const outcome = isOwn ? SuggestionOutcome.WITHDRAWN : SuggestionOutcome.DECLINED;
        tellEnded(tx, room.roomId, [suggestionId], outcome);
        return {};
      }),
  };
}

/** Makes the function that suggests. [SG1] [SG2] [SG5] */
function makeSuggest({ db, clock, ids, sources }: SuggestionsParts) {
  return async ({ name: given, source }: SuggestMediaRequest, { room: { roomId }, principal }: MemberCall) => {
    const { userId, username, displayName } = principal;
    await requireSource(sources, source!, userId);
    // The user who accepts a suggestion must not watch through another user's account.
    if (sources.originOf(source!).accountId !== undefined) throw suggestionsErrors.own_account();
    const name = await sources.findName(source!, given.trim());
    return db.write(async (tx) => {
      // This lock keeps other suggestions of the room out until the commit, so the counts are right.
      await tx.nextSequence(roomId);
      const { all, own } = await store.countWaiting(tx.query(), roomId, userId);
      if (own >= mostOfPerson) throw suggestionsErrors.too_many();
      if (all >= mostOfRoom) throw suggestionsErrors.room_full();
      const id = ids.make('med');
      const { account_id: _none, ...stored } = sourceColumns(sources, id, source!, null);
      const row = { ...stored, id, name, room_id: roomId, user_id: userId, created_at: dateOf(clock.nowMs()) };
      await store.insertSuggestion(tx.query(), row);
      const suggestion = toSuggestion({
        ...row,
        source: JSON.parse(row.source),
        username,
        display_name: displayName || username,
      });
      tellSuggestions(tx, roomId, { suggestions: [suggestion] });
      return { suggestion };
    });
  };
}
