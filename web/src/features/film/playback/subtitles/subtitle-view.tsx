import { useTranslation } from '../../../../texts/use-translation.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { textAt } from './cue.ts';
import { type Subtitles, subtitleSize, subtitleSizes } from './subtitle-choice.ts';
import { useCues } from './use-cues.ts';

export interface SubtitleViewProps {
  readonly subtitles: Subtitles;
  readonly position: number;
  /** True while the controls cover the lower edge of the film. */
  readonly isRaised: boolean;
}

/** Draws the subtitles for the current position. */
export function SubtitleView({ subtitles, position, isRaised }: SubtitleViewProps) {
  const { t } = useTranslation('playback');
  const size = useStoredChoice(subtitleSize);
  const { chosen, available, own, delaySeconds } = subtitles;
  const loaded = useCues(typeof chosen === 'number' ? available[chosen] : undefined, () =>
    showToast(t('subtitles.failed'), 'danger'),
  );
  const cues = chosen === 'own' ? own?.cues : loaded;
  const text = cues === undefined ? '' : textAt(cues, position - delaySeconds);
  if (text === '') return null;
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-x-0 grid justify-items-center px-[5%] transition-[bottom]',
        isRaised ? 'bottom-28' : 'bottom-[6%]',
      )}
    >
      <p
        dir="auto"
        style={{ fontSize: `max(0.9rem, ${subtitleSizes[size]})` }}
        className="rounded-lg bg-black/70 px-3 py-1 text-center leading-snug text-balance whitespace-pre-line text-white"
      >
        {text}
      </p>
    </div>
  );
}
