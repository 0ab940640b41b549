import type { FeaturedRoom, FeaturedRoomChoice, Room } from '@matinee/contract/gen/api.ts';

/** A room of the edited list. */
export interface Chosen {
  readonly room: Room;
  /** In the format of a field for local date and time; empty: no end. */
  readonly ends: string;
  /** Undefined: not saved yet. */
  readonly isShown?: boolean;
}

/** The most rooms that can be featured. */
export const maxFeatured = 5;

export function chosenOf(rooms: readonly FeaturedRoom[]): readonly Chosen[] {
  return rooms.flatMap(({ room, ends_at, is_shown }) =>
    room ? [{ room, ends: ends_at ? localOf(new Date(ends_at)) : '', isShown: is_shown }] : [],
  );
}

export function requestOf(chosen: readonly Chosen[]): FeaturedRoomChoice[] {
  return chosen.map(({ room, ends }) => ({
    room_id: room.id,
    ...(ends === '' ? {} : { ends_at: new Date(ends).toISOString() }),
  }));
}

/** The list with one room moved by one place. Pure. [WFT1] */
export function moved(chosen: readonly Chosen[], index: number, by: 1 | -1): readonly Chosen[] {
  const list = [...chosen];
  const [one] = list.splice(index, 1);
  if (one) list.splice(index + by, 0, one);
  return list;
}

/** `2026-01-31T20:15`, in the reader's time zone. */
function localOf(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
