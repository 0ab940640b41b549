import { PlaybackAction } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { PlaybackService } from '../playback.service.ts';
import { stopped } from '../stored-playback.service.ts';
import { type BesideParts, itemBeside } from './item-beside.ts';
import { next } from './play-order.ts';
import { type AheadParts, readAhead } from './play-queue.ts';

/** Skips an item, if it still plays; after the last item, playback stops. [PB31] */
export type SkipByVote = (roomId: string, mediaId: string) => Promise<void>;

/** Makes the function that skips an item after a vote. */
export function makeSkipByVote(parts: BesideParts & AheadParts, service: PlaybackService): SkipByVote {
  return async (roomId, endedId) => {
    const [before, settings] = await Promise.all([service.read(roomId), parts.rooms.getSettings(roomId)]);
    if (before.mediaId !== endedId) return;
    const ahead = await readAhead(parts, roomId, before, settings);
    await service.change(roomId, async (timeline, nowMs, tx) => {
      if (timeline.mediaId !== endedId) return undefined;
      const cause = { action: PlaybackAction.SKIP_VOTE };
      const mediaId = await itemBeside(parts, tx, roomId, timeline, ahead, next);
      if (mediaId === undefined) return { timeline: stopped(timeline, nowMs, cause) };
      return service.startOf(tx, roomId, timeline, nowMs, cause, { mediaId });
    });
  };
}
