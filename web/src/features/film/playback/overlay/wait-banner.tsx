import { Hourglass } from 'lucide-react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useSecondsUntil } from '../../../../room/use-seconds.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { usePlaybackState } from '../playback.port.ts';
import { namesOf } from './wait-names.ts';

export interface WaitBannerProps {
  readonly room: RoomConnection;
  readonly mayControl: boolean;
  readonly onStart: () => void;
}

/** Says whom the room waits for and how long at most, and offers to go on without them. */
export function WaitBanner({ room, mayControl, onStart }: WaitBannerProps) {
  const { t, i18n } = useTranslation('playback');
  const { self } = useRoom();
  const waiting = usePlaybackState(room)?.waiting;
  const leftSeconds = useSecondsUntil(waiting?.until_ms ?? 0);
  if (waiting === undefined) return null;
  const { names, others } = namesOf(waiting.members, self.id, t('waiting.you'));
  if (others > 0) names.push(t('waiting.others', { count: others }));
  const list = new Intl.ListFormat(i18n.locale).format(names);
  return (
    <div
      role="status"
      className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-2xl border border-border bg-surface/95 py-1.5 ps-4 pe-1.5 shadow-raised"
    >
      <Hourglass size={16} aria-hidden="true" className="text-accent-text" />
      <span className="min-w-0 wrap-anywhere">
        {names.length > 0 ? t('waiting.for', { names: list }) : t('waiting.some')}
      </span>
      {leftSeconds === 0 ? (
        <span className="text-muted">{t('waiting.slow')}</span>
      ) : (
        // Screen readers do not read the countdown: they would talk over the film every second.
        <span aria-hidden="true" className="text-muted tabular-nums">
          {t('waiting.seconds', { count: leftSeconds })}
        </span>
      )}
      {mayControl && <Button onClick={onStart}>{t('waiting.startAnyway')}</Button>}
    </div>
  );
}
