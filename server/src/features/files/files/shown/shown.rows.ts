import { createHash } from 'node:crypto';
import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import { pictureOf } from '@matinee/testkit/files/picture.ts';
import type { Actor, World } from '@matinee/testkit/world.ts';

/** One kind of picture, and its permissions. */
interface Shown {
  readonly service: 'UserService' | 'RoomService';
  readonly object: string;
  readonly reference: 'avatar_reference' | 'cover_reference' | 'thumbnail_reference';
  readonly rule: string;
  readonly by: Actor;
  /** A caller without permission, and the error for them. */
  readonly refused: { readonly as: Actor; readonly error: string };
  /** The subject of the picture. */
  readonly of: (w: World) => JsonObject;
  /** The answer with a picture, and the path of its URL in the answer. */
  readonly shown: JsonObject;
  readonly cleared: (w: World) => JsonObject;
}

/** So small that its only variants have its own size. */
const pictureIn = (types: readonly string[]) => ({
  mime_type: 'image/png',
  width: 4,
  height: 3,
  animated: false,
  variants: types.map((mime_type) => ({ mime_type, width: 4, height: 3 })),
});

const kinds: readonly Shown[] = [
  {
    service: 'UserService',
    object: 'UserAvatar',
    reference: 'avatar_reference',
    rule: '[US5]',
    by: 'member',
    refused: { as: 'anonymous', error: 'call.unauthenticated' },
    of: () => ({}),
    shown: { user: { avatar: pictureIn(['image/webp']) } },
    cleared: (w) => ({ user: { id: w.member.id } }),
  },
  {
    service: 'RoomService',
    object: 'RoomCover',
    reference: 'cover_reference',
    rule: '[RO20]',
    by: 'owner',
    refused: { as: 'member', error: 'call.missing_permission' },
    of: () => ({}),
    shown: { room: { cover: pictureIn(['image/avif', 'image/webp']) } },
    cleared: (w) => ({ room: { id: w.room } }),
  },
  {
    service: 'RoomService',
    object: 'PlaylistCover',
    reference: 'cover_reference',
    rule: '[LI24]',
    by: 'owner',
    refused: { as: 'member', error: 'library.not_own' },
    of: (w) => ({ playlist_id: w.kept.shownPlaylist! }),
    shown: { playlist: { cover: pictureIn(['image/webp']) } },
    cleared: (w) => ({ playlist: { id: w.kept.shownPlaylist! } }),
  },
  {
    service: 'RoomService',
    object: 'MediaCover',
    reference: 'cover_reference',
    rule: '[LI24]',
    by: 'owner',
    refused: { as: 'member', error: 'library.not_own' },
    of: (w) => ({ media_id: w.media }),
    shown: { media: { cover: pictureIn(['image/webp']) } },
    cleared: (w) => ({ media: { id: w.media } }),
  },
  {
    service: 'RoomService',
    object: 'MediaThumbnail',
    reference: 'thumbnail_reference',
    rule: '[LI24]',
    by: 'member',
    refused: { as: 'stranger', error: 'call.not_a_member' },
    of: (w) => ({ media_id: w.memberMedia }),
    shown: { media: { uploaded_thumbnail: pictureIn(['image/webp']) } },
    cleared: (w) => ({ media: { id: w.memberMedia } }),
  },
];

