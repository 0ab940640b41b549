import type { Media } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { CirclePause, RotateCcw, SkipForward } from 'lucide-react';
import { Suspense } from 'react';
import { type NextItem, useNoCurrentItem, useOffer } from '../../../../room/room-offers.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { LovedMoments } from '../../film-reactions/loved-moments.tsx';
import { RateAtEnd } from '../../ratings/rating.port.tsx';

export interface EndCardProps {
  readonly media: Media | undefined;
  /** What follows by itself, and in how many seconds; undefined: nothing does, or somebody has stopped that. */
  readonly next: (NextItem & { readonly secondsLeft: number }) | undefined;
  /** Plays the item from its start; undefined for a person without the remote, as is `onStop`. */
  readonly onAgain: (() => void) | undefined;
  /** Plays the item from a place in it. */
  readonly onPlayFrom: ((positionSeconds: number) => void) | undefined;
  /** Lets the room stay at the end of the item. */
  readonly onStop: (() => void) | undefined;
}

/**
 * Covers the last picture of an item that has ended: says what follows, and offers people with the remote to stay or to
 * watch again. [SY71] [SY86]
 */
export function EndCard({ media, next, onAgain, onPlayFrom, onStop }: EndCardProps) {
  const { t } = useTranslation('playback');
  const { next: playNext } = useOffer('useCurrentItem', useNoCurrentItem)(media);
  return (
    // On a phone this covers the controls: both do not fit.
    <div
      data-end-card
      className="absolute inset-0 grid overflow-auto bg-black/80 p-6 pb-24 [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:bg-black @max-[34rem]:p-2"
    >
      <div className="grid w-full max-w-lg justify-items-center gap-3 text-center @max-[34rem]:gap-2">
        {next ? <Coming next={next} /> : <Ended mayAdd={onAgain !== undefined} />}
        <div className="flex flex-wrap justify-center gap-2">
          {playNext && (
            <Button
              kind="primary"
              icon={<SkipForward size={18} aria-hidden="true" className="rtl:-scale-x-100" />}
              onClick={playNext}
            >
              {t('end.next')}
            </Button>
          )}
          {next && onStop && (
            <Button icon={<CirclePause size={18} aria-hidden="true" />} onClick={onStop}>
              <span className="@max-[34rem]:sr-only">{t('end.stop')}</span>
            </Button>
          )}
          {onAgain && (
            <Button
              kind={playNext ? 'secondary' : 'primary'}
              icon={<RotateCcw size={18} aria-hidden="true" />}
              onClick={onAgain}
            >
              <span className={playNext && '@max-[34rem]:sr-only'}>{t('end.again')}</span>
            </Button>
          )}
        </div>
        {media && <LovedMoments mediaId={media.id} onPlayFrom={onPlayFrom} />}
        {media && <RateAtEnd mediaId={media.id} name={shownTitle(media.name)} />}
      </div>
    </div>
  );
}

function Ended({ mayAdd }: { readonly mayAdd: boolean }) {
  const { t } = useTranslation('playback');
  return (
    <div role="status">
      <h2 className="text-lg font-semibold">{t('end.title')}</h2>
      {/* Not true without the remote: an added item then waits for a person with the remote. */}
      {mayAdd && <p className="text-sm text-muted">{t('end.advice')}</p>}
    </div>
  );
}

/** The item that follows, with its picture. */
function Coming({ next }: { readonly next: NonNullable<EndCardProps['next']> }) {
  const { t } = useTranslation('playback');
  const { name, picture, isSame, secondsLeft } = next;
  return (
    <div className="grid justify-items-center gap-2 @max-[34rem]:gap-1">
      {/* Screen readers do not read out each second. */}
      <p aria-hidden="true" className="text-lg font-semibold tabular-nums @max-[34rem]:text-base">
        {t(isSame ? 'end.againIn' : 'end.nextIn', { count: secondsLeft })}
      </p>
      <div className="flex max-w-full items-center gap-3 rounded-control bg-surface/95 p-2 pe-4 text-start @max-[34rem]:py-1">
        <Suspense>{picture}</Suspense>
        <p role="status" className="min-w-0 ps-1">
          <span className="sr-only">{t(isSame ? 'end.willRepeat' : 'end.willFollow')} </span>
          <span className="line-clamp-2 font-medium wrap-anywhere @max-[34rem]:line-clamp-1">
            <bdi>{shownTitle(name)}</bdi>
          </span>
        </p>
      </div>
    </div>
  );
}
