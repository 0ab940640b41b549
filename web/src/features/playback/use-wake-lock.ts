import { useEffect } from 'react';

/** Keeps the screen on while `isWanted`; where the browser cannot (plain http, low battery) it stays as it is. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (isOver) await got.release();
        else lock = got;
      } catch {
        // Refused: the film plays on all the same.
      }
    };
    // The browser lets go of the lock when the tab is hidden.
    document.addEventListener('visibilitychange', ask);
    void ask();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [isWanted]);
}
