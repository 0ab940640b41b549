import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { FileUploadManifestPart } from '@matinee/contract/gen/service/client/files_pb.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import { closeGate } from '../../../../store/gate.ts';
import type { PlannedPart } from '../backends/file-backend.ts';
import { safeName } from '../content/names.ts';
import { manifestDigest, partSizeBytes, planParts } from '../content/plan.ts';
import { drawRanges } from '../content/proof.ts';
import { plainType } from '../content/types.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import { type FileKind, objectPath } from '../kinds.ts';
import type { Begun, SessionFields, Target, UploadRequest } from '../uploads.port.ts';
import { blobOf, type UploadParts, uploadLifeMs } from './parts.ts';

export interface NewUpload {
  readonly kind: FileKind;
  readonly ownerId: string;
  readonly target: Target;
  readonly request: UploadRequest;
}

const maxOpenUploads = 50;
const megabyte = 1_000_000;

/** Plans an upload. With the digests of all parts, also begins or resumes it. [FI2] [FI3] [FI4] [FI5] [FI9] */
export async function beginUpload(parts: UploadParts, upload: NewUpload): Promise<Begun> {
  const { kind, request } = upload;
  const mimeType = plainType(request.mimeType);
  if (!kind.types.has(mimeType)) throw filesErrors.type_not_allowed();
  if (request.sizeBytes > kind.maxBytes) throw filesErrors.too_large();
  if (!isVoice(mimeType, request)) throw filesErrors.bad_voice();
  const planned = planParts(request.sizeBytes, partSizeBytes);
  const plan = { partSizeBytes, parts: planned };
  if (request.parts.length === 0) return { id: undefined, session: { plan } };
  const manifest = readManifest(planned, request.parts);
  const row = makeRow(parts, upload, mimeType, manifest);
  const stored = await findOrStore(parts, row, manifest);
  return { id: stored.id, session: { plan, ...(await sessionOf(parts, kind, stored)) } };
}

/**
 * Minimum number of bytes per second of speech. Codecs that send nothing in pauses need a little more than 400 bits.
 */
const bytesOfSecond = 50;

/** Whether length and waveform, if given, are plausible for these bytes. [FI57] */
function isVoice(mimeType: string, { durationSeconds, waveform, sizeBytes }: UploadRequest): boolean {
  if (durationSeconds === undefined) return waveform === undefined || waveform.length === 0;
  const isSound = mimeType.startsWith('audio/');
  return isSound && durationSeconds > 0 && durationSeconds * bytesOfSecond <= sizeBytes;
}

/** @throws AppError `files.bad_manifest` if the parts or their order differ from the plan. */
function readManifest(
  planned: readonly Omit<PlannedPart, 'sha256'>[],
  given: readonly FileUploadManifestPart[],
): PlannedPart[] {
  if (given.length !== planned.length) throw filesErrors.bad_manifest();
  return planned.map((part, place) => {
    const { partNumber, sizeBytes, sha256 } = given[place]!;
    if (partNumber !== part.partNumber || sizeBytes !== part.sizeBytes) throw filesErrors.bad_manifest();
    return { ...part, sha256 };
  });
}

function makeRow(
  { clock, ids, backends }: UploadParts,
  { kind, ownerId, target, request }: NewUpload,
  mimeType: string,
  manifest: readonly PlannedPart[],
): store.UploadRow {
  const nowMs = clock.nowMs();
  return {
    ...target,
    id: ids.make(kind.idPrefix),
    kind: kind.name,
    owner_id: ownerId,
    name: safeName(request.fileName),
    mime_type: mimeType,
    size_bytes: request.sizeBytes,
    part_size_bytes: partSizeBytes,
    part_sha256: manifest.map(({ sha256 }) => sha256),
    manifest_sha256: manifestDigest(request.sizeBytes, partSizeBytes, manifest),
    duration_seconds: request.durationSeconds ?? null,
    waveform: request.waveform === undefined ? null : Buffer.from(request.waveform),
    backend: backends.of(kind).name,
    location: ids.make('blob'),
    handle: '',
    content_id: null,
    proof_nonce: '',
    proof_ranges: [],
    failed_proofs: 0,
    created_at: dateOf(nowMs),
    expires_at: dateOf(nowMs + uploadLifeMs),
    completed_at: null,
  };
}

