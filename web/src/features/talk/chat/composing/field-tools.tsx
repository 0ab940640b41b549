import { Suspense } from 'react';
import { lazily } from '../../../../ui/lazily.tsx';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { roomCommentsShown } from '../../../film/danmaku/choices.port.ts';
import { EmojiFieldTools, type EmojiFieldToolsProps } from '../../../shared/emoji/field-tools.port.tsx';
import type { FilmStyleButtonProps } from './film-style-button.tsx';

const FilmStyleButton = lazily(() => import('./film-style-button.tsx').then((module) => module.FilmStyleButton));

/** The buttons beside the field of the chat. They are loaded after the field. */
export function FieldTools({ look, ...written }: EmojiFieldToolsProps & FilmStyleButtonProps) {
  const isOverFilm = useStoredChoice(roomCommentsShown) === 'on';
  return (
    <>
      <Suspense>{isOverFilm && <FilmStyleButton look={look} />}</Suspense>
      <EmojiFieldTools {...written} />
    </>
  );
}
