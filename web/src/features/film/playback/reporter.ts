import type { PlaybackReport } from '@matinee/contract/gen/api.ts';
import { isNews, type PlayerFacts, reportEveryMs, reportOf } from './reports.ts';

/** Reports the state of one player to the room. [SY26] */
export interface Reporter {
  /** Call it whenever something may have changed, and from time to time. */
  tell(): void;
  /** Call it when the connection changed: when a connection ends, the server forgets the reports that came on it. */
  tellAnew(): void;
}

export interface ReporterParts {
  /** The facts to report now; undefined when there is nothing to report. */
  readonly facts: () => PlayerFacts | undefined;
  /** @returns false when there is no connection. */
  readonly send: (report: PlaybackReport) => boolean;
  /** Local time in milliseconds, monotonic. */
  readonly now: () => number;
}

/** Makes the reporter. It sends changes at once and, while the room plays, a sign of life every 5 s. */
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
