import { createHash } from 'node:crypto';
import { dateOf } from '../../../../kernel/clock.ts';
import { parseContentRange } from '../../../../kernel/http/ranges.ts';
import type { OpenBlob, PlannedPart, StoredPart } from '../backends/file-backend.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import type { FileKind } from '../kinds.ts';
import { blobOf, type UploadParts, uploadLifeMs } from './parts.ts';

/** A part from an HTTP request. */
export interface SentPart {
  readonly kind: FileKind;
  readonly fileId: string;
  readonly token: string | undefined;
  /** The signed-in user, if the request has no token. */
  readonly userId: string | undefined;
  readonly contentRange: string | undefined;
  /** Undefined if the client did not send it. */
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Maximum number of concurrent parts of one person in this process. Each holds at most a megabyte while a slow client
 * sends it. Web pages send three parts of each of ten files.
 */
export const mostParts = 64;

/** Stores a part. Once this resolves, the part survives a crash. [FI3] @throws AppError */
export async function putPart(parts: UploadParts, sent: SentPart): Promise<StoredPart> {
  const { backends, partsAtOnce } = parts;
  const upload = await findOwn(parts, sent);
  if (upload.content_id !== null || upload.completed_at !== null) throw filesErrors.upload_completed();
  const backend = backends.named(upload.backend);
  if (backend.parts.by !== 'server') throw filesErrors.upload_not_found();
  const blob = blobOf(upload);
  const part = findPart(blob, sent.contentRange);
  if (sent.contentLength !== undefined && sent.contentLength !== part.sizeBytes) throw filesErrors.part_mismatch();
  // Also extends the upload before the part, because a part may take as long as an upload's lifetime. An accepted part
  // must belong to a live upload.
  await putOff(parts, upload.id);
  const { put } = backend.parts;
  const stored = await partsAtOnce(upload.owner_id, () => put(blob, part, checked(part, sent.body)));
  await putOff(parts, upload.id);
  return stored;
}

async function putOff({ db, clock }: UploadParts, id: string): Promise<void> {
  const nowMs = clock.nowMs();
  const isGoingOn = await store.extendUpload(db.query(), id, dateOf(nowMs + uploadLifeMs), dateOf(nowMs));
  if (!isGoingOn) throw filesErrors.upload_expired();
}

/** @throws AppError `files.upload_not_found`, `files.invalid_token`, `files.upload_expired`. */
export async function findOwn(
  { db, clock, tokens }: UploadParts,
  asked: Pick<SentPart, 'kind' | 'fileId' | 'token' | 'userId'>,
): Promise<store.UploadRow> {
  const upload = await store.findUpload(db.query(), asked.fileId);
  if (!upload || upload.kind !== asked.kind.name) throw filesErrors.upload_not_found();
  const isToken = asked.token !== undefined && asked.token !== '';
  const isOwn = isToken ? tokens.isForUpload(asked.token!, upload) : asked.userId === upload.owner_id;
  if (!isOwn) throw filesErrors.invalid_token();
  if (upload.expires_at.getTime() <= clock.nowMs()) throw filesErrors.upload_expired();
  return upload;
}

function findPart({ sizeBytes, parts }: OpenBlob, header: string | undefined): PlannedPart {
  const range = parseContentRange(header);
  const part = parts.find(({ offsetBytes }) => offsetBytes === range?.start);
  if (!range || !part || range.size !== sizeBytes || range.end !== part.offsetBytes + part.sizeBytes - 1) {
    throw filesErrors.bad_range();
  }
  return part;
}

/** Forwards the bytes, and throws at the end unless they match the plan. */
async function* checked(part: PlannedPart, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const piece of body) {
    count += piece.length;
    if (count > part.sizeBytes) throw filesErrors.part_mismatch();
    hash.update(piece);
    yield piece;
  }
  if (count !== part.sizeBytes || hash.digest('hex') !== part.sha256) throw filesErrors.part_mismatch();
}
