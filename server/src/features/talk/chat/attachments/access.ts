import type { GetChatAttachmentAccessRequest } from '@matinee/contract/gen/service/client/chat_pb.ts';
import type { Call, RoomPrincipal, RoomStanding } from '../../../../kernel/call.ts';
import type { Database } from '../../../../store/database.ts';
import type { ChatFiles } from '../../../files/files/files.port.ts';
import { toAttachment } from './attachments.ts';
import { accessOf } from './personal.ts';

/** Makes addresses for attachments received in events, and new ones for expired addresses. [CH37] */
export function makeAccess({ db, files }: { readonly db: Database; readonly files: ChatFiles }) {
  return async (
    { attachmentIds }: GetChatAttachmentAccessRequest,
    { room, principal }: Call<RoomPrincipal, RoomStanding>,
  ) => {
    const found = await files.list(db, room.roomId, attachmentIds);
    const attachments = found.map(toAttachment);
    return { attachments: attachments.map((one) => ({ ...one, ...accessOf(files, one, principal) })) };
  };
}
