import { create, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ReportContentRequest,
  ReportedContentSchema,
  ReportTargetKind,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import type { Reader } from '../../../store/database.ts';
import { reportErrors } from './reports.errors.ts';
import type { Db, ReportRow, ReportTables } from './reports.store.ts';

/** The reported content as the report keeps it. */
export type ReportedTarget = Pick<ReportRow, 'target' | 'target_id' | 'user_id' | 'content'>;

type Content = MessageInitShape<typeof ReportedContentSchema>;

function toTarget(target: ReportTargetKind, targetId: string, userId: string, content: Content): ReportedTarget {
  const stored = toJson(ReportedContentSchema, create(ReportedContentSchema, content)) as JsonObject;
  return { target, target_id: targetId, user_id: userId, content: stored };
}

/**
 * The target of a request as it is now. @throws AppError `reports.target_not_found` for a target that is not in the
 * room. [RP1] [RP4]
 */
export async function readTarget(
  reader: Reader,
  roomId: string,
  { target }: Pick<ReportContentRequest, 'target'>,
): Promise<ReportedTarget> {
  const db = reader.query<ReportTables>();
  const found = await (target.case === 'messageId'
    ? readMessage(db, roomId, target.value)
    : target.case === 'wholeRoom'
      ? readRoom(db, roomId)
      : readPerson(db, roomId, target.value ?? '', target.case === 'memberId'));
  if (!found) throw reportErrors.target_not_found();
  return found;
}

async function readMessage(db: Db, roomId: string, id: string): Promise<ReportedTarget | undefined> {
  const row = await db
    .selectFrom('chat_messages as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.content', 'm.created_at', 'u.username'])
    .where('m.room_id', '=', roomId)
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .where('m.notice_kind', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const files = await db.selectFrom('files').select('name').where('message_id', '=', id).orderBy('place').execute();
  return toTarget(ReportTargetKind.MESSAGE, id, row.user_id, {
    userId: row.user_id,
    username: row.username,
    messageId: id,
    messageContent: row.content,
    messageSentAt: timestampFromDate(row.created_at),
    attachmentNames: files.map(({ name }) => name),
  });
}

/** The report is about the room's creator, who therefore does not see it. */
async function readRoom(db: Db, roomId: string): Promise<ReportedTarget | undefined> {
  const row = await db.selectFrom('rooms').selectAll().where('id', '=', roomId).executeTakeFirst();
  if (!row) return undefined;
  const content = { roomName: row.name, roomDescription: row.description };
  return toTarget(ReportTargetKind.ROOM, roomId, row.creator_id, content);
}

/** A member. Unless only members count, a user who wrote in the room counts too. */
async function readPerson(
  db: Db,
  roomId: string,
  id: string,
  isMemberOnly: boolean,
): Promise<ReportedTarget | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where((e) =>
      e.or([
        e.exists(e.selectFrom('room_members as m').where('m.room_id', '=', roomId).where('m.user_id', '=', id)),
        ...(isMemberOnly
          ? []
          : [e.exists(e.selectFrom('chat_messages as c').where('c.room_id', '=', roomId).where('c.user_id', '=', id))]),
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const kind = isMemberOnly ? ReportTargetKind.MEMBER : ReportTargetKind.USER;
  return toTarget(kind, id, id, { userId: id, username: row.username });
}
