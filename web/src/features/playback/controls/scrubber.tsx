import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { formatTime, speakTime } from '../format-time.port.ts';
import { keyTarget, partOf, secondsAt } from './scrub.ts';

export interface ScrubberProps {
  readonly position: number;
  /** 0 while it is not known; seeking is then impossible. */
  readonly duration: number;
  readonly bufferedEnd: number;
  /** True for a person who may not seek: `onSeek` then says why. */
  readonly isLocked: boolean;
  readonly onSeek: (positionSeconds: number) => void;
}

/** The progress bar. A drag seeks only when it ends, because each seek moves everybody. */
export function Scrubber({ position, duration, bufferedEnd, isLocked, onSeek }: ScrubberProps) {
  const { t, i18n } = useTranslation('playback');
  const track = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const isActive = !isLocked && duration > 0;
  const shown = dragged ?? position;
  const part = (seconds: number) => partOf(seconds, duration);
  const pointed = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    return secondsAt(event.clientX - box.left, box.width, duration);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event.key, position, duration);
    if (target === undefined) return;
    event.preventDefault();
    onSeek(target);
  };

  return (
    // A film runs from left to right, also where text does not.
    // A range input can show neither the loaded part nor the time under the pointer.
    <div
      dir="ltr"
      ref={track}
      role="slider"
      tabIndex={isActive ? 0 : -1}
      aria-label={t('position')}
      aria-disabled={!isActive}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={t('positionOf', {
        position: speakTime(shown, i18n.language),
        duration: speakTime(duration, i18n.language),
      })}
      onKeyDown={isActive ? onKeyDown : undefined}
      onPointerMove={(event) => {
        const at = pointed(event);
        setHovered(at);
        if (dragged !== undefined) setDragged(at);
      }}
      onPointerLeave={() => setHovered(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0 || duration === 0) return;
        if (isLocked) return onSeek(pointed(event));
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(pointed(event));
      }}
      onPointerUp={() => {
        if (dragged !== undefined) onSeek(dragged);
        setDragged(undefined);
      }}
      onPointerCancel={() => setDragged(undefined)}
      className={classNames('group relative flex h-6 touch-none items-center', isActive && 'cursor-pointer')}
    >
      <div className="relative h-1 w-full overflow-hidden rounded-full bg-white/25 group-hover:h-1.5">
        <div className="absolute inset-y-0 left-0 bg-white/35" style={{ width: part(bufferedEnd) }} />
        <div className="absolute inset-y-0 left-0 bg-accent" style={{ width: part(shown) }} />
      </div>
      {isActive && <Knob left={part(shown)} isDragged={dragged !== undefined} />}
      {hovered !== undefined && duration > 0 && <TimeTip left={part(hovered)} seconds={hovered} />}
    </div>
  );
}

function Knob({ left, isDragged }: { readonly left: string; readonly isDragged: boolean }) {
  return (
    <div
      className={classNames(
        'absolute size-3.5 -translate-x-1/2 rounded-full bg-accent',
        !isDragged && 'scale-0 group-hover:scale-100 group-focus-visible:scale-100',
      )}
      style={{ left }}
    />
  );
}

/** The time under the pointer, kept within the line's ends. */
function TimeTip({ left, seconds }: { readonly left: string; readonly seconds: number }) {
  return (
    <div
      className="pointer-events-none absolute bottom-full -translate-x-1/2 rounded-lg bg-surface px-2 py-1 text-xs font-medium text-text tabular-nums shadow-raised"
      style={{ left: `clamp(1.5rem, ${left}, calc(100% - 1.5rem))` }}
    >
      {formatTime(seconds)}
    </div>
  );
}
