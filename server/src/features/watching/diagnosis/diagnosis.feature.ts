import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleAdmin, handleMember } from '../../../kernel/handler.ts';
import type { AskingParts } from '../../../realtime/replicas/every-process.ts';
import type { Feature } from '../../feature.ts';
import { type DiagnosisParts, makeDiagnosis } from './diagnosis.service.ts';
import { makeEveryReplica } from './every-replica.ts';
import { countViewers, type ViewerMetrics } from './viewer-metrics.ts';
import { ViewerReports } from './viewer-reports.ts';

type Parts = DiagnosisParts & AskingParts & { readonly metrics: ViewerMetrics };

/** Diagnosis of the viewers of a room. */
export function diagnosisFeature(parts: Parts): Feature {
  const { clock, metrics } = parts;
  const reports: ViewerReports = new ViewerReports(clock, (report) => count(report));
  const count = countViewers(metrics, () => reports.all());
  const everyReplica = makeEveryReplica(parts, (roomId) => reports.ofRoom(roomId));
  const diagnosis = makeDiagnosis(parts, everyReplica);
  return {
    name: 'diagnosis',
    bindings: [
      handleMember(RoomService.method.diagnoseRoom, (_, { room }) => diagnosis.ofMember(room)),
      handleAdmin(AdminService.method.diagnoseRoom, ({ roomId }) => diagnosis.ofAdmin(roomId)),
    ],
    signals: { viewerReport: (sender, report) => reports.take(sender, report) },
    parts: [
      {
        name: 'diagnosis',
        start: async () => everyReplica.start(),
        stop: async () => everyReplica.stop(),
      },
    ],
  };
}
