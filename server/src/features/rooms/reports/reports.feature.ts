import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { dateOf } from '../../../kernel/clock.ts';
import { handleAdmin, handleRoom } from '../../../kernel/handler.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Feature } from '../../feature.ts';
import { personalData } from './personal-data.ts';
import { makeReporting, type ReportingParts } from './reporting.service.ts';
import { type HandlingParts, makeHandling } from './reports.service.ts';
import { deleteDecidedBefore, eraseUser } from './reports.store.ts';

/** Retention of a decided report, in milliseconds: 180 days. */
const keptMs = 180 * 86_400_000;
const cleanEveryMs = 3_600_000;

/** Lets people report content, and lets moderators and administrators handle the reports. */
export function reportsFeature(parts: ReportingParts & HandlingParts & { readonly log: Log }): Feature {
  const { db, clock, log } = parts;
  const { room, platform } = makeHandling(parts);
  return {
    name: 'reports',
    personalData,
    tables: ['content_report_steps', 'content_reports'],
    reads: ['files', 'room_members', 'rooms', 'users'],
    bindings: [
      handleRoom(RoomService.method.reportContent, makeReporting(parts)),
      handleRoom(RoomService.method.listRoomContentReports, room.list),
      handleRoom(RoomService.method.getRoomContentReport, room.get),
      handleRoom(RoomService.method.updateRoomContentReportStatus, room.update),
      handleAdmin(AdminService.method.listContentReports, platform.list),
      handleAdmin(AdminService.method.getContentReport, platform.get),
      handleAdmin(AdminService.method.updateContentReportStatus, platform.update),
    ],
    onUserErased: (tx, userId, heirId) => eraseUser(tx.query(), userId, heirId),
    parts: [
      /** [RP10] */
      makeWorker({
        name: 'report retention',
        clock,
        log,
        periodMs: cleanEveryMs,
        work: async () => {
          await deleteDecidedBefore(db.query(), dateOf(clock.nowMs() - keptMs));
          return false;
        },
      }),
    ],
  };
}
