import type { MessageInitShape } from '@bufbuild/protobuf';
import { ChatAttachmentKind, type ChatAttachmentSchema } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { type AttachedFile, attachedVariants, attachmentPath } from '../../../files/files/files.port.ts';

export type AttachmentFields = Exclude<MessageInitShape<typeof ChatAttachmentSchema>, { $typeName: string }>;

/**
 * An attachment as the whole room receives it. An event is encoded once for the room and stored for later readers, so
 * it holds nothing personal and nothing that expires within minutes. The address has no token: each client requests its
 * own when it shows the file. With one token for the whole room, anyone who obtains an event could read the file,
 * member or not. [CH37]
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
