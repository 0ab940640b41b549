/** Where a tab keeps in which room its person is in voice, and after a blank whether their microphone is off. */
export const stayKey = 'matinee.voice.stay';

/** Whether this page is the reload of one that was in voice in the room. A copied tab is none. [WVO29] */
export function wasInVoice(roomId: string): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    return load?.type === 'reload' && sessionStorage.getItem(stayKey)?.split(' ')[0] === roomId;
  } catch {
    return false;
  }
}
