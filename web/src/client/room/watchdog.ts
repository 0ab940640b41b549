/** Watches the frames of a connection and reports when none came for too long. */
export interface Watchdog {
  /** From now on, silence may last this long. */
  watch(silenceMs: number): void;
  /** A frame came. `afterMs`: how long the next one may take, if shorter than usual. */
  feed(afterMs?: number): void;
  stop(): void;
}

/** Makes a watchdog that watches nothing yet. */
export function makeWatchdog(onSilent: () => void): Watchdog {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let usualMs = 0;

  function feed(afterMs = usualMs): void {
    clearTimeout(timer);
    timer = setTimeout(onSilent, afterMs);
  }

  return {
    watch(silenceMs) {
      usualMs = silenceMs;
      feed();
    },
    feed,
    stop: () => clearTimeout(timer),
  };
}
