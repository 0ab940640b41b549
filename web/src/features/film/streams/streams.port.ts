import type { Media } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { liveStreams, streamOf } from './on-air.ts';

/** Stands in the place of the film while nothing is sent. It is loaded when an item needs it. */
export const OffAirCard = lazily(() => import('./off-air-card.tsx').then((module) => module.OffAirCard));

/** Adds a live stream, and says how to send it. */
export const LiveStreamDialog = lazily(() =>
  import('./live-stream-dialog.tsx').then((module) => module.LiveStreamDialog),
);

/** An item to which somebody sends. */
export interface LivePlace {
  /** Undefined: the room has not told yet what is on the air. */
  readonly isOnAir: boolean | undefined;
  /** Another one each time it comes on the air; empty while it is not. */
  readonly generationId: string;
}

/** Whether something is sent to what plays; undefined for an item that is no live stream of this server. [WLS1] */
export function useLivePlace(room: RoomConnection, media: Media | undefined): LivePlace | undefined {
  const told = useResource(room, liveStreams);
  if (media?.source?.rtmp === undefined) return undefined;
  const stream = told && streamOf(told.streams, media.id);
  return { isOnAir: told && stream !== undefined, generationId: stream?.generation_id ?? '' };
}
