import { useState } from 'react';
import { filmChat } from '../../../room/film-chat.ts';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { useIsFullScreen } from '../../../ui/use-is-full-screen.ts';

/**
 * Whether the panels are shown, and a function that shows or hides them. In full screen they are shown if the person
 * wants the chat beside the film. [WRM7]
 */
export function usePanelsShown(): readonly [areShown: boolean, show: (areShown: boolean) => void] {
  const [areShown, setShown] = useState(true);
  const isFull = useIsFullScreen();
  const choice = useStoredChoice(filmChat);
  return isFull ? [choice === 'beside', showInFullScreen] : [areShown, setShown];
}

function showInFullScreen(areShown: boolean): void {
  filmChat.set(areShown ? 'beside' : 'over');
}
