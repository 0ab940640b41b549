import type { CompleteFileUploadRequest } from '@matinee/contract/gen/service/client/files_pb.ts';
import type { Principal } from '../../../../kernel/call.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { FileBackend, StoredPart } from '../backends/file-backend.ts';
import { headBytes, type Inspected, inspect } from '../content/inspect.ts';
import { isProof } from '../content/proof.ts';
import { isStripped } from '../content/types.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import type { FileKind } from '../kinds.ts';
import type { NewContent } from '../pictures/picture-work.ts';
import { blobOf, type UploadParts, uploadLifeMs } from './parts.ts';
import { findOwn } from './put-part.service.ts';

const maxFailedProofs = 5;

/** Turns an upload into a file, once, however often it is called. @returns the id of the file. [FI4] [FI5] [FI6] */
export async function completeUpload(
  parts: UploadParts,
  kind: FileKind,
  request: CompleteFileUploadRequest,
  principal: Principal,
): Promise<string> {
  const fileId = request.encodedObjectKey || request.fileId;
  if (request.fileId !== '' && request.fileId !== fileId) throw filesErrors.upload_not_found();
  const userId = principal.kind === 'user' ? principal.userId : undefined;
  const upload = await findOwn(parts, { kind, fileId, token: request.token, userId });
  if (request.uploadId !== upload.location) throw filesErrors.upload_not_found();
  if (upload.completed_at !== null) return upload.id;
  const location = await (upload.content_id === null
    ? gatherParts(parts, upload, request)
    : requireProof(parts, upload, upload.content_id, request));
  await dropUnless(parts, upload, async () => {
    const head = await readHead(parts.backends.named(upload.backend), location, upload.size_bytes);
    const inspected = await inspect(head, { mimeType: upload.mime_type, sizeBytes: upload.size_bytes }, kind.types);
    if (upload.content_id !== null) return storeFile(parts, kind, upload, undefined);
    const content = isStripped(upload.mime_type) ? await parts.stripping.strip(upload) : contentOf(upload, inspected);
    await storeFile(parts, kind, upload, content);
  });
  return upload.id;
}

/** Compares the client's parts, the plan and the stored parts, and joins them to one blob. */
async function gatherParts(
  { backends }: UploadParts,
  upload: store.UploadRow,
  request: CompleteFileUploadRequest,
): Promise<string> {
  const backend = backends.named(upload.backend);
  const blob = blobOf(upload);
  const { parts: given } = request;
  if (given.length !== blob.parts.length) throw filesErrors.bad_manifest();
  const stored = new Map((await backend.storedParts(blob)).map((part) => [part.partNumber, part]));
  const gathered: StoredPart[] = [];
  for (const [place, planned] of blob.parts.entries()) {
    const { partNumber, sizeBytes, sha256, etag } = given[place]!;
    const isPlanned = partNumber === planned.partNumber && sizeBytes === planned.sizeBytes && sha256 === planned.sha256;
    if (!isPlanned) throw filesErrors.bad_manifest();
    const part = stored.get(partNumber);
    if (!part) throw filesErrors.part_missing();
    const isStored = part.sizeBytes === sizeBytes && part.sha256 === sha256;
    if (!isStored || (part.etag !== '' && bare(part.etag) !== bare(etag))) throw filesErrors.bad_manifest();
    gathered.push(part);
  }
  await backend.complete(blob, gathered);
  return upload.location;
}

function bare(etag: string): string {
  return etag.replaceAll('"', '');
}

/** @throws AppError `files.proof_failed`; the fifth failure deletes the upload. */
async function requireProof(
  { db, backends }: UploadParts,
  upload: store.UploadRow,
  contentId: string,
  { ownershipProof }: CompleteFileUploadRequest,
): Promise<string> {
  const challenge = {
    nonce: upload.proof_nonce,
    ranges: upload.proof_ranges,
    manifestSha256: upload.manifest_sha256,
    sizeBytes: upload.size_bytes,
  };
  if (await isProof(ownershipProof, challenge, backends.named(upload.backend), contentId)) return contentId;
  const failed = await store.countFailedProof(db.query(), upload.id);
  if (failed >= maxFailedProofs) await store.deleteUpload(db.query(), upload.id);
  throw filesErrors.proof_failed();
}

/** Deletes the upload if `work` finds that its bytes are not as declared. */
async function dropUnless({ db }: UploadParts, upload: store.UploadRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'invalid_argument') await store.deleteUpload(db.query(), upload.id);
    throw cause;
  }
}

async function readHead(backend: FileBackend, location: string, sizeBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const end = Math.min(headBytes, sizeBytes) - 1;
  for await (const piece of backend.read(location, { start: 0, end })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** `content`: undefined if the bytes already existed. */
async function storeFile(
  { db, clock, random, variants }: UploadParts,
  kind: FileKind,
  { id }: store.UploadRow,
  content: NewContent | undefined,
): Promise<void> {
  await db.write(async (tx) => {
    const queries = tx.query<store.FileTables>();
    const upload = await store.lockUpload(queries, id);
    if (!upload) throw filesErrors.upload_not_found();
    if (upload.completed_at !== null) return;
    const nowMs = clock.nowMs();
    const at = dateOf(nowMs);
    const kept = content
      ? await keepBytes(queries, upload, content, at)
      : await store.getContent(queries, upload.content_id!);
    const readKey = kind.readBy === 'address' ? random.bytes(16).toString('base64url') : null;
    await store.insertFile(queries, fileOf(upload, kept, readKey, at));
    await store.completeUpload(queries, id, at, dateOf(nowMs + uploadLifeMs));
    await variants.order(tx, kept, kind.ladder);
  });
}

/** Keeps one copy of the bytes, even if another user has completed the same bytes meanwhile. */
async function keepBytes(
  queries: store.Db,
  upload: store.UploadRow,
  content: NewContent,
  at: Date,
): Promise<store.ContentRow> {
  const kept = await store.insertContent(queries, { ...content, created_at: at, orphaned_at: null });
  if (kept.id === content.id) await store.keepBytes(queries, kept.id);
  // The uploaded bytes are not the kept ones if they were stripped, or stored twice.
  if (kept.id !== upload.location) await store.freeLater(queries, upload.location, upload.backend, at);
  if (kept.id !== content.id) await store.freeLater(queries, content.id, content.backend, at);
  return kept;
}

function contentOf(upload: store.UploadRow, inspected: Inspected): NewContent {
  return {
    id: upload.location,
    backend: upload.backend,
    manifest_sha256: upload.manifest_sha256,
    size_bytes: upload.size_bytes,
    part_size_bytes: upload.part_size_bytes,
    detected_type: inspected.detectedType,
    width: inspected.width,
    height: inspected.height,
    frames: null,
    thumbhash: null,
  };
}

function fileOf(upload: store.UploadRow, content: store.ContentRow, readKey: string | null, at: Date): store.FileRow {
  return {
    id: upload.id,
    kind: upload.kind,
    content_id: content.id,
    owner_id: upload.owner_id,
    room_id: upload.room_id,
    playlist_id: upload.playlist_id,
    media_id: upload.media_id,
    message_id: null,
    place: 0,
    name: upload.name,
    mime_type: upload.mime_type,
    size_bytes: content.size_bytes,
    duration_seconds: upload.duration_seconds,
    waveform: upload.waveform,
    read_key: readKey,
    created_at: at,
    used_at: null,
  };
}
