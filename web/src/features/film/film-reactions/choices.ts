import { makeKept } from '../../../ui/kept.ts';

/** Whether this person wants reactions over films. [WFR4] */
export const reactionsShown = makeKept<'on' | 'off'>('matinee.filmReactions', (stored) =>
  stored === 'off' ? 'off' : 'on',
);

/** What people say of a film most. While the bar is open their places are keys. */
export const filmReactions = ['❤️', '😂', '😮', '😢', '👏', '🔥', '🎉', '👎'];
