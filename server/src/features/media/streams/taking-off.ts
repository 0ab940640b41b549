import type { Tx } from '../../../store/database.ts';
import { streamErrors } from './streams.errors.ts';
import { tellRoom } from './streams.messages.ts';
import * as store from './streams.store.ts';

/**
 * Takes a stream off the air, and deletes its key, because encoders reconnect by themselves. [LS7] @throws AppError
 * `streams.off_air`
 */
export async function takeOff(tx: Tx, roomId: string, mediaId: string, staleMs: number): Promise<void> {
  const ended = await store.deleteStream(tx.query(), { mediaId });
  if (ended?.room_id !== roomId) throw streamErrors.off_air();
  await store.deleteKey(tx.query(), mediaId);
  await tellRoom(tx, roomId, staleMs);
}
