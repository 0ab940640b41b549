import { publicPath } from '../../../kernel/http/public-path.ts';
import { anyTypes, pictureTypes, type TypeRules } from './content/types.ts';
import type { Ladder } from './pictures/variant-plan.ts';

const mebibyte = 1_048_576;

/** The kinds of files. The names are stored. */
export type FileKindName = ObjectKindName | 'recording';

/** The kinds of files that have their own URLs. */
export type ObjectKindName = UploadKindName | 'media_artwork';

/** The kinds of files that people upload. */
export type UploadKindName =
  | 'chat_attachment'
  | 'user_avatar'
  | 'room_cover'
  | 'playlist_cover'
  | 'media_cover'
  | 'media_thumbnail';

/** The properties in which kinds of files differ; everything else is the same for all. */
export interface FileKind {
  readonly name: ObjectKindName;
  readonly idPrefix: 'att' | 'file';
  /** URL path of the byte route, without the file id. */
  readonly objects: string;
  /** Names of the byte routes in logs and metrics. Without `upload`, clients cannot upload such files. */
  readonly routes: { readonly upload?: string; readonly read: string };
  readonly maxBytes: number;
  readonly types: TypeRules;
  /** The smaller versions made of pictures. */
  readonly ladder: Ladder;
  /** Who may read the bytes: everyone who may read the message, or everyone who has the URL. */
  readonly readBy: 'message' | 'address';
}

const avif = 'image/avif';
const webp = 'image/webp';

/** Each kind by its name. [FI1] */
export const fileKinds: Readonly<Record<ObjectKindName, FileKind>> = {
  chat_attachment: {
    name: 'chat_attachment',
    idPrefix: 'att',
    objects: '/api/chat/attachment-objects',
    routes: { upload: 'RoomService.UploadChatAttachmentObject', read: 'RoomService.GetChatAttachmentObject' },
    maxBytes: 50 * mebibyte,
    types: anyTypes,
    ladder: { widths: [320, 960, 1_920], types: [avif, webp] },
    readBy: 'message',
  },
  // Avatars come with every member and message, so they have only two variants.
  user_avatar: shown('user_avatar', 'UserService', '/api/user/avatar-objects', 5, { widths: [96, 320], types: [webp] }),
  room_cover: shown('room_cover', 'RoomService', '/api/room/cover-objects', 10, {
    widths: [320, 960, 1_920],
    types: [avif, webp],
  }),
  playlist_cover: shown('playlist_cover', 'RoomService', '/api/playlist/cover-objects', 10, {
    widths: [320, 960],
    types: [webp],
  }),
  media_cover: shown('media_cover', 'RoomService', '/api/media/cover-objects', 10, {
    widths: [320, 960],
    types: [webp],
  }),
  media_thumbnail: shown('media_thumbnail', 'RoomService', '/api/media/thumbnail-objects', 5, {
    widths: [320],
    types: [webp],
  }),
  media_artwork: {
    name: 'media_artwork',
    idPrefix: 'file',
    objects: '/api/media/artwork-objects',
    routes: { read: 'RoomService.GetMediaArtworkObject' },
    maxBytes: mebibyte,
    types: new Map([[webp, [webp]]]),
    ladder: { widths: [320, 960], types: [webp] },
    readBy: 'address',
  },
};

/** The URL path of a file's bytes, without a token. */
export function objectPath({ objects }: FileKind, fileId: string): string {
  return publicPath(`${objects}/${fileId}`);
}

function shown(name: UploadKindName, service: string, objects: string, megabytes: number, ladder: Ladder): FileKind {
  const object = name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    name,
    idPrefix: 'file',
    objects,
    routes: { upload: `${service}.Upload${object}Object`, read: `${service}.Get${object}Object` },
    maxBytes: megabytes * mebibyte,
    types: pictureTypes,
    ladder,
    readBy: 'address',
  };
}