async function findOrStore(
  parts: UploadParts,
  row: store.UploadRow,
  manifest: readonly PlannedPart[],
): Promise<store.UploadRow> {
  const { db, backends } = parts;
  const same = await store.findResumable(db.query(), row, row.created_at);
  if (same && (await store.extendUpload(db.query(), same.id, row.expires_at, row.created_at))) {
    return { ...same, expires_at: row.expires_at };
  }
  const challenge = await storeInstant(parts, row);
  if (challenge) return challenge;
  const backend = backends.named(row.backend);
  const { location, mime_type: mimeType, size_bytes: sizeBytes } = row;
  const handle = await backend.begin({ location, mimeType, sizeBytes, parts: manifest });
  try {
    const stored = await storeBegun(parts, { ...row, handle });
    // If the same upload was begun concurrently, this location is not needed.
    if (stored.id !== row.id) await backend.remove(location, handle).catch(() => undefined);
    return stored;
  } catch (cause) {
    await backend.remove(location, handle).catch(() => undefined);
    throw cause;
  }
}

/** @returns the upload, or an equal one that was begun meanwhile. [FI4] */
async function storeBegun(parts: UploadParts, begun: store.UploadRow): Promise<store.UploadRow> {
  return parts.db.write(async (tx) => {
    const queries = tx.query<store.FileTables>();
    await closeGates(queries, begun);
    const same = await store.findResumable(queries, begun, begun.created_at);
    if (same) return same;
    await requireRoom(parts, queries, begun);
    await store.insertUpload(queries, begun);
    return begun;
  });
}

/** If the bytes already exist: an upload that requires the proof. */
async function storeInstant(parts: UploadParts, row: store.UploadRow): Promise<store.UploadRow | undefined> {
  const { db, random } = parts;
  return db.write(async (tx) => {
    const queries = tx.query<store.FileTables>();
    const content = await store.keepContent(queries, row.backend, row.manifest_sha256);
    if (!content) return undefined;
    await closeGates(queries, row);
    await requireRoom(parts, queries, row);
    const challenge = {
      ...row,
      content_id: content.id,
      proof_nonce: random.bytes(24).toString('base64url'),
      proof_ranges: drawRanges(random, row.size_bytes),
    };
    await store.insertUpload(queries, challenge);
    return challenge;
  });
}

/** Takes a gate for the person and one for the room, so that concurrent uploads see each other. [FI4] [FI9] */
async function closeGates(db: store.Db, { owner_id, room_id }: store.UploadRow): Promise<void> {
  await closeGate(db, `files of ${owner_id}`);
  if (room_id !== null) await closeGate(db, `files of ${room_id}`);
}

/** Checks the limits. The caller has closed the gates. [FI9] */
async function requireRoom({ settings }: UploadParts, db: store.Db, row: store.UploadRow): Promise<void> {
  const { owner_id, room_id, size_bytes, created_at } = row;
  if ((await store.countOpenUploads(db, owner_id, created_at)) >= maxOpenUploads) {
    throw filesErrors.too_many_uploads({ retryAfterSeconds: uploadLifeMs / 1_000 });
  }
  const { maxMegabytesPerUser, maxMegabytesPerRoom } = settings;
  const fits = async (of: 'owner_id' | 'room_id', id: string, megabytes: number) =>
    megabytes === 0 || (await store.sumBytes(db, of, id, created_at)) + size_bytes <= megabytes * megabyte;
  if (!(await fits('owner_id', owner_id, maxMegabytesPerUser))) throw filesErrors.quota_exceeded();
  if (room_id !== null && !(await fits('room_id', room_id, maxMegabytesPerRoom))) throw filesErrors.room_full();
}

async function sessionOf(
  { backends, tokens }: UploadParts,
  kind: FileKind,
  upload: store.UploadRow,
): Promise<SessionFields> {
  const token = tokens.forUpload(upload);
  const session = {
    contentManifestSha256: upload.manifest_sha256,
    uploadToken: token,
    uploadId: upload.location,
    expiresAt: timestampFromDate(upload.expires_at),
  };
  if (upload.content_id !== null) {
    return {
      ...session,
      ownershipProofRequired: true,
      ownershipProofNonce: upload.proof_nonce,
      ownershipProofRanges: [...upload.proof_ranges],
    };
  }
  const backend = backends.named(upload.backend);
  const blob = blobOf(upload);
  const uploadedParts = [...(await backend.storedParts(blob))];
  const there = new Set(uploadedParts.map(({ partNumber }) => partNumber));
  const missing = blob.parts.filter(({ partNumber }) => !there.has(partNumber));
  const addresses =
    backend.parts.by === 'server'
      ? // Anyone who has the URL may send parts, as with the signed URLs of an object store.
        { uploadUrl: `${objectPath(kind, upload.id)}?token=${token}` }
      : { partUrls: [...(await backend.parts.sign(blob, missing, upload.expires_at.getTime()))] };
  return { ...session, uploadRequired: true, uploadedParts, ...addresses };
}
