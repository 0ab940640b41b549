import type { SkippedParts } from '@matinee/contract/gen/api.ts';
import { FastForward } from 'lucide-react';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { Store } from '../../../client/store.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { usePlaybackState } from '../playback/playback.port.ts';
import { usePlace, type VideoPlace } from '../playback/use-video.ts';
import { SkipNotice } from './skip-notice.tsx';
import { useSkippedParts } from './use-skipped-parts.ts';

/** With less than this left of a part, in seconds, a press would come too late: nothing is offered. */
const tooLateSeconds = 2;
/** The last seconds of a film, over which the notice of the next item stands. */
const noticeSeconds = 16;

export interface SkipPartProps {
  readonly room: RoomConnection;
  readonly place: Store<VideoPlace>;
  readonly duration: number;
  /** Undefined for a person who may not seek. */
  readonly onSeek: ((positionSeconds: number) => void) | undefined;
}

/**
 * Over an opening, a recap or the credits: one press leads everybody to their end. Where the room skips them by itself,
 * it says so before. [WSE3] [WSE5]
 */
export function SkipPart({ room, place, duration, onSeek }: SkipPartProps) {
  const state = usePlaybackState(room);
  const parts = useSkippedParts(room);
  const position = usePlace(place, (now) => Math.floor(now.position));
  if (!parts || parts.media_id !== state?.media_id) return null;
  const { ahead } = parts;
  if (ahead?.playback_version === state.version && state.is_playing)
    return (
      <SkipNotice key={ahead.at_ms} room={room} mediaId={parts.media_id} ahead={ahead} mayKeep={onSeek !== undefined} />
    );
  return onSeek && <SkipButton {...{ parts, position, duration, onSeek }} />;
}

interface SkipButtonProps {
  readonly parts: SkippedParts;
  readonly position: number;
  readonly duration: number;
  readonly onSeek: (positionSeconds: number) => void;
}

function SkipButton({ parts, position, duration, onSeek }: SkipButtonProps) {
  const { t } = useTranslation('series');
  const part = parts.parts.find((each) => each.start_seconds <= position && position < each.end_seconds);
  if (!part || part.end_seconds - position < tooLateSeconds) return null;
  if (part.end_seconds >= duration && duration - position < noticeSeconds) return null;
  return (
    <div className="absolute end-3 bottom-24 z-10 max-w-[80%] animate-rise">
      <Button
        icon={<FastForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
        className="shadow-raised"
        onClick={() => onSeek(part.end_seconds)}
      >
        {t(`skip.${part.kind}`)}
      </Button>
    </div>
  );
}
