import type { MediaChapter } from '@matinee/contract/gen/api.ts';
import { Suspense } from 'react';
import { useTranslation } from '../../../../../texts/use-translation.ts';
import { classNames } from '../../../../../ui/class-names.ts';
import { lazily } from '../../../../../ui/lazily.tsx';
import { formatTime, speakTime } from '../../format-time.port.ts';
import { chapterAt, chaptersWithin } from './chapters.ts';
import type { Preview } from './preview.ts';
import { partOf } from './scrub.ts';
import { useKeySeek } from './use-key-seek.ts';
import { useLinePointer } from './use-line-pointer.ts';

const LinePreview = lazily(() => import('./line-preview.tsx').then((module) => module.LinePreview));

export interface ScrubberProps {
  /** Label of the line; absent: the label for a film. */
  readonly label?: string;
  /** Writes a place; absent: as the time since the beginning. */
  readonly nameOf?: (seconds: number) => string;
  readonly position: number;
  /** 0 while unknown; seeking is then impossible. */
  readonly duration: number;
  readonly bufferedEnd: number;
  readonly chapters: readonly MediaChapter[];
  /** Sources of the pictures for places; undefined: none. */
  readonly preview: Preview | undefined;
  /** True for a person who may not seek: `onSeek` then says why. */
  readonly isLocked: boolean;
  readonly onSeek: (positionSeconds: number) => void;
}

/** The progress bar. A drag seeks only when it ends, because each seek moves everybody. */
export function Scrubber(props: ScrubberProps) {
  const { position, duration, bufferedEnd, chapters, preview, isLocked, onSeek, nameOf } = props;
  const { t, i18n } = useTranslation('playback');
  const { track, hovered, dragged, handlers } = useLinePointer({ duration, isLocked, onSeek });
  const isActive = !isLocked && duration > 0;
  const parts = chaptersWithin(chapters, duration);
  const part = (seconds: number) => partOf(seconds, duration);
  const keys = useKeySeek(position, duration, onSeek);
  const shown = dragged ?? keys.target ?? position;
  // A finger that drags does not hover.
  const pointedAt = dragged ?? keys.target ?? hovered;

  return (
    // A film runs from left to right, also where text does not.
    // A range input can show neither the loaded part nor the time under the pointer.
    <div
      dir="ltr"
      ref={track}
      role="slider"
      tabIndex={isActive ? 0 : -1}
      aria-label={props.label ?? t('position')}
      aria-disabled={!isActive}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={[
        nameOf?.(shown) ??
          t('positionOf', { position: speakTime(shown, i18n.locale), duration: speakTime(duration, i18n.locale) }),
        chapterAt(parts, shown),
      ]
        .filter(Boolean)
        .join(', ')}
      onKeyDown={isActive ? keys.onKeyDown : undefined}
      onBlur={keys.settle}
      {...handlers}
      className={classNames('group relative flex h-6 touch-none items-center', isActive && 'cursor-pointer')}
    >
      <Line {...{ duration, bufferedEnd, shown, chapters: parts }} />
      {isActive && <Knob left={part(shown)} isDragged={dragged !== undefined} />}
      {pointedAt !== undefined && duration > 0 && (
        <TimeTip seconds={pointedAt} {...{ duration, chapters: parts, preview, nameOf }} />
      )}
    </div>
  );
}

interface LineProps {
  readonly duration: number;
  readonly bufferedEnd: number;
  readonly shown: number;
  readonly chapters: readonly MediaChapter[];
}

/** The loaded part and the played part, cut where chapters begin. */
function Line({ duration, bufferedEnd, shown, chapters }: LineProps) {
  const part = (seconds: number) => partOf(seconds, duration);
  return (
    <div className="relative h-1 w-full overflow-hidden rounded-full bg-white/25 group-hover:h-1.5">
      <div className="absolute inset-y-0 left-0 bg-white/35" style={{ width: part(bufferedEnd) }} />
      <div className="absolute inset-y-0 left-0 bg-accent" style={{ width: part(shown) }} />
      {chapters.slice(1).map(({ start_seconds }) => (
        <div key={start_seconds} className="absolute inset-y-0 w-0.5 bg-black" style={{ left: part(start_seconds) }} />
      ))}
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

interface TimeTipProps extends Pick<ScrubberProps, 'duration' | 'chapters' | 'preview'> {
  readonly nameOf: ScrubberProps['nameOf'];
  readonly seconds: number;
}

/** The time, chapter and picture under the pointer, kept within the line's ends. */
function TimeTip({ seconds, duration, chapters, preview, nameOf = formatTime }: TimeTipProps) {
  const chapter = chapterAt(chapters, seconds);
  // A name and a picture need room on both sides.
  const edge = chapter || preview ? '6rem' : '1.5rem';
  return (
    <div
      className="pointer-events-none absolute bottom-full max-w-48 -translate-x-1/2 rounded-lg bg-surface p-1 text-center text-xs font-medium text-text tabular-nums shadow-raised"
      style={{ left: `clamp(${edge}, ${partOf(seconds, duration)}, calc(100% - ${edge}))` }}
    >
      {preview && (
        <Suspense>
          <LinePreview key={preview.storyboardPath} preview={preview} seconds={seconds} />
        </Suspense>
      )}
      {chapter && (
        <div dir="auto" className="line-clamp-2 wrap-anywhere">
          {chapter}
        </div>
      )}
      {nameOf(seconds)}
    </div>
  );
}
