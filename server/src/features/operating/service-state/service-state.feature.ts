import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { handleAdmin } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ServerTime } from '../../../kernel/time/server-time.ts';
import type { Feature } from '../../feature.ts';
import { makeProcessMeter } from './process-state.ts';
import { makeReplicas } from './replicas.ts';
import { makeServiceState, type ServiceStateParts } from './service-state.service.ts';

type Parts = Omit<ServiceStateParts, 'replicas'> & {
  readonly log: Log;
  readonly replicaId: string;
  /** Connections in this process. */
  readonly connectionCount: () => number;
  readonly time: ServerTime;
};

export function serviceStateFeature(parts: Parts): Feature {
  const { keyValue, clock, log, version, replicaId, connectionCount, time } = parts;
  const clockDeviationMs = () => time.deviationMs();
  const meter = makeProcessMeter(clock, { id: replicaId, version, connectionCount, clockDeviationMs });
  const replicas = makeReplicas({ keyValue, clock, log, meter });
  const service = makeServiceState({ ...parts, replicas: replicas.list });
  return {
    name: 'service-state',
    reads: ['chat_messages', 'rooms', 'settings_state', 'users'],
    bindings: [handleAdmin(AdminService.method.getServiceState, () => service.get())],
    parts: [replicas.part],
  };
}
