import type { Tx } from '../../../store/database.ts';
import * as store from './library.store.ts';
import { type Covers, tellPlaylist, toMedia, toPlaylist } from './library-changes.ts';

/** Callers do not know the providers. Clients keep the picture that they have. */
const noCovers: Covers = { coverOf: () => '' };

/** Items in one event. A frame holds 64 KiB, an item about one. */
const itemsOfEvent = 20;

/**
 * Notifies open lists that the items of an adder have become available or unavailable. Call it in the transaction of
 * the change, after the change: when a user joins or leaves a room (with `roomId`), is banned, deleted or restored, or
 * signs in to or out of a provider (with `accountId`). [LI22]
 */
export async function tellAvailability(tx: Tx, adder: store.Adder & { readonly roomId?: string }): Promise<void> {
  const { roomId } = adder;
  const rooms = roomId === undefined ? await store.listRoomsWith(tx.query(), adder) : [roomId];
  for (const room of rooms) await tellRoom(tx, room, adder);
}

async function tellRoom(tx: Tx, roomId: string, adder: store.Adder): Promise<void> {
  const [media, playlists] = await Promise.all([
    store.listMediaOf(tx.query(), roomId, adder),
    store.listDynamicOf(tx.query(), roomId, adder),
  ]);
  const items = groupBy(media, (row) => row.playlist_id);
  for (const [playlistId, rows] of items)
    for (let from = 0; from < rows.length; from += itemsOfEvent)
      await tellPlaylist(tx, roomId, playlistId, {
        media: rows.slice(from, from + itemsOfEvent).map((row) => toMedia(row, noCovers)),
      });
  const dynamic = groupBy(playlists, (row) => row.parent_id ?? '');
  for (const [parentId, rows] of dynamic)
    for (let from = 0; from < rows.length; from += itemsOfEvent)
      await tellPlaylist(tx, roomId, parentId, { playlists: rows.slice(from, from + itemsOfEvent).map(toPlaylist) });
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    groups.set(keyOf(row), group);
    group.push(row);
  }
  return groups;
}
