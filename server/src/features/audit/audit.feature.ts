import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import type { Clock } from '../../kernel/clock.ts';
import { handleAdmin } from '../../kernel/handler.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../store/database.ts';
import type { Feature } from '../feature.ts';
import type { Audit } from './audit.port.ts';
import { makeAuditReading } from './audit.reading.ts';
import { makeAudit } from './audit.service.ts';

const cleaningPeriodMs = 3_600_000;

interface AuditParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export function auditFeature({ db, clock, ids, log }: AuditParts): Feature & { audit: Audit } {
  const reading = makeAuditReading(db, clock);
  let stopCleaning: (() => void) | undefined;
  return {
    name: 'audit',
    audit: makeAudit(clock, ids),
    bindings: [handleAdmin(AdminService.method.listAuditRecords, (request) => reading.list(request))],
    parts: [
      {
        name: 'audit cleaning',
        start: async () => {
          const clean = () =>
            void reading.clean().catch((err) => log.error({ err }, 'old audit records could not be deleted'));
          stopCleaning = clock.every(cleaningPeriodMs, clean);
        },
        stop: async () => stopCleaning?.(),
      },
    ],
  };
}
