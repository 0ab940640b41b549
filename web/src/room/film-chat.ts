import { makeStoredChoice } from '../ui/stored-choice.ts';

/** Places of the chat while the film fills the screen. */
export const filmChats = ['over', 'beside', 'off'] as const;
export type FilmChat = (typeof filmChats)[number];

/** The place that the person chose on this device. [WRM7] [WC7] */
export const filmChat = makeStoredChoice<FilmChat>(
  'matinee.filmChat',
  (stored) => filmChats.find((choice) => choice === stored) ?? 'over',
);
