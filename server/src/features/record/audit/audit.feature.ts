import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Database } from '../../../store/database.ts';
import type { Feature } from '../../feature.ts';
import type { Audit } from './audit.port.ts';
import { makeAuditReading } from './audit.reading.ts';
import { makeAudit, type RecordingParts } from './audit.service.ts';
import { personalData } from './personal-data.ts';

const cleaningPeriodMs = 3_600_000;

interface AuditParts extends RecordingParts {
  readonly db: Database;
  readonly log: Log;
}

export function auditFeature({ db, clock, ids, log, notices }: AuditParts): Feature & { audit: Audit } {
  const reading = makeAuditReading(db, clock);
  return {
    name: 'audit',
    personalData,
    tables: ['audit_records'],
    audit: makeAudit({ clock, ids, notices }),
    bindings: [handleAdmin(AdminService.method.listAuditRecords, (request) => reading.list(request))],
    parts: [
      makeWorker({
        name: 'audit cleaning',
        clock,
        log,
        periodMs: cleaningPeriodMs,
        work: () => reading.clean(),
        runsAtStart: false,
      }),
    ],
  };
}
