import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** Whether this person wants reactions over films. [WFR4] */
export const reactionsShown = makeStoredChoice<'on' | 'off'>('matinee.filmReactions', (stored) =>
  stored === 'off' ? 'off' : 'on',
);

/** The most common reactions to a film. While the bar is open, a digit key presses the emoji at its place. */
export const filmReactions = ['❤️', '😂', '😮', '😢', '👏', '🔥', '🎉', '👎'];
