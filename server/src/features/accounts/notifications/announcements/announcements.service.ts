import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  CreateAnnouncementRequest,
  DeleteAnnouncementRequest,
  ListAnnouncementsRequest,
} from '@matinee/contract/gen/service/client/announcements_pb.ts';
import type { AdminPrincipal, Call } from '../../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../../kernel/clock.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import type { Database, Tx } from '../../../../store/database.ts';
import { pageOf } from '../../../../store/queries/page.ts';
import type { Audit } from '../../../record/audit/audit.port.ts';
import type { Mail } from '../../../record/mail/mail.port.ts';
import { notificationErrors } from '../notifications.errors.ts';
import * as store from './announcements.store.ts';

export interface AnnouncementParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'isConfigured'>;
}

type AdminCall = Call<AdminPrincipal>;

/** Topic of the events that tell every replica that announcements were added or deleted. */
export const announcementsTopic = 'announcements';

/** [NO10] */
export function makeAnnouncements({ db, clock, ids, audit, mail }: AnnouncementParts) {
  const wake = (tx: Tx) => tx.emit({ topic: announcementsTopic, kind: 'announcements', payload: Buffer.alloc(0) });
  return {
    async create({ title, text, link }: CreateAnnouncementRequest, call: AdminCall) {
      const { principal } = call;
      const row: store.AnnouncementRow = {
        id: ids.make('ann'),
        title,
        text,
        link,
        created_at: dateOf(clock.nowMs()),
        created_by: principal.kind === 'user' ? principal.userId : 'operator',
        told_up_to: mail.isConfigured() ? '' : null,
      };
      await db.write(async (tx) => {
        await store.insertAnnouncement(tx.query(), row);
        await audit.record(tx, call, { action: 'announcement.created', target: row.id, details: { title } });
        wake(tx);
      });
      return {
        announcement: toAnnouncement({ ...row, username: principal.kind === 'user' ? principal.username : null }),
      };
    },
    async list({ page, pageSize }: ListAnnouncementsRequest) {
      const { rows, total } = await store.listAnnouncements(db.query(), pageOf({ page, pageSize }));
      return { announcements: rows.map(toAnnouncement), total };
    },
    async delete({ announcementId }: DeleteAnnouncementRequest, call: AdminCall) {
      await db.write(async (tx) => {
        const row = await store.deleteAnnouncement(tx.query(), announcementId);
        if (!row) throw notificationErrors.announcement_not_found();
        const details = { title: row.title };
        await audit.record(tx, call, { action: 'announcement.deleted', target: announcementId, details });
        wake(tx);
      });
      return {};
    },
  };
}

function toAnnouncement({ id, title, text, link, created_at, created_by, username }: store.ListedAnnouncement) {
  const createdBy = username ?? created_by;
  return { id, title, text, link, createdAt: timestampFromDate(created_at), createdBy };
}
