import type { Media, StreamPull } from '@matinee/contract/gen/api.ts';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { waitingPull } from '../pull/pull.port.ts';
import { liveStreams, streamOf } from './on-air.ts';

/** Takes the place of the film while the stream is off the air. The code loads when an item needs it. */
export const OffAirCard = lazily(() => import('./off-air-card.tsx').then((module) => module.OffAirCard));

/** Adds a live stream, and says how to send it. */
export const LiveStreamDialog = lazily(() =>
  import('./live-stream-dialog.tsx').then((module) => module.LiveStreamDialog),
);

/** The state of a live stream item. */
export interface LivePlace {
  /** Undefined: not known yet. */
  readonly isOnAir: boolean | undefined;
  /** Since when nothing comes; undefined: it is on the air, or has ended. */
  readonly interruptedAt: string | undefined;
  /** A new id each time the stream comes on the air; empty while it is off. */
  readonly generationId: string;
  /** What the source of a pulled stream does while it gives nothing. */
  readonly pull?: StreamPull | undefined;
  /** Set while the room can go back in it: when it came on the air, in milliseconds since 1970, and how far. */
  readonly past?: { readonly startedAtMs: number; readonly seconds: number } | undefined;
}

/** Whether the playing stream is on the air; undefined for an item that is not a live stream of this server. [WLS1] */
export function useLivePlace(room: RoomConnection, media: Media | undefined): LivePlace | undefined {
  const told = useResource(room, liveStreams);
  const source = media?.source;
  if (!media || (!source?.rtmp && !source?.live_proxy)) return undefined;
  const stream = told && streamOf(told.streams, media.id);
  const seconds = stream?.past_seconds;
  const past = seconds ? { startedAtMs: Date.parse(stream.started_at!), seconds } : undefined;
  // Asking for a pulled stream is what puts it on the air.
  if (source.live_proxy)
    return { isOnAir: true, interruptedAt: undefined, generationId: '', pull: waitingPull(stream), past };
  const interruptedAt = stream?.interrupted_at;
  const isOnAir = told && stream !== undefined && interruptedAt === undefined;
  return { isOnAir, interruptedAt, generationId: isOnAir ? stream.generation_id : '', past };
}
