import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';
import type { Narrowed } from '../../../store/queries/narrowed.ts';
import type { StoredChannel, StoredProgramme } from './building.ts';
import type { ChannelKeys } from './matching.ts';
import type { GuideFault } from './reading.ts';

/** Owns the loaded guides, and their channels. */
export interface GuideTables {
  programme_guides: Narrowed<Schema['programme_guides'], { state: 'asking' | 'read' | GuideFault }>;
  guide_channels: Narrowed<Schema['guide_channels'], { programmes: StoredProgramme[] }>;
}

type Db = Kysely<GuideTables>;

/** The state of a guide. */
export interface StoredGuide {
  readonly state: 'asking' | 'read' | GuideFault;
  /** Null: never. */
  readonly read_at: Date | null;
  readonly ends_at: Date;
}

export function findGuide(db: Db, key: string): Promise<StoredGuide | undefined> {
  return db
    .selectFrom('programme_guides')
    .select(['state', 'read_at', 'ends_at'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Claims the reading of the guide over all replicas. True for one caller. [CG2] */
export async function claim(db: Db, key: string, now: Date, endsAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('programme_guides')
    .values({ key, state: 'asking', read_at: null, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ state: 'asking', ends_at: endsAt })
        .where('programme_guides.ends_at', '<=', now),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records that a guide could not be read. Keeps its earlier channels. */
export async function putFault(db: Db, key: string, state: GuideFault, endsAt: Date): Promise<void> {
  await db.updateTable('programme_guides').set({ state, ends_at: endsAt }).where('key', '=', key).execute();
}

/** Replaces a guide's channels by the newly read ones. */
export async function putGuide(db: Db, key: string, read: { readonly readAt: Date; readonly endsAt: Date }) {
  await db.deleteFrom('guide_channels').where('guide_key', '=', key).execute();
  await db
    .updateTable('programme_guides')
    .set({ state: 'read', read_at: read.readAt, ends_at: read.endsAt })
    .where('key', '=', key)
    .execute();
}

export async function insertChannels(db: Db, key: string, channels: readonly StoredChannel[]): Promise<void> {
  const values = channels.map(({ id, names, programmes }) => ({
    guide_key: key,
    id,
    names: [...names],
    programmes: JSON.stringify(programmes),
  }));
  await db.insertInto('guide_channels').values(values).execute();
}

/** The channels of a guide that match any of the keys. */
export function findChannels(db: Db, key: string, keys: readonly ChannelKeys[]) {
  const ids = keys.map(({ id }) => id).filter((id) => id !== '');
  const names = keys.flatMap((one) => one.names);
  return db
    .selectFrom('guide_channels')
    .select(['id', 'names', 'programmes'])
    .where('guide_key', '=', key)
    .where(({ or, eb }) => or([eb('id', '=', sql<string>`any(${ids})`), sql<boolean>`names && ${names}::text[]`]))
    .orderBy('id')
    .execute();
}

/** Deletes all but the newest guides. */
export async function deleteOldest(db: Db, mostKept: number): Promise<void> {
  const old = db.selectFrom('programme_guides').select('key').orderBy('ends_at', 'desc').offset(mostKept);
  await db.deleteFrom('programme_guides').where('key', 'in', old).execute();
}

/** Returns true when there may be more. */
export async function deleteEnded(db: Db, before: Date, most: number): Promise<boolean> {
  const old = db.selectFrom('programme_guides').select('key').where('ends_at', '<', before).limit(most);
  const result = await db.deleteFrom('programme_guides').where('key', 'in', old).executeTakeFirst();
  return result.numDeletedRows === BigInt(most);
}
