import { makeStoredChoice, type StoredChoice, useStoredChoice } from '../../../ui/stored-choice.ts';

/** The share of comments that is shown: one in four, one in two, all. */
export const amounts = { few: 0.25, some: 0.5, all: 1 } as const;
/** Height of a usual comment, as a share of the player's height. */
export const sizes = { small: 0.032, normal: 0.042, large: 0.06 } as const;
export const opacities = { faint: 0.45, soft: 0.75, full: 1 } as const;
/** Seconds of the film that a comment takes to cross the picture. */
export const speeds = { slow: 14, normal: 9, fast: 6 } as const;
/** How far down comments go, as a share of the player's height. They do not cover subtitles. */
export const areas = { quarter: 0.25, half: 0.5, most: 0.8 } as const;

/** The choices of one person. [WDK3] */
export interface DanmakuChoices {
  readonly amount: keyof typeof amounts;
  readonly size: keyof typeof sizes;
  readonly opacity: keyof typeof opacities;
  readonly speed: keyof typeof speeds;
  readonly area: keyof typeof areas;
}

function keep<T extends string>(name: string, options: Readonly<Record<T, number>>, usual: T): StoredChoice<T> {
  return makeStoredChoice<T>(`matinee.danmaku.${name}`, (stored) =>
    stored !== null && Object.hasOwn(options, stored) ? (stored as T) : usual,
  );
}

export const danmakuAmount = keep('amount', amounts, 'all');
export const danmakuSize = keep('size', sizes, 'normal');
export const danmakuOpacity = keep('opacity', opacities, 'soft');
export const danmakuSpeed = keep('speed', speeds, 'normal');
export const danmakuArea = keep('area', areas, 'half');

/** The name of the comment document that this person chose. Empty: the item's default. */
export const danmakuSource = makeStoredChoice<string>('matinee.danmaku.source', (stored) => stored ?? '');

export function useDanmakuChoices(): DanmakuChoices {
  return {
    amount: useStoredChoice(danmakuAmount),
    size: useStoredChoice(danmakuSize),
    opacity: useStoredChoice(danmakuOpacity),
    speed: useStoredChoice(danmakuSpeed),
    area: useStoredChoice(danmakuArea),
  };
}
