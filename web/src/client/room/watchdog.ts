/** Watches the frames of a connection and reports when none arrives for too long. */
export interface Watchdog {
  /** Sets the longest time without a frame from now on. */
  watch(silenceMs: number): void;
  /** A frame arrived. `afterMs`: the longest wait for the next one, if shorter than usual. */
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
