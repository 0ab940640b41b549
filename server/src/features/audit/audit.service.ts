import { type Clock, dateOf } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Audit, Doer } from './audit.port.ts';
import { type AuditTables, insertRecord } from './audit.store.ts';

export function makeAudit(clock: Clock, ids: Ids): Audit {
  return {
    /** [AU1] */
    async record(tx, doer, { action, target = '', details = {} }) {
      await insertRecord(tx.query<AuditTables>(), {
        id: ids.make('aud'),
        at: dateOf(clock.nowMs()),
        ...describe(doer),
        action,
        target,
        details,
      });
    },
  };
}

function describe(doer: Doer) {
  if (doer === 'system') return { actor_kind: 'system', actor_id: '', actor_name: '', address: '', request_id: '' };
  const { principal, address, requestId } = doer;
  const isUser = principal.kind === 'user';
  return {
    actor_kind: principal.kind,
    actor_id: isUser ? principal.userId : '',
    actor_name: isUser ? principal.username : '',
    address,
    request_id: requestId,
  };
}
