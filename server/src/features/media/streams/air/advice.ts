/** What the sender of a stream could do better. It is written as it is into the row of the stream. [LS60] */
export type StreamFaultName =
  | 'key_frames_far'
  | 'bit_rate_high'
  | 'viewers_behind'
  | 'no_sound'
  | 'no_picture'
  | 'time_jumps'
  | 'time_drifts'
  | 'frame_rate_low'
  | 'no_hls'
  | 'second_publisher'
  | 'past_short'
  | 'took_over';

export interface Advice {
  readonly fault: StreamFaultName;
  /** What was measured. Its unit depends on the fault. */
  readonly measured?: number;
  /** The limit, or what the encoder told. */
  readonly expected?: number;
  readonly codec?: string;
}

/** Numbers change all the time, so they are renewed no more often than this, in milliseconds. */
const renewAfterMs = 10_000;

/** Whether `now` has to be told: other faults at once, other numbers at intervals. Pure. [LS62] */
export function isNews(before: readonly Advice[], now: readonly Advice[], sinceMs: number): boolean {
  const faults = (list: readonly Advice[]) => list.map(({ fault }) => fault).join();
  if (faults(before) !== faults(now)) return true;
  return sinceMs >= renewAfterMs && JSON.stringify(before) !== JSON.stringify(now);
}
