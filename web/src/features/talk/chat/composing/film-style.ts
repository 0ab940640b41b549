import { makeKept } from '../../../../ui/kept.ts';
import { roomCommentsShown } from '../../../film/danmaku/choices.port.ts';
import type { MessageLook } from './writing.ts';

/** Where a message goes over the film. */
export const filmPlaces = ['scroll', 'top', 'bottom'] as const;
/** Its colours: each can be read on any picture, as comments have an outline. */
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

/** What the person at this device has chosen. [WC18] */
export const filmPlace = makeKept<(typeof filmPlaces)[number]>(
  'matinee.chat.filmPlace',
  (stored) => filmPlaces.find((place) => place === stored) ?? 'scroll',
);
export const filmColor = makeKept<FilmColor>('matinee.chat.filmColor', (stored) =>
  stored !== null && Object.hasOwn(filmColors, stored) ? (stored as FilmColor) : 'white',
);

/** What is sent with a message of somebody who sees messages over the film; nothing for others. */
export function filmStyle(): ReturnType<MessageLook> {
  if (roomCommentsShown.get() === 'off') return {};
  return { displayPosition: filmPlace.get(), displayColor: filmColors[filmColor.get()] };
}
