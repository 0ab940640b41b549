import { Coffee, Play, Plus, Square } from 'lucide-react';
import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { formatTime } from '../playback/format-time.port.ts';
import { usePlaybackState } from '../playback/playback.port.ts';
import { type Break, useTakeBreak } from './use-break.ts';

/** By how much people with the remote lengthen a break at a press, in seconds. */
const moreSeconds = 300;

export interface BreakCardProps {
  readonly room: RoomConnection;
  readonly now: Break;
  /** Plays; undefined for a person without the remote. */
  readonly onPlay: (() => void) | undefined;
}

/** Covers the film during a break: says when it ends, and what happens then. [SY87] */
export function BreakCard({ room, now, onPlay }: BreakCardProps) {
  const { t, i18n } = useTranslation('breaks');
  const state = usePlaybackState(room);
  const { secondsLeft, goesOn, untilMs } = now;
  const isOver = secondsLeft === 0 && !goesOn;
  const name = state?.action === 'break' ? state.actor_display_name : '';
  const end = new Date(untilMs).toLocaleTimeString(i18n.locale, { timeStyle: 'short' });
  return (
    // On a phone this covers the controls: both do not fit.
    <div
      data-break
      className="absolute inset-0 grid overflow-auto bg-black/75 p-6 pb-24 text-white [place-items:safe_center] @max-[34rem]:z-10 @max-[34rem]:bg-black @max-[34rem]:p-2"
    >
      <div className="grid w-full max-w-lg justify-items-center gap-4 text-center @max-[34rem]:gap-2">
        <Coffee size={36} aria-hidden="true" className="@max-[34rem]:hidden" />
        <p role="status" className="text-lg font-semibold">
          {isOver ? t('over') : t(name === '' ? 'until' : 'untilBy', { end, name })}
        </p>
        {!isOver && (
          // Screen readers do not read out each second.
          <p aria-hidden="true" className="text-6xl font-semibold tabular-nums @max-[34rem]:text-4xl">
            {formatTime(secondsLeft)}
          </p>
        )}
        <p className="text-sm">{t(goesOn ? 'goesOn' : 'waits')}</p>
        {onPlay && <Actions room={room} now={now} onPlay={onPlay} />}
      </div>
    </div>
  );
}

function Actions({ room, now: { secondsLeft, goesOn }, onPlay }: BreakCardProps & { readonly onPlay: () => void }) {
  const { t } = useTranslation('breaks');
  const take = useTakeBreak(room);
  const change = (seconds: number) => take.mutate({ seconds, goes_on: goesOn });
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button kind="primary" icon={<Play size={18} aria-hidden="true" />} onClick={onPlay}>
        {t('playNow')}
      </Button>
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => change(secondsLeft + moreSeconds)}>
        {t('more')}
      </Button>
      <Button icon={<Square size={16} aria-hidden="true" />} onClick={() => change(0)}>
        {t('end')}
      </Button>
    </div>
  );
}
