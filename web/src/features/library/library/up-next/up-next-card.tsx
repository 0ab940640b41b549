import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { SkipForward, X } from 'lucide-react';
import { useState } from 'react';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { usePlaybackState } from '../../../film/playback/playback.port.ts';
import { useLibraryScope } from '../library-scope.tsx';
import { useNextItem } from './next-item.tsx';
import { NextPicture } from './next-picture.tsx';
import { useSecondsLeft, useUpNext } from './use-up-next.ts';

/** This many seconds before the end, the next item is announced over the film. */
const noticeSeconds = 15;

/** Shown over the end of the film: the next item, and when it starts. [WL14] */
export function UpNextCard() {
  const { t } = useTranslation('library');
  const { room, self } = useRoom();
  const { library } = useLibraryScope();
  const currentId = usePlaybackState(room)?.media_id;
  const next = useUpNext();
  const { restSeconds = 0, isSame = false } = useNextItem() ?? {};
  const seconds = useSecondsLeft(noticeSeconds);
  const [dismissed, setDismissed] = useState<string>();
  if (seconds === undefined || !next || dismissed === currentId) return null;
  // During the rest the card of the film's end counts down.
  if (isSame || (seconds === 0 && restSeconds > 0)) return null;
  return (
    // Its width decides what of the card has room.
    <div className="@container pointer-events-none absolute inset-0 z-10">
      <section
        aria-label={t('upNext.title')}
        className="pointer-events-auto absolute end-3 bottom-24 flex max-w-[min(28rem,80%)] animate-rise items-center gap-2 rounded-control bg-surface/95 p-2 ps-4 text-text shadow-raised"
      >
        <span className="contents @max-[34rem]:hidden">
          <NextPicture next={next} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted tabular-nums">{t('upNext.in', { count: seconds + restSeconds })}</p>
          <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
            {shownTitle(next.name)}
          </p>
        </div>
        {self.permissions.has('navigate_playback') && (
          <Button
            kind="secondary"
            icon={<SkipForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
            onClick={() => library.next(currentId)}
          >
            <span className="@max-[34rem]:sr-only">{t('upNext.now')}</span>
          </Button>
        )}
        <IconButton
          label={t('upNext.dismiss')}
          tooltip="end"
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => setDismissed(currentId)}
        />
      </section>
    </div>
  );
}
