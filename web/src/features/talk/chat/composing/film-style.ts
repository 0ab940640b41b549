import { makeStoredChoice } from '../../../../ui/stored-choice.ts';
import { roomCommentsShown } from '../../../film/danmaku/choices.port.ts';
import type { MessageLook } from './writing.ts';

/** Places of a message over the film. */
export const filmPlaces = ['scroll', 'top', 'bottom'] as const;
/** Colours of a message. All are readable on any picture, as comments have an outline. */
export const filmColors = {
  white: '#ffffff',
  yellow: '#ffe14d',
  orange: '#ff9f43',
  red: '#ff6b6b',
  pink: '#ff8ad8',
  blue: '#6ec6ff',
  green: '#7bed9f',
} as const;
export type FilmColor = keyof typeof filmColors;

/** The choices of the person at this device. [WC18] */
export const filmPlace = makeStoredChoice<(typeof filmPlaces)[number]>(
  'matinee.chat.filmPlace',
  (stored) => filmPlaces.find((place) => place === stored) ?? 'scroll',
);
export const filmColor = makeStoredChoice<FilmColor>('matinee.chat.filmColor', (stored) =>
  stored !== null && Object.hasOwn(filmColors, stored) ? (stored as FilmColor) : 'white',
);

/** The style that is sent with a message if the person sees messages over the film; otherwise nothing. */
export function filmStyle(): ReturnType<MessageLook> {
  if (roomCommentsShown.get() === 'off') return {};
  return { displayPosition: filmPlace.get(), displayColor: filmColors[filmColor.get()] };
}
