import { FastForward } from 'lucide-react';
import type { RoomConnection } from '../../../client/room/room.ts';
import type { Store } from '../../../client/store.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { chaptersWithin } from '../playback/controls/line/chapters.ts';
import { usePlayback } from '../playback/playback.port.ts';
import { usePlace, type VideoPlace } from '../playback/use-video.ts';
import { partAt } from './skipped-parts.ts';

/** So little is left of a part that a press would come too late, in seconds. */
const tooLateSeconds = 2;
/** Over the last seconds of a film stands what comes next. */
const noticeSeconds = 16;

export interface SkipPartProps {
  readonly room: RoomConnection;
  readonly place: Store<VideoPlace>;
  readonly duration: number;
  readonly onSeek: (positionSeconds: number) => void;
}

/** Over an opening, a recap or the credits: one press leads everybody to their end. [WSE3] */
export function SkipPart({ room, place, duration, onSeek }: SkipPartProps) {
  const { t } = useTranslation('playback');
  const position = usePlace(place, (now) => Math.floor(now.position));
  const chapters = chaptersWithin(usePlayback(room)?.chapters ?? [], duration);
  const part = partAt(chapters, duration, position);
  if (!part || part.endSeconds - position < tooLateSeconds) return null;
  if (part.endSeconds >= duration && duration - position < noticeSeconds) return null;
  return (
    <div className="absolute end-3 bottom-24 z-10 max-w-[80%] animate-rise">
      <Button
        icon={<FastForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
        className="shadow-raised"
        onClick={() => onSeek(part.endSeconds)}
      >
        {t(`skip.${part.kind}`)}
      </Button>
    </div>
  );
}
