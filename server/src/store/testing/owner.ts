/**
 * A process that owns a data directory, for tests that kill it: locks it, starts its PostgreSQL, prints `ready` and
 * stays.
 */
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import { dataDirLock } from '../embedded/data-dir-lock.ts';
import { embeddedPostgres } from '../embedded/embedded-postgres.ts';

const dataDir = process.argv[2] ?? '';
await dataDirLock(dataDir).start?.();
await embeddedPostgres({ dataDir, log: makeLog('silent'), clock: systemClock }).start?.();
process.stdout.write('ready\n');
process.stdin.resume();
setInterval(() => undefined, 60_000);
