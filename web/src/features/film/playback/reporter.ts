import type { PlaybackReport } from '@matinee/contract/gen/api.ts';
import { isNews, type PlayerFacts, reportEveryMs, reportOf } from './reports.ts';

/** Reports the state of one player to the room. [SY26] */
export interface Reporter {
  /** To be called whenever something may have changed, and from time to time. */
  tell(): void;
  /** To be called when the connection changed: the server forgets reports with the connection that they came on. */
  tellAnew(): void;
}

export interface ReporterParts {
  /** What to report now; undefined when there is nothing to report. */
  readonly facts: () => PlayerFacts | undefined;
  /** @returns false when there is no connection. */
  readonly send: (report: PlaybackReport) => boolean;
  /** Local time in milliseconds, monotonic. */
  readonly now: () => number;
}

/** Makes the reporter: it sends what is new at once, and while the room plays a sign of life every 5 s. */
export function makeReporter({ facts, send, now }: ReporterParts): Reporter {
  let last: PlaybackReport | undefined;
  let lastMs = 0;
  function tell(): void {
    const known = facts();
    if (known === undefined) return;
    const next = reportOf(known);
    const isDue = known.state.is_playing && now() - lastMs >= reportEveryMs;
    if ((!isDue && !isNews(next, last)) || !send(next)) return;
    last = next;
    lastMs = now();
  }
  return {
    tell,
    tellAnew() {
      last = undefined;
      tell();
    },
  };
}
