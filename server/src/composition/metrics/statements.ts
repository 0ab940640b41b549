import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { warnSeldom } from '../../kernel/logging/warn-seldom.ts';
import { currentCall } from '../../kernel/tracing/current-call.ts';
import type { StatementObserver } from '../../store/database-pool.ts';
import type { Metrics } from '../../transport/call-metrics.ts';

interface Parts {
  /** Statements that take at least this many milliseconds are logged as slow; 0: none. */
  readonly slowMs: number;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: Clock;
}

/** Maximum length of a statement in the log: enough to find it in the code. */
const shownCharacters = 400;

/**
 * Returns the function that is called after each statement. It measures all of them, and logs slow ones with their
 * call: the text, with `$1` in place of values. [TR104]
 */
export function watchStatements({ slowMs, metrics, log, clock }: Parts): StatementObserver {
  const warnSlow = warnSeldom(log, clock, 'slow statement');
  const observe = metrics.histogram(
    'matinee_database_statement_seconds',
    'Time until the database answered a statement.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  return (sql, durationMs) => {
    observe(durationMs / 1_000);
    const call = currentCall();
    if (slowMs > 0 && durationMs >= slowMs)
      warnSlow({ requestId: call?.requestId, ms: Math.round(durationMs), statement: textOf(sql) });
    if (call?.span === undefined) return;
    const endedMs = clock.nowMs();
    call.span.part(nameOf(sql), endedMs - durationMs, endedMs, {
      'db.system.name': 'postgresql',
      'db.query.text': textOf(sql),
    });
  };
}

const textOf = (sql: string) => sql.replace(/\s+/g, ' ').trim().slice(0, shownCharacters);

/** The first word: `SELECT`, `INSERT`. */
const nameOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'statement';
