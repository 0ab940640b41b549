import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EveningItemSchema, EveningPersonSchema } from '@matinee/contract/gen/service/client/evenings_pb.ts';
import { type Media, MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import { pictureOf } from '../../media/library/library.port.ts';
import { lovedOf, type Place, placeSeconds } from '../film-moments/loved.ts';
import type { EveningItemRow, PersonRow } from './evenings.store.ts';

/** Most moments of an evening. */
const maxMoments = 3;

/** A place that people reacted to, with its item. */
export type ItemPlace = Place & { readonly mediaId: string };

/** Places by their items. Pure. */
export function placesByItem(places: readonly ItemPlace[]): ReadonlyMap<string, readonly ItemPlace[]> {
  const byItem = new Map<string, ItemPlace[]>();
  for (const place of places) {
    const ofItem = byItem.get(place.mediaId);
    if (ofItem) ofItem.push(place);
    else byItem.set(place.mediaId, [place]);
  }
  return byItem;
}

/** The most loved moments of all these items together, each item's in playback order. Pure. [EV4] */
export function momentsOf(mediaIds: readonly string[], places: ReadonlyMap<string, readonly ItemPlace[]>): ItemPlace[] {
  const loved = mediaIds.flatMap((mediaId) =>
    lovedOf(places.get(mediaId) ?? []).map((place) => ({ ...place, mediaId })),
  );
  const most = [...loved].sort((a, b) => b.people - a.people).slice(0, maxMoments);
  return loved.filter((place) => most.includes(place));
}

/** The mean of counted ratings, from the worst to the best; undefined: no ratings. Pure. */
export function meanOf(
  counts: readonly number[],
): { readonly ratingMean: number; readonly ratingCount: number } | undefined {
  const ratingCount = counts.reduce((sum, count) => sum + count, 0);
  if (ratingCount === 0) return undefined;
  return { ratingMean: counts.reduce((sum, count, place) => sum + count * (place + 1), 0) / ratingCount, ratingCount };
}

/** Current facts about an item. */
export interface ItemFacts {
  /** Undefined: the room no longer has it. */
  readonly media: Media | undefined;
  /** Whether the reader may browse the item. */
  readonly showsPicture: boolean;
  readonly counts: readonly number[];
  readonly moments: readonly Place[];
}

/** An item of an evening as clients see it. */
export function toItem(
  row: EveningItemRow,
  { media, showsPicture, counts, moments }: ItemFacts,
): MessageInitShape<typeof EveningItemSchema> {
  return {
    mediaId: row.media_id,
    name: row.name,
    startedAt: timestampFromDate(row.started_at),
    positionSeconds: row.position_seconds,
    availability: media?.availability ?? MediaAvailability.DELETED,
    moments: moments.map(({ place, people, reactionKey }) => ({
      positionSeconds: place * placeSeconds,
      people,
      reactionKey,
    })),
    ...meanOf(counts),
    ...(row.duration_seconds === null ? {} : { durationSeconds: row.duration_seconds }),
    ...(media && showsPicture ? { thumbnail: media.thumbnail, ...pictureOf(media) } : {}),
  };
}

/** An attendee as clients see them. */
export function toPerson({ id, username, display_name }: PersonRow): MessageInitShape<typeof EveningPersonSchema> {
  return { userId: id, username, displayName: display_name };
}
