import { TerminationCode, TerminationCodeSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { Passwords } from '../../drivers/passwords/passwords.ts';
import type { ServerTime } from '../../kernel/time/server-time.ts';
import type { Realtime } from '../../realtime/realtime.ts';
import type { Database } from '../../store/database.ts';
import type { KeyValue } from '../../store/key-value/key-value.ts';
import type { Metrics } from '../../transport/call-metrics.ts';

interface Measured {
  readonly time: ServerTime;
  readonly keyValue: Pick<KeyValue, 'isReachable'>;
  readonly realtime: Realtime;
  readonly db: Database;
  readonly passwords: Pick<Passwords, 'waiting'>;
}

/** Registers the metrics of the ground. */
export function measureGround(metrics: Metrics, { time, keyValue, realtime, db, passwords }: Measured): void {
  measurePool(metrics, db);
  metrics.gauge(
    'matinee_clock_deviation_seconds',
    'Time of the database minus time of this process.',
    () => time.deviationMs() / 1_000,
    'max',
  );
  metrics.gauge(
    'matinee_key_value_store_up',
    '1 while the key-value store can be reached, else 0.',
    () => (keyValue.isReachable() ? 1 : 0),
    'min',
  );
  metrics.gauge('matinee_realtime_connections', 'Connections to rooms.', () => realtime.connectionCount);
  metrics.gauge('matinee_rooms_online', 'Rooms with connections to this process.', () => realtime.here().rooms);
  metrics.gauge('matinee_people_online', 'People with connections to this process.', () => realtime.here().people);
  metrics.gauge('matinee_passwords_waiting', 'Passwords that wait to be checked or set.', () => passwords.waiting());
}

function measurePool(metrics: Metrics, db: Database): void {
  metrics.gauge(
    'matinee_database_up',
    '1 while the database can be reached, else 0.',
    () => (db.pool().isUp ? 1 : 0),
    'min',
  );
  metrics.gauge('matinee_database_connections', 'Open connections to the database.', () => db.pool().open);
  metrics.gauge('matinee_database_connections_in_use', 'Connections to the database in use.', () => db.pool().inUse);
  metrics.gauge(
    'matinee_database_connections_limit',
    'Most connections to the database, by `database.pool_size`.',
    () => db.pool().limit,
  );
  metrics.gauge(
    'matinee_database_waiting',
    'Statements and transactions that wait for a connection to the database.',
    () => db.pool().waiting,
  );
}

/** Returns the function that measures the delivery time of events. */
export function measureDeliveries(metrics: Metrics): (delayMs: number) => void {
  const observe = metrics.histogram(
    'matinee_event_delivery_seconds',
    'Time from the commit of events until they were sent to those who observe them on this process.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  // Commit times have whole milliseconds, and clocks differ slightly.
  return (delayMs) => observe(Math.max(0, delayMs) / 1_000);
}

/** Returns the function that counts the connections that the server ends. */
export function countTerminations(metrics: Metrics): (code: TerminationCode) => void {
  const count = metrics.counts(
    'matinee_connections_ended_total',
    'Connections to rooms that the server ended, by the reason that it told; too_slow: it did not read.',
    ['reason'],
  );
  const reasonOf = (code: TerminationCode) => printedValue(TerminationCodeSchema, TerminationCodeSchema.value[code]!);
  // Creates the counter at 0. Otherwise it would appear with the value 1, which shows no increase in the metrics.
  count({ reason: reasonOf(TerminationCode.TOO_SLOW) }, 0);
  return (code) => count({ reason: reasonOf(code) });
}
