/** Answers that are equal for all callers, held in memory in every content coding that a client may accept. [TR65] */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The bytes in a content coding: `br`, `gzip`. */
interface Coded {
  readonly coding: string;
  readonly bytes: Buffer;
}

interface Headers {
  readonly type: string;
  readonly cacheControl: string;
}

export interface EncodedBytes extends Headers {
  /** The coded forms, smallest first, then the plain one. Each has its own entity tag (RFC 9110, section 8.8.3). */
  readonly forms: readonly { readonly coding: string | undefined; readonly bytes: Buffer; readonly tag: string }[];
}

/** Holds `bytes` and its coded forms, smallest first. */
export function makeEncodedBytes(bytes: Buffer, coded: readonly Coded[], headers: Headers): EncodedBytes {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const forms = coded.map((form) => ({ ...form, tag: `"${tag}-${form.coding}"` }));
  return { ...headers, forms: [...forms, { coding: undefined, bytes, tag: `"${tag}"` }] };
}

/** Compresses `bytes` in other threads and holds the results. */
export async function compressBytes(bytes: Buffer, headers: Headers): Promise<EncodedBytes> {
  // Levels above 9 make Brotli take ten times as long for a gain of a few percent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)]);
  const coded = [
    { coding: 'br', bytes: br },
    { coding: 'gzip', bytes: zipped },
  ];
  return makeEncodedBytes(bytes, coded, headers);
}

/** Sends the smallest form that the client accepts, or 304 if the client already has the bytes. */
export function sendEncoded(held: EncodedBytes, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = acceptedCodings(request.headers['accept-encoding'] ?? '');
  const form = held.forms.find(({ coding }) => coding === undefined || accepted.has(coding))!;
  reply.header('content-type', held.type).header('cache-control', held.cacheControl).header('etag', form.tag);
  if (held.forms.length > 1) reply.header('vary', appendVary(reply.raw.getHeader('vary')));
  if (request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === form.tag))
    return reply.code(304).send();
  if (form.coding !== undefined) reply.header('content-encoding', form.coding);
  return reply.code(200).send(form.bytes);
}

/** Codings in an `Accept-Encoding` with a weight other than 0 (RFC 9110, section 12.5.3). */
function acceptedCodings(header: string): Set<string> {
  const accepted = header.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part));
  return new Set(accepted.map((part) => part.split(';')[0]!.trim().toLowerCase()));
}

function appendVary(present: number | string | string[] | undefined): string {
  return present === undefined ? 'accept-encoding' : `${present}, accept-encoding`;
}
