import { Palette } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { Choice } from '../../../film/playback/choice.port.tsx';
import { type FilmColor, filmColor, filmColors, filmPlace, filmPlaces, filmStyle } from './film-style.ts';
import { type MessageLook, plainLook } from './writing.ts';

export interface FilmStyleButtonProps {
  readonly look: RefObject<MessageLook>;
}

/** Chooses how one's own messages look over the film. While it is mounted, `look` returns that choice. [WC18] */
export function FilmStyleButton({ look }: FilmStyleButtonProps) {
  const { t } = useTranslation('chat-finding');
  const [isOpen, setOpen] = useState(false);
  const place = useStoredChoice(filmPlace);
  const color = useStoredChoice(filmColor);
  useEffect(() => {
    look.current = filmStyle;
    return () => {
      look.current = plainLook;
    };
  }, [look]);
  return (
    <>
      <IconButton
        label={t('filmStyle')}
        tooltip="end"
        icon={<Palette size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog title={t('filmStyle')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="grid gap-4 pb-2">
          <Choice
            label={t('filmPlace')}
            value={place}
            options={filmPlaces.map((option) => [option, t(`filmPlaces.${option}`)])}
            onChange={(option) => filmPlace.set(option as (typeof filmPlaces)[number])}
          />
          <Choice
            label={t('filmColor')}
            value={color}
            options={Object.keys(filmColors).map((option) => [option, t(`filmColors.${option}`)])}
            onChange={(option) => filmColor.set(option as FilmColor)}
          />
          <p className="rounded-control bg-black p-3 text-center font-semibold" style={{ color: filmColors[color] }}>
            {t('filmSample')}
          </p>
        </div>
      </Dialog>
    </>
  );
}
