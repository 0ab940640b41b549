/** Uploads files over HTTP as a client does. */
import { createHash } from 'node:crypto';
import { callRest } from '../rest-client.ts';

/** A file to upload, and the uploader. */
export interface UploadFile {
  readonly url: string;
  readonly token: string;
  readonly bytes: Buffer;
  readonly name?: string;
  readonly type?: string;
  /** Fields of the request besides the file's. */
  readonly more?: Record<string, unknown>;
  readonly room?: string;
  /** Absent: `RoomService.CreateChatAttachmentUploadSession` and the method that completes it. */
  readonly create?: string;
  readonly complete?: string;
}

const createDefault = 'RoomService.CreateChatAttachmentUploadSession';
const completeDefault = 'RoomService.CompleteChatAttachmentUploadSession';

// biome-ignore lint/suspicious/noExplicitAny: sessions are read as clients read them
type Json = any;

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Asks for the plan, then for the session with the digests of the parts. */
export async function createSession(
  file: UploadFile,
): Promise<{ status: number; reason: string | undefined; json: Json }> {
  const { url, token, bytes, name = 'note.txt', type = 'text/plain', more = {}, room, create = createDefault } = file;
  const fields = { file_name: name, mime_type: type, size_bytes: bytes.length, ...more };
  const planned = await callRest(url, { call: create, token, room, request: fields as never });
  if (planned.status !== 200) return { status: planned.status, reason: planned.reason, json: planned.json };
  const parts = planned.json.plan.parts.map((part: Json) => ({
    part_number: part.part_number,
    size_bytes: part.size_bytes,
    sha256: sha256(partBytes(bytes, part)),
  }));
  const answer = await callRest(url, { call: create, token, room, request: { ...fields, parts } as never });
  return { status: answer.status, reason: answer.reason, json: answer.json };
}

export function partBytes(bytes: Buffer, part: { offset_bytes: number; size_bytes: number }): Buffer {
  return bytes.subarray(part.offset_bytes, part.offset_bytes + part.size_bytes);
}

/** Sends a part of a session through the server, or through the object store when its session says so. */
export async function sendPart(url: string, session: Json, part: Json, bytes: Buffer): Promise<Response> {
  const body = new Uint8Array(partBytes(bytes, part));
  const signed = session.part_urls.find((one: Json) => one.part_number === part.part_number);
  if (signed) return fetch(signed.url, { method: 'PUT', headers: signed.headers, body });
  const end = part.offset_bytes + part.size_bytes - 1;
  const headers = { 'content-range': `bytes ${part.offset_bytes}-${end}/${bytes.length}` };
  return fetch(new URL(session.upload_url, url), { method: 'PUT', headers, body });
}

/** The proof that the caller has the bytes. */
export function proofOf(session: Json, bytes: Buffer): string {
  const int64 = (value: number) => {
    const encoded = Buffer.alloc(8);
    encoded.writeBigInt64BE(BigInt(value));
    return encoded;
  };
  const int32 = (value: number) => int64(value).subarray(4);
  const ranges = session.ownership_proof_ranges as { offset: number; length: number }[];
  const hash = createHash('sha256').update('service-file-ownership-proof-v1\0');
  hash.update(`${session.ownership_proof_nonce}\0${session.content_manifest_sha256}`);
  hash.update(int64(bytes.length)).update(int64(ranges.length));
  for (const { offset, length } of ranges) {
    hash
      .update(int64(offset))
      .update(int32(length))
      .update(bytes.subarray(offset, offset + length));
  }
  return hash.digest('hex');
}

/** The request that completes a session, with the ETags of its sent parts. */
export function completion(session: Json, bytes: Buffer, etags: readonly string[]) {
  const { id } =
    session.attachment_reference ?? session.avatar_reference ?? session.cover_reference ?? session.thumbnail_reference;
  const parts = session.plan.parts.map((part: Json, place: number) => ({
    part_number: part.part_number,
    size_bytes: part.size_bytes,
    sha256: sha256(partBytes(bytes, part)),
    etag: etags[place] ?? '',
  }));
  const proof = session.ownership_proof_required ? { ownership_proof: proofOf(session, bytes) } : { parts };
  const { upload_token: token, upload_id } = session;
  return { encoded_object_key: id, file_id: id, token, upload_id, ...proof };
}

/** Uploads a file whole. @returns the answer to the completion. @throws Error when a step is refused. */
export async function uploadFile(file: UploadFile): Promise<Json> {
  const { status, reason, json: session } = await createSession(file);
  if (status !== 200) throw new Error(`the session was refused: ${reason}`);
  const etags: string[] = [];
  const uploaded = new Map<number, string>(session.uploaded_parts.map((part: Json) => [part.part_number, part.etag]));
  for (const part of session.upload_required ? session.plan.parts : []) {
    const known = uploaded.get(part.part_number);
    if (known !== undefined) {
      etags.push(known);
      continue;
    }
    const answer = await sendPart(file.url, session, part, file.bytes);
    if (!answer.ok) throw new Error(`the part was refused: ${await answer.text()}`);
    etags.push(answer.headers.get('etag') ?? '');
  }
  const request = completion(session, file.bytes, etags);
  const answer = await callRest(file.url, { call: file.complete ?? completeDefault, request: request as never });
  if (answer.status !== 200) throw new Error(`the completion was refused: ${answer.reason}`);
  return answer.json;
}
