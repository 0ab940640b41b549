import { create, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ReportContentRequest,
  ReportedContentSchema,
  ReportTargetKind,
} from '@matinee/contract/gen/service/client/content_reports_pb.ts';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Reader } from '../../../store/database.ts';
import { reportErrors } from './reports.errors.ts';
import type { Db, ReportRow, ReportTables } from './reports.store.ts';

/** The chat operations that reports need. */
export interface ReportableChat {
  /** A message that a person wrote and that is not deleted. */
  find(reader: Reader, roomId: string, id: string): Promise<WrittenMessage | undefined>;
  /** SQL that tells whether the user has written in the room. */
  wroteIn(roomId: string, userId: string): RawBuilder<SqlBool>;
}

interface WrittenMessage {
  readonly user_id: string;
  readonly username: string;
  readonly content: string;
  readonly created_at: Date;
}

/** The reported content in its stored form. */
export type ReportedTarget = Pick<ReportRow, 'target' | 'target_id' | 'user_id' | 'content'>;

type Content = MessageInitShape<typeof ReportedContentSchema>;

function toTarget(target: ReportTargetKind, targetId: string, userId: string, content: Content): ReportedTarget {
  const stored = toJson(ReportedContentSchema, create(ReportedContentSchema, content)) as JsonObject;
  return { target, target_id: targetId, user_id: userId, content: stored };
}

/**
 * The current state of a request's target. @throws AppError `reports.target_not_found` for a target that is not in the
 * room. [RP1] [RP4]
 */
export async function readTarget(
  { db: reader, reportableChat }: { readonly db: Reader; readonly reportableChat: ReportableChat },
  roomId: string,
  { target }: Pick<ReportContentRequest, 'target'>,
): Promise<ReportedTarget> {
  const db = reader.query<ReportTables>();
  const found = await (target.case === 'messageId'
    ? readMessage(db, await reportableChat.find(reader, roomId, target.value), target.value)
    : target.case === 'wholeRoom'
      ? readRoom(db, roomId)
      : readPerson(db, roomId, target.value ?? '', target.case === 'memberId' ? undefined : reportableChat.wroteIn));
  if (!found) throw reportErrors.target_not_found();
  return found;
}

async function readMessage(db: Db, row: WrittenMessage | undefined, id: string): Promise<ReportedTarget | undefined> {
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

/** A member. With `wroteIn`, a user who wrote in the room counts too. */
async function readPerson(
  db: Db,
  roomId: string,
  id: string,
  wroteIn: ReportableChat['wroteIn'] | undefined,
): Promise<ReportedTarget | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where((e) =>
      e.or([
        e.exists(e.selectFrom('room_members as m').where('m.room_id', '=', roomId).where('m.user_id', '=', id)),
        ...(wroteIn ? [wroteIn(roomId, id)] : []),
      ]),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const kind = wroteIn ? ReportTargetKind.USER : ReportTargetKind.MEMBER;
  return toTarget(kind, id, id, { userId: id, username: row.username });
}
