import { type Clock, dateOf } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../store/database.ts';
import { auditKeptMs } from '../../record/audit/audit.port.ts';
import { deleteHistoryBefore, type SettingsTables } from './settings.store.ts';

interface RetentionParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Keeps the history of settings as long as the audit log. */
export interface HistoryRetention extends Part {
  clean(): Promise<void>;
}

const periodMs = 3_600_000;

/** Deletes changes that the audit log no longer has either, but never the last one of a key. [RS19] */
export function historyRetention({ db, clock, log }: RetentionParts): HistoryRetention {
  let stop: (() => void) | undefined;
  const clean = () =>
    db.write((tx) => deleteHistoryBefore(tx.query<SettingsTables>(), dateOf(clock.nowMs() - auditKeptMs)));
  return {
    name: 'settings history cleaning',
    clean,
    start: async () => {
      stop = clock.every(
        periodMs,
        () => void clean().catch((err) => logFailedWork(log, err, 'old changes of settings could not be deleted')),
      );
    },
    stop: async () => stop?.(),
  };
}
