import { makeKept } from '../ui/kept.ts';

/** Places of the chat while the film fills the screen. */
export const filmChats = ['over', 'beside', 'off'] as const;
export type FilmChat = (typeof filmChats)[number];

/** The place that the person chose on this device. [WRM7] [WC7] */
export const filmChat = makeKept<FilmChat>(
  'matinee.filmChat',
  (stored) => filmChats.find((choice) => choice === stored) ?? 'over',
);
