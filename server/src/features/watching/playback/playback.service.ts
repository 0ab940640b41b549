import { MediaAvailability } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { Database, Tx } from '../../../store/database.ts';
import type { Library, MediaItem } from '../../media/library/library.port.ts';
import type { PlaybackInit, PlaybackWishes, Sources } from '../../media/providers/providers.port.ts';
import type { Viewer } from '../../media/proxy/proxy.port.ts';
import { makeBatchedChanges } from './batched-changes.ts';
import { applyChanges, type Change, type Changed, type ChangeParts, type ChangeRequest, type Next } from './changes.ts';
import { isLive, lengthOf } from './item-length.ts';
import type { Operation } from './operations.store.ts';
import { playbackErrors } from './playback.errors.ts';
import * as store from './playback.store.ts';
import { toPlaybackState } from './playback-messages.ts';
import { advance, type Cause, startLeadMs, type Timeline } from './timeline.ts';

export interface PlaybackParts extends ChangeParts {
  readonly db: Database;
  readonly library: Pick<Library, 'findMedia'>;
  readonly sources: Pick<Sources, 'outline' | 'resolve'>;
  /** A number of 32 bits for the shuffle. */
  readonly drawSeed: () => number;
  /** Ninetieth percentile of the round trips of the room's connections, in milliseconds. */
  readonly roundTripP90: (roomId: string) => number;
  /** Connections to the room in this process. */
  readonly audience: (roomId: string) => number;
  /** Called when an item starts whose film is still unknown. */
  readonly onUnknownFilm: (roomId: string, mediaId: string) => void;
  /** Called with each state after its commit. */
  readonly onChanged: (roomId: string, timeline: Timeline) => void;
  /** Called when a wait has ended. */
  readonly onWaited: (seconds: number) => void;
}

/** The item to start, where and when. */
interface Start {
  readonly mediaId: string;
  readonly positionSeconds?: number;
  readonly paused?: boolean;
  readonly delayMs?: number;
}

/** Reads and changes a room's playback, for all causes: users, the end of an item, waiting, reports of players. */
export interface PlaybackService {
  /** How far ahead (ms) a start must be scheduled so that everyone in the room receives it in time. [PB5] */
  leadMs(roomId: string): number;
  read(roomId: string): Promise<Timeline>;
  /** The state and the playing item, the same for everyone. [PB11] */
  get(roomId: string): ReturnType<typeof readPlayback>;
  /**
   * The state and the playing item, for one viewer. @throws AppError when the source's provider cannot resolve it.
   * [PB11]
   */
  getFor(roomId: string, viewer: Viewer, wishes: PlaybackWishes): ReturnType<typeof readPlayback>;
  /** Changes the state and sends it to the room, unless the room has applied `operation` before. */
  step(roomId: string, work: Change, operation?: Operation): Promise<Changed>;
  /** As `step`. @returns the new state; undefined if it did not change. */
  change(roomId: string, work: Change): Promise<Timeline | undefined>;
  /**
   * The state in which an item plays. @throws AppError `playback.media_not_found`, `playback.unavailable`,
   * `playback.beyond_end`.
   */
  startOf(tx: Tx, roomId: string, from: Timeline, nowMs: number, cause: Cause, start: Start): Promise<Next>;
}

export function makePlayback(parts: PlaybackParts): PlaybackService {
  const { db, clock, onItemChanged, library, sources } = parts;
  const { drawSeed, roundTripP90, audience, onUnknownFilm, onChanged, onWaited } = parts;
  const changeInBatch = makeBatchedChanges<ChangeRequest>({
    db,
    clock,
    audience,
    applyAll: (tx, roomId, all) => applyChanges({ clock, onItemChanged }, tx, roomId, all),
  });
  const leadMs = (roomId: string) => startLeadMs(roundTripP90(roomId));

  async function step(roomId: string, change: Change, operation?: Operation): Promise<Changed> {
    const changed = await changeInBatch(roomId, { change, operation });
    if (changed.isChanged && changed.timeline) onChanged(roomId, changed.timeline);
    if (changed.waitedMs !== undefined) onWaited(changed.waitedMs / 1_000);
    return changed;
  }

  return {
    leadMs,
    step,
    read: (roomId) => store.readTimeline(db.query(), roomId),
    get: (roomId) => readPlayback({ db, library }, roomId, (item) => sources.outline(roomId, item)),
    getFor: (roomId, viewer, wishes) =>
      readPlayback({ db, library }, roomId, (item) => sources.resolve(roomId, item, viewer, wishes)),
    async change(roomId, work) {
      const { timeline, isChanged } = await step(roomId, work);
      return isChanged ? timeline : undefined;
    },
    async startOf(tx, roomId, from, nowMs, cause, start) {
      // `nextSequence` is for the chat notice about the new item. Sent together with the item's query, it costs no
      // round trip.
      const [item] = await Promise.all([library.findMedia(tx, roomId, start.mediaId), tx.nextSequence(roomId)]);
      if (!item) throw playbackErrors.media_not_found();
      const { media } = item;
      if (media.availability !== MediaAvailability.AVAILABLE) throw playbackErrors.unavailable();
      const playback = sources.outline(roomId, item);
      const durationSeconds = lengthOf(item, playback);
      // A former live stream may be a recording by now.
      if (!item.facts || item.facts.live || !media.artwork) tx.afterCommit(() => onUnknownFilm(roomId, media.id));
      const positionSeconds = start.positionSeconds ?? 0;
      if (positionSeconds > (durationSeconds ?? Number.POSITIVE_INFINITY)) throw playbackErrors.beyond_end();
      const timeline = advance(from, nowMs, cause, {
        mediaId: media.id,
        playlistId: media.playlistId,
        mediaName: media.name,
        targetHash: item.dynamic?.targetHash ?? null,
        target: item.dynamic?.target ?? null,
        positionSeconds,
        durationSeconds,
        isLive: isLive(playback),
        ...{ liveFromMs: null, isPlaying: !start.paused },
        startAtMs: nowMs + leadMs(roomId) + (start.delayMs ?? 0),
        waiting: null,
        shuffleSeed: from.mediaId === null ? drawSeed() : from.shuffleSeed,
      });
      return { timeline, playback };
    },
  };
}

async function readPlayback(
  { db, library }: Pick<PlaybackParts, 'db' | 'library'>,
  roomId: string,
  toPlayback: (item: MediaItem) => PlaybackInit | Promise<PlaybackInit>,
) {
  const timeline = await store.readTimeline(db.query(), roomId);
  const item = timeline.mediaId === null ? undefined : await library.findMedia(db, roomId, timeline.mediaId);
  return {
    playbackState: toPlaybackState(timeline),
    playback: item ? await toPlayback(item) : {},
    version: timeline.version,
  };
}
