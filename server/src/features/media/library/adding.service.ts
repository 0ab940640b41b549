import { create, type MessageInitShape } from '@bufbuild/protobuf';
import type {
  AddMediaBatchRequest,
  AddMediaRequest,
  MediaSchema,
} from '@matinee/contract/gen/service/client/library_pb.ts';
import { type MediaSource, MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Outcome } from '../../../kernel/batcher.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { BrokenChange, batchedWrite } from '../../../store/batched-write.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Sources } from '../providers/providers.port.ts';
import { libraryErrors } from './library.errors.ts';
import type { RecordedItem, SuggestedItem } from './library.port.ts';
import * as store from './library.store.ts';
import { getFillable, type RoomCall } from './library-access.ts';
import { tellPlaylist, toMedia } from './library-changes.ts';
import { requireSource, sourceColumns } from './media-source.ts';

/** Most media in one playlist. */
export const maxItems = 1_000;

export interface AddingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sources: Pick<Sources, 'check' | 'coverOf' | 'findName' | 'originOf' | 'store'>;
  /** Called after items have got a source that no replica has read yet. */
  readonly onNewSources: (roomId: string, mediaIds: readonly string[]) => void;
}

type NewItem = Pick<AddMediaRequest, 'name' | 'source'>;

/** Items added by one call, with their final names. */
interface Adding {
  readonly userId: string;
  readonly playlistId: string | undefined;
  readonly items: readonly NewItem[];
  readonly names: readonly string[];
}

type Added = readonly MessageInitShape<typeof MediaSchema>[];

/** Adds media to playlists. Requests that arrive during a transaction of the same room share the next one. */
export function makeAdding(parts: AddingParts) {
  const { db, sources } = parts;
  const addTo = batchedWrite<Adding, Added>({
    db,
    async applyAll(tx, roomId, addings) {
      await store.lockLibrary(tx.query(), roomId);
      const outcomes: Outcome<Added>[] = [];
      for (const adding of addings) outcomes.push(await outcomeOf(insertAll(parts, tx, roomId, adding)));
      return outcomes;
    },
  });

  /** [LI1] [LI2] [LI3] */
  async function add(call: RoomCall, playlistId: string | undefined, items: readonly NewItem[]) {
    const { userId } = call.principal;
    for (const { source } of items) await requireSource(sources, source!, userId);
    const names = await Promise.all(items.map(({ name, source }) => sources.findName(source!, name.trim())));
    return { media: [...(await addTo(call.room.roomId, { userId, playlistId, items, names }))] };
  }

  return {
    addMany: ({ playlistId, items }: AddMediaBatchRequest, call: RoomCall) => add(call, playlistId, items),
    async addOne({ playlistId, name, source }: NewItem & Pick<AddMediaRequest, 'playlistId'>, call: RoomCall) {
      const { media } = await add(call, playlistId, [{ name, source }]);
      return { media: media[0]! };
    },
    /** [REC6] */
    async addRecorded(
      tx: Tx,
      roomId: string,
      { id, name, durationSeconds }: RecordedItem,
      to: Omit<Insertion, 'rows'>,
    ) {
      await store.lockLibrary(tx.query(), roomId);
      const source = create(MediaSourceSchema, { source: { case: 'recording', value: {} } });
      const row = { ...newSource(sources, id, source), name, duration_seconds: durationSeconds };
      await insertLast(parts, tx, roomId, { ...to, rows: [row] });
    },
    /** [SG3] */
    async addSuggested(
      tx: Tx,
      roomId: string,
      { id, name, source, sealedSecrets, provider, suggesterId }: SuggestedItem,
      { userId, playlistId }: Pick<Adding, 'userId' | 'playlistId'>,
    ) {
      await store.lockLibrary(tx.query(), roomId);
      const columns = { source, sealed_secrets: sealedSecrets, provider, account_id: null };
      const row = { ...columns, id, name, suggester_id: suggesterId };
      const [media] = await insertLast(parts, tx, roomId, { userId, playlistId, rows: [row] });
      return media!;
    },
  };
}

function newSource(sources: Pick<Sources, 'originOf' | 'store'>, id: string, given: MediaSource) {
  return { id, ...sourceColumns(sources, id, given, null) };
}

/** @throws AppError before any write, so other additions in the same transaction stay. */
function insertAll(
  parts: AddingParts,
  tx: Tx,
  roomId: string,
  { userId, playlistId, items, names }: Adding,
): Promise<Added> {
  const { ids, sources } = parts;
  const rows = items.map(({ source }, i) => ({ ...newSource(sources, ids.make('med'), source!), name: names[i]! }));
  return insertLast(parts, tx, roomId, { userId, playlistId, rows });
}

interface Insertion extends Pick<Adding, 'userId' | 'playlistId'> {
  readonly rows: readonly (ReturnType<typeof newSource> & {
    readonly name: string;
    readonly suggester_id?: string;
    readonly duration_seconds?: number;
  })[];
}

/** @throws AppError before any write. */
async function insertLast(
  { clock, sources, onNewSources }: AddingParts,
  tx: Tx,
  roomId: string,
  { userId, playlistId, rows: given }: Insertion,
): Promise<Added> {
  const playlist = await getFillable(tx, roomId, playlistId);
  if (playlist.item_count + given.length > maxItems) throw libraryErrors.playlist_full();
  const first = await store.placeLast(tx.query(), { table: 'media', column: 'playlist_id', of: playlist.id });
  const rows = given.map((row, i) => ({
    ...row,
    room_id: roomId,
    playlist_id: playlist.id,
    creator_id: userId,
    duration_seconds: row.duration_seconds ?? null,
    position: first + i,
    created_at: dateOf(clock.nowMs()),
  }));
  await store.insertMedia(tx.query(), rows);
  const addedIds = rows.map(({ id }) => id);
  tx.afterCommit(() => onNewSources(roomId, addedIds));
  const media = (await store.listMediaByIds(tx.query(), roomId, addedIds)).map((row) => toMedia(row, sources));
  await tellPlaylist(tx, roomId, playlist.id, { media, total: playlist.item_count + media.length });
  return media;
}

/**
 * A refusal is the outcome of its own change. @throws BrokenChange for any other failure, including failures of the
 * database, which abort the transaction.
 */
async function outcomeOf<R>(work: Promise<R>): Promise<Outcome<R>> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof AppError && !error.reason.startsWith('store.')) return { error };
    throw new BrokenChange(error);
  }
}
