import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { emitTermination } from '../../../realtime/terminations.ts';
import type { Tx } from '../../../store/database.ts';
import { revokeSessions, type SessionTables, type WhichSessions } from './sessions.store.ts';

/** Ends sessions and returns their ids. Their sockets close on every replica once `tx` has committed. [SE9] */
export async function endSessions(tx: Tx, which: WhichSessions, now: Date): Promise<string[]> {
  const ids = await revokeSessions(tx.query<SessionTables>(), which, now);
  emitTermination(tx, { by: 'session', ids, code: TerminationCode.REVOKED });
  return ids;
}
