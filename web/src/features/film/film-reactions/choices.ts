import { makeKept } from '../../../ui/kept.ts';

/** Whether this person wants reactions over films. [WFR4] */
export const reactionsShown = makeKept<'on' | 'off'>('matinee.filmReactions', (stored) =>
  stored === 'off' ? 'off' : 'on',
);

/** The most common reactions to a film. While the bar is open, a digit key presses the emoji at its place. */
export const filmReactions = ['❤️', '😂', '😮', '😢', '👏', '🔥', '🎉', '👎'];
