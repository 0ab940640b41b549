import { createHash } from 'node:crypto';
import type { JsonObject } from '@bufbuild/protobuf';
import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const create = 'RoomService.CreateChatAttachmentUploadSession';
const complete = 'RoomService.CompleteChatAttachmentUploadSession';
const send = 'RoomService.SendChatMessage';
const access = 'RoomService.GetChatAttachmentAccess';

/** Bytes that differ in each world of the table. */
const noteOf = (room: string) => Buffer.from(`a note in ${room}`);
const partOf = (room: string) => {
  const sha256 = createHash('sha256').update(noteOf(room)).digest('hex');
  return { part_number: 1, size_bytes: noteOf(room).length, sha256 };
};
const file = { file_name: 'note.txt', mime_type: 'text/plain', size_bytes: 10 };
const part = { part_number: 1, size_bytes: 10, sha256: '0'.repeat(64) };

function ownFile(room: string): JsonObject {
  return { file_name: 'own.txt', mime_type: 'text/plain', size_bytes: noteOf(room).length, parts: [partOf(room)] };
}

function completing({ kept, room }: World, change: JsonObject): JsonObject {
  const { file: id, token, upload } = kept;
  const known = { encoded_object_key: id!, file_id: id!, token: token!, upload_id: upload! };
  return { ...known, parts: [{ ...partOf(room), etag: partOf(room).sha256 }], ...change };
}

/** Sends the part over HTTP, outside of calls, like clients. */
async function sendOwn(url: string, uploadUrl: string, room: string): Promise<void> {
  const bytes = noteOf(room);
  const headers = { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}` };
  const answer = await fetch(new URL(uploadUrl, url), { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!answer.ok) throw new Error(await answer.text());
}

export const fileRows: Row[] = [
  {
    name: '[FI2] the plan of a file',
    as: 'member',
    call: create,
    request: file,
    expect: { ok: { plan: { part_size_bytes: 8_388_608, parts: [{ part_number: 1, offset_bytes: 0 }] } } },
  },
  {
    name: '[FI3] a session for bytes that nobody has sent before',
    as: 'member',
    call: create,
    request: (w) => ownFile(w.room),
    expect: { ok: { upload_required: true, uploaded_parts: [] } },
    keep: { file: 'attachment_reference.id', token: 'upload_token', upload: 'upload_id', url: 'upload_url' },
  },
  {
    name: '[FI4] completed before its part has come',
    as: 'anonymous',
    call: complete,
    request: (w) => completing(w, {}),
    expect: { error: 'files.part_missing' },
  },
  {
    name: '[FI4] completed with other parts',
    as: 'anonymous',
    call: complete,
    request: (w) => completing(w, { parts: [] }),
    expect: { error: 'files.bad_manifest' },
  },
  {
    name: '[FI8] completed with another token',
    as: 'anonymous',
    call: complete,
    request: (w) => completing(w, { token: 'a.b' }),
    expect: { error: 'files.invalid_token' },
  },
  {
    name: '[FI4] completed with the part',
    as: 'anonymous',
    call: complete,
    request: async (w) => {
      await sendOwn(w.url, w.kept.url!, w.room);
      return completing(w, {});
    },
    expect: { ok: (w) => ({ attachment_reference: { kind: 'UPLOAD', id: w.kept.file! } }) },
  },
  {
    name: '[FI15] the file of somebody else is not sent',
    as: 'owner',
    call: send,
    request: (w) => ({ client_message_id: 'file-0', content: '', attachments: [{ kind: 'UPLOAD', id: w.kept.file! }] }),
    expect: { error: 'chat.attachment_not_found' },
  },
  {
    name: '[CH36] a message with a file alone',
    as: 'member',
    call: send,
    request: (w) => ({ client_message_id: 'file-1', content: '', attachments: [{ kind: 'UPLOAD', id: w.kept.file! }] }),
    expect: {
      ok: (w) => ({ message: { content: '', attachments: [{ id: w.kept.file!, kind: 'file', name: 'own.txt' }] } }),
    },
  },
  {
    name: '[CH37] the file for one of the room',
    as: 'owner',
    call: access,
    request: (w) => ({ attachment_ids: [w.kept.file!] }),
    expect: { ok: (w) => ({ attachments: [{ id: w.kept.file! }] }) },
    keep: { reuse: 'attachments.0.reuse_token' },
  },
  {
    name: '[FI16] it is sent again',
    as: 'owner',
    call: send,
    request: (w) => ({
      client_message_id: 'file-2',
      content: 'look',
      attachments: [{ kind: 'REUSE', id: w.kept.reuse! }],
    }),
    expect: { ok: { message: { attachments: [{ name: 'own.txt' }] } } },
  },
  {
    name: '[FI13] but not by somebody else',
    as: 'admin',
    call: send,
    request: (w) => ({
      client_message_id: 'file-3',
      content: 'x',
      attachments: [{ kind: 'REUSE', id: w.kept.reuse! }],
    }),
    expect: { error: 'chat.reuse_refused' },
  },
  {
    name: 'a stranger has no access',
    as: 'stranger',
    call: access,
    request: { attachment_ids: ['x'] },
    expect: { error: 'call.not_a_member' },
  },
  {
    name: 'a stranger uploads nothing',
    as: 'stranger',
    call: create,
    request: file,
    expect: { error: 'call.not_a_member' },
  },
  {
    name: '[FI1] too large',
    as: 'member',
    call: create,
    request: { ...file, size_bytes: 52_428_801 },
    expect: { error: 'files.too_large' },
  },
  {
    name: '[FI1] a type that could run',
    as: 'member',
    call: create,
    request: { ...file, mime_type: 'text/html' },
    expect: { error: 'files.type_not_allowed' },
  },
  {
    name: '[FI2] other parts',
    as: 'member',
    call: create,
    request: { ...file, parts: [part, part] },
    expect: { error: 'files.bad_manifest' },
  },
];
