import { runsOf, textsAt } from '@matinee/subtitles/cue.ts';
import { useStore } from '../../../../client/room/hooks.ts';
import type { Store } from '../../../../client/store.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import type { VideoPlace } from '../use-video.ts';
import { pictureAt } from './picture-at.ts';
import { type Subtitles, subtitleSize, subtitleSizes } from './subtitle-choice.ts';
import { SubtitlePictures } from './subtitle-pictures.tsx';

export interface SubtitleViewProps {
  readonly subtitles: Subtitles;
  readonly place: Store<VideoPlace>;
  /** Width of the film's picture through its height; undefined: not known yet. */
  readonly aspect: number | undefined;
  /** True while the controls cover the lower edge of the film. */
  readonly isRaised: boolean;
}

/** Draws the subtitles for the current position. */
export function SubtitleView({ subtitles, place, aspect, isRaised }: SubtitleViewProps) {
  const { position } = useStore(place);
  const size = useStoredChoice(subtitleSize);
  const { read, pictures, delaySeconds } = subtitles;
  const picture = pictures && pictureAt(pictures, position - delaySeconds);
  if (picture) return <SubtitlePictures picture={picture} aspect={aspect} isRaised={isRaised} />;
  const texts = read === undefined ? [] : textsAt(read.cues, position - delaySeconds);
  if (texts.length === 0) return null;
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
        {texts.map((markup) => (
          <span key={markup} className="block">
            <Marked markup={markup} />
          </span>
        ))}
      </p>
    </div>
  );
}

/** The text of a cue, with what is italic, bold or underlined in it. [SY80] */
function Marked({ markup }: { readonly markup: string }) {
  let place = 0;
  return runsOf(markup).map(({ text, isItalic, isBold, isUnderlined }) => {
    place += text.length;
    const marks = classNames(isItalic && 'italic', isBold && 'font-bold', isUnderlined && 'underline');
    return (
      <span key={place} className={marks}>
        {text}
      </span>
    );
  });
}
