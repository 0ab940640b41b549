/** The HTTP routes of files: GET reads bytes, PUT sends parts. */
import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '../../../../kernel/call.ts';
import type { ByteAnswer, ByteRequest, ByteRoute, ByteUpload } from '../../../../kernel/http/byte-routes.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import type { FileKind } from '../kinds.ts';
import { parseVariantName } from '../pictures/variant-plan.ts';
import { findVariant as findStoredVariant } from '../pictures/variants.store.ts';
import type { UploadParts } from '../uploads/parts.ts';
import { putPart } from '../uploads/put-part.service.ts';
import { findReader, mayReadChat, type ReadingParts } from './may-read.ts';
import { readFile, type ServedFile } from './read-file.ts';

export type ObjectParts = UploadParts & ReadingParts;

export function objectRoute(parts: ObjectParts, kind: FileKind): ByteRoute {
  const { upload, read } = kind.routes;
  return {
    name: read,
    path: `${kind.objects}/{encodedObjectKey}`,
    open: (request) => open(parts, kind, request),
    ...(upload === undefined ? {} : { put: { name: upload, take: (request) => take(parts, kind, request) } }),
  };
}

async function open(parts: ObjectParts, kind: FileKind, request: ByteRequest): Promise<ByteAnswer> {
  const file = await findFile(parts, kind, request);
  const served: ServedFile = {
    location: file.location,
    name: file.name,
    mimeType: file.mime_type,
    sizeBytes: file.size_bytes,
    digest: file.manifest_sha256,
    cacheControl: kind.readBy === 'address' ? forEver : whileReadable,
  };
  const variant = await findVariant(parts, file, served, request.query.get('variant'));
  if (!variant) return readFile(parts.backends.named(file.backend), served, request);
  return readFile(parts.backends.named(variant.backend), variant, request);
}

/** For the picture at the URL of a shown picture, which never changes. */
const forEver = 'public, max-age=31536000, immutable';
/** Clients revalidate at least as often as the URL expires, so the right to read is checked again. */
const whileReadable = 'private, max-age=900';
/** For a picture that stands in for a smaller one that is not made yet. */
const forNow = 'private, max-age=30';

type ReadableFile = NonNullable<Awaited<ReturnType<typeof store.findReadable>>>;

/**
 * The requested smaller picture, or the full picture while the smaller one is not made yet; undefined if none is
 * requested. [FI53]
 */
async function findVariant(
  { db }: ObjectParts,
  file: ReadableFile,
  served: ServedFile,
  asked: string | null,
): Promise<(ServedFile & { readonly backend: string }) | undefined> {
  const wanted = asked === null || file.thumbhash === null ? undefined : parseVariantName(asked);
  if (asked === null || !wanted) return undefined;
  const variant = await findStoredVariant(db.query(), file.location, asked);
  if (!variant) return { ...served, backend: file.backend, cacheControl: forNow };
  return {
    location: variant.location,
    backend: variant.backend,
    name: `${file.name}.${asked}`,
    mimeType: wanted.type,
    sizeBytes: variant.size_bytes,
    digest: `${served.digest}-${asked}`,
    cacheControl: served.cacheControl,
  };
}

/** The file, if the caller may currently read it. @throws AppError */
async function findFile(parts: ObjectParts, kind: FileKind, request: ByteRequest): Promise<ReadableFile> {
  const id = request.params['encodedObjectKey']!;
  const file = await store.findReadable(parts.db.query(), id);
  if (file?.kind !== kind.name) {
    await request.spend();
    throw filesErrors.not_found();
  }
  if (kind.readBy === 'message') await requireMessage(parts, file, request);
  else await requireKey(file, request);
  return file;
}

/** [FI13] */
async function requireMessage(parts: ObjectParts, { id, room_id }: ReadableFile, request: ByteRequest): Promise<void> {
  const given = { token: request.query.get('token'), bearer: request.bearer };
  const reader = await findReader(parts, id, room_id!, given).catch(async (cause) => {
    await request.spend();
    throw cause;
  });
  await request.spend(personOf(reader));
  if (!(await mayReadChat(parts.members, reader, room_id!))) throw filesErrors.invalid_token();
}

/** [FI55] */
async function requireKey({ read_key }: ReadableFile, request: ByteRequest): Promise<void> {
  await request.spend();
  const [given, wanted] = [Buffer.from(request.query.get('token') ?? ''), Buffer.from(read_key ?? '')];
  const isIt = wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isIt) throw filesErrors.invalid_token();
}

function personOf(principal: Principal): string | undefined {
  if (principal.kind === 'user') return principal.userId;
  return principal.kind === 'guest' ? principal.guestId : undefined;
}

async function take(parts: ObjectParts, kind: FileKind, request: ByteUpload): Promise<ByteAnswer> {
  const { params, query, headers, bearer, contentLength, body } = request;
  await request.spend();
  const token = (headers['x-file-upload-token'] as string | undefined) ?? query.get('token') ?? undefined;
  const signedIn = token === undefined && bearer !== undefined ? await parts.sessions.authenticate(bearer) : undefined;
  const stored = await putPart(parts, {
    kind,
    fileId: params['encodedObjectKey']!,
    token,
    userId: signedIn?.kind === 'user' ? signedIn.userId : undefined,
    contentRange: headers['content-range'] as string | undefined,
    contentLength,
    body,
  });
  const { partNumber, sizeBytes, sha256, etag } = stored;
  const answer = Buffer.from(JSON.stringify({ part_number: partNumber, size_bytes: sizeBytes, sha256, etag }));
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.length),
      etag: `"${etag}"`,
    },
    write: async (out) => void out.write(answer),
  };
}
