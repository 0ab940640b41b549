/** The addresses of files: bytes are read with GET and sent in parts with PUT. */
import type { Principal } from '../../../kernel/call.ts';
import type { ByteAnswer, ByteRequest, ByteRoute, ByteUpload } from '../../../kernel/http/byte-routes.ts';
import { filesErrors } from '../files.errors.ts';
import * as store from '../files.store.ts';
import type { FileKind } from '../kinds.ts';
import type { UploadParts } from '../uploads/parts.ts';
import { putPart } from '../uploads/put-part.service.ts';
import { findReader, mayReadChat, type ReadingParts } from './may-read.ts';
import { readFile } from './read-file.ts';

export type ObjectParts = UploadParts & ReadingParts;

export function objectRoute(parts: ObjectParts, kind: FileKind): ByteRoute {
  return {
    name: kind.routes.read,
    path: `${kind.objects}/{encodedObjectKey}`,
    open: (request) => open(parts, kind, request),
    put: { name: kind.routes.upload, take: (request) => take(parts, kind, request) },
  };
}

async function open(parts: ObjectParts, kind: FileKind, request: ByteRequest): Promise<ByteAnswer> {
  const file = await findFile(parts, kind, request);
  return readFile(
    parts.backends.named(file.backend),
    {
      location: file.location,
      name: file.name,
      mimeType: file.mime_type,
      sizeBytes: file.size_bytes,
      digest: file.manifest_sha256,
      // The right to read is asked for again at least as often as the address is.
      cacheControl: 'private, max-age=900',
    },
    request,
  );
}

/** The file, which the caller may read now. @throws AppError */
async function findFile(parts: ObjectParts, kind: FileKind, request: ByteRequest) {
  const id = request.params['encodedObjectKey']!;
  const file = await store.findReadable(parts.db.query(), id);
  if (file?.kind !== kind.name || file.room_id === null) {
    await request.spend();
    throw filesErrors.not_found();
  }
  const given = { token: request.query.get('token'), bearer: request.bearer };
  const reader = await findReader(parts, id, file.room_id, given).catch(async (cause) => {
    await request.spend();
    throw cause;
  });
  await request.spend(personOf(reader));
  if (!(await mayReadChat(parts.members, reader, file.room_id))) throw filesErrors.invalid_token();
  return file;
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
