import { anyTypes, type TypeRules } from './content/types.ts';

const mebibyte = 1_048_576;

/** The kinds of files. The names are stored. */
export type FileKindName = 'chat_attachment';

/** What is different about one kind of files; everything else is the same for all. */
export interface FileKind {
  readonly name: FileKindName;
  readonly idPrefix: 'att' | 'file';
  /** Addresses of the bytes, without the id behind them. */
  readonly objects: string;
  /** Names of the byte routes in logs and metrics. */
  readonly routes: { readonly upload: string; readonly read: string };
  readonly maxBytes: number;
  readonly types: TypeRules;
  /** Who may read the bytes: everybody who may read the message, or whoever was given the address. */
  readonly readBy: 'message' | 'address';
}

/** Each kind by its name. [FI1] */
export const fileKinds: Readonly<Record<FileKindName, FileKind>> = {
  chat_attachment: {
    name: 'chat_attachment',
    idPrefix: 'att',
    objects: '/api/chat/attachment-objects',
    routes: { upload: 'RoomService.UploadChatAttachmentObject', read: 'RoomService.GetChatAttachmentObject' },
    maxBytes: 50 * mebibyte,
    types: anyTypes,
    readBy: 'message',
  },
};
