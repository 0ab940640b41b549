import { useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { chosenTone, tones, withTone } from './tones.ts';

const hand = { emoji: '✋', hasTones: true };

/** A button that shows the skin tone and opens the choice of tones. [WEM3] */
export function ToneChoice() {
  const { t } = useTranslation('emoji');
  const tone = useStoredChoice(chosenTone);
  const [isOpen, setOpen] = useState(false);
  const nameOf = (one: string) => t(`tones.${one}`);
  if (!isOpen) {
    return (
      <button
        type="button"
        aria-label={t('tone', { tone: nameOf(tone) })}
        aria-expanded={false}
        onClick={() => setOpen(true)}
        className="grid size-11 shrink-0 place-items-center rounded-control font-emoji text-xl hover:bg-surface-2"
      >
        {withTone(hand, tone)}
      </button>
    );
  }
  return (
    <fieldset className="flex shrink-0" aria-label={t('toneTitle')}>
      {tones.map((one) => (
        <button
          key={one}
          type="button"
          // The chosen tone gets the focus, so that the keyboard continues from it.
          // biome-ignore lint/a11y/noAutofocus: the button that had the focus has just gone
          autoFocus={one === tone}
          aria-label={nameOf(one)}
          aria-pressed={one === tone}
          onClick={() => {
            chosenTone.set(one);
            setOpen(false);
          }}
          className="grid h-11 w-9 place-items-center rounded-control font-emoji text-xl hover:bg-surface-2 aria-pressed:bg-surface-3"
        >
          {withTone(hand, one)}
        </button>
      ))}
    </fieldset>
  );
}
