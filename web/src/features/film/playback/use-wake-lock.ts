import { useEffect } from 'react';

/** Keeps the screen on while `isWanted`. Does nothing where the browser refuses (plain http, low battery). */
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
        // The browser refused. The film plays on; the screen may switch off.
      }
    };
    // The browser releases the lock when the tab is hidden.
    document.addEventListener('visibilitychange', ask);
    void ask();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [isWanted]);
}
