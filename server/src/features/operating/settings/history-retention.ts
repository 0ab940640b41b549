import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
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

/** Deletes changes that are older than the audit log, but never the last one of a key. [RS19] */
export function historyRetention({ db, clock, log }: RetentionParts): HistoryRetention {
  const clean = () =>
    db.write((tx) => deleteHistoryBefore(tx.query<SettingsTables>(), dateOf(clock.nowMs() - auditKeptMs)));
  const name = 'settings history cleaning';
  return { ...makeWorker({ name, clock, log, periodMs, work: clean, runsAtStart: false }), clean };
}
