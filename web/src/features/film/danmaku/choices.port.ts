import { makeKept } from '../../../ui/kept.ts';

/** Whether this person wants comments over films. [WDK3] */
export const danmakuShown = makeKept<'on' | 'off'>('matinee.danmaku', (stored) => (stored === 'off' ? 'off' : 'on'));

/** Whether new chat messages of the room fly over its film. [WC18] */
export const roomCommentsShown = makeKept<'on' | 'off'>('matinee.danmaku.room', (stored) =>
  stored === 'on' ? 'on' : 'off',
);

export function toggleDanmaku(): void {
  danmakuShown.set(danmakuShown.get() === 'on' ? 'off' : 'on');
}
