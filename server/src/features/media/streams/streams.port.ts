import type { Tx } from '../../../store/database.ts';
import * as store from './streams.store.ts';

/** The live stream of an item, as far as a room can go back in it. */
export interface LivePast {
  /** When it came on the air, in milliseconds since 1970. */
  readonly startedAtMs: number;
  /** How far back the room can go. */
  readonly seconds: number;
}

/** Undefined: nothing is on the air, or nobody can go back in it. [LS74] */
export async function findLivePast(tx: Tx, mediaId: string): Promise<LivePast | undefined> {
  const row = await store.findPast(tx.query(), mediaId);
  if (!row || row.past_seconds === 0) return undefined;
  return { startedAtMs: row.started_at.getTime(), seconds: row.past_seconds };
}
