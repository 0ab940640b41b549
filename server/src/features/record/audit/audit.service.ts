import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Notices } from '../notices/notices.ts';
import type { Audit, Doer } from './audit.port.ts';
import { type AuditTables, insertRecord } from './audit.store.ts';

export interface RecordingParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notices: Notices;
}

export function makeAudit({ clock, ids, notices }: RecordingParts): Audit {
  return {
    /** [AU1] [EM14] */
    async record(tx, doer, { action, target = '', details = {}, notice }) {
      await insertRecord(tx.query<AuditTables>(), {
        id: ids.make('aud'),
        at: dateOf(clock.nowMs()),
        ...describe(doer),
        action,
        target,
        details,
      });
      if (notice) await notices.tell(tx, notice);
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
