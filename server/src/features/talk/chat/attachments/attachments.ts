import type { MessageInitShape } from '@bufbuild/protobuf';
import { ChatAttachmentKind, type ChatAttachmentSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { type AttachedFile, attachedVariants, attachmentPath } from '../../../files/files/files.port.ts';

export type AttachmentFields = Exclude<MessageInitShape<typeof ChatAttachmentSchema>, { $typeName: string }>;

/**
 * An attachment as everybody gets it. An event is encoded once for the whole room and stored for those who come later, so nothing in it
 * may be for one person or end after minutes: the address has no token, and each person asks for their own when they show the file.
 * A token for the whole room instead would let whoever gets hold of an event read the file, member or not. [CH37]
 */
export function toAttachment(file: AttachedFile): AttachmentFields {
  return {
    id: file.id,
    kind: file.width === null ? ChatAttachmentKind.FILE : ChatAttachmentKind.IMAGE,
    name: file.name,
    mimeType: file.mimeType,
    sizeBytes: file.sizeBytes,
    url: attachmentPath(file.id),
    ...(file.width === null || file.height === null ? {} : { width: file.width, height: file.height }),
    ...(file.durationSeconds === null ? {} : { durationSeconds: file.durationSeconds }),
    ...(file.thumbhash === null ? {} : { thumbhash: Buffer.from(file.thumbhash, 'base64') }),
    animated: (file.frames ?? 1) > 1,
    variants: attachedVariants(file).map(({ path, type, width, height }) => ({
      url: path,
      mimeType: type,
      width,
      height,
    })),
    ...(file.waveform === null ? {} : { waveform: Buffer.from(file.waveform, 'base64') }),
  };
}
