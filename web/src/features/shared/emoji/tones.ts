import { makeStoredChoice } from '../../../ui/stored-choice.ts';
import type { Emoji } from './emojis.ts';

/** The five skin tones of Unicode (UTS #51, section 2.4), and `none`: yellow. */
export const tones = ['none', 'light', 'mediumLight', 'medium', 'mediumDark', 'dark'] as const;
export type Tone = (typeof tones)[number];

const modifiers = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'];

/** Asks for the picture form of the character before it. With a skin tone, a character is a picture anyway. */
const asPicture = '\uFE0F';
const isPerson = (point = '') => /^\p{EBase}$/u.test(point);

/** The skin tone that was chosen on this device. [WEM3] */
export const chosenTone = makeStoredChoice<Tone>(
  'matinee.emoji.tone',
  (stored) => tones.find((tone) => tone === stored) ?? 'none',
);

/** The emoji with a skin tone, if it can have one. All people in it get the same tone. Pure. [WEM3] */
export function withTone({ emoji, hasTones }: Pick<Emoji, 'emoji' | 'hasTones'>, tone: Tone): string {
  const modifier = modifiers[tones.indexOf(tone)] ?? '';
  if (!hasTones || modifier === '') return emoji;
  const points = [...emoji];
  return points
    .map((point, at) =>
      isPerson(point) ? point + modifier : point === asPicture && isPerson(points[at - 1]) ? '' : point,
    )
    .join('');
}

/** The emoji without skin tones. Pure. */
export function withoutTone(emoji: string): string {
  return [...emoji].filter((point) => !modifiers.includes(point)).join('');
}
