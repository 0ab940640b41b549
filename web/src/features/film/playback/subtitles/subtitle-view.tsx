import { runsOf, textsAt } from '@matinee/subtitles/cue.ts';
import { useStore } from '../../../../client/room/hooks.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { whenLoaded } from '../../../../ui/when-loaded.tsx';
import type { FilmView } from './film-view.ts';
import { type Subtitles, subtitleSize, subtitleSizes } from './subtitle-choice.ts';
import { useIsMade } from './subtitle-look.ts';

const StyledSubtitles = whenLoaded(() =>
  import('./styled/styled-subtitles.tsx').then((module) => module.StyledSubtitles),
);

const SubtitlePictures = whenLoaded(() => import('./subtitle-pictures.tsx').then((module) => module.SubtitlePictures));

export interface SubtitleViewProps extends FilmView {
  readonly subtitles: Subtitles;
}

/** Draws the subtitles for the current position. What is drawn with styles is there as text for screen readers. */
export function SubtitleView(props: SubtitleViewProps) {
  const { subtitles, place, facts, isRaised } = props;
  const { position } = useStore(place);
  const size = useStoredChoice(subtitleSize);
  const { read, pictures, delaySeconds } = subtitles;
  const script = useIsMade() ? read?.script : undefined;
  const isDrawn = useStore(subtitles.drawing) === 'shown' && script !== undefined;
  const seconds = position - delaySeconds;
  const texts = read === undefined ? [] : textsAt(read.cues, seconds);
  return (
    <>
      {pictures && <SubtitlePictures {...{ pictures, seconds, isRaised }} aspect={facts.aspect} />}
      {script !== undefined && <StyledSubtitles {...props} script={script} size={size} />}
      {texts.length > 0 && (
        <div
          className={
            isDrawn
              ? 'sr-only'
              : classNames(
                  'pointer-events-none absolute inset-x-0 grid justify-items-center px-[5%] transition-[bottom]',
                  isRaised ? 'bottom-28' : 'bottom-[6%]',
                )
          }
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
      )}
    </>
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
