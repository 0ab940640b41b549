import type { RoomEntry, RoomStripProps } from './room-entry.ts';

/** The strips of the features, in their order. */
export function RoomStrips({ entries, place }: RoomStripProps & { readonly entries: readonly RoomEntry[] }) {
  return entries.map(({ namespace, strip: Strip }) => Strip && <Strip key={namespace} place={place} />);
}
