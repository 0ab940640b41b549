import { makeKept } from '../ui/kept.ts';

/** Where the chat is while the film fills the screen. */
export const filmChats = ['over', 'beside', 'off'] as const;
export type FilmChat = (typeof filmChats)[number];

/** What the person at this device has chosen. [WRM7] [WC7] */
export const filmChat = makeKept<FilmChat>(
  'matinee.filmChat',
  (stored) => filmChats.find((choice) => choice === stored) ?? 'over',
);
