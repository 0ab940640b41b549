import { inTab } from '../../../storage/storage.ts';

/** Storage key of the tab: the id of the room in which the person is in voice, then ` muted` if they are muted. */
export const stayKey = 'matinee.voice.stay';

/** Whether this page was reloaded while it was in voice in the room. A duplicated tab does not count. [WVO29] */
export function wasInVoice(roomId: string): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && inTab.read(stayKey)?.split(' ')[0] === roomId;
}
