import { type FilmChat, filmChat, filmChats } from '../../../../room/film-chat.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { useStoredChoice } from '../../../../ui/stored-choice.ts';
import { Choice } from '../choice.port.tsx';

/** Where this person wants the chat while the film fills the screen. */
export function ChatChoices() {
  const { t } = useTranslation('playback');
  return (
    <Choice
      label={t('filmChat.title')}
      value={useStoredChoice(filmChat)}
      options={filmChats.map((choice) => [choice, t(`filmChat.${choice}`)])}
      onChange={(choice) => filmChat.set(choice as FilmChat)}
    />
  );
}
