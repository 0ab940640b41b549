import { makeStoredChoice } from '../../../ui/stored-choice.ts';

/** Whether this person wants comments over films. [WDK3] */
export const danmakuShown = makeStoredChoice<'on' | 'off'>('matinee.danmaku', (stored) =>
  stored === 'off' ? 'off' : 'on',
);

/** Whether new chat messages of the room fly over its film. [WC18] */
export const roomCommentsShown = makeStoredChoice<'on' | 'off'>('matinee.danmaku.room', (stored) =>
  stored === 'on' ? 'on' : 'off',
);

export function toggleDanmaku(): void {
  danmakuShown.set(danmakuShown.get() === 'on' ? 'off' : 'on');
}
