import { makeKept } from '../../ui/kept.ts';

/** Whether this person wants comments over films. [WDK3] */
export const danmakuShown = makeKept<'on' | 'off'>('matinee.danmaku', (stored) => (stored === 'off' ? 'off' : 'on'));

export function toggleDanmaku(): void {
  danmakuShown.set(danmakuShown.get() === 'on' ? 'off' : 'on');
}
