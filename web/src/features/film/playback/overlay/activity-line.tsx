import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useTitles } from '../../../../client/words/titles.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { formatTime } from '../format-time.port.ts';
import { usePlaybackState } from '../playback.port.ts';
import { type Activity, activityOf, groupActivity } from './activity.ts';

/** How long the line stays, in milliseconds: long enough to notice a mistaken seek and undo it. */
const shownMs = 6_000;

export interface ActivityLineProps {
  readonly room: RoomConnection;
  /** Undefined when the person may not control playback. */
  readonly onUndo: ((positionSeconds: number) => void) | undefined;
}

/** Says in one line who last changed the playback, and how. Leaves out changes from before this person joined. */
export function ActivityLine({ room, onUndo }: ActivityLineProps) {
  const { t } = useTranslation('playback');
  const titleOf = useTitles();
  const state = usePlaybackState(room);
  const [shown, setShown] = useState<Activity>();
  const seenVersion = useRef<number>(undefined);
  useEffect(() => {
    if (state === undefined) return;
    const isFirst = seenVersion.current === undefined;
    if (seenVersion.current === state.version) return;
    seenVersion.current = state.version;
    const activity = activityOf(state);
    if (!isFirst && activity) setShown((before) => groupActivity(before, activity));
  }, [state]);
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);

  return (
    <div role="status" className="max-w-full">
      {shown && (
        <div className="pointer-events-auto flex max-w-full animate-rise items-center gap-1 rounded-3xl bg-black/70 ps-4 pe-1.5 text-sm text-white">
          <span className="my-2.5 line-clamp-2 min-w-0 pe-2.5 wrap-anywhere">
            {t(shown.text, {
              name: shown.name,
              media: titleOf(shown.values.media),
              position: formatTime(shown.values.position),
              speed: shown.values.speed,
            })}
          </span>
          {shown.undoTo !== undefined && onUndo && (
            <button
              type="button"
              onClick={() => {
                onUndo(shown.undoTo!);
                setShown(undefined);
              }}
              className="flex min-h-9 items-center gap-1.5 rounded-full px-3 font-semibold whitespace-nowrap text-accent-text hover:bg-white/10"
            >
              <Undo2 size={16} aria-hidden="true" />
              {t('undo')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