/** Bytes that differ in each world and for each kind. */
const bytesOf = (w: World, { object }: Shown) => pictureOf(`${object} of ${w.room}`);
const partOf = (bytes: Buffer) => ({
  part_number: 1,
  size_bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

async function send(w: World, kind: Shown): Promise<JsonObject> {
  const bytes = bytesOf(w, kind);
  const { id, token, upload, url } = keptOf(w, kind);
  const headers = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
  const answer = await fetch(new URL(url, w.url), { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!answer.ok) throw new Error(await answer.text());
  const parts = [{ ...partOf(bytes), etag: partOf(bytes).sha256 }];
  return { encoded_object_key: id, file_id: id, token, upload_id: upload, parts };
}

function keptOf(w: World, { object }: Shown) {
  const kept = (name: string) => w.kept[`${object}.${name}`]!;
  return { id: kept('id'), token: kept('token'), upload: kept('upload'), url: kept('url') };
}

function rowsOf(kind: Shown): Row[] {
  const { service, object, reference, rule, by, refused, of, shown, cleared } = kind;
  const call = (verb: string, end = '') => `${service}.${verb}${object}${end}`;
  const create = call('Create', 'UploadSession');
  const file = { file_name: 'me.png', mime_type: 'image/png' };
  const planned = { ...file, size_bytes: 10 };
  const reasonOfNone = service === 'UserService' ? refused.error : 'call.not_a_member';
  return [
    {
      name: `[FI2] the plan of a picture`,
      as: by,
      call: create,
      request: (w) => ({ ...of(w), ...planned }),
      expect: { ok: { plan: { parts: [{ part_number: 1 }] } } },
    },
    {
      name: '[FI1] pictures only',
      as: by,
      call: create,
      request: (w) => ({ ...of(w), ...planned, mime_type: 'image/gif' }),
      expect: { error: 'files.type_not_allowed' },
    },
    {
      name: '[FI1] too large',
      as: by,
      call: create,
      request: (w) => ({ ...of(w), ...planned, size_bytes: 10_485_761 }),
      expect: { error: 'files.too_large' },
    },
    {
      name: `${rule} not by just anybody`,
      as: refused.as,
      call: create,
      request: (w) => ({ ...of(w), ...planned }),
      expect: { error: refused.error },
    },
    {
      name: '[FI3] a session',
      as: by,
      call: create,
      request: (w) => {
        const bytes = bytesOf(w, kind);
        return { ...of(w), ...file, size_bytes: bytes.length, parts: [partOf(bytes)] };
      },
      expect: { ok: { upload_required: true } },
      keep: {
        [`${object}.id`]: `${reference}.id`,
        [`${object}.token`]: 'upload_token',
        [`${object}.upload`]: 'upload_id',
        [`${object}.url`]: 'upload_url',
      },
    },
    {
      name: '[FI56] what is not completed is not shown',
      as: by,
      call: call('Update'),
      request: (w) => ({ ...of(w), [reference]: { id: keptOf(w, kind).id } }),
      expect: { error: 'files.picture_not_found' },
    },
    {
      name: '[FI8] completed by another token',
      as: 'anonymous',
      call: call('Complete', 'UploadSession'),
      request: (w) => ({ encoded_object_key: keptOf(w, kind).id, token: 'a.b', upload_id: keptOf(w, kind).upload }),
      expect: { error: 'files.invalid_token' },
    },
    {
      name: '[FI4] completed',
      as: 'anonymous',
      call: call('Complete', 'UploadSession'),
      request: (w) => send(w, kind),
      expect: { ok: (w) => ({ [reference]: { id: keptOf(w, kind).id } }) },
    },
    {
      name: `${rule} not set by just anybody`,
      as: refused.as,
      call: call('Update'),
      request: (w) => ({ ...of(w), [reference]: { id: keptOf(w, kind).id } }),
      expect: { error: refused.error },
    },
    {
      name: `${rule} it is shown`,
      as: by,
      call: call('Update'),
      request: (w) => ({ ...of(w), [reference]: { id: keptOf(w, kind).id } }),
      expect: { ok: shown },
    },
    {
      name: '[FI56] and again',
      as: by,
      call: call('Update'),
      request: (w) => ({ ...of(w), [reference]: { id: keptOf(w, kind).id } }),
      expect: { ok: shown },
    },
    {
      name: `${rule} not cleared by just anybody`,
      as: service === 'UserService' ? refused.as : 'stranger',
      call: call('Clear'),
      request: (w) => of(w),
      expect: { error: reasonOfNone },
    },
    {
      name: `${rule} it is cleared`,
      as: by,
      call: call('Clear'),
      request: (w) => of(w),
      expect: { ok: cleared },
    },
  ];
}

export const shownRows: Row[] = [
  {
    name: '[LI24] a playlist for a cover',
    as: 'owner',
    call: 'RoomService.CreatePlaylist',
    request: { name: 'With a cover' },
    expect: { ok: { playlist: { name: 'With a cover' } } },
    keep: { shownPlaylist: 'playlist.id' },
  },
  ...kinds.flatMap(rowsOf),
  {
    name: '[AM12] an administrator takes a picture away',
    as: 'keeper',
    call: 'AdminService.ClearUserAvatar',
    request: (w) => ({ user_id: w.member.id }),
    expect: { ok: (w) => ({ user: { user: { id: w.member.id } } }) },
  },
  {
    name: '[AM12] not of somebody of higher rank',
    as: 'keeper',
    call: 'AdminService.ClearUserAvatar',
    request: (w) => ({ user_id: w.root.id }),
    expect: { error: 'users.rank_too_high' },
  },
  {
    name: '[AR7] an administrator takes a cover away',
    as: 'keeper',
    call: 'AdminService.ClearRoomCover',
    request: (w) => ({ room_id: w.room }),
    expect: { ok: (w) => ({ room: { room: { id: w.room } } }) },
  },
  {
    name: '[AR7] which nobody else does',
    as: 'owner',
    call: 'AdminService.ClearRoomCover',
    request: (w) => ({ room_id: w.room }),
    expect: { error: 'call.admin_only' },
  },
];
