import { Pause, Play } from 'lucide-react';
import { useStore } from '../../../../client/room/hooks.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Spinner } from '../../../../ui/signs/spinner.tsx';
import { formatTime, speakTime } from '../../../film/playback/format-time.port.ts';
import type { Sound } from './sound.ts';

export interface SoundBarProps {
  readonly sound: Sound;
  /** Name of the sound for screen readers. */
  readonly label: string;
  /** Each between 0 and 1; empty: a line is drawn. */
  readonly bars: readonly number[];
  readonly isReached?: boolean;
}

/** Plays, pauses and seeks a sound. The waveform is a slider: arrow keys move by five seconds. [WCF7] */
export function SoundBar({ sound, label, bars, isReached = true }: SoundBarProps) {
  const { t, i18n } = useTranslation('chat-files');
  const { isPlaying, positionSeconds, durationSeconds, hasFailed, isLoading } = useStore(sound.state);
  const part = durationSeconds ? Math.min(1, positionSeconds / durationSeconds) : 0;
  const tabIndex = isReached ? 0 : -1;
  const shown = positionSeconds > 0 || isPlaying ? positionSeconds : durationSeconds;
  const icon = isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <IconButton
        label={t(isPlaying ? 'pause' : 'play', { name: label })}
        tooltip="start"
        tabIndex={tabIndex}
        className="!size-9 !bg-accent !text-on-accent hover:!bg-accent-hover"
        icon={isLoading ? <Spinner /> : icon}
        onClick={sound.toggle}
      />
      <div className="relative h-9 min-w-0 flex-1 rounded has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
        <Bars bars={bars} part={part} />
        <input
          type="range"
          tabIndex={tabIndex}
          aria-label={t('position', { name: label })}
          aria-valuetext={speakTime(positionSeconds, i18n.locale)}
          min={0}
          max={durationSeconds ?? 0}
          step={0.1}
          disabled={!durationSeconds}
          value={positionSeconds}
          onChange={({ currentTarget }) => sound.seek(Number(currentTarget.value))}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowRight' ? 5 : event.key === 'ArrowLeft' ? -5 : 0;
            if (step === 0) return;
            event.preventDefault();
            sound.seek(Math.min(durationSeconds ?? 0, Math.max(0, positionSeconds + step)));
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </div>
      {hasFailed ? (
        <span role="alert" className="shrink-0 text-xs text-danger">
          {t('notPlayed')}
        </span>
      ) : (
        <span className="shrink-0 text-xs text-muted tabular-nums">
          {shown === undefined ? '–:––' : formatTime(shown)}
        </span>
      )}
    </div>
  );
}

function Bars({ bars, part }: { readonly bars: readonly number[]; readonly part: number }) {
  if (bars.length === 0) {
    return (
      <div aria-hidden="true" className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line">
        <div className="h-full rounded-full bg-accent-text" style={{ width: `${part * 100}%` }} />
      </div>
    );
  }
  return (
    <div aria-hidden="true" className="absolute inset-0 flex items-center gap-px">
      {bars.map((bar, index) => (
        <span
          // The bars of one sound never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          className={`min-w-0 flex-1 rounded-full ${(index + 0.5) / bars.length <= part ? 'bg-accent-text' : 'bg-line'}`}
          style={{ height: `${Math.max(8, bar * 100)}%` }}
        />
      ))}
    </div>
  );
}
