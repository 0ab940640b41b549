import type { FilmMoment } from '@matinee/contract/gen/api.ts';
import type { ComponentProps } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatTime } from '../playback/format-time.port.ts';

/** The film plays from this long before the moment, in seconds: people react to what they have just seen. */
const leadSeconds = 5;

interface MomentListProps extends ComponentProps<'ul'> {
  readonly moments: readonly FilmMoment[];
  /** Plays the item from there for everybody; undefined for a person without the remote. */
  readonly onPlayFrom: ((seconds: number) => void) | undefined;
}

/** Moments to which people reacted; a press plays from there, a little before. [WFR6] [WEV1] */
export function MomentList({ moments, onPlayFrom, className, ...others }: MomentListProps) {
  const { t } = useTranslation('film-reactions');
  return (
    <ul className={classNames('flex flex-wrap gap-1.5', className)} {...others}>
      {moments.map(({ position_seconds, people, reaction_key }) => {
        const shown = (
          <>
            <span aria-hidden="true" className="font-emoji">
              {reaction_key}
            </span>
            <span className="tabular-nums">{formatTime(position_seconds)}</span>
            <span className="sr-only">{t('lovedBy', { count: people, emoji: reaction_key })}</span>
          </>
        );
        const look = 'flex min-h-11 items-center gap-1.5 rounded-full bg-surface-2 px-3.5 text-sm text-text';
        return (
          <li key={position_seconds}>
            {onPlayFrom ? (
              <button
                type="button"
                className={`${look} hover:bg-surface-3`}
                onClick={() => onPlayFrom(Math.max(0, position_seconds - leadSeconds))}
              >
                <span className="sr-only">{t('playFrom')} </span>
                {shown}
              </button>
            ) : (
              <p className={look}>{shown}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
