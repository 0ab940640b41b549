import type { RoomConnection } from '../../../client/room/room.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { chosenInfo, usePlayback } from '../playback.port.ts';
import { textAt } from './cues.ts';
import { useCues } from './use-cues.ts';

/** Sizes of subtitles, in percent of the player's height. */
export const subtitleSizes = { small: '3.5cqh', normal: '4.5cqh', large: '6.5cqh' } as const;
export type SubtitleSize = keyof typeof subtitleSizes;

/** Which of the item's subtitles this person sees; `index` is undefined when they see none. */
export interface SubtitleChoice {
  readonly index: number | undefined;
  readonly size: SubtitleSize;
  /** How much later than in their file they are shown, in seconds; negative: earlier. */
  readonly delaySeconds: number;
}

export interface SubtitlesProps {
  readonly room: RoomConnection;
  readonly choice: SubtitleChoice;
  readonly position: number;
  /** True while the controls cover the lower edge. */
  readonly isRaised: boolean;
  readonly onFailed: () => void;
}

/** Draws the subtitles for the current position. */
export function Subtitles({ room, choice, position, isRaised, onFailed }: SubtitlesProps) {
  const { t } = useTranslation('playback');
  const playback = usePlayback(room);
  const cues = useCues(
    choice.index === undefined ? undefined : playback && chosenInfo(playback)?.subtitles[choice.index],
    () => {
      showToast(t('subtitles.failed'), 'danger');
      onFailed();
    },
  );
  const text = cues === undefined ? '' : textAt(cues, position - choice.delaySeconds);
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
        style={{ fontSize: `max(0.9rem, ${subtitleSizes[choice.size]})` }}
        className="rounded-lg bg-black/70 px-3 py-1 text-center leading-snug text-balance whitespace-pre-line text-white"
      >
        {text}
      </p>
    </div>
  );
}
